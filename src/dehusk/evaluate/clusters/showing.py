"""A comparison of cluster methods shown: on a terminal, and as a folder of pictures and numbers."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dehusk.evaluate.clusters.comparison import Comparison
from dehusk.evaluate.clusters.pictures import plot_all
from dehusk.evaluate.clusters.tables import make_mixed_table, make_site_table, tell_budgets
from dehusk.evaluate.draw import save
from dehusk.evaluate.show.as_markdown import escape, write_table
from dehusk.evaluate.show.clean import clean_text
from dehusk.evaluate.show.on_terminal import show_table, show_title
from dehusk.write.files import make_folder, write_whole

TITLE = "Cluster methods"


def show_comparison(found: Comparison, console: Console, n_worst: int) -> None:
    """Print the tables, and so many of the pages that make the default's clusters impure."""
    console.print(_describe(found), highlight=False)
    show_table(make_mixed_table(found), console)
    if spared := tell_budgets(found):
        console.print(Text(clean_text(spared)))
    if found.sites:
        show_table(make_site_table(found, found.reference), console)
    impure = _list_impure(found)
    if impure[:n_worst]:
        show_title(f"Pages in a cluster of another kind, by {found.reference}", console)
    for name in impure[:n_worst]:
        console.print(Text(clean_text(name)), no_wrap=True, overflow="ellipsis")
    for one in found.problems:
        why = f"not read: {one.set_name}/{one.site}/{one.page}: {one.why}"
        console.print(Text(clean_text(why)))


def write_comparison(found: Comparison, folder: Path) -> None:
    """Write `index.md` with tables and pictures, the pictures, and `clusters.json` with all."""
    make_folder(folder)
    for plot in plot_all(found):
        for ending in ("svg", "png"):
            save(plot, folder / f"{plot.name}.{ending}")
    numbers = json.dumps(asdict(found), indent=1, ensure_ascii=False)
    write_whole(folder / "clusters.json", f"{numbers}\n".encode())
    write_whole(folder / "index.md", "\n".join(_write_lines(found)).encode())


def _write_lines(found: Comparison) -> Iterator[str]:
    yield f"# {TITLE}\n"
    yield f"{_describe(found)}.\n"
    mixed = make_mixed_table(found)
    yield from write_table(mixed)
    for head in mixed.heads:
        yield f"- **{escape(head.name)}**: {escape(head.meaning)}"
    yield ""
    if spared := tell_budgets(found):
        yield f"{escape(spared)}\n"
    for plot in plot_all(found):
        yield f"## {plot.title}\n\n![{plot.title}]({plot.name}.png)\n\n{plot.note}\n"
    if found.sites:
        yield from write_table(make_site_table(found, *found.methods))
    yield f"## Pages in a cluster of another kind, by {escape(found.reference)}\n"
    yield from (f"- {escape(name)}" for name in _list_impure(found))
    yield from (
        f"- not read: {escape(f'{one.set_name}/{one.site}/{one.page}: {one.why}')}"
        for one in found.problems
    )
    yield ""


def _describe(found: Comparison) -> str:
    corpus = found.corpus
    n_pages = max(found.most_pages.values())
    return (
        f"dehusk {found.version} on {n_pages:,} pages of {corpus.sites:,} sites in "
        f"{corpus.sets:,} sets, corpus {corpus.digest}"
    )


def _list_impure(found: Comparison) -> list[str]:
    """On their own sites first, then where all are mixed."""
    alone = (one.figures for one in found.sites)
    figures = [one for one in (*alone, *found.mixed[::-1]) if one.method == found.reference]
    n_pages = found.most_pages[found.reference]
    whole = [one for one in figures if one.pages == n_pages or one not in found.mixed]
    return list(dict.fromkeys(name for one in whole for name in one.impure))
