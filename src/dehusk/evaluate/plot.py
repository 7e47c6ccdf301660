"""What a picture shows, before anything is drawn."""

from dataclasses import dataclass

LINES, BARS = "lines", "bars"


@dataclass(frozen=True, slots=True)
class Series:
    """Values that belong together; `low` and `high`, where given, are how far each could be off."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: lines over numbers, or bars over names.

    `ticks` names the places of x; `note` says what is seen and what it means.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    form: str = LINES
    ticks: tuple[str, ...] = ()
    note: str = ""
