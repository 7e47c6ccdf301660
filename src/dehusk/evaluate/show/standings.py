"""The main table: a row an entry, over the sites that count."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dehusk.evaluate.contest import ALL_TEXT, CEILING
from dehusk.evaluate.report import Gain, Report
from dehusk.evaluate.show.table import (
    NOT_KNOWN,
    Cell,
    Head,
    Table,
    Tone,
    show_change,
    show_seconds,
    show_share,
)
from dehusk.evaluate.summary import ANY, FEW, MANY, SINGLE, Figures
from dehusk.evaluate.truth import ALL_SETS

KINDS = {
    ANY: "all sites",
    MANY: "sites with five scored pages or more",
    FEW: "sites with fewer than five scored pages",
    SINGLE: "pages that stand alone, each a site",
}


@dataclass(frozen=True, slots=True)
class _Column:
    head: Head
    show: Callable[[Figures], str]


_ENTRY = Head(
    "entry",
    "What cleaned the pages; the ceiling keeps exactly the true leaves, all text removes nothing.",
    "the ceiling keeps just the true leaves",
    is_word=True,
)

_COLUMNS = (
    _Column(
        Head(
            "F1",
            "How near a text comes to the wanted one, by runs of four words: "
            "the mean over sites, each the mean of its pages.",
            "of runs of four words, mean over sites",
        ),
        lambda it: show_share(it.grams.f1),
    ),
    _Column(
        Head(
            "95\u00a0%", "Where F1 would lie with other sites of the same kind (bootstrap).", "", 1
        ),
        lambda it: "–".join(map(show_share, it.interval)) if it.interval else NOT_KNOWN,
    ),
    _Column(
        Head("P", "Precision: of the runs of four words kept, those wanted.", "precision", 1),
        lambda it: show_share(it.grams.precision),
    ),
    _Column(
        Head("R", "Recall: of the runs of four words wanted, those kept.", "recall", 1),
        lambda it: show_share(it.grams.recall),
    ),
    _Column(
        Head("F1 pages", "F1 as the mean of all pages: large sites weigh more.", "", 6),
        lambda it: show_share(it.over_pages),
    ),
    _Column(
        Head("F1 sets", "F1 as the mean of the sets' means: each set weighs the same.", "", 4),
        lambda it: show_share(it.over_sets),
    ),
    _Column(
        Head("bag F1", "F1 of single words, whatever their order.", "single words", 7),
        lambda it: show_share(it.bag.f1),
    ),
    _Column(
        Head("ROUGE", "ROUGE-LSum: F1 of the longest common subsequence, line by line.", "LSum", 6),
        lambda it: show_share(it.rouge and it.rouge.f1),
    ),
    _Column(
        Head(
            "leaf P",
            "Of the leaves (runs of text in its tree) kept, those of content.",
            "",
            8,
        ),
        lambda it: show_share(it.leaves and it.leaves.precision),
    ),
    _Column(
        Head("leaf R", "Of the leaves of content, those kept.", "", 8),
        lambda it: show_share(it.leaves and it.leaves.recall),
    ),
    _Column(
        Head("block P", "Of the blocks (paragraphs, items, cells) kept, those of content.", "", 9),
        lambda it: show_share(it.blocks and it.blocks.precision),
    ),
    _Column(
        Head("block R", "Of the blocks of content, those kept.", "", 9),
        lambda it: show_share(it.blocks and it.blocks.recall),
    ),
    _Column(
        Head(
            "atf",
            "Average template fraction: of a page's words, those removed as template; "
            "the ceiling's is the true one.",
            "words removed",
            3,
        ),
        lambda it: show_share(it.template),
    ),
    _Column(
        Head(
            "ttdr",
            "Template text discovery ratio: of the texts outside the content on two pages "
            "or more, those removed from most of them.",
            "recurring template found",
            3,
        ),
        lambda it: show_share(it.template_found),
    ),
    _Column(
        Head(
            "noise", "Of the words that are not content, those removed.", "share of it removed", 3
        ),
        lambda it: show_share(it.noise_found),
    ),
    _Column(
        Head("s", "Seconds to learn and score all sites, without parsing.", "seconds", 5),
        lambda it: show_seconds(it.seconds),
    ),
)


def make_standings(report: Report) -> Table:
    """How every entry did on the sites that count, without columns that nobody measured."""
    found = (report.find_line(entry, ALL_SETS, report.kind) for entry in report.entries)
    lines = [line for line in found if line is not None]
    gains = {gain.entry: gain for gain in report.gains}
    competing = [line.figures.grams.f1 for line in lines if line.entry not in (CEILING, ALL_TEXT)]
    rows = tuple(
        (
            Cell(line.entry),
            *_show_figures(line.figures, is_best=_is_best(line.entry, line.figures, competing)),
            *_show_gain(gains.get(line.entry)),
        )
        for line in lines
    )
    heads = (_ENTRY, *(column.head for column in _COLUMNS), *_head_gain(report.reference))
    return Table(_name_table(report), heads, rows).drop_empty()


def _is_best(entry: str, figures: Figures, competing: list[float]) -> bool:
    return entry not in (CEILING, ALL_TEXT) and figures.grams.f1 == max(competing)


def _show_figures(figures: Figures, *, is_best: bool) -> Iterator[Cell]:
    for column in _COLUMNS:
        tone = Tone.BEST if is_best and column is _COLUMNS[0] else Tone.PLAIN
        yield Cell(column.show(figures), tone)


def _show_gain(gain: Gain | None) -> tuple[Cell, Cell]:
    if gain is None:
        return Cell(NOT_KNOWN), Cell(NOT_KNOWN)
    tone = Tone.PLAIN
    if gain.is_sure:
        tone = Tone.BETTER if gain.difference > 0 else Tone.WORSE
    interval = " … ".join(map(show_change, gain.interval)) if gain.interval else NOT_KNOWN
    return Cell(show_change(gain.difference), tone), Cell(interval)


def _head_gain(reference: str) -> tuple[Head, Head]:
    meaning = f"F1 less that of {reference}, on the same sites."
    sure = "Where that difference would lie with other sites of the same kind."
    return Head("gain", meaning, f"over {reference}", 2), Head("gain 95\u00a0%", sure, "", 5)


def _name_table(report: Report) -> str:
    line = report.find_line(report.entries[0], ALL_SETS, report.kind)
    size = f": {line.figures.sites:,}, with {line.figures.pages:,} pages" if line else ""
    return f"Standings on {KINDS[report.kind]}{size}"
