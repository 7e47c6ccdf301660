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
from dehusk.learn.site.memory import Known
from dehusk.learn.site.network import Network, to_likelihood
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.reasons import give_reasons
from dehusk.learn.site.recall import Loaded, Recalled, recall_pages
from dehusk.learn.site.state import read_state, write_state
from dehusk.learn.site.threads import one_thread
from dehusk.learn.site.view import View, view_page
from dehusk.learn.site.weights import load_weights
from dehusk.model import Page, Reason, Scores

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
        return SiteTemplate(self.weights, recall_pages(pages, site, self.pages, ENOUGH_PAGES))

    def load(self, state: State) -> "SiteTemplate":
        """The template that was saved."""
        return SiteTemplate(self.weights, Loaded(*read_state(state)))


@dataclass(frozen=True, slots=True, eq=False)
class SiteTemplate:
    """What is known of a cluster's pages, and which network decides by it."""

    weights: str
    recalled: Recalled

    @property
    def network(self) -> Network:
        """What decides; learning does without."""
        return load_weights(self.weights)

    def score(self, page: Page) -> Scores:
        """How unlikely each leaf is content."""
        view = view_page(page)
        scores = np.zeros(len(page.tree.leaves), dtype=np.float32)
        if len(view):
            known = self.recalled.know_of_others(page)
            scores = (1 - judge(view, known, self.network))[view.reading.block]
        return scores

    def rate(self, page: Page, scores: Scores) -> float:
        """How much of the page is likely to be judged right."""
        words = view_page(page).reading.leaf_words.astype(np.float32)
        return self.network.calibration.rate(1 - scores, words)

    def explain(self, page: Page) -> Sequence[Reason]:
        """What spoke most for the decision on each leaf."""
        view = view_page(page)
        return (
            give_reasons(view, self.recalled.know_of_others(page), self.network)
            if len(view)
            else ()
        )

    def state(self) -> State:
        """Readable and correctable."""
        return write_state(self.recalled.known, *self.recalled.labels)


def judge(view: View, known: Known, network: Network) -> Floats:
    """How likely each block is content."""
    described = describe_blocks(view, known, network.lexicon)
    with one_thread():
        odds = network.decide(described.stack(network.features), described.low, described.high)
    likely: Floats = np.round(to_likelihood(odds), DECIMALS)
    return likely
