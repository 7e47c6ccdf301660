"""A site with truth to the precision and recall of blocks, for every method that chooses some.

As Debnath, Mitra and Giles have it (SAC 2005, section 4.1), r/t and r/(r+m) of the blocks of a
page, here as means over pages; and the same with a block counting as often as it has words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from statistics import fmean

from dehusk.evaluate.contest import NOTHING, Choice, Entry, choose_entries
from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.ground import Ground, prepare
from dehusk.evaluate.in_processes import SITE_TIMEOUT_S
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.summary import mean_score
from dehusk.evaluate.truth import TruthSite
from dehusk.learn import METHODS
from dehusk.learn.blocks.cut import DEFAULT_TAGS, cut_blocks
from dehusk.learn.content_blocks import ContentBlocks
from dehusk.model import Mask
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe, learn_site
from dehusk.run.workers import WorkPlan, map_in_processes

WIDE = "block-entropy, wide"
"""With the tags of `content-blocks`: a page without tables is one block to Lin and Ho's."""


class Cut(Enum):
    """What the blocks are that count: those that each method itself sees, or the same for all."""

    OWN = "own"
    COMMON = "common"


@dataclass(frozen=True, slots=True)
class BlockFigures:
    """Means over pages: both scores, and how many blocks say something and are content."""

    plain: Score
    by_words: Score
    n_blocks: float
    n_content: float


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """The figures of each entry on a site, by the entry's name."""

    site: TruthSite
    of_entry: dict[str, BlockFigures]


def list_entries() -> list[Entry]:
    """The methods that choose blocks, each as it is, and `chunks` beside them."""
    names = ("block-entropy", "content-blocks", "feature-blocks", "k-feature-blocks", "chunks")
    wide = Recipe("block-entropy", {"tags": ContentBlocks().tags})
    first, *others = choose_entries([Choice(name) for name in names], [])
    return [first, Entry(WIDE, wide), *others]


def judge_in_processes(sites: Sequence[TruthSite], cut: Cut, jobs: int) -> list[SiteFigures]:
    """The figures of the sites, in their order; a site that ends its process has none."""
    plan: WorkPlan[TruthSite, SiteFigures | None] = WorkPlan(
        partial(judge_site, cut=cut), _give_up, jobs, batch_size=1, timeout_s=SITE_TIMEOUT_S
    )
    return [figures for figures in map_in_processes(plan, sites) if figures]


def judge_site(site: TruthSite, cut: Cut) -> SiteFigures:
    """Every entry, learned from the pages that a run would learn from."""
    ground = prepare(site, Job())
    return SiteFigures(
        site, {entry.name: _judge_entry(ground, entry, cut) for entry in list_entries()}
    )


def mean_figures(every: Iterable[BlockFigures]) -> BlockFigures:
    """Each figure's mean."""
    listed = list(every)
    return BlockFigures(
        mean_score(one.plain for one in listed),
        mean_score(one.by_words for one in listed),
        fmean(one.n_blocks for one in listed),
        fmean(one.n_content for one in listed),
    )


def judge_page(exhibit: Exhibit, tags: Sequence[str], is_kept: Mask) -> BlockFigures:
    """How well a choice of leaves meets the truth of the blocks that these tags cut."""
    truth = replace(exhibit.leaves, block=cut_blocks(exhibit.page.tree, tags).of_leaf)
    is_content = truth.find_content_blocks()
    return BlockFigures(
        truth.score_blocks(is_kept),
        truth.score_block_words(is_kept),
        len(is_content),
        int(is_content.sum()),
    )


def _judge_entry(ground: Ground, entry: Entry, cut: Cut) -> BlockFigures:
    """The means over the scored pages; one that could not be read scores nothing."""
    learned = learn_site(ground.site.name, ground.pages, entry.recipe)
    tags = _find_tags(entry) if cut is Cut.OWN else DEFAULT_TAGS
    lost = [BlockFigures(NOTHING, NOTHING, 0, 0)] * len(ground.problems)
    kept = [(one, learned.judge(one.page).is_kept) for one in ground.exhibits]
    return mean_figures([*(judge_page(one, tags, is_kept) for one, is_kept in kept), *lost])


def _find_tags(entry: Entry) -> Sequence[str]:
    """What the entry's method cuts pages by; those of other methods are cut by what is usual."""
    method = METHODS.create(entry.recipe.method, entry.recipe.method_settings)
    return tuple(getattr(method, "tags", DEFAULT_TAGS))


def _give_up(site: TruthSite) -> None:
    """A site that ended its process."""
