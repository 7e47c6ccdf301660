"""The figures of cluster methods as tables: all pages mixed, and site by site."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from dehusk.evaluate.clusters.comparison import Comparison
from dehusk.evaluate.clusters.measure import LISTING, Figures
from dehusk.evaluate.show.table import Cell, Head, Table, show_share


@dataclass(frozen=True, slots=True)
class _Column:
    head: Head
    show: Callable[[Figures], str]


_METHOD = Head("method", "The cluster method, with the settings given to it.", is_word=True)

_COUNTS = (
    _Column(
        Head("pages", "Pages clustered: of slow methods fewer, drawn evenly from all kinds."),
        lambda it: f"{it.pages:,}",
    ),
    _Column(Head("kinds", "Kinds of pages there are in truth."), lambda it: f"{it.kinds:,}"),
    _Column(Head("clusters", "Clusters found."), lambda it: f"{it.clusters:,}"),
    _Column(
        Head(
            "too small",
            "Clusters too small to learn from: they are read with another's template.",
            "to learn from",
            3,
        ),
        lambda it: f"{it.small:,}",
    ),
)
_PURITY = _Column(
    Head("purity", "The share of pages that are of their cluster's most frequent kind."),
    lambda it: show_share(it.purity),
)
_RAND = _Column(
    Head(
        "ARI",
        "Adjusted Rand index: whether any two pages are rightly together or apart; "
        "1 is the truth, 0 what chance gives.",
        "adjusted Rand index",
        1,
    ),
    lambda it: show_share(it.rand),
)
_LISTING = _Column(
    Head(LISTING, "Purity where only listings are told from the rest.", "told from the rest"),
    lambda it: show_share(it.listing),
)
_COSTS = (
    _Column(
        Head(
            "moved",
            "Pages that are assigned to another cluster than they were found in.",
            "assigned to another cluster",
            2,
        ),
        lambda it: f"{it.elsewhere:,}",
    ),
    _Column(
        Head("s to cluster", "Processor seconds to cluster the pages, without parsing.", "", 1),
        lambda it: f"{it.cluster_s:.2f}",
    ),
    _Column(
        Head("ms to assign", "Processor milliseconds to assign a page, without parsing.", "", 1),
        lambda it: f"{1000 * it.assign_page_s:.2f}",
    ),
)
_INSIDE = Head(
    "inside sites", "The mean purity where each site is clustered by itself.", "mean purity", 1
)


def make_mixed_table(found: Comparison) -> Table:
    """Each method on all pages that it can take, and beside it those that can take more."""
    columns = (*_COUNTS, _RAND, _PURITY, *_COSTS)
    sizes = sorted(set(found.most_pages.values()), reverse=True)
    rows = tuple(
        (
            Cell(one.method),
            *(Cell(column.show(one)) for column in columns),
            Cell(show_share(found.find_purity(one.method))),
        )
        for size in sizes
        for one in found.mixed
        if one.pages == size
    )
    heads = (_METHOD, *(column.head for column in columns), _INSIDE)
    title = "Pages of all sites mixed, their names and addresses hidden"
    return Table(title, heads, rows).drop_empty()


def tell_budgets(found: Comparison) -> str | None:
    """Which methods were spared pages, if any."""
    whole = max(found.most_pages.values())
    spared = [f"{name} {n:,}" for name, n in found.most_pages.items() if n < whole]
    if not spared:
        return None
    return f"Too slow for all {whole:,} pages, and given fewer: {', '.join(spared)} (see --budget)."


def make_site_table(found: Comparison, *methods: str) -> Table:
    """How these methods did on each site by itself."""
    columns = (*_COUNTS, _PURITY, _LISTING, _RAND, *_COSTS[:1])
    sites = [one for name in methods for one in found.sites if one.figures.method == name]
    rows = tuple(
        (
            Cell(f"{one.set_name}/{one.site}"),
            Cell(one.figures.method),
            *(Cell(column.show(one.figures)) for column in columns),
        )
        for one in sites
    )
    site = Head("site", "The set and the site.", is_word=True)
    heads = (site, _METHOD, *(column.head for column in columns))
    table = Table("Each site by itself", heads, rows).drop_empty()
    if len(methods) > 1:
        return table
    rest = [place for place, head in enumerate(table.heads) if head != _METHOD]
    return replace(table.take_columns(rest), title=f"{table.title}, by {methods[0]}")
