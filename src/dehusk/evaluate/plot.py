"""What a picture shows, before anything is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dehusk.evaluate.interval import Interval

LINES, BARS = "lines", "bars"

MOST_BANDS = 3
"""More bands than this hide each other, so that none is drawn."""


@dataclass(frozen=True, slots=True)
class Series:
    """Values that belong together; `low` and `high`, where given, are how far each could be off.

    Lines of one `group` have one colour.
    """

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    group: str = ""


def add_band(series: Series, intervals: Sequence[Interval | None]) -> Series:
    """The series with these intervals as its band; none unless each of its points has one."""
    known = [interval for interval in intervals if interval is not None]
    if len(known) < len(series.x):
        return series
    low, high = tuple(low for low, _ in known), tuple(high for _, high in known)
    return replace(series, low=low, high=high)


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: lines over numbers, or bars over names.

    `ticks` names the places of x; `note` says what is seen and what it means. With `is_log`, values
    are set apart by their ratios.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...] = ()
    form: str = LINES
    ticks: tuple[str, ...] = ()
    note: str = ""
    is_log: bool = False

    @property
    def shows_bands(self) -> bool:
        """Is there a band to see?"""
        return len(self.series) <= MOST_BANDS and any(one.low for one in self.series)
