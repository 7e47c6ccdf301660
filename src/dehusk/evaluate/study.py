"""The sites an evaluation looks at, each studied by a process of its own, which a page may end.

Of every site the sample is taken that a run would learn from.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

from dehusk.errors import DehuskError
from dehusk.ingest import Inventory
from dehusk.model import Page, Rejected
from dehusk.run.local import Job, SiteSummary, drop_killers, survey_sites
from dehusk.run.pipeline import take_page
from dehusk.run.workers import WorkPlan, map_in_processes

_log = logging.getLogger(__name__)

STUDY_TIMEOUT_S = 1800.0

Step = TypeVar("Step")
Result = TypeVar("Result")
Study = Callable[[str, list[Page]], Result]
"""What is done with a site, by its name and the pages of its sample; must be picklable."""


@dataclass(frozen=True, slots=True)
class Studied(Generic[Result]):
    """What came of a site: `result` is none where no page could be read, or the study failed.

    `unread` counts the pages of the sample that could not be taken; `failure` says what happened.
    """

    site: str
    pages: int
    unread: int = 0
    result: Result | None = None
    failure: str | None = None


class NoProgress:
    """Shows nothing."""

    def track(self, steps: Iterable[Step], name: str, total: int | None) -> Iterable[Step]:
        """The same steps."""
        return steps


def study_sites(
    sources: Sequence[str], job: Job, study: Study[Result]
) -> Iterator[Studied[Result]]:
    """Every site of the sources, in the order they first appear."""
    with Inventory(job.sources) as inventory:
        inventory.take_all(list(sources))
        yield from study_surveyed(survey_sites(inventory.pages(), job), job, study)


def study_surveyed(
    sites: Sequence[SiteSummary], job: Job, study: Study[Result]
) -> Iterator[Studied[Result]]:
    """Each of the sites, while the inventory that they were found in is open."""
    plan = WorkPlan(
        partial(_study_site, study=study, job=job),
        _give_up,
        job.jobs,
        batch_size=1,
        timeout_s=STUDY_TIMEOUT_S,
    )
    for site, studied in zip(sites, map_in_processes(plan, sites), strict=True):
        yield studied or _study_survivors(site, job, plan)


def count_rejected(inventory: Inventory) -> int:
    """What was found but cannot be read, and belongs to no site."""
    return sum(isinstance(found, Rejected) for found in inventory.everything())


def _study_site(site: SiteSummary, study: Study[Result], job: Job) -> Studied[Result]:
    taken = [take_page(ref, job.caps) for ref in site.sample]
    pages = [page for page in taken if isinstance(page, Page)]
    unread = len(taken) - len(pages)
    if not pages:
        return Studied(site.site, 0, unread, failure="no page of it can be read")
    try:
        return Studied(site.site, len(pages), unread, study(site.site, pages))
    except DehuskError:
        raise
    except Exception as error:
        # A site that finds a fault in us costs only itself.
        _log.exception("%s", site.site)
        return Studied(site.site, len(pages), unread, failure=f"{type(error).__name__}: {error}")


def _give_up(site: SiteSummary) -> None:
    """A site that ended its process."""


def _study_survivors(
    site: SiteSummary, job: Job, plan: WorkPlan[SiteSummary, Studied[Result] | None]
) -> Studied[Result]:
    """The site without the pages that no process survives."""
    rest = drop_killers(site, job)
    dead = len(site.sample) - len(rest.sample)
    studied = next(map_in_processes(plan, [rest]), None) if dead else None
    if studied is None:
        return Studied(site.site, 0, dead, failure="its pages ended the process working on them")
    return replace(studied, unread=studied.unread + dead)
