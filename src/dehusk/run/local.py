"""The main job on one machine: look at what there is, learn each site, extract every page.

Pages are read twice and never all held: the first pass only lists them, learning reads each site's
sample, the second pass streams. All parsing happens in worker processes, so that a page that kills
its process costs the run nothing else.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import tee
from pathlib import Path
from typing import TypeVar

from dehusk.errors import DehuskError, NothingLearned, WorkerDied
from dehusk.ingest import SourceSettings
from dehusk.model import Cleaned, Page, PageRef, Rejected
from dehusk.parse import DEFAULT_CAPS, Caps
from dehusk.render import RenderSettings
from dehusk.run.block_store.cut import cut_page
from dehusk.run.pipeline import Recipe, learn_site, take_page, take_pages
from dehusk.run.sample import SampleSettings, SiteSample
from dehusk.run.store import OneSite, SiteShelf, save_site, site_path
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.write.formats import FORMATS
from dehusk.write.target import Target

_log = logging.getLogger(__name__)

Studied = TypeVar("Studied")
Done = TypeVar("Done")

LEARN_TIMEOUT_S = 900.0
PAGES_TIMEOUT_S = 120.0
BATCH_PAGES, DRAWN_BATCH_PAGES = 16, 4

RESTART_S = 30.0
"""Beside the time a page may take in the browser: to end one that hangs and start another."""


@dataclass(frozen=True, slots=True)
class Job:
    """How a run is done; the same for every page of it.

    `keep` names the roles of the sections that are wanted, where not all that is content is.
    """

    recipe: Recipe = field(default_factory=Recipe)
    sample: SampleSettings = field(default_factory=SampleSettings)
    caps: Caps = DEFAULT_CAPS
    sources: SourceSettings = field(default_factory=SourceSettings)
    jobs: int = 1
    keep: tuple[str, ...] = ()
    rendering: RenderSettings | None = None

    def allow_s(self, n_pages: int) -> float:
        """The time that drawing so many pages may take, none of them answering."""
        return n_pages * (self.rendering.timeout_s + RESTART_S) if self.rendering else 0.0


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """What a run saw of a site."""

    site: str
    pages: int
    sample: tuple[PageRef, ...]


def survey_sites(refs: Iterable[PageRef], job: Job) -> list[SiteSummary]:
    """The sites of the pages, in the order they first appear, each with its sample."""
    samples: dict[str, SiteSample] = {}
    for ref in refs:
        if ref.site not in samples:
            samples[ref.site] = SiteSample(job.sample)
        samples[ref.site].add(ref)
    return [
        SiteSummary(site, sample.seen, tuple(sample.choose())) for site, sample in samples.items()
    ]


def learn_sites(sites: Sequence[SiteSummary], folder: Path, job: Job) -> Iterator[int]:
    """Learn each site into its file in the folder; yields the pages each was learned from."""
    return study_sites(partial(_learn_to_file, folder=folder, job=job), sites, job)


def study_sites(
    study: Callable[[SiteSummary], Studied], sites: Sequence[SiteSummary], job: Job
) -> Iterator[Studied]:
    """What a process finds in each site's sample; without the pages that end it, if some do."""
    most_pages = max((len(site.sample) for site in sites), default=0)
    timeout_s = LEARN_TIMEOUT_S + job.allow_s(most_pages)
    plan: WorkPlan[SiteSummary, Studied | None] = WorkPlan(
        study, _no_pages, job.jobs, batch_size=1, timeout_s=timeout_s
    )
    for site, found in zip(sites, map_in_processes(plan, sites), strict=True):
        if found is None:
            (found,) = map_in_processes(plan, [drop_killers(site, job)])
        if found is None:
            raise NothingLearned(site.site, ("learning from them ended its process, twice",))
        yield found


def draw_samples(sites: Sequence[SiteSummary], job: Job) -> Iterator[bool]:
    """Draw what is learned from into the cache, in all processes; learning a site has only one."""
    if job.rendering is None or job.rendering.cache is None:
        return iter(())
    timeout_s = PAGES_TIMEOUT_S + job.allow_s(1)
    plan = WorkPlan(partial(_survives, job=job), _does_not, job.jobs, 1, timeout_s)
    return map_in_processes(plan, (ref for site in sites for ref in site.sample))


