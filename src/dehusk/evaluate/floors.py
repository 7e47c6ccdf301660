"""What has been reached must be kept: the lowest F1 each method may have on each set of a corpus.

Floors hold for the corpus they were measured on, which is told by its hash.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from dehusk.errors import CorpusChanged
from dehusk.evaluate.summary import ANY, MANY, Line
from dehusk.evaluate.truth import ALL_SETS

DIGITS = 3
"""A floor is what was measured, cut after so many digits."""

Marks = Mapping[str, Mapping[str, float]]
"""The F1 of each entry on each set."""


@dataclass(frozen=True, slots=True)
class Floors:
    """The marks that were reached on a corpus."""

    corpus: str
    marks: Marks


@dataclass(frozen=True, slots=True)
class Fall:
    """A mark that is not reached any more."""

    entry: str
    set_name: str
    floor: float
    reached: float

    def __str__(self) -> str:
        return f"{self.entry} on {self.set_name}: {self.reached:.4f}, floor {self.floor:.3f}"


def read_marks(lines: Sequence[Line]) -> dict[str, dict[str, float]]:
    """What every method reached on all sites of each set, and on all that it could learn."""
    marks: dict[str, dict[str, float]] = {}
    for line in lines:
        is_headline = (line.set_name, line.kind) == (ALL_SETS, MANY)
        if is_headline or (line.kind == ANY and line.set_name != ALL_SETS):
            marks.setdefault(line.entry, {})[line.set_name] = line.figures.grams.f1
    return marks


def find_falls(floors: Floors, corpus: str, marks: Marks) -> list[Fall]:
    """The floors that are not reached; a method or set that is gone reaches nothing."""
    if corpus != floors.corpus:
        raise CorpusChanged(floors.corpus, corpus)
    return compare_marks(floors.marks, marks)


def find_unpinned(floors: Floors, marks: Marks) -> list[str]:
    """What was reached and has no floor yet."""
    return [
        f"{entry} on {set_name} has no floor yet: make floors"
        for entry, by_set in marks.items()
        for set_name in by_set
        if set_name not in floors.marks.get(entry, {})
    ]


def compare_marks(floors: Marks, marks: Marks) -> list[Fall]:
    """Where marks are below floors."""
    return [
        Fall(entry, set_name, floor, reached)
        for entry, by_set in floors.items()
        for set_name, floor in by_set.items()
        if (reached := marks.get(entry, {}).get(set_name, 0.0)) < floor
    ]


def raise_floors(floors: Floors | None, corpus: str, marks: Marks, *, lower: bool) -> Floors:
    """New floors at what was reached; none falls unless that is asked for."""
    if floors is None or lower:
        return Floors(corpus, _cut_digits(marks))
    if corpus != floors.corpus:
        raise CorpusChanged(floors.corpus, corpus)
    raised = {entry: dict(by_set) for entry, by_set in floors.marks.items()}
    for entry, by_set in _cut_digits(marks).items():
        kept = raised.setdefault(entry, {})
        kept.update({name: max(mark, kept.get(name, 0.0)) for name, mark in by_set.items()})
    return Floors(corpus, raised)


def _cut_digits(marks: Marks) -> Marks:
    scale = 10**DIGITS
    # A hair is added, since what prints as .857 may be stored as a little less.
    return {
        entry: {name: math.floor(mark * scale + 1e-6) / scale for name, mark in by_set.items()}
        for entry, by_set in marks.items()
    }


def load_floors(path: Path) -> dict[str, Floors]:
    """The floors of every corpus in the file, by the corpus's name; none if there is no file."""
    if not path.exists():
        return {}
    state = json.loads(path.read_text(encoding="utf-8"))
    return {
        name: Floors(str(row["corpus"]), cast("Marks", row["marks"])) for name, row in state.items()
    }


def save_floors(path: Path, floors: Mapping[str, Floors]) -> None:
    """Write the file, in an order that makes a change easy to read."""
    state = {name: asdict(floors[name]) for name in sorted(floors)}
    text = json.dumps(state, indent=1, sort_keys=True, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
