"""A plot as a picture: an SVG that stands by itself, the same bytes for the same plot."""

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dehusk.errors import BadOutput
from dehusk.evaluate.plot import BARS, Plot, Series

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555")
"""Told apart by the colour-blind too (Okabe and Ito, 2008); black and yellow left out."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":", "-.")

MANY_NAMES, MANY_BARS = 12, 48
"""More names or bars than this stand in no row: they lie, one below the other."""

MANY_POINTS = 30
"""A line of more points than this has no marks, and of more places its axis names only some."""

WIDE_RANGE = 20
"""Few places whose largest is so many times the smallest are set apart by their ratios."""

WIDTH, HEIGHT = 9.0, 5.0
_SLANTED = {"rotation": 35, "ha": "right"}
PNG_DPI = 150
LONGEST_NAME, LONGEST_ROW = 44, 45
INK, FAINT = "#222222", "#dddddd"

_STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#888888",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelsize": 12,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.h_pad": 0.1,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.1,
    "figure.facecolor": "white",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 12,
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "lines.linewidth": 2.2,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


def draw(plot: Plot) -> str:
    """The plot as SVG, without a prologue, so that it may stand in a page as well."""
    out = io.StringIO()
    with _styled(plot.name):
        _make_figure(plot).savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def save(plot: Plot, path: Path) -> None:
    """Write the plot as the name of its file asks: `.svg` or `.png`."""
    if path.suffix == ".svg":
        path.write_text(draw(plot), encoding="utf-8")
    elif path.suffix == ".png":
        with _styled(plot.name):
            _make_figure(plot).savefig(path, dpi=PNG_DPI, metadata={"Software": None})
    else:
        raise BadOutput(str(path), "a plot is saved as .svg or .png")


@contextmanager
def _styled(salt: str) -> Iterator[None]:
    """Some of what makes the same bytes can be said to the library as a whole only."""
    with mpl.rc_context({**_STYLE, "svg.hashsalt": salt}), warnings.catch_warnings():
        # Names are in any script: the reader of an SVG has the letters that our font lacks.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        yield


def _make_figure(plot: Plot) -> Figure:
    names = _name_places(plot)
    is_full = len(names) > MANY_NAMES or len(names) * len(plot.series) > MANY_BARS
    lies = plot.form == BARS and is_full
    row = 0.12 + 0.13 * len(plot.series)
    figure = Figure(figsize=(WIDTH, max(HEIGHT, 1.4 + row * len(names)) if lies else HEIGHT))
    axes = figure.add_subplot()
    if plot.form != BARS:
        _draw_lines(axes, plot, names)
    elif lies:
        _draw_lying_bars(axes, plot, names)
    else:
        _draw_standing_bars(axes, plot, names)
    figure.suptitle(
        _tidy(plot.title, 90), x=0.01, ha="left", fontsize=15, fontweight="bold", color=INK
    )
    return figure


def _name_places(plot: Plot) -> dict[float, str]:
    """The places of x in order, each with its name; there must be as many ticks, if any."""
    places = sorted({place for series in plot.series for place in series.x})
    names = plot.ticks or tuple(f"{place:g}" for place in places)
    return {place: _tidy(name) for place, name in zip(places, names, strict=True)}


def _tidy(text: str, longest: int = LONGEST_NAME) -> str:
    """A name in one line of letters that every reader of XML takes, not too long."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"


