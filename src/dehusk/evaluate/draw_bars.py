"""Bars over names: side by side, or one below the other where there are many."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure

from dehusk.evaluate.draw_names import (
    COLOURS,
    INK,
    SLANTED,
    explain_below,
    fit_beside,
    name_places,
    set_apart_by_ratios,
    tidy,
)
from dehusk.evaluate.plot import Plot, Series

MANY_NAMES, MANY_BARS = 12, 48
"""More names or bars than this stand in no row: they lie, one below the other."""

LONGEST_STANDING = 20
"""Nor do longer names: slanted, they would take the room of the bars."""

LONGEST_ROW = 45
"""More letters than this do not stand in one row below the bars: they are slanted."""

_HATCHES = ("", "//", "..", "xx")


def draw_bars(axes: Axes, plot: Plot) -> None:
    """The bars of the plot, its axes, and what the colours mean."""
    names = name_places(plot)
    is_full = len(names) > MANY_NAMES or len(names) * len(plot.series) > MANY_BARS
    if is_full or max(map(len, names.values()), default=0) > LONGEST_STANDING:
        _draw_lying(axes, plot, names)
    else:
        _draw_standing(axes, plot, names)
    if len(plot.series) > 1:
        _explain(axes, plot)
    elif plot.is_log:
        # The foot of such bars is not nothing: their lengths alone would mislead.
        for bars in axes.containers:
            assert isinstance(bars, BarContainer)
            axes.bar_label(bars, fmt="{:,.2g}", padding=3)


def _draw_standing(axes: Axes, plot: Plot, names: Mapping[float, str]) -> None:
    for series, at, thickness, look in _place_bars(plot, names, "yerr"):
        axes.bar(at, series.y, thickness, **look)
    is_long = sum(map(len, names.values())) > LONGEST_ROW
    axes.set_xticks(range(len(names)), list(names.values()), **(SLANTED if is_long else {}))
    axes.tick_params(axis="x", length=0)
    axes.grid(visible=False, axis="x")
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    if plot.is_log:
        axes.set_yscale("log")
        axes.set_ylim(_find_powers(plot))
        set_apart_by_ratios(axes.yaxis)


def _draw_lying(axes: Axes, plot: Plot, names: Mapping[float, str]) -> None:
    figure = axes.figure
    assert isinstance(figure, Figure)
    row = 0.12 + 0.13 * len(plot.series)
    figure.set_figheight(max(figure.get_figheight(), 1.4 + row * len(names)))
    for series, at, thickness, look in _place_bars(plot, names, "xerr"):
        axes.barh(at, series.y, thickness, **look)
    axes.set_yticks(range(len(names)), list(names.values()), fontsize=10)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(plot.y_label)
    axes.set_ylabel(plot.x_label)
    if plot.is_log:
        axes.set_xscale("log")
        axes.set_xlim(_find_powers(plot))
        set_apart_by_ratios(axes.xaxis)


def _find_powers(plot: Plot) -> tuple[float, float]:
    """The powers of ten that all bars end between."""
    values = [value for series in plot.series for value in series.y if value > 0] or [1.0]
    low, high = math.log10(min(values)), math.log10(max(values))
    return 10 ** (math.ceil(low) - 1), 10 ** (math.floor(high) + 1)


def _place_bars(
    plot: Plot, names: Mapping[float, str], errors: str
) -> Iterator[tuple[Series, list[float], float, dict[str, Any]]]:
    """Each series with where its bars are among those of a name, how thick, and how they look."""
    rows = {place: row for row, place in enumerate(names)}
    width = 0.8 / max(len(plot.series), 1)
    for number, series in enumerate(plot.series):
        at = [rows[place] - 0.4 + width * (number + 0.5) for place in series.x]
        yield series, at, width * 0.92, _colour_bars(number, series, errors)


def _colour_bars(number: int, series: Series, errors: str) -> dict[str, Any]:
    look: dict[str, Any] = {
        "color": COLOURS[number % len(COLOURS)],
        "hatch": _HATCHES[number // len(COLOURS) % len(_HATCHES)],
        "edgecolor": "white",
        "linewidth": 0.5,
        "label": tidy(series.name),
    }
    if series.low:
        below = [value - low for value, low in zip(series.y, series.low, strict=True)]
        above = [high - value for value, high in zip(series.y, series.high, strict=True)]
        look[errors] = [below, above]
        look["error_kw"] = {"ecolor": INK, "elinewidth": 1.2, "capsize": 2}
    return look


def _explain(axes: Axes, plot: Plot) -> None:
    names = [series.name for series in plot.series]
    if fit_beside(names):
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    else:
        # Ranges are containers of their own.
        bars = [one for one in axes.containers if isinstance(one, BarContainer)]
        explain_below(axes, bars, names)
