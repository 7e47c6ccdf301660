"""A report on a terminal, of any width from 80 columns."""

from collections.abc import Iterator
from dataclasses import replace

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from dehusk.evaluate.contest import CEILING
from dehusk.evaluate.diff import Context, Kind, diff_words, shorten, space_out
from dehusk.evaluate.report import Report
from dehusk.evaluate.show.by_set import make_set_table
from dehusk.evaluate.show.clean import clean_text
from dehusk.evaluate.show.marked import mark_piece
from dehusk.evaluate.show.standings import make_standings
from dehusk.evaluate.show.table import Head, Table, Tone, show_share
from dehusk.evaluate.worst import WorstPage

_TONES = {Tone.PLAIN: "", Tone.BEST: "bold", Tone.BETTER: "green", Tone.WORSE: "red"}
_KINDS = {Kind.SAME: "", Kind.MISSING: "red", Kind.EXTRA: "green"}

MOST_PROBLEMS = 10
LONGEST_DIFF = 600
LONGEST_NAME = 24
WIDEST = 10_000


def show_terminal(report: Report, console: Console, *, with_diffs: bool = False) -> None:
    """Print the report; where there is no room, less important columns are left out."""
    corpus = report.corpus
    console.print(
        f"dehusk {report.version} on {corpus.pages:,} pages of {corpus.sites:,} sites "
        f"in {corpus.sets:,} sets, corpus {corpus.digest}{corpus.names_told}",
        highlight=False,
    )
    for fault in report.faults:
        console.print(Text(clean_text(f"Mind: {fault}."), style="bold yellow"))
    show_table(make_standings(report), console)
    _show_by_set(make_set_table(report), console)
    _show_problems(report, console)
    _show_worst(report, console, with_diffs=with_diffs)


def show_table(table: Table, console: Console) -> None:
    """Print a table under its title, with what its columns mean and those there was no room for."""
    shown = table
    while not _fits(shown, console) and max(head.rank for head in shown.heads):
        ranks = [head.rank for head in shown.heads]
        last = len(ranks) - 1 - ranks[::-1].index(max(ranks))
        shown = shown.take_columns(place for place in range(len(ranks)) if place != last)
    show_title(shown.title, console)
    console.print(_build(shown))
    hints = [f"{head.name}: {head.brief}" for head in shown.heads if head.brief]
    names = [head.name for head in table.heads if head not in shown.heads]
    left_out = [f"no room for: {', '.join(names)}"] if names else []
    console.print(Text("; ".join(hints + left_out), style="dim"))


def _show_by_set(table: Table, console: Console) -> None:
    show_title(table.title, console)
    for part in _split(table, console):
        console.print(_build(part))


def _split(table: Table, console: Console) -> Iterator[Table]:
    """The table in as many as are needed, each with the labels of its rows."""
    labels = list(range(table.n_labels))
    taken: list[int] = []
    for place in range(table.n_labels, len(table.heads)):
        if taken and not _fits(table.take_columns([*labels, *taken, place]), console):
            yield table.take_columns([*labels, *taken])
            taken = []
        taken.append(place)
    yield table.take_columns([*labels, *taken])


def _fits(table: Table, console: Console) -> bool:
    anything = console.options.update(max_width=WIDEST)
    return Measurement.get(console, anything, _build(table)).maximum <= console.width


def _build(table: Table) -> RichTable:
    built = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for head in table.heads:
        name = Text(_fold(head))
        built.add_column(name, justify="left" if head.is_word else "right", no_wrap=True)
    for row in table.rows:
        built.add_row(*(Text(_cut(cell.text), style=_TONES[cell.tone]) for cell in row))
    return built


def _fold(head: Head) -> str:
    """The name of a column in several lines, for it is longer than what stands below."""
    parts = head.name.replace("_", "_ ").replace("+ ", "+\u00a0").split(" ")
    return "\n".join(map(_cut, parts))


def _cut(name: str) -> str:
    clean = clean_text(name).replace("\n", " ")
    return clean if len(clean) <= LONGEST_NAME else f"{clean[: LONGEST_NAME - 1]}…"


def show_title(title: str, console: Console) -> None:
    """Print what comes next."""
    console.print()
    console.print(Text(clean_text(title), style="bold"))


def _show_problems(report: Report, console: Console) -> None:
    if not report.problems:
        return
    show_title(f"Pages that could not be judged ({len(report.problems):,})", console)
    for one in report.problems[:MOST_PROBLEMS]:
        console.print(Text(clean_text(f"{one.set_name}/{one.site}/{one.page}: {one.why}")))
    if len(report.problems) > MOST_PROBLEMS:
        console.print(Text("…", style="dim"))


def _show_worst(report: Report, console: Console, *, with_diffs: bool) -> None:
    if not report.worst:
        return
    show_title(f"The worst pages of {report.reference}", console)
    heads = ("F1", "P", "R", CEILING)
    console.print(Text(" ".join(f"{head:>5}" for head in heads), style="dim"))
    for page in report.worst:
        score = page.score
        shares = (score.f1, score.precision, score.recall, page.ceiling)
        figures = " ".join(f"{show_share(share):>5}" for share in shares)
        name = clean_text(f"{page.set_name}/{page.site}/{page.id}")
        console.print(Text(f"{figures}  {name}"), no_wrap=True, overflow="ellipsis")
        if page.problem:
            console.print(
                Padding(Text(clean_text(page.problem), style="red"), (0, 0, 0, 4), expand=False)
            )
        elif with_diffs:
            console.print(Padding(_show_diff(page, console), (0, 0, 1, 4), expand=False))


def _show_diff(page: WorstPage, console: Console) -> Text:
    """Where the texts differ, in colours, or else in marks."""
    pieces = shorten(diff_words(page.wanted, page.kept), Context(same=4, other=8))
    is_plain = console.color_system is None or console.no_color
    shown = Text()
    for piece in space_out(pieces):
        one = replace(piece, text=" ".join(piece.text.split()))
        text = mark_piece(one) if is_plain else clean_text(one.text)
        shown.append(text, _KINDS[piece.kind]).append(" ")
        if len(shown) > LONGEST_DIFF:
            return shown.append("…")
    return shown
