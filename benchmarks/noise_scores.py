"""A site with truth to the noise that each way of calling it finds: in words of its leaves.

Noise is what truth does not keep. Words are added up over the scored pages of a site; what is
disputed does not count.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import cast

import numpy as np

from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.ground import Ground, prepare
from dehusk.evaluate.in_processes import SITE_TIMEOUT_S
from dehusk.evaluate.truth import TruthSite
from dehusk.learn.tree import TreeTemplate
from dehusk.learn.tree.noise import LINE_WEIGHT, blend, read_confidence, read_shares
from dehusk.learn.tree.support import find_nodes, read_values
from dehusk.model import Mask, Page
from dehusk.run.local import Job
from dehusk.run.pipeline import LearnedSite, Recipe, learn_site
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.section.boxes import measure_areas
from dehusk.section.split import cut_sections

REACH = "what recurs at all"
"""The noise whose text is on two pages of the site or more; a perfect method would find just it."""


@dataclass(frozen=True, slots=True)
class Blend:
    """How the noise of a leaf is put together, other than the method `tree` does."""

    border: float
    line_weight: float = LINE_WEIGHT
    lifts_long: bool = True


@dataclass(frozen=True, slots=True)
class Way:
    """A way to call leaves noise, by its name in the tables."""

    name: str
    recipe: Recipe
    blend: Blend | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Words of a site: of noise that was called so, of all that was, of noise, and of all."""

    hits: int
    called: int
    noise: int
    words: int


@dataclass(frozen=True, slots=True)
class Rates:
    """Means over sites; a site on which nothing is called noise has no precision."""

    precision: float
    recall: float
    share: float


@dataclass(frozen=True, slots=True)
class SiteTallies:
    """What each way found on a site, by the way's name."""

    site: TruthSite
    of_way: dict[str, Tally]


def tally_in_processes(
    sites: Sequence[TruthSite], ways: Sequence[Way], jobs: int
) -> list[SiteTallies]:
    """The tallies of the sites, in their order; a site that ends its process has none."""
    plan: WorkPlan[TruthSite, SiteTallies | None] = WorkPlan(
        partial(tally_site, ways=ways), _give_up, jobs, batch_size=1, timeout_s=SITE_TIMEOUT_S
    )
    return [tallies for tallies in map_in_processes(plan, sites) if tallies]


def tally_site(site: TruthSite, ways: Sequence[Way]) -> SiteTallies:
    """Every way, learned from the pages that a run would learn from; and what recurs at all."""
    ground = prepare(site, Job())
    found: dict[str, Tally] = {REACH: _tally_reach(ground)}
    learned: LearnedSite | None = None
    # Ways of one recipe follow each other, so that it is learned once.
    for way in ways:
        if learned is None or learned.recipe != way.recipe:
            learned = learn_site(site.name, ground.pages, way.recipe)
        found[way.name] = _add_up(
            tally_page(one, _call_noise(learned, one.page, way.blend)) for one in ground.exhibits
        )
    return SiteTallies(site, found)


def tally_page(exhibit: Exhibit, is_called: Mask) -> Tally:
    """The words of a page's leaves of which some are called noise."""
    truth = exhibit.leaves
    words = np.where(truth.is_counted, truth.n_words, 0)
    is_noise = ~truth.is_content
    called, noise = words[is_called].sum(), words[is_noise].sum()
    return Tally(int(words[is_called & is_noise].sum()), int(called), int(noise), int(words.sum()))


def mean_rates(tallies: Iterable[Tally]) -> Rates:
    """Precision, recall, and the share of words that is called noise, over sites."""
    listed = list(tallies)
    return Rates(
        _mean(one.hits / one.called for one in listed if one.called),
        _mean(one.hits / one.noise for one in listed if one.noise),
        _mean(one.called / one.words for one in listed if one.words),
    )


def _mean(values: Iterable[float]) -> float:
    return fmean(list(values) or [0.0])


def _call_noise(learned: LearnedSite, page: Page, way: Blend | None) -> Mask:
    if way is None:
        return ~learned.judge(page).is_kept
    template = learned.templates[learned.clustering.assign(page).template]
    return _blend_noise(cast("TreeTemplate", template), page, way)


def _blend_noise(template: TreeTemplate, page: Page, way: Blend) -> Mask:
    """Which leaves are noise to a tree, were its lines, sections and long texts weighed so."""
    tree = page.tree
    read = read_confidence if way.lifts_long else read_shares
    nodes = find_nodes(template.matcher.match(tree))
    confidence = read(nodes, read_values(tree), template.support)
    sections = cut_sections(tree, measure_areas(page), template.find_stars(page))
    is_noise: Mask = blend(tree, confidence, sections.of_leaf, way.line_weight) >= way.border
    return is_noise


def _tally_reach(ground: Ground) -> Tally:
    """Exactly the noise whose text is on another page, too."""
    pages = {page.ref.key: page for page in ground.pages}
    pages.update({one.page.ref.key: one.page for one in ground.exhibits})
    counts = Counter(text for page in pages.values() for text in set(_list_texts(page)))
    return _add_up(
        tally_page(
            one, ~one.leaves.is_content & [counts[text] > 1 for text in _list_texts(one.page)]
        )
        for one in ground.exhibits
    )


def _list_texts(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in page.tree.leaf_texts()]


def _add_up(tallies: Iterable[Tally]) -> Tally:
    listed = list(tallies)
    return Tally(
        sum(one.hits for one in listed),
        sum(one.called for one in listed),
        sum(one.noise for one in listed),
        sum(one.words for one in listed),
    )


def _give_up(site: TruthSite) -> None:
    """A site that ended its process."""
