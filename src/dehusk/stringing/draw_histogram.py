"""On how many pages the strings of a site are, with the cut-off from which they are template."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from dehusk.counting import say_count
from dehusk.evaluate.draw import put_title
from dehusk.evaluate.draw_names import COLOURS, INK, tidy
from dehusk.learn.strings.cutoff import N_BINS
from dehusk.learn.strings.mine import StringSet
from dehusk.run.strings.store import SiteStrings

OTHERS, TEMPLATE = "#b8c4cc", COLOURS[0]
LONGEST_SITE = 40

_WIDTH, _HEIGHT = 9.0, 5.0
_LOWEST = 0.6
"""Where the counts begin, so that a single string is seen."""


def draw_histogram(strings: SiteStrings) -> Figure:
    """A bar for each number of pages, its height the strings that are on so many."""
    figure = Figure(figsize=(_WIDTH, _HEIGHT))
    axes = figure.add_subplot()
    found = strings.found
    what = "pages" if strings.is_markup else "texts"
    _draw_bars(axes, found)
    _mark_cutoff(axes, found, what)
    axes.set_xlim(0, found.pages + 0.7 * _bar_width(found.pages))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(f"{what} that a string is on, of {found.pages:,}")
    axes.set_ylabel("strings")
    axes.grid(visible=False, axis="x")
    _explain(figure, what)
    recurring = say_count(sum(found.cutoff.histogram), "string")
    put_title(figure, f"{tidy(strings.site, LONGEST_SITE)}: {recurring} by the {what} they are on")
    return figure


def _draw_bars(axes: Axes, found: StringSet) -> None:
    cutoff = found.cutoff
    width = _bar_width(found.pages)
    bins = [(number, count) for number, count in enumerate(cutoff.histogram) if count]
    places = [_find_place(number, found.pages) for number, _ in bins]
    colours = [TEMPLATE if place + width > cutoff.pages else OTHERS for place in places]
    axes.bar(
        [place + (0 if found.pages < N_BINS else width / 2) for place in places],
        [count for _, count in bins],
        width * 0.92,
        color=colours,
    )
    axes.set_yscale("log")
    highest = max((count for _, count in bins), default=1)
    axes.set_ylim(_LOWEST, highest * 4)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    axes.minorticks_off()


def _mark_cutoff(axes: Axes, found: StringSet, what: str) -> None:
    cutoff = found.cutoff.pages
    at = cutoff - 0.5
    axes.axvline(at, color=INK, linestyle="--", linewidth=1.5)
    is_right = at > found.pages / 2
    axes.annotate(
        f"template from {cutoff:,} of {found.pages:,} {what} on",
        (at, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(-8 if is_right else 8, -6),
        textcoords="offset points",
        ha="right" if is_right else "left",
        va="top",
        fontweight="bold",
    )


def _explain(figure: Figure, what: str) -> None:
    handles = [
        Patch(color=OTHERS, label=f"on too few {what}"),
        Patch(color=TEMPLATE, label="template"),
    ]
    figure.legend(handles=handles, loc="outside lower right", ncols=2, frameon=False)


def _find_place(number: int, n_pages: int) -> float:
    """Where the bar of a bin is: at its number of pages, if it has only one."""
    if n_pages < N_BINS:
        # The last bin holds those on all pages.
        return n_pages if number == N_BINS - 1 else -(-number * n_pages // N_BINS)
    return number * n_pages / N_BINS


def _bar_width(n_pages: int) -> float:
    return max(n_pages / N_BINS, 1.0)
