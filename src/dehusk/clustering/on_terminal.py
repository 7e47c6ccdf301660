"""Clusters on a terminal: a table a site, of any width from 80 columns."""

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dehusk.clustering.shorten import choose_paths, list_ends, shorten
from dehusk.run.cluster_tally import ClusterRow, SiteClusters
from dehusk.run.clusters import ClusterReport

N_PATHS = 4
"""As many as there are lines of a pattern and its examples."""

FIGURES_WIDTH = 32
"""What a name, two figures and the room between columns take."""

LEAST_WIDTH = 24

_LEGEND = """\
patterns: a is any word, 0 any number; (how many pages have it, if not all)
marks: paths below body, or tag.class; twice: more than once on a page"""


def show_terminal(report: ClusterReport, console: Console) -> None:
    """Print each site's clusters, the largest first."""
    for site in report.sites:
        console.print(_head(site))
        console.print(_build(site, console.width))
    console.print(Text(_LEGEND, style="dim"))


def _head(site: SiteClusters) -> Text:
    n_clusters = site.count_clusters()
    what = "1 cluster" if n_clusters == 1 else f"{n_clusters:,} clusters"
    sampled = "" if site.sampled >= site.pages else f", found on {site.sampled:,} of them"
    name = shorten(site.site, 60)
    return Text.assemble((name, "bold"), f"  {site.pages:,} pages in {what}{sampled}")


def _build(site: SiteClusters, width: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("cluster", no_wrap=True)
    table.add_column("pages", justify="right", no_wrap=True)
    table.add_column("share", justify="right", no_wrap=True)
    table.add_column("URL pattern, examples", no_wrap=True)
    table.add_column("most telling marks", no_wrap=True)
    longest = max((width - FIGURES_WIDTH) // 2, LEAST_WIDTH)
    for row in site.clusters:
        table.add_row(
            Text(row.name or "none", style="bold" if row.name else "dim"),
            f"{row.pages:,}",
            f"{row.share:.0%}",
            _describe(row, longest),
            _list_marks(row, longest),
        )
    return table


def _describe(row: ClusterRow, longest: int) -> Text:
    """The pattern, three examples, and whose template the pages are read with if not their own."""
    lines = []
    if row.pattern is not None:
        number = "" if row.pattern_pages == row.pages else f" ({row.pattern_pages:,})"
        lines.append(Text(shorten(row.pattern, longest - len(number)) + number))
    lines += [Text(shorten(_strip_scheme(name), longest), style="dim") for name in row.examples]
    lines += [Text(line, style="yellow") for line in _warn(row)]
    return Text("\n").join([*lines, Text()])


def _warn(row: ClusterRow) -> list[str]:
    if row.name is None:
        return ["unlike any cluster;", "read as the nearest"]
    if row.template != row.name:
        return ["too small to learn from;", f"read as cluster {row.template}"]
    return []


def _list_marks(row: ClusterRow, longest: int) -> Text:
    paths = list_ends(choose_paths(row.paths, N_PATHS))
    return Text("\n".join(shorten(path, longest) for path in paths))


def _strip_scheme(name: str) -> str:
    return name.partition("://")[2] or name