def _draw_lines(axes: Axes, plot: Plot, names: Mapping[float, str]) -> None:
    for number, series in enumerate(plot.series):
        colour = COLOURS[number % len(COLOURS)]
        is_dotted = len(series.x) <= MANY_POINTS
        axes.plot(
            series.x,
            series.y,
            color=colour,
            linestyle=DASHES[number // len(COLOURS) % len(DASHES)],
            marker=MARKERS[number % len(MARKERS)] if is_dotted else "",
            markersize=6,
        )
        if series.low:
            axes.fill_between(series.x, series.low, series.high, color=colour, alpha=0.15, lw=0)
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    _place_x(axes, plot, names)
    _frame(axes, plot)
    if len(plot.series) > 1:
        _label_lines(axes, plot.series)


def _place_x(axes: Axes, plot: Plot, names: Mapping[float, str]) -> None:
    places = list(names)
    if not plot.ticks and len(places) > MANY_NAMES:
        return
    if not plot.ticks and places and 0 < places[0] * WIDE_RANGE <= places[-1]:
        axes.set_xscale("log")
    slant: dict[str, Any] = _SLANTED if max(map(len, names.values()), default=0) > 8 else {}
    axes.set_xticks(places, list(names.values()), **slant)
    axes.set_xticks([], minor=True)


def _frame(axes: Axes, plot: Plot) -> None:
    """A share has no room above one and below zero, but for the thickness of its line."""
    values = [value for one in plot.series for part in (one.y, one.low, one.high) for value in part]
    if values and min(values) >= 0 and max(values) <= 1:
        low, high = axes.get_ylim()
        axes.set_ylim(max(low, -0.02), min(high, 1.02))


def _label_lines(axes: Axes, every: Sequence[Series]) -> None:
    """The name of each line beside its end, none on another."""
    ended = [(series.y[-1], number) for number, series in enumerate(every) if series.y]
    low, high = axes.get_ylim()
    gap = min(0.062, 1 / max(len(ended), 1))
    heights = _spread([(value - low) / (high - low) for value, _ in sorted(ended)], gap)
    for height, (value, number) in zip(heights, sorted(ended), strict=True):
        colour = COLOURS[number % len(COLOURS)]
        axes.annotate(
            _tidy(every[number].name),
            xy=(every[number].x[-1], value),
            xytext=(1.03, height),
            textcoords="axes fraction",
            va="center",
            color=colour,
            fontweight="bold",
            arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.8, "relpos": (0, 0.5)},
        )


def _spread(heights: Sequence[float], gap: float) -> list[float]:
    """Rising heights moved apart to at least the gap, within [0, 1].

    >>> _spread([0.5, 0.5, 0.98], gap=0.25)
    [0.5, 0.75, 1.0]
    """
    spread: list[float] = []
    for height in heights:
        spread.append(max(height, spread[-1] + gap if spread else 0.0))
    ceiling = 1.0
    for place in reversed(range(len(spread))):
        spread[place] = min(spread[place], ceiling)
        ceiling = spread[place] - gap
    return spread


def _draw_standing_bars(axes: Axes, plot: Plot, names: Mapping[float, str]) -> None:
    rows = {place: row for row, place in enumerate(names)}
    width = 0.8 / max(len(plot.series), 1)
    for number, series in enumerate(plot.series):
        at = [rows[place] - 0.4 + width * (number + 0.5) for place in series.x]
        axes.bar(at, series.y, width * 0.92, **_colour_bars(number, series, "yerr"))
    slant: dict[str, Any] = _SLANTED if sum(map(len, names.values())) > LONGEST_ROW else {}
    axes.set_xticks(range(len(names)), list(names.values()), **slant)
    axes.tick_params(axis="x", length=0)
    axes.grid(visible=False, axis="x")
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    _explain_bars(axes, plot)


def _draw_lying_bars(axes: Axes, plot: Plot, names: Mapping[float, str]) -> None:
    rows = {place: row for row, place in enumerate(names)}
    width = 0.8 / max(len(plot.series), 1)
    for number, series in enumerate(plot.series):
        at = [rows[place] - 0.4 + width * (number + 0.5) for place in series.x]
        axes.barh(at, series.y, width * 0.92, **_colour_bars(number, series, "xerr"))
    axes.set_yticks(range(len(names)), list(names.values()), fontsize=10)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(plot.y_label)
    axes.set_ylabel(plot.x_label)
    _explain_bars(axes, plot)


def _colour_bars(number: int, series: Series, errors: str) -> dict[str, Any]:
    look: dict[str, Any] = {
        "color": COLOURS[number % len(COLOURS)],
        "hatch": ("", "//", "..", "xx")[number // len(COLOURS) % 4],
        "edgecolor": "white",
        "linewidth": 0.5,
        "label": _tidy(series.name),
    }
    if series.low:
        below = [value - low for value, low in zip(series.y, series.low, strict=True)]
        above = [high - value for value, high in zip(series.y, series.high, strict=True)]
        look[errors] = [below, above]
        look["error_kw"] = {"ecolor": INK, "elinewidth": 1.2, "capsize": 2}
    return look


def _explain_bars(axes: Axes, plot: Plot) -> None:
    if len(plot.series) > 1:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
