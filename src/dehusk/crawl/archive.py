"""The archive while it grows: records are added at its end, and a torn end is cut off.

How far it is good stands in the state, written after the bytes are. What lies behind that point
when a crawl goes on was never finished.
"""

import os
import zlib
from pathlib import Path
from typing import NamedTuple

from dehusk.write.files import naming_output

_CHUNK_BYTES = 64 * 1024
_GZIP = 31


class Span(NamedTuple):
    """Where in the archive something is."""

    start: int
    stop: int


class ArchiveFile:
    """An archive that is written to; `stop` is where the next record goes."""

    def __init__(self, path: Path, stop: int) -> None:
        """Open it, new or as a former crawl left it, cut back to where it is good."""
        self._path = path
        with naming_output(path):
            # No buffer of ours: what is written is with the system, whatever becomes of us.
            self._file = path.open("r+b" if path.exists() else "x+b", buffering=0)
            self._file.truncate(stop)
            self._file.seek(stop)
        self.stop = stop

    def add(self, records: bytes) -> Span:
        """Put records at the end; they are there when this returns, or nothing of them counts."""
        start = self.stop
        with naming_output(self._path):
            left = memoryview(records)
            while left:
                left = left[self._file.write(left) :]
        self.stop = start + len(records)
        return Span(start, self.stop)

    def cut_back(self, stop: int) -> None:
        """Take back what was added last, or began to be."""
        with naming_output(self._path):
            self._file.truncate(stop)
            self._file.seek(stop)
        self.stop = stop

    def sync(self) -> int:
        """Have the system put all on the disk; how far that is."""
        stop = self.stop
        with naming_output(self._path):
            os.fsync(self._file.fileno())
        return stop

    def close(self) -> None:
        """Put all on the disk and let go."""
        self.sync()
        self._file.close()


def find_good_stop(path: Path, start: int, stop: int) -> int:
    """How far the stretch holds whole gzip members; after a power cut it may hold anything.

    >>> find_good_stop(Path("no-such-archive"), 0, 0)
    0
    """
    good = start
    if stop <= start:
        return start
    with path.open("rb") as file:
        file.seek(start)
        unpacker, at = zlib.decompressobj(_GZIP), start
        while at < stop and (chunk := file.read(min(_CHUNK_BYTES, stop - at))):
            at += len(chunk)
            try:
                while chunk:
                    unpacker.decompress(chunk)
                    chunk = unpacker.unused_data
                    if unpacker.eof:
                        good = at - len(chunk)
                        unpacker = zlib.decompressobj(_GZIP)
                    else:
                        chunk = b""
            except zlib.error:
                return good
    return good
