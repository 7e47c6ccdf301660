"""Sources to pages of known topics, each whole and clean, in an order of their own."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dehusk.evaluate.grouping.topics import Topics, TopicTable, find_topics
from dehusk.evaluate.study import read_sites
from dehusk.model import Extract, Page
from dehusk.run.local import Job
from dehusk.run.pipeline import learn_site
from dehusk.write.text import render_whole


@dataclass(frozen=True, slots=True, order=True)
class TopicPage:
    """A page of a known topic: all its text, and what is left of it."""

    site: str
    key: str
    topic: str
    whole: str
    clean: str


def read_topic_pages(
    sources: Sequence[str], job: Job, table: TopicTable | None, min_pages: int
) -> list[TopicPage]:
    """The pages of the sources whose topic is known; without a table, they or their folders say."""
    found: list[TopicPage] = []
    for site, pages in read_sites(sources, job):
        learned = learn_site(site, pages, job.recipe)
        rows = [learned.extract(page) for page in pages]
        topics = _list_topics(pages, rows, table, min_pages)
        found += _pair(pages, rows, topics)
    return sorted(found)


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


def _list_topics(
    pages: Sequence[Page], rows: Sequence[Extract], table: TopicTable | None, min_pages: int
) -> Topics:
    if table:
        return [table.look_up(row) for row in rows]
    return find_topics(pages, rows, min_pages)


def _pair(pages: Sequence[Page], rows: Sequence[Extract], topics: Topics) -> Iterator[TopicPage]:
    for page, row, topic in zip(pages, rows, topics, strict=True):
        if topic:
            whole = render_whole(page.tree)
            yield TopicPage(row.site, page.ref.key, topic, whole, row.text)
