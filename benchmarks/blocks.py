"""How well block methods tell content from the rest: block precision and recall on gold sites.

In the form of Tables 2 and 3 of Debnath, Mitra and Giles (SAC 2005): newspapers, shops, pages of
products, and others; a line a site (the mean over its pages), then one a group (over its sites).

    python -m benchmarks.blocks --blocks common --markdown blocks.md
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.block_scores import (
    WIDE,
    BlockFigures,
    Cut,
    SiteFigures,
    judge_in_processes,
    list_entries,
    mean_figures,
)
from benchmarks.corpus import DEFAULT_GOLD, open_sites, pick_sets, scratch_folder
from dehusk.evaluate.contest import MANY_PAGES
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.truth import TruthSite

GROUPS = {"big9": "newspapers", "built": "blogs, government", "swde_main": "pages of records"}
"""The gold sets, and what their sites are, unless they are shops."""

SHOPS, SHOP_KIND, SHOP_PREFIX = "shops", "product", "book-"
"""Sites that sell: by the kind of most of their pages or, where truth names none, by their name."""

TABLE_2 = ("block-entropy", WIDE, "content-blocks", "feature-blocks", "chunks")
TABLE_3 = ("feature-blocks", "k-feature-blocks")

Show = Callable[[BlockFigures], str]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts below their headings; the rows of groups stand out."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    of_groups: frozenset[int]


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--jobs", type=int, default=2, help="processes at work")
    options.add_argument(
        "--blocks",
        choices=[cut.value for cut in Cut],
        default=Cut.OWN.value,
        help="which blocks count: each method's own [default], or the same for all",
    )
    options.add_argument("--markdown", type=Path, help="write the tables to this file as well")
    arguments = options.parse_args()
    with scratch_folder() as scratch:
        picked = pick_sets(arguments.gold, GROUPS, Path(scratch, "sets"))
        with open_sites(picked) as (_, sites):
            many = [site for site in sites if len(site.scored) >= MANY_PAGES]
            judged = judge_in_processes(many, Cut(arguments.blocks), arguments.jobs)
    tables = list(make_tables(judged))
    print("\n\n".join(map(write_text, tables)))
    if arguments.markdown:
        arguments.markdown.write_text("\n".join(map(write_markdown, tables)), encoding="utf-8")


def make_tables(judged: Sequence[SiteFigures]) -> Iterator[Table]:
    """Both tables of the paper, each with blocks as such and by their words; and their numbers."""
    for number, entries in ((2, TABLE_2), (3, TABLE_3)):
        for what, show in (
            ("block precision and recall", _show_plain),
            ("the same by words", _show_words),
        ):
            yield _make_table(f"Table {number}: {what}", judged, entries, show)
    names = [entry.name for entry in list_entries()]
    yield _make_table("Blocks of a page that say something, and are content", judged, names, _count)


def name_group(site: TruthSite) -> str:
    """What the site is to a reader of the tables."""
    kinds = [page.kind for page in site.scored]
    is_shop = 2 * kinds.count(SHOP_KIND) > len(kinds) or site.name.startswith(SHOP_PREFIX)
    return SHOPS if is_shop else GROUPS.get(site.set_name, site.set_name)


def write_text(table: Table) -> str:
    """The table in columns."""
    lines = [table.headings, *table.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = [_align(line, widths) for line in lines]
    return "\n".join([table.title, *shown])


def write_markdown(table: Table) -> str:
    """The table as Markdown, groups in bold."""
    rows = [
        tuple(f"**{cell}**" for cell in row) if number in table.of_groups else row
        for number, row in enumerate(table.rows)
    ]
    lines = [table.headings, ("---",) * len(table.headings), *rows]
    return "\n".join([f"## {table.title}\n", *(f"| {' | '.join(line)} |" for line in lines), ""])


def _make_table(
    title: str, judged: Sequence[SiteFigures], entries: Sequence[str], show: Show
) -> Table:
    rows, of_groups = [], set()
    for name, members in _group(judged):
        rows += [_make_row(one.site.name, [one], entries, show) for one in members]
        of_groups.add(len(rows))
        rows.append(_make_row(f"{name} ({len(members)})", members, entries, show))
    return Table(title, ("site", *entries), tuple(rows), frozenset(of_groups))


def _group(judged: Sequence[SiteFigures]) -> Iterator[tuple[str, list[SiteFigures]]]:
    names = [*GROUPS.values(), SHOPS]
    for name in dict.fromkeys([*names, *(name_group(one.site) for one in judged)]):
        members = [one for one in judged if name_group(one.site) == name]
        if members:
            yield name, members


def _make_row(
    name: str, members: Sequence[SiteFigures], entries: Sequence[str], show: Show
) -> tuple[str, ...]:
    means = [mean_figures(one.of_entry[entry] for one in members) for entry in entries]
    return (name, *map(show, means))


def _show_plain(figures: BlockFigures) -> str:
    return _show_score(figures.plain)


def _show_words(figures: BlockFigures) -> str:
    return _show_score(figures.by_words)


def _show_score(score: Score) -> str:
    return f"{score.precision:.3f} {score.recall:.3f}"


def _count(figures: BlockFigures) -> str:
    return f"{figures.n_blocks:.1f} {figures.n_content:.1f}"


def _align(line: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = [
        f"{cell:{'<' if number == 0 else '>'}{width}}"
        for number, (cell, width) in enumerate(zip(line, widths, strict=True))
    ]
    return "  ".join([first, *rest])


if __name__ == "__main__":
    main()
