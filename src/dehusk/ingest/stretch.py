"""A part of a file that is read as if it were one."""

from io import SEEK_CUR, SEEK_END, SEEK_SET, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class Stretch(RawIOBase):
    """The bytes of a file from `start` up to `stop`."""

    def __init__(self, path: str, start: int, stop: int) -> None:
        self._file = Path(path).open("rb", buffering=0)  # noqa: SIM115
        self._start, self._length, self._at = start, stop - start, 0

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def seekable(self) -> bool:
        """It can be read from anywhere."""
        return True

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        """Go to an offset within the stretch."""
        origin = {SEEK_SET: 0, SEEK_CUR: self._at, SEEK_END: self._length}[whence]
        self._at = origin + offset
        return self._at

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill the buffer, but not past the end."""
        view = memoryview(buffer)[: max(self._length - self._at, 0)]
        self._file.seek(self._start + self._at)
        n_read = self._file.readinto(view)
        self._at += n_read
        return n_read

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
        super().close()
