"""Files written whole or not at all, and rows written one by one."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dehusk.errors import OutputUnwritable


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees half of it."""
    with naming_output(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=".dehusk-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            # mkstemp makes files for the owner alone; output is for whom the user's mask lets.
            os.chmod(part, 0o666 & ~_umask())  # noqa: PTH101
            os.replace(part, path)  # noqa: PTH105
        except BaseException:
            os.unlink(part)  # noqa: PTH108
            raise


def make_folder(path: Path) -> None:
    """A folder to write to, there and writable."""
    with naming_output(path):
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass


@contextmanager
def naming_output(path: Path) -> Iterator[None]:
    """What the system refuses, said with the name of the output."""
    try:
        yield
    except OSError as error:
        raise OutputUnwritable(str(path), error.strerror or str(error)) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
