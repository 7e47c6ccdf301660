"""Pages that come only once, kept on disk so that they can be read twice."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from dehusk.errors import OutputUnwritable
from dehusk.model import PLAIN, PageRef, RawPage

_COPIED_BYTES = 1024 * 1024


class Spool:
    """Temporary files, gone when it is closed; made only when there is something to keep."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._bodies: IO[bytes] | None = None

    def __enter__(self) -> "Spool":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def keep_page(self, page: RawPage) -> PageRef:
        """Write a page down; the reference says where it is now."""
        if self._bodies is None:
            self._bodies = self._create()
        offset = self._bodies.tell()
        with _naming_spool():
            self._bodies.write(page.body)
        path = self._bodies.name
        return page.ref._replace(path=path, offset=offset, n_bytes=len(page.body), form=PLAIN)

    def keep_file(self, file: IO[bytes]) -> str:
        """Write down all that can be read from a file; its path."""
        kept = self._create()
        with _naming_spool():
            shutil.copyfileobj(file, kept, _COPIED_BYTES)
            kept.flush()
        return kept.name

    def flush(self) -> None:
        """Let other processes see what was written."""
        if self._bodies is not None:
            with _naming_spool():
                self._bodies.flush()

    def _create(self) -> IO[bytes]:
        file = tempfile.NamedTemporaryFile(prefix="dehusk-", suffix=".spool", dir=_place())  # noqa: SIM115
        return self._stack.enter_context(file)


def _place() -> str:
    """Where large temporary files belong: /tmp is memory on many systems."""
    place = tempfile.gettempdir()
    return "/var/tmp" if place == "/tmp" and Path("/var/tmp").is_dir() else place  # noqa: S108


@contextmanager
def _naming_spool() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = f"{error.strerror or error}; set TMPDIR to a place with room"
        raise OutputUnwritable(_place(), why) from error
