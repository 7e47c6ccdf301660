"""Clusters on a terminal: a table a site, of any width from 40 columns."""

from textwrap import wrap

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dehusk.cluster.templates import FEWEST_TO_LEARN
from dehusk.clustering.shorten import choose_paths, list_ends, shorten
from dehusk.counting import say_count, say_share
from dehusk.run.cluster_tally import ClusterRow, SiteClusters
from dehusk.run.clusters import ClusterReport

N_PATHS = 4
"""As many as there are lines of a pattern and its examples."""

FEWEST_COLUMNS = 70
"""On a narrower terminal there is no room for marks."""

LEAST_WIDTH = 10
"""Of a pattern; a shorter one says nothing."""

_EDGES, _GAP = 2, 3
"""The columns that our box takes around a table, and between two of its columns."""

_FIGURES = ("cluster", "pages", "share")
_URLS, _SHORT_URLS, _MARKS = "URL pattern, examples", "URLs", "most telling marks"

_LEGEND = "patterns: a is any word, 0 any number; (how many pages have it, if not all)"
_ABOUT_MARKS = "marks: paths below body, or tag.class; twice: more than once on a page"
_NO_MARKS = f"marks: on a terminal of {FEWEST_COLUMNS} columns or more, and with --json"


def show_terminal(report: ClusterReport, console: Console) -> None:
    """Print each site's clusters, the largest first."""
    for site in report.sites:
        console.print(_head(site))
        console.print(_build(site, console.width))
    about_marks = _ABOUT_MARKS if _has_room_for_marks(console.width) else _NO_MARKS
    console.print(Text(f"{_LEGEND}\n{about_marks}", style="dim"))


def _has_room_for_marks(width: int) -> bool:
    return width >= FEWEST_COLUMNS


def _head(site: SiteClusters) -> Text:
    what = f"{say_count(site.pages, 'page')} in {say_count(site.count_clusters(), 'cluster')}"
    sampled = "" if site.sampled >= site.pages else f", found on {site.sampled:,} of them"
    return Text.assemble((shorten(site.site, 60), "bold"), f"  {what}{sampled}")


def _build(site: SiteClusters, width: int) -> Table:
    figures = [_list_figures(row, site) for row in site.clusters]
    widths = [max(map(len, column)) for column in zip(_FIGURES, *figures, strict=True)]
    n_texts = 2 if _has_room_for_marks(width) else 1
    longest = _find_room(width - sum(widths), n_texts)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, least in zip(_FIGURES, widths, strict=True):
        is_name = name == _FIGURES[0]
        table.add_column(
            name, justify="left" if is_name else "right", no_wrap=True, min_width=least
        )
    for name in (_URLS if longest >= len(_URLS) else _SHORT_URLS, _MARKS)[:n_texts]:
        table.add_column(name, no_wrap=True)
    for row, (name, *others) in zip(site.clusters, figures, strict=True):
        texts = (_describe(row, longest), _list_marks(row, longest))[:n_texts]
        table.add_row(Text(name, style="bold" if row.name else "dim"), *others, *texts)
    return table


def _list_figures(row: ClusterRow, site: SiteClusters) -> tuple[str, str, str]:
    return row.name or "none", f"{row.pages:,}", say_share(row.pages, site.pages)


def _find_room(width: int, n_texts: int) -> int:
    """How long a text may be, of so many beside the figures."""
    gaps = _GAP * (len(_FIGURES) + n_texts - 1)
    return max((width - _EDGES - gaps) // n_texts, LEAST_WIDTH)


def _describe(row: ClusterRow, longest: int) -> Text:
    """The pattern, three examples, and whose template the pages are read with if not their own."""
    lines = []
    if row.pattern is not None:
        number = "" if row.pattern_pages == row.pages else f" ({row.pattern_pages:,})"
        room = max(longest - len(number), LEAST_WIDTH // 2)
        lines.append(Text(shorten(row.pattern, room) + number))
    lines += [Text(shorten(_strip_scheme(name), longest), style="dim") for name in row.examples]
    lines += [Text(line, style="yellow") for line in wrap(_warn(row), longest)]
    return Text("\n").join([*lines, Text()])


def _warn(row: ClusterRow) -> str:
    if row.name is None:
        return "unlike any cluster; read as the nearest"
    if row.template == row.name:
        return ""
    why = ""
    if row.sampled < FEWEST_TO_LEARN:
        few = f"fewer than {FEWEST_TO_LEARN} different pages in the sample"
        why = f"too small: {few} ({row.sampled}); "
    return f"{why}read as cluster {row.template}"


def _list_marks(row: ClusterRow, longest: int) -> Text:
    paths = list_ends(choose_paths(row.paths, N_PATHS))
    return Text("\n".join(shorten(path, longest) for path in paths))


def _strip_scheme(name: str) -> str:
    return name.partition("://")[2] or name
