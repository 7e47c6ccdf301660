"""What an evaluation found: figures, each with its meaning, and what a person should look at."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One number and what it says; a count is an int, a share a float."""

    name: str
    value: float
    meaning: str


@dataclass(frozen=True, slots=True)
class Findings:
    """The figures of one evaluation; `failures` says in words where it went wrong, worst first.

    `notices` say what to bear in mind when reading the figures: what they do not show.
    """

    title: str
    figures: tuple[Figure, ...]
    failures: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    def state(self) -> Mapping[str, object]:
        """The findings as plain JSON values."""
        return asdict(self)
