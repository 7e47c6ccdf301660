"""Pages on standard output: rows, documents each under its source, or one page bare."""

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from dehusk.errors import OutputUnwritable
from dehusk.model import Cleaned, PageRef, Rejected
from dehusk.write.ending import Ending
from dehusk.write.files import naming_output
from dehusk.write.target import Target

_NAME = Path("standard output")


class StandardOutput:
    """Prints pages as they come, or at the end where only then it is known which repeat others."""

    def __init__(self, target: Target) -> None:
        self._is_rows = target.layout.says_duplicates
        self._out = _standard_output()
        self._waiting: IO[str] | None = None
        if target.waits_for_duplicates:
            self._waiting = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115

    def recall(self, ref: PageRef) -> None:
        """Nothing is remembered."""

    def write(self, ref: PageRef, page: Cleaned) -> None:
        """Print a page, or let it wait."""
        document = page.document
        if not self._is_rows:
            document = f"==> {ref.source} <==\n{document}\n"
        if self._waiting is None:
            with naming_output(_NAME):
                self._out.write(document)
        else:
            with naming_output(Path(tempfile.gettempdir())):
                self._waiting.write(document if self._is_rows else json.dumps(document) + "\n")

    def reject(self, row: Rejected) -> None:
        """What was rejected is only counted."""

    def close(self, ending: Ending) -> None:
        """Let everything through."""
        with naming_output(_NAME):
            for document in self._list_waiting(ending):
                self._out.write(document)
            self._out.flush()

    def _list_waiting(self, ending: Ending) -> Iterator[str]:
        if self._waiting is None:
            return
        with self._waiting:
            self._waiting.seek(0)
            if self._is_rows:
                yield from ending.settle_rows(self._waiting)
                return
            for number, line in enumerate(self._waiting):
                if not (ending.drops_duplicates and number in ending.duplicates):
                    yield json.loads(line)


class BareOutput:
    """Prints a page as it is: for one that was asked for alone."""

    def __init__(self) -> None:
        self._out = _standard_output()

    def recall(self, ref: PageRef) -> None:
        """Nothing is remembered."""

    def write(self, ref: PageRef, page: Cleaned) -> None:
        """Print a page."""
        with naming_output(_NAME):
            self._out.write(page.document)

    def reject(self, row: Rejected) -> None:
        """What was rejected is only counted."""

    def close(self, ending: Ending) -> None:
        """Let everything through."""
        with naming_output(_NAME):
            self._out.flush()


def _standard_output() -> IO[str]:
    if sys.stdout is None:
        raise OutputUnwritable("standard output", "it is closed")
    return sys.stdout
