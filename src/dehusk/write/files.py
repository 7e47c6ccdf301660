"""Files written whole or not at all, and rows written one by one."""

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dehusk.errors import OutputUnwritable

_PART = ".part"
_PARTS = re.compile(rf"\.\d+-\d+{re.escape(_PART)}")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees half of it; a link, pipe or device stays what it is."""
    path = Path(os.path.realpath(path)) if path.is_symlink() else path
    if path.exists() and not path.is_file():
        with naming_output(path):
            path.write_bytes(content)
        return
    part = Path(path.parent, f".{os.getpid()}-{threading.get_ident()}{_PART}")
    with naming_output(path):
        try:
            _write_anywhere(part, content)
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise


def _write_anywhere(path: Path, content: bytes) -> None:
    """Most files go where others went before: the folder is made only when it is missed."""
    try:
        path.write_bytes(content)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def remove_files(*paths: Path) -> None:
    """Remove files, where they are; what should be their folder may be a file."""
    for path in paths:
        with suppress(FileNotFoundError, NotADirectoryError):
            path.unlink()


def remove_parts(folder: Path) -> None:
    """Remove what those who were killed while they wrote to this folder left behind."""
    for place, _, names in os.walk(folder):
        remove_files(*(Path(place, name) for name in names if _PARTS.fullmatch(name)))


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
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputUnwritable(str(path), error.strerror or str(error)) from error
