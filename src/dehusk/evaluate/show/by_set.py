"""F1 by set and kind of site: a row for each, a column an entry."""

from collections.abc import Iterator, Sequence

from dehusk.evaluate.ceiling import LOWEST_OF_SET
from dehusk.evaluate.contest import ALL_TEXT, CEILING
from dehusk.evaluate.report import Report
from dehusk.evaluate.show.table import NOT_KNOWN, Cell, Head, Table, Tone, show_share
from dehusk.evaluate.summary import ANY, FEW, MANY, SINGLE, Line

N_LABELS = 4


def make_set_table(report: Report) -> Table:
    """F1 of every entry on every kind of site in every set."""
    labels = (Head("set", is_word=True), Head("kind", is_word=True), Head("sites"), Head("pages"))
    rows = tuple(_make_row(report, lines) for lines in _pick_rows(report))
    return Table(
        "F1 by set and kind of site",
        (*labels, *(Head(entry) for entry in report.entries)),
        rows,
        N_LABELS,
    )


def _pick_rows(report: Report) -> Iterator[Sequence[Line | None]]:
    """For each row its lines by entry; a kind that is all of its set stands for it."""
    first = report.entries[0]
    for set_name in dict.fromkeys(line.set_name for line in report.lines):
        by_kind = {
            kind: report.find_line(first, set_name, kind) for kind in (ANY, MANY, FEW, SINGLE)
        }
        known = [kind for kind, line in by_kind.items() if line is not None]
        for kind in known[1:] if len(known) == 2 else known:
            yield [report.find_line(entry, set_name, kind) for entry in report.entries]


def _make_row(report: Report, lines: Sequence[Line | None]) -> tuple[Cell, ...]:
    scores = {line.entry: line.figures.grams.f1 for line in lines if line is not None}
    some = next(line for line in lines if line is not None)
    competing = [score for entry, score in scores.items() if entry not in (CEILING, ALL_TEXT)]
    best = max(competing, default=None)
    return (
        Cell(some.set_name),
        Cell(some.kind),
        Cell(f"{some.figures.sites:,}"),
        Cell(f"{some.figures.pages:,}"),
        *(_show_score(entry, scores.get(entry), best) for entry in report.entries),
    )


def _show_score(entry: str, score: float | None, best: float | None) -> Cell:
    if score is None:
        return Cell(NOT_KNOWN)
    if entry == CEILING:
        return Cell(show_share(score), Tone.WORSE if score < LOWEST_OF_SET else Tone.PLAIN)
    is_best = score == best and entry != ALL_TEXT
    return Cell(show_share(score), Tone.BEST if is_best else Tone.PLAIN)
