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

JudgePlan = WorkPlan[TruthSite, Outcome | None]


def judge_sites(sites: Sequence[TruthSite], rules: Rules, job: Job) -> Iterator[Outcome]:
    """Each site's outcome, in the order of the sites."""
    plan = plan_judging(rules, job)
    for site, outcome in zip(sites, map_in_processes(plan, sites), strict=True):
        yield outcome or _judge_survivors(site, rules, plan)


def plan_judging(rules: Rules, job: Job) -> JudgePlan:
    """How processes judge sites; one that ends its process has no outcome."""
    work = partial(_judge_safely, rules=rules, job=job)
    return WorkPlan(work, _no_outcome, job.jobs, batch_size=1, timeout_s=SITE_TIMEOUT_S)


def _judge_safely(site: TruthSite, rules: Rules, job: Job) -> Outcome | None:
    try:
        return judge_site(site, rules, job)
    except Exception as error:
        # A site that finds a fault in us costs only itself.
        _log.exception("%s/%s", site.set_name, site.name)
        return lose_site(site, rules, f"{type(error).__name__}: {error}")


def _no_outcome(site: TruthSite) -> None:
    """A site that ended its process."""


def _judge_survivors(site: TruthSite, rules: Rules, plan: JudgePlan) -> Outcome:
    rest, dead = drop_killers(site, plan)
    has_hope = len(rest.pages) < len(site.pages) and bool(rest.scored)
    outcome = next(map_in_processes(plan, [rest]), None) if has_hope else None
    if outcome is None:
        return lose_site(site, rules, str(WorkerDied()))
    return lose_pages(site, outcome, dead)


def drop_killers(site: TruthSite, plan: JudgePlan) -> tuple[TruthSite, list[Problem]]:
    """The site without the pages that no process survives, and those of them that are scored."""
    alone = [replace(site, pages=(page,)) for page in site.pages]
    tried = map_in_processes(replace(plan, timeout_s=PAGE_TIMEOUT_S), alone)
    lives = list(zip(site.pages, tried, strict=True))
    why = str(WorkerDied())
    dead = [
        Problem(site.set_name, site.name, page.id, why)
        for page, outcome in lives
        if page.is_scored and outcome is None
    ]
    return replace(site, pages=tuple(page for page, outcome in lives if outcome)), dead
