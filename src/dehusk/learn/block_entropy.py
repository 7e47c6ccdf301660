"""The method `block-entropy`: blocks whose terms are spread evenly over the pages are template.

After Lin and Ho, "Discovering informative content blocks from web documents" (KDD 2002), which
Debnath, Mitra and Giles compare themselves with. The entropy of a term is that of its frequency
over the pages, from 0 (on one page) to 1 (as often on each); of a block the mean over its terms.
The threshold is found, not set: it is raised in steps while that changes what is informative.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.blocks.cut import check_tags
from dehusk.learn.blocks.holdings import Holdings, read_holdings
from dehusk.learn.blocks.reasons import explain_blocks
from dehusk.learn.blocks.tolerance import TOLERANCE
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.learn.saved import read_count, read_mapping, read_share
from dehusk.model import Page, Reason, Scores

TABLES = ("table",)
"""Lin and Ho's own."""

STEP = 0.1


@dataclass(frozen=True, slots=True)
class BlockEntropy:
    """What cuts pages into blocks, and the steps by which the threshold is raised."""

    name: ClassVar[str] = "block-entropy"

    tags: Sequence[str] = TABLES
    step: float = STEP

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", check_tags(self.name, "tags", self.tags))
        if type(self.step) is not float or not 0.001 <= self.step <= 0.9:
            raise BadSetting(self.name, "step", self.step, "a fraction from 0.001 to 0.9")

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "EntropyTemplate":
        """The entropy of each term that is on several pages, and the threshold for blocks."""
        ordered = sorted(pages, key=lambda page: (page.ref.key, page.tree.markup))
        read = [read_holdings(page.tree, self.tags) for page in ordered]
        entropies = _measure_terms(read)
        found = [measure_blocks(holdings, entropies) for holdings in read]
        threshold = self._find_threshold([one for row in found for one in row if one is not None])
        return EntropyTemplate(self, len(pages), threshold, entropies)

    def load(self, state: State) -> "EntropyTemplate":
        """The template that was saved."""
        threshold = read_share(state, "threshold")
        if threshold in (0, 1):
            raise ValueError("the threshold is not between 0 and 1")
        terms = read_mapping(state, "terms")
        entropies = {term: read_share(terms, term) for term in terms}
        return EntropyTemplate(self, read_count(state, "pages"), threshold, entropies)

    def _find_threshold(self, entropies: Sequence[float]) -> float:
        """Lin and Ho's rule; where nothing is informative yet, the threshold is raised on."""
        steps = np.arange(1, 1 / self.step + 1) * self.step
        steps = steps[steps < 1 - TOLERANCE]
        n_informative = np.searchsorted(np.sort(np.array(entropies)), steps - TOLERANCE)
        is_settled = (n_informative[1:] == n_informative[:-1]) & (n_informative[:-1] > 0)
        settled = np.flatnonzero(is_settled)
        return float(steps[settled[0] if len(settled) else -1])


@dataclass(frozen=True, slots=True)
class EntropyTemplate:
    """The entropy of terms, nothing for those that are not here; and from where on a block's is
    that of template."""

    method: BlockEntropy
    pages: int
    threshold: float
    entropies: Mapping[str, float]

    def score(self, page: Page) -> Scores:
        """A half at the threshold, one at the highest entropy."""
        holdings = read_holdings(page.tree, self.method.tags)
        return self._score_blocks(self._measure(holdings))[holdings.blocks.of_leaf]

    def explain(self, page: Page) -> Sequence[Reason]:
        """The entropy of a leaf's block beside the threshold."""
        holdings = read_holdings(page.tree, self.method.tags)
        found = self._measure(holdings)
        return explain_blocks(
            holdings.blocks, self._score_blocks(found), [self._say(one) for one in found]
        )

    def state(self) -> State:
        """Readable and correctable: a term that is taken out speaks for content."""
        return {"pages": self.pages, "threshold": self.threshold, "terms": dict(self.entropies)}

    def _measure(self, holdings: Holdings) -> list[float | None]:
        return measure_blocks(holdings, self.entropies)

    def _score_blocks(self, entropies: Sequence[float | None]) -> Scores:
        found = np.array([one or 0.0 for one in entropies], dtype=np.float64)
        below = 0.5 * found / self.threshold
        above = 1 - 0.5 * (1 - found) / (1 - self.threshold)
        is_high = found >= self.threshold - TOLERANCE
        # The nearest to the threshold must not be rounded over it.
        scores = np.where(is_high, np.maximum(above, 0.5), np.minimum(below, 0.499))
        return np.clip(scores, 0, 1).astype(np.float32)

    def _say(self, entropy: float | None) -> str:
        if entropy is None:
            return "says nothing"
        limit = f"{self.threshold:.2f}"
        is_high = entropy >= self.threshold - TOLERANCE
        verdict = f"from {limit} on it is template" if is_high else f"below {limit} it is content"
        return f"the mean entropy of its block's terms is {entropy:.2f}: {verdict}"


def measure_blocks(holdings: Holdings, entropies: Mapping[str, float]) -> list[float | None]:
    """The entropy of each block of a page; of a block without terms there is none."""
    return [
        sum(sorted(entropies.get(term, 0.0) for term in terms)) / len(terms) if terms else None
        for terms in map(set, holdings.words)
    ]


def _measure_terms(read: Sequence[Holdings]) -> dict[str, float]:
    """The entropy of each term that is on more than one page."""
    numbers: dict[str, int] = {}
    cells = [
        (numbers.setdefault(term, len(numbers)), n)
        for holdings in read
        for term, n in Counter(word for words in holdings.words for word in words).items()
    ]
    if len(read) < 2 or not cells:
        return {}
    term, count = np.array(cells, dtype=np.int64).T
    share = count / np.bincount(term, count)[term]
    entropy = np.bincount(term, -share * np.log(share)) / np.log(len(read))
    n_pages = np.bincount(term)
    return {
        name: min(round(float(entropy[number]), 12), 1.0)
        for name, number in sorted(numbers.items())
        if n_pages[number] > 1
    }
