"""A report as Markdown, to be kept beside the code or pasted into a discussion."""

from collections.abc import Iterable, Iterator, Sequence

from dehusk.evaluate.contest import Problem
from dehusk.evaluate.diff import diff_words, shorten
from dehusk.evaluate.report import Report
from dehusk.evaluate.show.by_set import make_set_table
from dehusk.evaluate.show.clean import clean_text
from dehusk.evaluate.show.marked import mark_html
from dehusk.evaluate.show.standings import KINDS, make_standings
from dehusk.evaluate.show.table import Cell, Table, Tone, show_share
from dehusk.evaluate.worst import WorstPage

_SPECIAL = str.maketrans({letter: f"\\{letter}" for letter in "\\`*_[]<>#|~&"})


def write_markdown(report: Report) -> str:
    """The whole report, the same text for the same report."""
    return "\n".join(_write_lines(report))


def _write_lines(report: Report) -> Iterator[str]:
    corpus = report.corpus
    yield "# Evaluation\n"
    yield (
        f"dehusk {report.version} on {corpus.pages:,} pages of {corpus.sites:,} sites in "
        f"{corpus.sets:,} sets (corpus `{corpus.digest}`{corpus.names_told}).\n"
    )
    for fault in report.faults:
        yield f"> **Mind:** {escape(fault)}.\n"
    standings = make_standings(report)
    yield from write_table(standings)
    for head in standings.heads:
        yield f"- **{escape(head.name)}**: {escape(head.meaning)}"
    yield ""
    yield from write_table(make_set_table(report))
    for kind, meaning in KINDS.items():
        yield f"- **{kind}**: {meaning}"
    yield ""
    yield from _write_problems(report.problems)
    yield from _write_worst(report.worst, report.reference)


def write_table(table: Table) -> Iterator[str]:
    """The lines of a table under its title."""
    yield f"## {escape(table.title)}\n"
    yield _write_row(escape(head.name) for head in table.heads)
    yield _write_row("---" if head.is_word else "---:" for head in table.heads)
    for row in table.rows:
        yield _write_row(map(_write_cell, row))
    yield ""


def _write_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _write_cell(cell: Cell) -> str:
    text = escape(cell.text)
    return f"**{text}**" if cell.tone is Tone.BEST else text


def _write_problems(problems: Sequence[Problem]) -> Iterator[str]:
    if problems:
        yield f"## Pages that could not be judged ({len(problems):,}), and score nothing\n"
        for one in problems:
            yield f"- {escape(f'{one.set_name}/{one.site}/{one.page}: {one.why}')}"
        yield ""


def _write_worst(pages: Sequence[WorstPage], entry: str) -> Iterator[str]:
    if not pages:
        return
    yield f"## The worst pages of {escape(entry)}\n"
    yield "What is missing is <del>struck out</del>, what is too much <ins>underlined</ins>.\n"
    for page in pages:
        score = page.score
        yield f"### {escape(f'{page.set_name}/{page.site}/{page.id}')}\n"
        yield (
            f"F1 {show_share(score.f1)} of {show_share(page.ceiling)}, "
            f"precision {show_share(score.precision)}, recall {show_share(score.recall)}.\n"
        )
        if page.problem:
            yield f"It could not be judged: {escape(page.problem)}.\n"
        # Within a line that opens a block of HTML, nothing is read as Markdown.
        marked = mark_html(shorten(diff_words(page.wanted, page.kept)))
        yield f"<p>{'<br>'.join(marked.splitlines())}</p>\n"


def escape(text: str) -> str:
    """Text of strangers in one line, with nothing in it that Markdown would take for its own."""
    return clean_text(text).replace("\n", " ").translate(_SPECIAL)
