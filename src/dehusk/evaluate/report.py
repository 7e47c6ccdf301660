"""All that an evaluation with truth has to say, before it is shown one way or another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from dehusk.evaluate.ceiling import find_faults
from dehusk.evaluate.contest import ALL_TEXT, CEILING, Outcome, Problem, SiteResult
from dehusk.evaluate.corpus import Corpus
from dehusk.evaluate.interval import Interval
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.shares import Shares
from dehusk.evaluate.summary import (
    ANY,
    Line,
    choose_kind,
    compare,
    kind_of,
    site_score,
    summarize,
)
from dehusk.evaluate.truth import TruthSite
from dehusk.evaluate.worst import WorstPage, find_worst
from dehusk.learn import DEFAULT_METHOD


@dataclass(frozen=True, slots=True)
class Gain:
    """By how much an entry's F1 exceeds the reference's on the same sites."""

    entry: str
    difference: float
    interval: Interval | None

    @property
    def is_sure(self) -> bool:
        """Would other sites of the same kind hardly turn it round?"""
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]


@dataclass(frozen=True, slots=True)
class SiteLine:
    """How an entry did on a site."""

    set_name: str
    site: str
    kind: str
    entry: str
    pages: int
    grams: Score
    shares: Shares
    seconds: float


@dataclass(frozen=True, slots=True)
class PageLine:
    """How an entry did on a page."""

    set_name: str
    site: str
    id: str
    entry: str
    grams: Score
    bag: Score
    leaves: Score | None
    blocks: Score | None
    rouge: Score | None


@dataclass(frozen=True, slots=True)
class Report:
    """An evaluation: `kind` is the sites that count, `reference` whom entries are compared with."""

    version: str
    corpus: Corpus
    kind: str
    reference: str
    lines: tuple[Line, ...]
    gains: tuple[Gain, ...]
    sites: tuple[SiteLine, ...]
    pages: tuple[PageLine, ...]
    faults: tuple[str, ...]
    problems: tuple[Problem, ...]
    worst: tuple[WorstPage, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        """The names of what was judged: the ceiling, all text, and who competes."""
        return tuple(dict.fromkeys(line.entry for line in self.lines))

    def find_line(self, entry: str, set_name: str, kind: str) -> Line | None:
        """The entry's line, if the set has such sites."""
        wanted = (entry, set_name, kind)
        found = (one for one in self.lines if (one.entry, one.set_name, one.kind) == wanted)
        return next(found, None)


def make_report(
    corpus: Corpus, truths: Sequence[TruthSite], outcomes: Sequence[Outcome], n_worst: int = 10
) -> Report:
    """The report of all sites; its worst pages are those of the reference."""
    results = [result for outcome in outcomes for result in outcome.results]
    lines = summarize(results)
    kind = choose_kind(lines)
    reference = _choose_reference(results)
    counted = [result for result in results if kind in (ANY, kind_of(result))]
    return Report(
        version=version("dehusk"),
        corpus=corpus,
        kind=kind,
        reference=reference,
        lines=tuple(lines),
        gains=tuple(_compare_all(counted, reference)),
        sites=tuple(map(_sum_up, results)),
        pages=tuple(line for result in results for line in _list_pages(result)),
        faults=tuple(find_faults(lines)),
        problems=tuple(problem for outcome in outcomes for problem in outcome.problems),
        worst=tuple(find_worst(outcomes, truths, reference, n_worst)),
    )


def _choose_reference(results: Sequence[SiteResult]) -> str:
    """The default method where it competes, or else who comes first."""
    names = list(dict.fromkeys(result.entry for result in results))
    competing = [name for name in names if name not in (CEILING, ALL_TEXT)]
    return DEFAULT_METHOD if DEFAULT_METHOD in competing else (competing or names)[0]


def _compare_all(results: Sequence[SiteResult], reference: str) -> Iterator[Gain]:
    for entry in dict.fromkeys(result.entry for result in results):
        if entry not in (CEILING, reference):
            yield Gain(entry, *compare(results, entry, reference))


def _sum_up(result: SiteResult) -> SiteLine:
    return SiteLine(
        set_name=result.set_name,
        site=result.site,
        kind=kind_of(result),
        entry=result.entry,
        pages=len(result.pages),
        grams=site_score(result),
        shares=result.shares,
        seconds=result.seconds,
    )


def _list_pages(result: SiteResult) -> Iterator[PageLine]:
    for page in result.pages:
        yield PageLine(
            result.set_name,
            result.site,
            page.id,
            result.entry,
            page.grams,
            page.bag,
            page.leaves,
            page.blocks,
            page.rouge,
        )
