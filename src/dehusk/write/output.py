"""Where cleaned pages go: a folder of files, a file of rows, or standard output."""

from collections import Counter
from pathlib import Path
from typing import Protocol

from dehusk.model import Cleaned, PageRef, Rejected
from dehusk.write.ending import Ending
from dehusk.write.files import naming_output
from dehusk.write.folder import FolderOutput
from dehusk.write.row_file import RowFile
from dehusk.write.standard import StandardOutput
from dehusk.write.target import STANDARD_OUTPUT, Target


class Output(Protocol):
    """Takes a run's pages as they come; what it has taken is safe."""

    def recall(self, ref: PageRef) -> Cleaned | None:
        """What an earlier run wrote of this page."""

    def write(self, ref: PageRef, page: Cleaned) -> None:
        """Take one page."""

    def reject(self, row: Rejected) -> None:
        """Take note of what could not be taken."""

    def close(self, ending: Ending) -> None:
        """Nothing more comes."""


def open_output(target: Target) -> Output:
    """The output that a name and a format ask for."""
    with naming_output(Path(target.name)):
        target.refuse_nonsense()
        if target.name == STANDARD_OUTPUT:
            return StandardOutput(target)
        return FolderOutput(target) if target.is_folder else RowFile(Path(target.name), target)


class Tally:
    """Counts of a run for its summary; nothing in it depends on time or order."""

    def __init__(self) -> None:
        self.written = 0
        self.skipped = 0
        self.duplicates = 0
        self.reasons: Counter[str] = Counter()

    def add(self, row: Cleaned | Rejected) -> None:
        """Count a page."""
        if isinstance(row, Rejected):
            self.reasons[f"{row.stage}: {row.reason.partition(':')[0]}"] += 1
        else:
            self.written += 1

    @property
    def rejected(self) -> int:
        """Pages that could not be taken."""
        return self.reasons.total()
