"""Sites judged by processes that may die: a page that ends one costs only itself."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from dehusk.errors import WorkerDied
from dehusk.evaluate.contest import Outcome, Problem
from dehusk.evaluate.judge import Rules, judge_site, lose_pages, lose_site
from dehusk.evaluate.truth import TruthSite
from dehusk.run.local import Job
from dehusk.run.workers import WorkPlan, map_in_processes

_log = logging.getLogger(__name__)

SITE_TIMEOUT_S = 1800.0
PAGE_TIMEOUT_S = 120.0


def judge_sites(sites: Sequence[TruthSite], rules: Rules, job: Job) -> Iterator[Outcome]:
    """Each site's outcome, in the order of the sites."""
    plan = WorkPlan(
        partial(_judge_safely, rules=rules, job=job),
        _no_outcome,
        job.jobs,
        batch_size=1,
        timeout_s=SITE_TIMEOUT_S,
    )
    for site, outcome in zip(sites, map_in_processes(plan, sites), strict=True):
        yield outcome or _judge_survivors(site, rules, plan)


def _judge_safely(site: TruthSite, rules: Rules, job: Job) -> Outcome | None:
    try:
        return judge_site(site, rules, job)
    except Exception as error:
        # A site that finds a fault in us costs only itself.
        _log.exception("%s/%s", site.set_name, site.name)
        return lose_site(site, rules, f"{type(error).__name__}: {error}")


def _no_outcome(site: TruthSite) -> None:
    """A site that ended its process."""


def _judge_survivors(
    site: TruthSite, rules: Rules, plan: WorkPlan[TruthSite, Outcome | None]
) -> Outcome:
    """The site without the pages that no process survives."""
    alone = [replace(site, pages=(page,)) for page in site.pages]
    found = list(map_in_processes(replace(plan, timeout_s=PAGE_TIMEOUT_S), alone))
    pages = tuple(page for page, lived in zip(site.pages, found, strict=True) if lived)
    killers = [page for page, lived in zip(site.pages, found, strict=True) if not lived]
    rest = replace(site, pages=pages)
    outcome = next(map_in_processes(plan, [rest]), None) if killers and rest.scored else None
    why = str(WorkerDied())
    if outcome is None:
        return lose_site(site, rules, why)
    dead = [Problem(site.set_name, site.name, page.id, why) for page in killers if page.is_scored]
    return lose_pages(site, outcome, dead)
