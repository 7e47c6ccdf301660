"""A table of an evaluation as words: what every way to show it has in common."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

NOT_KNOWN = "–"


class Tone(Enum):
    """What a cell is besides its text."""

    PLAIN = ""
    BEST = "best"
    BETTER = "better"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands at one place."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Head:
    """A column: its name, what it means in a line, and in a few words.

    Where room is short, columns of the highest rank go first; those of rank 0 stay.
    """

    name: str
    meaning: str = ""
    brief: str = ""
    rank: int = 0
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under heads; the first `n_labels` columns say what a row is about."""

    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    n_labels: int = 1

    def take_columns(self, places: Iterable[int]) -> "Table":
        """The table with only these columns."""
        chosen = list(places)
        return Table(
            self.title,
            tuple(self.heads[place] for place in chosen),
            tuple(tuple(row[place] for place in chosen) for row in self.rows),
            self.n_labels,
        )

    def drop_empty(self) -> "Table":
        """The table without columns that know nothing."""
        says = [any(row[place].text != NOT_KNOWN for row in self.rows) for place in self._places]
        return self.take_columns(place for place in self._places if says[place])

    @property
    def _places(self) -> range:
        return range(len(self.heads))


def show_share(value: float | None) -> str:
    """A share to three digits.

    >>> show_share(0.8571), show_share(1.0), show_share(-0.0004), show_share(None)
    ('.857', '1.000', '.000', '–')
    """
    if value is None:
        return NOT_KNOWN
    digits = f"{abs(value):.3f}"
    sign = "−" if value < 0 and float(digits) else ""
    return sign + (digits[1:] if digits.startswith("0") else digits)


def show_change(value: float) -> str:
    """The same with its sign.

    >>> show_change(0.0123), show_change(-0.2), show_change(0.0)
    ('+.012', '−.200', '±.000')
    """
    text = show_share(value)
    if text == ".000":
        return f"±{text}"
    return text if value < 0 else f"+{text}"


def show_seconds(value: float) -> str:
    """Seconds to a tenth; who takes none was not timed."""
    return f"{value:.1f}" if value else NOT_KNOWN
