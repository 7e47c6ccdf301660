"""Do pages about one thing come closer to each other once they are clean?

S3 (section 6.1) proposes it: a standard clustering should resemble the grouping known beforehand
more closely on clean pages than on whole ones. Here site by site, and over all sites together,
where each site's template draws its own pages together whatever they are about.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from dehusk.errors import BadSetting, NoTopics
from dehusk.evaluate.findings import Figure, Findings
from dehusk.evaluate.grouping.agreement import (
    NO_NEIGHBOUR,
    Agreement,
    expect_same_topic,
    measure_agreement,
)
from dehusk.evaluate.grouping.meanings import Moments, tell_figures
from dehusk.evaluate.grouping.topic_pages import (
    TopicPage,
    TopicPages,
    TopicSource,
    choose_common,
    choose_shared,
    read_topic_pages,
)
from dehusk.evaluate.grouping.topic_table import read_topics
from dehusk.run.local import Job

_MOST_FAILURES = 5
_MIXED_SHARE = 0.5
"""A topic of which so many pages read most like one other topic's is mixed up with it."""


@dataclass(frozen=True, slots=True)
class GroupingSettings:
    """`topics` is a table of what pages are about; `min_pages` is what a topic needs to count."""

    topics: Path | None = None
    min_pages: int = 5

    def __post_init__(self) -> None:
        if self.min_pages < 2:
            raise BadSetting("grouping", "min_pages", self.min_pages, "2 or more")


@dataclass(frozen=True, slots=True)
class Grouped:
    """Pages of two topics or more, and how well they group by them."""

    name: str
    pages: tuple[TopicPage, ...]
    moments: Moments


def evaluate_grouping(
    sources: Sequence[str], job: Job, settings: GroupingSettings | None = None
) -> Findings:
    """How well the pages of the sources group by topic, before cleaning and after."""
    settings = settings or GroupingSettings()
    table = read_topics(settings.topics) if settings.topics else None
    found = read_topic_pages(sources, job, TopicSource(table, settings.min_pages))
    sites = list(_measure_sites(found.pages, settings.min_pages))
    shared = choose_shared(found.pages, settings.min_pages)
    # A page's neighbours are sought on other sites: its own may be all about one thing.
    apart = [page.site for page in shared]
    together = [_measure("all sites together", shared, apart)] if shared else []
    grouped = sites + together
    if not grouped:
        counts = Counter(page.topic for page in found.pages)
        raise NoTopics(settings.min_pages, str(settings.topics) if table else None, counts)
    return Findings(
        "Pages grouped by topic, before and after cleaning",
        (
            *_count(grouped, found),
            *tell_figures("", [one.moments for one in sites], "the other pages of its site"),
            *tell_figures(
                "all sites: ", [one.moments for one in together], "the pages of other sites"
            ),
        ),
        (*found.failures, *_list_mixed(grouped)[:_MOST_FAILURES]),
    )


def _measure_sites(pages: Sequence[TopicPage], min_pages: int) -> Iterator[Grouped]:
    for site, own in groupby(pages, key=attrgetter("site")):
        if chosen := choose_common(list(own), min_pages):
            yield _measure(site, chosen)


def _measure(name: str, pages: Sequence[TopicPage], apart: Sequence[str] | None = None) -> Grouped:
    topics = [page.topic for page in pages]
    moments = Moments(
        measure_agreement([page.whole for page in pages], topics, apart),
        measure_agreement([page.clean for page in pages], topics, apart),
        expect_same_topic(topics, apart),
    )
    return Grouped(name, tuple(pages), moments)


def _count(grouped: Sequence[Grouped], found: TopicPages) -> Iterator[Figure]:
    pages = {(page.site, page.key): page for one in grouped for page in one.pages}
    topics = {page.topic for page in pages.values()}
    yield Figure("sites", len({site for site, _ in pages}), "sites with pages of known topics")
    yield Figure("pages", len(pages), "pages of topics that have enough of them")
    yield Figure("topics", len(topics), "different topics, by their names")
    yield Figure("unread", found.unread, "pages that could not be read and are left out")


def _list_mixed(found: Sequence[Grouped]) -> list[str]:
    """The topics that cleaning drew nearer to another, or left mixed up with it, worst first."""
    mixed: list[tuple[float, str]] = []
    for grouped in found:
        n_pages = Counter(page.topic for page in grouped.pages)
        before = _pair_topics(grouped.pages, grouped.moments.before)
        for topics, pairs in _pair_topics(grouped.pages, grouped.moments.after).items():
            own, other = topics
            share, worse = len(pairs) / n_pages[own], len(pairs) - len(before[topics])
            if worse > 0 or share >= _MIXED_SHARE:
                words = (
                    f"{grouped.name}: {len(pairs)} of {n_pages[own]} pages on {own} read most like "
                    f"one on {other} once clean, {len(before[topics])} did before, as {pairs[0]}"
                )
                mixed.append((-share, words))
    return [words for _, words in sorted(mixed)]


def _pair_topics(
    pages: Sequence[TopicPage], agreement: Agreement
) -> defaultdict[tuple[str, str], list[str]]:
    """By two different topics, the pages of one whose nearest page is of the other."""
    pairs: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for page, at in zip(pages, agreement.neighbours, strict=True):
        if at != NO_NEIGHBOUR and pages[at].topic != page.topic:
            pairs[page.topic, pages[at].topic].append(f"{page.key} like {pages[at].key}")
    return pairs
