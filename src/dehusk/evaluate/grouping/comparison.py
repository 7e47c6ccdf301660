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
from statistics import fmean

from dehusk.errors import BadSetting, NoTopics
from dehusk.evaluate.findings import Figure, Findings
from dehusk.evaluate.grouping.agreement import NO_NEIGHBOUR, Agreement, measure_agreement
from dehusk.evaluate.grouping.topic_pages import (
    TopicPage,
    choose_common,
    choose_shared,
    read_topic_pages,
)
from dehusk.evaluate.grouping.topics import read_topics
from dehusk.run.local import Job

_MOST_FAILURES = 10

_EXPECTED = {
    "before": "high where templates name the section, as highlighted navigation does",
    "after": "should be higher than before, unless templates name the section",
}


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
    """Pages of two topics or more, and how well they group by them before and after cleaning."""

    name: str
    pages: tuple[TopicPage, ...]
    before: Agreement
    after: Agreement


def evaluate_grouping(
    sources: Sequence[str], job: Job, settings: GroupingSettings | None = None
) -> Findings:
    """How well the pages of the sources group by topic, before cleaning and after."""
    settings = settings or GroupingSettings()
    table = read_topics(settings.topics) if settings.topics else None
    pages = read_topic_pages(sources, job, table, settings.min_pages)
    sites = list(_measure_sites(pages, settings.min_pages))
    shared = choose_shared(pages, settings.min_pages)
    together = [_measure_together(shared)] if shared else []
    if not sites and not together:
        raise NoTopics(settings.min_pages, str(settings.topics) if table else None)
    return Findings(
        "Pages grouped by topic, before and after cleaning",
        (
            *_count(sites + together),
            *_sum_up("", sites, "the most similar other page of their site"),
            *_sum_up("all sites: ", together, "the most similar page of another site"),
        ),
        tuple(_list_mixed(sites + together)[:_MOST_FAILURES]),
    )


def _measure_sites(pages: Sequence[TopicPage], min_pages: int) -> Iterator[Grouped]:
    for site, own in groupby(pages, key=attrgetter("site")):
        if chosen := choose_common(list(own), min_pages):
            topics = [page.topic for page in chosen]
            yield Grouped(
                site,
                tuple(chosen),
                measure_agreement([page.whole for page in chosen], topics),
                measure_agreement([page.clean for page in chosen], topics),
            )


def _measure_together(pages: Sequence[TopicPage]) -> Grouped:
    """A page's neighbours are sought on other sites: its own may be all about one thing."""
    topics, sites = [page.topic for page in pages], [page.site for page in pages]
    return Grouped(
        "all sites together",
        tuple(pages),
        measure_agreement([page.whole for page in pages], topics, apart=sites),
        measure_agreement([page.clean for page in pages], topics, apart=sites),
    )


def _count(found: Sequence[Grouped]) -> Iterator[Figure]:
    pages = {(page.site, page.key): page for grouped in found for page in grouped.pages}
    topics = {page.topic for page in pages.values()}
    yield Figure("sites", len({site for site, _ in pages}), "sites with pages of known topics")
    yield Figure("pages", len(pages), "pages of topics that have enough of them")
    yield Figure("topics", len(topics), "different topics, by their names")


def _sum_up(prefix: str, found: Sequence[Grouped], nearest: str) -> Iterator[Figure]:
    """Each measure before and after, the mean over what was grouped, with what it says."""
    if not found:
        return
    for moment, measured in (
        ("before", [grouped.before for grouped in found]),
        ("after", [grouped.after for grouped in found]),
    ):
        yield Figure(
            f"{prefix}mutual information {moment}",
            fmean(one.mutual_information for one in measured),
            f"k-means groups against topics: 1 the same, 0 chance; {_EXPECTED[moment]}",
        )
        yield Figure(
            f"{prefix}purity {moment}",
            fmean(one.purity for one in measured),
            "share of pages that have the main topic of their k-means group",
        )
        yield Figure(
            f"{prefix}nearest page {moment}",
            fmean(one.same_topic for one in measured),
            f"share of pages with the same topic as {nearest}",
        )
    chance = fmean(_expect_same_topic(grouped.pages) for grouped in found)
    yield Figure(f"{prefix}nearest page by chance", chance, "the same for any page of the others")


def _expect_same_topic(pages: Sequence[TopicPage]) -> float:
    """The share of pairs of pages that have one topic."""
    n_pages = Counter(page.topic for page in pages)
    return sum(n * (n - 1) for n in n_pages.values()) / (len(pages) * (len(pages) - 1))


def _list_mixed(found: Sequence[Grouped]) -> list[str]:
    """The topics whose clean pages read most like those of another, the worst first."""
    mixed: list[tuple[float, str]] = []
    for grouped in found:
        n_pages = Counter(page.topic for page in grouped.pages)
        by_topics: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for page, other in _pair_mixed(grouped):
            by_topics[page.topic, other.topic].append(f"{page.key} like {other.key}")
        for (own, other_topic), examples in by_topics.items():
            words = (
                f"{grouped.name}: {len(examples)} of {n_pages[own]} clean pages on {own} read most "
                f"like one on {other_topic}, as {examples[0]}"
            )
            mixed.append((-len(examples) / n_pages[own], words))
    return [words for _, words in sorted(mixed)]


def _pair_mixed(grouped: Grouped) -> list[tuple[TopicPage, TopicPage]]:
    pages = grouped.pages
    nearest = zip(pages, grouped.after.neighbours, strict=True)
    pairs = [(page, pages[at]) for page, at in nearest if at != NO_NEIGHBOUR]
    return [(page, other) for page, other in pairs if page.topic != other.topic]
