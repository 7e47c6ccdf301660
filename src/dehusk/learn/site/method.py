"""The default method: every block decided on all that its page and its site tell of it.

What a site's pages have in common is remembered as counts and tables (`memory`); a page and what is
known of its site become a row of numbers for each block (`features`); a small network that was
trained on sites with truth reads these rows in order (`network`). One page alone is judged by the
same network on what the page itself tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.labels import Labels, label_texts, label_ways
from dehusk.learn.site.memory import Known, SiteMemory, remember_cluster, remember_site
from dehusk.learn.site.network import Network, to_likelihood
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.reasons import give_reasons
from dehusk.learn.site.state import read_state, write_state
from dehusk.learn.site.threads import one_thread
from dehusk.learn.site.view import View, view_page
from dehusk.learn.site.weights import load_weights
from dehusk.model import Page, Reason, Scores, stable_hash

MOST_PAGES = 64
"""More pages of a cluster, or of a site, teach nothing new."""

ENOUGH_PAGES = 24
"""A cluster of fewer pages is learned beside the other pages of its site: what they share is told
by their slots, and more pages tell more."""

DECIMALS = 4


@dataclass(frozen=True, slots=True)
class SiteMethod:
    """How much is learned from, and with which weights.

    `pages`: learn a cluster, and what is shared by the whole site, from so many pages at most,
    drawn by their keys.
    `weights`: a file of other weights than those that come with dehusk.
    """

    name: ClassVar[str] = "site"

    pages: int = MOST_PAGES
    weights: str = ""

    def __post_init__(self) -> None:
        if type(self.pages) is not int or self.pages < 1:
            raise BadSetting(self.name, "pages", self.pages, "a whole number from 1")
        if not isinstance(self.weights, str):
            raise BadSetting(self.name, "weights", self.weights, "the path of a file of weights")
        if self.weights:
            load_weights(self.weights)

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "SiteTemplate":
        """Remember what the pages have in common."""
        views, known = recall_pages(pages, site, self.pages, ENOUGH_PAGES)
        return SiteTemplate(
            self.weights, known, label_texts(views, known), label_ways(views, known)
        )

    def load(self, state: State) -> "SiteTemplate":
        """The template that was saved."""
        return SiteTemplate(self.weights, *read_state(state))


@dataclass(frozen=True, slots=True, eq=False)
class SiteTemplate:
    """What is known of a cluster's pages, and which network decides by it."""

    weights: str
    known: Known
    texts: Labels
    ways: Labels

    @property
    def network(self) -> Network:
        """What decides; learning does without."""
        return load_weights(self.weights)

    def score(self, page: Page) -> Scores:
        """How unlikely each leaf is content."""
        view = view_page(page)
        scores = np.zeros(len(page.tree.leaves), dtype=np.float32)
        if len(view):
            scores = (1 - self.judge(view))[view.reading.block]
        return scores

    def judge(self, view: View) -> Floats:
        """How likely each block is content."""
        network = self.network
        described = describe_blocks(view, self.known, network.lexicon)
        normal = network.normalize(described.stack(network.features))
        with one_thread():
            odds = network.decide(normal, described.low, described.high)
        likely: Floats = np.round(to_likelihood(odds), DECIMALS)
        return likely

    def rate(self, page: Page, scores: Scores) -> float:
        """How much of the page is likely to be judged right."""
        words = view_page(page).reading.leaf_words.astype(np.float32)
        return self.network.calibration.rate(1 - scores, words)

    def explain(self, page: Page) -> Sequence[Reason]:
        """What spoke most for the decision on each leaf."""
        view = view_page(page)
        return give_reasons(view, self.known, self.network) if len(view) else ()

    def state(self) -> State:
        """Readable and correctable."""
        return write_state(self.known, self.texts, self.ways)


def recall_pages(
    pages: Sequence[Page], site: SiteEvidence, most: int, enough: int = 0
) -> tuple[Sequence[View], Known]:
    """The pages that are learned from, and what they and the site have in common.

    Where a cluster has not enough pages, the other pages of its site are beside them.
    """
    ends = site.title_prefix, site.title_suffix
    sample = draw_pages(site.sample or pages, most)
    memory = site.find_once(("site", most), lambda _: _remember(sample, ends))
    drawn = draw_pages(pages, most)
    if len(drawn) < enough:
        keys = {page.ref.key for page in drawn}
        drawn += [page for page in sample if page.ref.key not in keys]
    views = [view_page(page) for page in drawn[:most]]
    return views, Known(memory, remember_cluster(views, memory), *ends)


def _remember(pages: Sequence[Page], ends: tuple[str, str]) -> SiteMemory:
    return remember_site([view_page(page) for page in pages], ends)


def draw_pages(pages: Sequence[Page], most: int) -> list[Page]:
    """So many pages at most, the same ones in whatever order they come."""

    def order(page: Page) -> tuple[int, str, int, bytes]:
        return stable_hash(page.ref.key), page.ref.key, page.ref.copy, page.tree.markup

    return sorted(pages, key=order)[:most]
