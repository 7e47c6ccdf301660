"""Sites with truth to curves: each site is made ready once, and every curve measured on it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from dehusk.evaluate.curves.curve import Curve, LeftOut, SiteLines
from dehusk.evaluate.curves.settings import CurveSettings, list_curves
from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.ground import prepare
from dehusk.evaluate.in_processes import SITE_TIMEOUT_S
from dehusk.evaluate.plot import Plot
from dehusk.evaluate.truth import TruthSite
from dehusk.run.local import Job
from dehusk.run.workers import WorkPlan, map_in_processes


@dataclass(frozen=True, slots=True)
class SiteCurves:
    """By the name of a curve, its lines on one site; none of a site that ended its process."""

    site: str
    curves: Mapping[str, SiteLines] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The curves of all sites as plots, and those that there is nothing to show of."""

    plots: tuple[Plot, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class _Task:
    site: TruthSite
    curves: tuple[Curve, ...]


def measure_curves(
    sites: Sequence[TruthSite], settings: CurveSettings, job: Job
) -> Iterator[SiteCurves]:
    """What each site gives to the curves, in the order of the sites; to some it gives nothing."""
    plan = WorkPlan(
        partial(_measure_site, job=job), _give_up, job.jobs, batch_size=1, timeout_s=SITE_TIMEOUT_S
    )
    return map_in_processes(plan, _list_tasks(sites, list_curves(settings)))


def plot_curves(measured: Sequence[SiteCurves], settings: CurveSettings) -> Drawn:
    """All curves, from what the sites gave."""
    drawn = []
    for curve in list_curves(settings):
        lines = [site.curves[curve.name] for site in measured if curve.name in site.curves]
        drawn.append(curve.plot(lines))
    return Drawn(
        tuple(_name_only_line(one) for one in drawn if isinstance(one, Plot)),
        tuple(one for one in drawn if isinstance(one, LeftOut)),
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


def _measure_site(task: _Task, job: Job) -> SiteCurves:
    if not task.curves:
        return SiteCurves(task.site.name)
    trials = Trials(prepare(task.site, job))
    measured = {}
    for curve in task.curves:
        lines = curve.measure(trials) if trials.ground.exhibits else {}
        if lines:
            measured[curve.name] = SiteLines(
                set_name=task.site.set_name,
                site=task.site.name,
                n_pages=len(trials.pages),
                n_scored=len(trials.ground.exhibits),
                lines=lines,
            )
    return SiteCurves(task.site.name, measured)


def _give_up(task: _Task) -> SiteCurves:
    return SiteCurves(task.site.name)
