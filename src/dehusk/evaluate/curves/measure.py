"""Sites with truth to curves: each site is made ready once, and every curve measured on it."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from dehusk.errors import DehuskError, WorkerDied
from dehusk.evaluate.contest import Problem
from dehusk.evaluate.curves.curve import Curve, LeftOut, SiteLines
from dehusk.evaluate.curves.settings import CurveSettings, list_curves
from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.ground import prepare
from dehusk.evaluate.in_processes import SITE_TIMEOUT_S, JudgePlan, drop_killers, plan_judging
from dehusk.evaluate.judge import Rules
from dehusk.evaluate.plot import Plot
from dehusk.evaluate.truth import TruthSite
from dehusk.run.local import Job
from dehusk.run.workers import WorkPlan, map_in_processes

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SiteCurves:
    """By the name of a curve, its lines on one site; `problem` says what of it is missing."""

    set_name: str
    site: str
    curves: Mapping[str, SiteLines] = field(default_factory=dict)
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """The curves of all sites as plots, and those that there is nothing to show of.

    `problems` names the sites that could not be measured, or not with all their pages.
    """

    plots: tuple[Plot, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Task:
    site: TruthSite
    curves: tuple[Curve, ...]
    dead: tuple[Problem, ...] = ()


def measure_curves(
    sites: Sequence[TruthSite], settings: CurveSettings, job: Job
) -> Iterator[SiteCurves]:
    """What each site gives to the curves, in the order of the sites; to some it gives nothing."""
    plan = WorkPlan(
        partial(_measure_safely, job=job),
        _give_up,
        job.jobs,
        batch_size=1,
        timeout_s=SITE_TIMEOUT_S,
    )
    tasks = list(_list_tasks(sites, list_curves(settings)))
    for task, measured in zip(tasks, map_in_processes(plan, tasks), strict=True):
        yield measured or _measure_survivors(task, plan, plan_judging(Rules(settings.entries), job))


def plot_curves(measured: Sequence[SiteCurves], settings: CurveSettings) -> Drawn:
    """All curves, from what the sites gave."""
    drawn = []
    for curve in list_curves(settings):
        lines = [site.curves[curve.name] for site in measured if curve.name in site.curves]
        drawn.append(curve.plot(lines))
    return Drawn(
        tuple(_name_only_line(one) for one in drawn if isinstance(one, Plot)),
        tuple(one for one in drawn if isinstance(one, LeftOut)),
        tuple(f"{one.set_name}/{one.site}: {one.problem}" for one in measured if one.problem),
    )


def _name_only_line(plot: Plot) -> Plot:
    """Lines are named only beside others, so a lone one is named in the title."""
    if len(plot.series) > 1:
        return plot
    return replace(plot, title=f"{plot.title}: {plot.series[0].name}")


def _list_tasks(sites: Sequence[TruthSite], curves: Sequence[Curve]) -> Iterator[_Task]:
    chosen = {curve.name: set(map(id, curve.choose(sites))) for curve in curves}
    for site in sites:
        yield _Task(site, tuple(curve for curve in curves if id(site) in chosen[curve.name]))


def _measure_safely(task: _Task, job: Job) -> SiteCurves | None:
    try:
        return SiteCurves(task.site.set_name, task.site.name, _measure_site(task, job))
    except DehuskError:
        raise
    except Exception as error:
        # A site that finds a fault in us costs only itself.
        _log.exception("%s/%s", task.site.set_name, task.site.name)
        return _lose(task, f"not measured: {type(error).__name__}: {error}")


def _measure_site(task: _Task, job: Job) -> dict[str, SiteLines]:
    if not task.curves:
        return {}
    ground = prepare(task.site, job)
    trials = Trials(replace(ground, problems=(*ground.problems, *task.dead)))
    measured = {}
    for curve in task.curves:
        lines = curve.measure(trials) if ground.exhibits else {}
        if lines:
            measured[curve.name] = SiteLines(
                set_name=task.site.set_name,
                site=task.site.name,
                n_pages=len(trials.pages),
                n_scored=len(ground.exhibits),
                lines=lines,
            )
    return measured


def _give_up(task: _Task) -> None:
    """A site that ended its process."""


def _measure_survivors(
    task: _Task, plan: WorkPlan[_Task, SiteCurves | None], trial: JudgePlan
) -> SiteCurves:
    """The site without the pages that no process survives, which score nothing."""
    rest, dead = drop_killers(task.site, trial)
    n_dead = len(task.site.pages) - len(rest.pages)
    again = replace(task, site=rest, dead=tuple(dead))
    measured = next(map_in_processes(plan, [again]), None) if n_dead and rest.scored else None
    if measured is None:
        return _lose(task, f"not measured: {WorkerDied()}")
    if measured.problem:
        return measured
    return replace(measured, problem=f"without {n_dead} of its pages: {WorkerDied()}")


def _lose(task: _Task, why: str) -> SiteCurves:
    return SiteCurves(task.site.set_name, task.site.name, problem=why)
