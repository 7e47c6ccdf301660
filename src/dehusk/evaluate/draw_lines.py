"""Lines over numbers, each with its name."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from dehusk.evaluate.draw_names import (
    COLOURS,
    SLANTED,
    explain_below,
    fit_beside,
    name_places,
    set_apart_by_ratios,
    tidy,
)
from dehusk.evaluate.plot import Plot, Series

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":", "-.")

MANY_PLACES = 12
"""Of more places without ticks only some are named."""

MANY_POINTS = 30
"""A line of more points than this has no marks."""

WIDE_RANGE = 20
"""Few places whose largest is so many times the smallest are set apart by their ratios."""

LONGEST_LEVEL = 8
"""Names of more letters than this are slanted."""

Look = dict[str, Any]


def draw_lines(axes: Axes, plot: Plot) -> None:
    """The lines of the plot, its axes, and its names beside the lines or below the axes."""
    looks = choose_looks(plot.series)
    handles = []
    for series, look in zip(plot.series, looks, strict=True):
        marker = look["marker"] if len(series.x) <= MANY_POINTS else ""
        handles += axes.plot(series.x, series.y, **{**look, "marker": marker}, markersize=6)
        if series.low and plot.shows_bands:
            band = {"color": look["color"], "alpha": 0.15, "lw": 0}
            axes.fill_between(series.x, series.low, series.high, **band)
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    _place_x(axes, plot, name_places(plot))
    if plot.is_log:
        axes.set_yscale("log")
        set_apart_by_ratios(axes.yaxis)
    else:
        _frame(axes, plot)
    names = [series.name for series in plot.series]
    ends = {series.x[-1] for series in plot.series if series.x}
    if len(names) > 1 and len(ends) == 1 and fit_beside(names):
        _label_lines(axes, plot.series, looks)
    elif len(names) > 1:
        explain_below(axes, handles, names)


def choose_looks(every: Sequence[Series]) -> list[Look]:
    """Colour, mark and dashes of each line: a group has one colour, and its lines other dashes."""
    groups: dict[str, list[str]] = {}
    looks: list[Look] = []
    for series in every:
        members = groups.setdefault(series.group or series.name, [])
        number = list(groups).index(series.group or series.name)
        look = {
            "color": COLOURS[number % len(COLOURS)],
            "marker": MARKERS[number % len(MARKERS)],
            "linestyle": DASHES[(number // len(COLOURS) + len(members)) % len(DASHES)],
        }
        looks.append(look)
        members.append(series.name)
    return looks


def _place_x(axes: Axes, plot: Plot, names: Mapping[float, str]) -> None:
    places = list(names)
    if not plot.ticks and len(places) > MANY_PLACES:
        return
    if not plot.ticks and places and 0 < places[0] * WIDE_RANGE <= places[-1]:
        axes.set_xscale("log")
    is_long = max(map(len, names.values()), default=0) > LONGEST_LEVEL
    axes.set_xticks(places, list(names.values()), **(SLANTED if is_long else {}))
    axes.set_xticks([], minor=True)


def _frame(axes: Axes, plot: Plot) -> None:
    """A share has no room above one and below zero, but for the thickness of its line."""
    values = [value for one in plot.series for part in (one.y, one.low, one.high) for value in part]
    if values and min(values) >= 0 and max(values) <= 1:
        low, high = axes.get_ylim()
        axes.set_ylim(max(low, -0.02), min(high, 1.02))


def _label_lines(axes: Axes, every: Sequence[Series], looks: Sequence[Look]) -> None:
    """The name of each line beside its end, none on another."""
    ended = sorted((series.y[-1], number) for number, series in enumerate(every) if series.y)
    gap = min(0.062, 1 / max(len(ended), 1))
    heights = spread([_find_height(axes, value) for value, _ in ended], gap)
    for height, (value, number) in zip(heights, ended, strict=True):
        colour = looks[number]["color"]
        axes.annotate(
            tidy(every[number].name),
            xy=(every[number].x[-1], value),
            xytext=(1.03, height),
            textcoords="axes fraction",
            va="center",
            color=colour,
            fontweight="bold",
            arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.8, "relpos": (0, 0.5)},
        )


def _find_height(axes: Axes, value: float) -> float:
    """Where a value is on the axis, from 0 at its foot to 1."""
    bottom, top = axes.get_ylim()
    low, place, high = axes.yaxis.get_transform().transform([bottom, value, top])
    return float((place - low) / (high - low))


def spread(heights: Sequence[float], gap: float) -> list[float]:
    """Rising heights moved apart to at least the gap, within [0, 1].

    >>> spread([0.5, 0.5, 0.98], gap=0.25)
    [0.5, 0.75, 1.0]
    """
    moved: list[float] = []
    for height in heights:
        moved.append(max(height, moved[-1] + gap if moved else 0.0))
    ceiling = 1.0
    for place in reversed(range(len(moved))):
        moved[place] = min(moved[place], ceiling)
        ceiling = moved[place] - gap
    return moved
