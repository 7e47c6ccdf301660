"""Sources to the pages that a feed may be about, each whole and clean."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from dehusk.errors import DehuskError, NoPagesFound, NothingLearned
from dehusk.evaluate.feed.items import FeedItem
from dehusk.evaluate.feed.matching import FeedPage, name_item, name_ref
from dehusk.evaluate.study import study_surveyed
from dehusk.ingest import Inventory
from dehusk.model import Page, PageRef
from dehusk.parse import Caps
from dehusk.run.local import Job, survey_sites
from dehusk.run.pipeline import LearnedSite, Recipe, learn_site, load_site, take_page
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.write.text import render_whole

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FeedPages:
    """The pages that a feed may be about; how many could not be read, and which sites failed."""

    pages: tuple[FeedPage, ...]
    unread: int = 0
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Known:
    """What a site taught, as plain values that travel between processes, and its sample."""

    state: Mapping[str, object]
    pages: tuple[FeedPage, ...]
    refs: frozenset[PageRef]


def read_feed_pages(sources: Sequence[str], job: Job, items: Sequence[FeedItem]) -> FeedPages:
    """The pages that sites are learned from, and those that the feed names by address or path."""
    study = partial(_study_site, recipe=job.recipe)
    # One inventory throughout: pages that it spooled are gone with it.
    with Inventory(job.sources) as inventory:
        inventory.take_all(list(sources))
        studied = list(study_surveyed(survey_sites(inventory.pages(), job), job, study))
        failures = [f"{one.site}: {one.failure}" for one in studied if one.failure]
        if not studied:
            raise NoPagesFound(tuple(sources))
        if len(failures) == len(studied):
            raise NothingLearned(studied[0].site, (studied[0].failure or "",))
        known = {one.site: one.result for one in studied if one.result}
        others = list(_clean_named(_list_named(inventory, items, known), known, job))
    read = [page for page in others if page]
    unread = sum(one.unread for one in studied) + len(others) - len(read)
    sampled = (page for one in known.values() for page in one.pages)
    return FeedPages((*sampled, *read), unread, tuple(failures))


def _study_site(site: str, pages: list[Page], recipe: Recipe) -> _Known:
    learned = learn_site(site, pages, recipe)
    cleaned = tuple(_clean(learned, page) for page in pages)
    return _Known(learned.state(), cleaned, frozenset(page.ref for page in pages))


def _clean(learned: LearnedSite, page: Page) -> FeedPage:
    return FeedPage(learned.extract(page), render_whole(page.tree))


def _list_named(
    inventory: Inventory, items: Sequence[FeedItem], known: Mapping[str, _Known]
) -> list[PageRef]:
    """The pages outside the samples that the feed names, in an order of their own."""
    names = {name for item in items for name in name_item(item)}
    named = [
        ref
        for ref in inventory.pages()
        if ref.site in known
        and ref not in known[ref.site].refs
        and not names.isdisjoint(name_ref(ref))
    ]
    return sorted(named, key=lambda ref: (ref.key, ref.path, ref.offset))


def _clean_named(
    refs: Sequence[PageRef], known: Mapping[str, _Known], job: Job
) -> Iterator[FeedPage | None]:
    """Each page read with what its site taught; none in place of one that cannot be read."""
    states = {site: known[site].state for site in {ref.site for ref in refs}}
    plan = WorkPlan(_Cleaner(states, job.caps), _give_up, job.jobs)
    return map_in_processes(plan, refs)


class _Cleaner:
    """What a worker does with a page; holds the sites it met ready."""

    def __init__(self, states: Mapping[str, Mapping[str, object]], caps: Caps) -> None:
        self._states = states
        self._caps = caps
        self._sites: dict[str, LearnedSite] = {}

    def __call__(self, ref: PageRef) -> FeedPage | None:
        try:
            page = take_page(ref, self._caps)
            return _clean(self._get_site(ref.site), page) if isinstance(page, Page) else None
        except DehuskError:
            raise
        except Exception:
            # A page that finds a fault in us costs only itself.
            _log.exception("%s", ref.source)
            return None

    def _get_site(self, site: str) -> LearnedSite:
        if site not in self._sites:
            self._sites[site] = load_site(self._states[site])
        return self._sites[site]


def _give_up(ref: PageRef) -> None:
    """A page that ended its process."""
