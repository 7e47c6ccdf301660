"""How a run ended, and what is known only then: which pages repeat others."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dehusk.model import Duplicate
from dehusk.write.rows import write_json_line


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a run; duplicates are found under their numbers."""

    finished: bool
    summary: Mapping[str, object] = field(default_factory=dict)
    duplicates: Mapping[int, Duplicate] = field(default_factory=dict)
    drops_duplicates: bool = False

    def settle_rows(self, lines: Iterable[str]) -> Iterator[str]:
        """The rows as they are to be: duplicates marked, or left out."""
        for number, line in enumerate(lines):
            duplicate = self.duplicates.get(number)
            if duplicate is None:
                yield line
            elif not self.drops_duplicates:
                yield mark_row(line, duplicate)


def mark_row(line: str, duplicate: Duplicate) -> str:
    """The row of a page that repeats another, saying so."""
    return write_json_line({**json.loads(line), "duplicate_of": duplicate.original})
