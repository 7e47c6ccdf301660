"""A site with truth to what `--keep main` changes: each method's text as it is and with it.

And which roles that comes from: the pages that are nearer to their truth, or farther from it, when
the sections of one role alone are left out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.evaluate.contest import NOTHING
from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.ground import Ground, prepare
from dehusk.evaluate.in_processes import SITE_TIMEOUT_S
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.summary import mean_score
from dehusk.evaluate.truth import TruthSite
from dehusk.model import Mask
from dehusk.run.local import Job
from dehusk.run.pipeline import LearnedSite, Recipe, learn_site
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.section.choose import keep_roles
from dehusk.section.divide import Division
from dehusk.section.role_names import MAIN, ROLES
from dehusk.write.text import render_text

METHODS = ("chunks", "content-blocks", "strings", "tree")

ROLE_METHOD = "chunks"
"""The method whose pages are counted role by role."""

OTHER_ROLES = tuple(role for role in ROLES if role != MAIN)

Signs = dict[str, int]
"""By role, what leaving it out does to a page: 1 better, -1 worse, 0 neither."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The scores of the same pages: of all that a method keeps, and of what is main in it."""

    as_is: Score
    main: Score


@dataclass(frozen=True, slots=True)
class SiteScores:
    """The means of each method over the site's pages, and the signs of each page by role."""

    set_name: str
    of_method: dict[str, Kept]
    by_role: tuple[Signs, ...]


@dataclass(frozen=True, slots=True)
class RoleCount:
    """How many pages are better without a role, and how many worse."""

    role: str
    better: int
    worse: int


def judge_in_processes(sites: Sequence[TruthSite], jobs: int) -> list[SiteScores]:
    """The scores of the sites, in their order; a site that ends its process has none."""
    plan: WorkPlan[TruthSite, SiteScores | None] = WorkPlan(
        judge_site, _give_up, jobs, batch_size=1, timeout_s=SITE_TIMEOUT_S
    )
    return [scores for scores in map_in_processes(plan, sites) if scores]


def judge_site(site: TruthSite) -> SiteScores:
    """Every method, learned from the pages that a run would learn from."""
    ground = prepare(site, Job())
    learned = {name: learn_site(site.name, ground.pages, Recipe(name)) for name in METHODS}
    return SiteScores(
        site.set_name,
        {name: _judge_method(ground, one) for name, one in learned.items()},
        tuple(tell_roles(one, *_read(learned[ROLE_METHOD], one)) for one in ground.exhibits),
    )


def judge_page(exhibit: Exhibit, is_kept: Mask, division: Division) -> Kept:
    """How near the page's text is to its truth, as it is and with `--keep main`."""
    return Kept(_score(exhibit, is_kept), _score(exhibit, keep_roles(division, is_kept, (MAIN,))))


def tell_roles(exhibit: Exhibit, is_kept: Mask, division: Division) -> Signs:
    """What becomes of the page's F1 without the sections of each role that it has."""
    before = _score(exhibit, is_kept).f1
    signs = {}
    for role in OTHER_ROLES:
        if role in division.roles:
            after = _score(exhibit, is_kept & ~_flag_role(division, role)).f1
            signs[role] = (after > before) - (after < before)
    return signs


def mean_kept(every: Iterable[Kept]) -> Kept:
    """Each figure's mean."""
    listed = list(every)
    return Kept(mean_score(one.as_is for one in listed), mean_score(one.main for one in listed))


def count_roles(judged: Iterable[SiteScores]) -> list[RoleCount]:
    """Every role, those that make most pages better first."""
    pages = [signs for site in judged for signs in site.by_role]
    told = Counter((role, sign) for signs in pages for role, sign in signs.items())
    counts = [RoleCount(role, told[role, 1], told[role, -1]) for role in OTHER_ROLES]
    return sorted(counts, key=lambda count: -count.better)


def _judge_method(ground: Ground, learned: LearnedSite) -> Kept:
    """The means over the scored pages; one that could not be read scores nothing."""
    pages = [judge_page(one, *_read(learned, one)) for one in ground.exhibits]
    return mean_kept([*pages, *[Kept(NOTHING, NOTHING)] * len(ground.problems)])


def _read(learned: LearnedSite, exhibit: Exhibit) -> tuple[Mask, Division]:
    return learned.judge(exhibit.page).is_kept, learned.divide(exhibit.page)


def _score(exhibit: Exhibit, is_kept: Mask) -> Score:
    return exhibit.wanted.score(render_text(exhibit.page.tree, is_kept))


def _flag_role(division: Division, role: str) -> Mask:
    """Which leaves stand in sections of a role."""
    is_of_role = np.array([one == role for one in division.roles], dtype=np.bool_)
    flags: Mask = is_of_role[division.sections.of_leaf]
    return flags


def _give_up(site: TruthSite) -> None:
    """A site that ended its process."""
