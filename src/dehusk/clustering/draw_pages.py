"""The sampled pages of a site in two dimensions, near each other where they share their marks."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from dehusk.cluster.portrait import Portrait
from dehusk.clustering.shorten import shorten
from dehusk.counting import say_count
from dehusk.evaluate.draw import put_title
from dehusk.run.cluster_tally import SiteClusters

COLOURS = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"),
    *("#e69f00", "#7f3c8d", "#8c564b", "#222222", "#a5aa00"),
)
"""Seven told apart by the colour-blind (Okabe and Ito, 2008), and three more; marks help, too."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p")
GREY = "#aaaaaa"
LONGEST_NAME = 40

_WIDTH, _HEIGHT = 9.0, 6.0


def draw_pages(site: SiteClusters, portrait: Portrait) -> Figure:
    """A dot for each page, coloured by its cluster; the legend names the largest clusters."""
    figure = Figure(figsize=(_WIDTH, _HEIGHT))
    axes = figure.add_subplot()
    names = set(portrait.clusters)
    largest = [row.name for row in site.clusters if row.name and row.name in names]
    named = largest[: len(COLOURS)]
    for name in [*largest[len(COLOURS) :], *named]:
        _draw_cluster(axes, portrait, name, named)
    _explain(figure, site, named, len(largest) - len(named))
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.08)
    axes.grid(visible=False)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_xlabel("pages near each other have most marks in common", fontsize=11)
    n_pages = say_count(len(portrait.places), "page")
    put_title(figure, f"{shorten(site.site, 40)}: {n_pages} by their marks")
    return figure


def _draw_cluster(axes: Axes, portrait: Portrait, name: str, named: Sequence[str]) -> None:
    pairs = zip(portrait.places, portrait.clusters, strict=True)
    places = [place for place, cluster in pairs if cluster == name]
    number = named.index(name) if name in named else None
    axes.scatter(
        [x for x, _ in places],
        [y for _, y in places],
        s=42,
        c=GREY if number is None else COLOURS[number],
        marker="o" if number is None else MARKERS[number],
        alpha=0.65,
        edgecolors="white",
        linewidths=0.6,
    )


def _explain(figure: Figure, site: SiteClusters, named: Sequence[str], n_others: int) -> None:
    rows = {row.name: row for row in site.clusters}
    handles = []
    for number, name in enumerate(named):
        row = rows[name]
        pattern = f"  {shorten(row.pattern, LONGEST_NAME)}" if row.pattern else ""
        label = f"{name}: {say_count(row.pages, 'page')}{pattern}"
        handles.append(_make_handle(COLOURS[number], MARKERS[number], label))
    if n_others:
        handles.append(_make_handle(GREY, "o", say_count(n_others, "smaller cluster")))
    figure.legend(handles=handles, loc="outside lower left", frameon=False, fontsize=10)
    figure.set_figheight(_HEIGHT + 0.21 * len(handles))


def _make_handle(colour: str, marker: str, label: str) -> Line2D:
    return Line2D([], [], color=colour, marker=marker, linestyle="", markersize=7, label=label)
