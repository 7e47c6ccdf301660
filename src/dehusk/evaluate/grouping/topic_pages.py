"""Sources to pages of known topics, each whole and clean, in an order of their own."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from dehusk.errors import NoPagesFound, NothingLearned
from dehusk.evaluate.grouping.topic_table import TopicTable
from dehusk.evaluate.grouping.topics import Topics, find_topics
from dehusk.evaluate.study import study_sites
from dehusk.model import Extract, Page
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe, learn_site
from dehusk.write.text import render_whole


@dataclass(frozen=True, slots=True, order=True)
class TopicPage:
    """A page of a known topic: all its text, and what is left of it."""

    site: str
    key: str
    topic: str
    whole: str
    clean: str


@dataclass(frozen=True, slots=True)
class TopicPages:
    """The pages of known topics; how many pages could not be read, and which sites failed."""

    pages: tuple[TopicPage, ...]
    unread: int = 0
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TopicSource:
    """Where topics come from: a table, or else what pages or their folders say."""

    table: TopicTable | None
    min_pages: int

    def list_topics(self, pages: Sequence[Page], rows: Sequence[Extract]) -> Topics:
        """The topic of each page of a site."""
        if self.table:
            return [self.table.look_up(row) for row in rows]
        return find_topics(pages, rows, self.min_pages)


def read_topic_pages(sources: Sequence[str], job: Job, topics: TopicSource) -> TopicPages:
    """The pages of the sources whose topic is known."""
    study = partial(_study_site, recipe=job.recipe, topics=topics)
    studied = list(study_sites(sources, job, study))
    failures = tuple(f"{one.site}: {one.failure}" for one in studied if one.failure)
    if not studied:
        raise NoPagesFound(tuple(sources))
    if len(failures) == len(studied):
        raise NothingLearned(studied[0].site, (studied[0].failure or "",))
    found = (page for one in studied for page in one.result or ())
    return TopicPages(tuple(sorted(found)), sum(one.unread for one in studied), failures)


def choose_common(pages: Sequence[TopicPage], min_pages: int) -> list[TopicPage]:
    """The pages of topics with so many of them; none where there are not two such topics."""
    n_pages = Counter(page.topic for page in pages)
    topics = {topic for topic, n in n_pages.items() if n >= min_pages}
    return [page for page in pages if page.topic in topics] if len(topics) > 1 else []


def choose_shared(pages: Sequence[TopicPage], min_pages: int) -> list[TopicPage]:
    """The same of topics that two sites or more have."""
    sites: defaultdict[str, set[str]] = defaultdict(set)
    for page in pages:
        sites[page.topic].add(page.site)
    return choose_common([page for page in pages if len(sites[page.topic]) > 1], min_pages)


def _study_site(
    site: str, pages: list[Page], recipe: Recipe, topics: TopicSource
) -> list[TopicPage]:
    learned = learn_site(site, pages, recipe)
    rows = [learned.extract(page) for page in pages]
    return list(_pair(pages, rows, topics.list_topics(pages, rows)))


def _pair(pages: Sequence[Page], rows: Sequence[Extract], topics: Topics) -> Iterator[TopicPage]:
    for page, row, topic in zip(pages, rows, topics, strict=True):
        if topic:
            whole = render_whole(page.tree)
            yield TopicPage(row.site, page.ref.key, topic, whole, row.text)
