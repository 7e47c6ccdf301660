"""Where names stand in a picture, so that none is cut and no two touch."""

import math
from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, NullFormatter

from dehusk.evaluate.plot import Plot

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555")
"""Told apart by the colour-blind too (Okabe and Ito, 2008); black and yellow left out."""

INK = "#222222"
SLANTED: dict[str, Any] = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"}

LONGEST_TICK = 44
LONGEST_BESIDE = 16
"""A longer name beside a line leaves too little room for the lines."""

MOST_BESIDE = 6
LONGEST_ROW = 92
"""Letters that stand below a picture in one row."""

_LETTERS_OF_MARK = 8
_POINTS_PER_INCH = 72
_ROW_HEIGHT = 0.24
_LEAST_GAP = 0.6
"""Between two names, as a share of the height of their letters."""


def name_places(plot: Plot) -> dict[float, str]:
    """The places of x in order, each with its name; there must be as many ticks, if any."""
    places = sorted({place for series in plot.series for place in series.x})
    names = plot.ticks or tuple(f"{place:g}" for place in places)
    return {place: tidy(name) for place, name in zip(places, names, strict=True)}


def tidy(text: str, longest: int = LONGEST_TICK) -> str:
    """A name in one line of letters that every reader of XML takes, not too long."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"


def wrap(text: str, width: int = LONGEST_ROW - _LETTERS_OF_MARK) -> str:
    """A name in as many lines as it needs, up to four."""
    return fill(tidy(text, 4 * width), width)


def fit_beside(names: Iterable[str]) -> bool:
    """Is there room for the names to the right of a picture?"""
    lengths = [len(name) for name in names]
    return len(lengths) <= MOST_BESIDE and max(lengths, default=0) <= LONGEST_BESIDE


def set_apart_by_ratios(axis: Axis) -> None:
    """An axis of powers of ten, each written out."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axis.set_minor_formatter(NullFormatter())


def explain_below(axes: Axes, handles: Sequence[Any], names: Sequence[str]) -> None:
    """A legend below the axes, in as many columns as there is room for; the picture grows by it."""
    figure = axes.figure
    assert isinstance(figure, Figure)
    wrapped = [wrap(name) for name in names]
    longest = max(len(line) for name in wrapped for line in name.split("\n"))
    n_columns = max(min(len(names), LONGEST_ROW // (longest + _LETTERS_OF_MARK)), 1)
    n_lines = sum(name.count("\n") + 1 for name in wrapped)
    figure.legend(
        handles,
        wrapped,
        loc="outside lower left",
        ncols=n_columns,
        frameon=False,
        fontsize=11,
        handlelength=3.2,
    )
    figure.set_figheight(figure.get_figheight() + _ROW_HEIGHT * math.ceil(n_lines / n_columns))


def thin_out_names(figure: Figure, axes: Axes) -> None:
    """Empty the names below the axes that would touch another; the first and the last stay."""
    figure.draw_without_rendering()
    labels = axes.get_xticklabels()
    spans = {
        place: _find_span(one, figure.dpi) for place, one in enumerate(labels) if one.get_text()
    }
    kept: list[int] = []
    for place, (left, _) in spans.items():
        is_last = place == max(spans)
        while is_last and len(kept) > 1 and spans[kept[-1]][1] > left:
            kept.pop()
        if not kept or spans[kept[-1]][1] <= left:
            kept.append(place)
    if len(kept) < len(spans):
        names = [one.get_text() if place in kept else "" for place, one in enumerate(labels)]
        axes.set_xticks(axes.get_xticks(), names)


def _find_span(label: Text, dpi: float) -> tuple[float, float]:
    """The room that a name takes along the axis, with a gap to the next; slanted, its height."""
    box = label.get_window_extent()
    size = label.get_fontproperties().get_size_in_points() * dpi / _POINTS_PER_INCH
    if label.get_rotation() == 0:
        return box.x0, box.x1 + _LEAST_GAP * size
    return box.x1, box.x1 + (1 + _LEAST_GAP) * size / math.sin(math.radians(label.get_rotation()))