def clean_pages(
    found: Iterable[PageRef | Rejected], shelf: SiteShelf | OneSite, job: Job, target: Target
) -> Iterator[tuple[PageRef | Rejected, Cleaned | Rejected]]:
    """Every page, in the order of the input, with what the shelf knows of its site."""
    return work_on_pages(_Cleaner(shelf, job, target), found, job, "extract")


def work_on_pages(
    work: Callable[[PageRef | Rejected], Done | Rejected],
    found: Iterable[PageRef | Rejected],
    job: Job,
    stage: str,
) -> Iterator[tuple[PageRef | Rejected, Done | Rejected]]:
    """Every page, in the order of the input, with what a process makes of it at this stage."""
    batch_size = DRAWN_BATCH_PAGES if job.rendering else BATCH_PAGES
    timeout_s = PAGES_TIMEOUT_S + job.allow_s(batch_size)
    plan: WorkPlan[PageRef | Rejected, Done | Rejected] = WorkPlan(
        work, partial(give_up_page, stage=stage), job.jobs, batch_size, timeout_s
    )
    found, handed_out = tee(found)
    return zip(found, map_in_processes(plan, handed_out), strict=True)


def why_rejected(site: SiteSummary, job: Job) -> str:
    """Why no page of the site taught anything."""
    plan = WorkPlan(partial(_reason_of, caps=job.caps), _reason_of_death, 1, batch_size=1)
    reasons = map_in_processes(plan, site.sample)
    first = next((reason for reason in reasons if reason), "too large to learn from")
    return f"every page was rejected, the first one is {first}"


def _reason_of(ref: PageRef, caps: Caps) -> str:
    page = take_page(ref, caps)
    return page.reason if isinstance(page, Rejected) else ""


def _reason_of_death(ref: PageRef) -> str:
    return f"{ref.source}: {WorkerDied()}"


def _learn_to_file(site: SiteSummary, folder: Path, job: Job) -> int:
    pages = take_pages(site.sample, job.caps, job.rendering)
    learned = learn_site(site.site, pages, job.recipe)
    save_site(learned, site_path(folder, site.site))
    return learned.pages


def _no_pages(site: SiteSummary) -> None:
    """A site whose learning killed its process, to be told from one learned from no page."""


def drop_killers(site: SiteSummary, job: Job) -> SiteSummary:
    """The site without the pages that no process survives."""
    timeout_s = PAGES_TIMEOUT_S + job.allow_s(1)
    plan = WorkPlan(partial(_survives, job=job), _does_not, job.jobs, 1, timeout_s)
    outcomes = map_in_processes(plan, site.sample)
    survivors = [ref for ref, lives in zip(site.sample, outcomes, strict=True) if lives]
    return SiteSummary(site.site, site.pages, tuple(survivors))


def _survives(ref: PageRef, job: Job) -> bool:
    take_page(ref, job.caps, job.rendering)
    return True


def _does_not(ref: PageRef) -> bool:
    return False


def give_up_page(found: PageRef | Rejected, stage: str) -> Rejected:
    """What is said of a page that no process survives."""
    return Rejected(found.source, stage, str(WorkerDied()))


class _Cleaner:
    """What a worker does with a page; holds the sites it met ready."""

    def __init__(self, shelf: SiteShelf | OneSite, job: Job, target: Target) -> None:
        self._shelf = shelf
        self._caps = job.caps
        self._keep = job.keep
        self._rendering = job.rendering
        self._format_name = target.format_name
        self._stores_blocks = target.stores_blocks

    def __call__(self, ref: PageRef | Rejected) -> Cleaned | Rejected:
        if isinstance(ref, Rejected):
            return ref
        try:
            page = take_page(ref, self._caps, self._rendering)
            if not isinstance(page, Page):
                return page
            learned = self._shelf.get(ref.site)
            cleaned = learned.clean(page, FORMATS[self._format_name], self._keep)
            return replace(cleaned, blocks=cut_page(page.tree)) if self._stores_blocks else cleaned
        except DehuskError:
            raise
        except Exception as error:
            # A page that finds a fault in us costs only itself.
            _log.exception("%s", ref.source)
            return Rejected(ref.source, "extract", f"{type(error).__name__}: {error}")
