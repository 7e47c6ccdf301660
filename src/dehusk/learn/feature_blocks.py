"""The methods `feature-blocks` and `k-feature-blocks`: blocks that hold most of what is wanted.

FeatureExtractor and K-FeatureExtractor of Debnath, Mitra and Giles, "Automatic extraction of
informative blocks from webpages" (SAC 2005), section 3.2. A block wins if the wanted features make
up more of it than all others. The first method keeps the best winner of a page, the second the
better ones. One page is enough: what other pages teach is only how much of a feature is much.
Departure: which features stand against each other is a setting. With all that HTML has, a single
script or heading outweighs an article, since a feature counts by its share of the most there is.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.blocks.cut import DEFAULT_TAGS, check_tags
from dehusk.learn.blocks.holdings import FEATURES, Holdings, Values, read_holdings
from dehusk.learn.blocks.means import group_by_means
from dehusk.learn.blocks.reasons import explain_blocks
from dehusk.learn.blocks.tolerance import TOLERANCE
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.learn.saved import read_count, read_counts, read_texts
from dehusk.model import Ints, Mask, Page, Reason, Scores

DEFAULT_WANT = ("text",)
DEFAULT_FEATURES = ("text", "links", "forms")
"""What tells text from navigation. Of all sets tried, this one loses least on gold sites."""

WHOLE_TAGS = tuple(tag for tag in DEFAULT_TAGS if tag not in ("ul", "ol", "dl"))
"""Where a single block is kept, an article and its lists had better be one."""

FINE_TAGS = ("p", *DEFAULT_TAGS)
"""Where several blocks are kept, paragraphs may be told from each other."""

Totals = tuple[int, ...]
"""One number a feature."""


@dataclass(frozen=True, slots=True)
class _ByFeatures(ABC):
    """What cuts pages into blocks, the features that are wanted, and those that they stand against.

    A feature that is wanted need not be among `features`.
    """

    tags: Sequence[str] = WHOLE_TAGS
    want: Sequence[str] = DEFAULT_WANT
    features: Sequence[str] = DEFAULT_FEATURES

    name: ClassVar[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", check_tags(self.name, "tags", self.tags))
        for setting in ("want", "features"):
            named = check_features(self.name, setting, getattr(self, setting))
            object.__setattr__(self, setting, named)

    @abstractmethod
    def choose(self, wanted: Sequence[float]) -> Mask:
        """Which winners of a page are content, by how much of what is wanted they have."""

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "FeatureTemplate":
        """The most of each feature that any block has, and any winner."""
        counts = [read_holdings(page.tree, self.tags).counts for page in pages]
        everything = np.concatenate([np.zeros((0, len(FEATURES)), dtype=np.int32), *counts])
        largest = _most(everything)
        is_winner = self.find_winners(_divide(everything, largest))
        return FeatureTemplate(self, len(pages), largest, _most(everything[is_winner]))

    def load(self, state: State) -> "FeatureTemplate":
        """The template that was saved.

        What it knows of winners is of no use where something else is wanted: pages are measured by
        themselves then, which makes no difference for a single feature.
        """
        of_winners = read_counts(state, "largest_of_winners", FEATURES)
        if read_texts(state, "want") != self.want:
            of_winners = (0,) * len(FEATURES)
        largest = read_counts(state, "largest", FEATURES)
        return FeatureTemplate(self, read_count(state, "pages"), largest, of_winners)

    def find_winners(self, values: Values) -> Mask:
        """Which blocks have more of what is wanted than of all that it stands against."""
        wanted, rest = self.split(values)
        is_winner: Mask = wanted > rest + TOLERANCE
        return is_winner

    def split(self, values: Values) -> tuple[Values, Values]:
        """How much of what is wanted each block has, and how much of the rest."""
        is_wanted = [feature in self.want for feature in FEATURES]
        is_rest = [feature in self.features and feature not in self.want for feature in FEATURES]
        return values[:, is_wanted].sum(axis=1), values[:, is_rest].sum(axis=1)


def check_features(method: str, setting: str, given: object) -> tuple[str, ...]:
    """The features that a setting names, one or several; `image` is as good as `images`."""
    names = given.split(",") if isinstance(given, str) else given
    if isinstance(names, list | tuple) and names:
        known = {feature.removesuffix("s"): feature for feature in FEATURES}
        stripped = [str(name).strip().lower().removesuffix("s") for name in names]
        if all(name in known for name in stripped):
            named = {known[name] for name in stripped}
            return tuple(feature for feature in FEATURES if feature in named)
    raise BadSetting(method, setting, given, f"one or several of {', '.join(FEATURES)}")


@dataclass(frozen=True, slots=True)
class FeatureBlocks(_ByFeatures):
    """The best winner of each page is its content."""

    name: ClassVar[str] = "feature-blocks"

    def choose(self, wanted: Sequence[float]) -> Mask:
        """The first of the best."""
        values = np.array(wanted, dtype=np.float64)
        is_best = values > values.max(initial=0) - TOLERANCE
        is_first: Mask = is_best & (np.cumsum(is_best) == 1)
        return is_first


@dataclass(frozen=True, slots=True)
class KFeatureBlocks(_ByFeatures):
    """The winners of each page fall into `k` groups; the `high` best groups are its content.

    Unless it is said how many, those are all but the lowest.
    """

    name: ClassVar[str] = "k-feature-blocks"

    tags: Sequence[str] = FINE_TAGS
    k: int = 3
    high: int | None = None

    def __post_init__(self) -> None:
        _ByFeatures.__post_init__(self)
        if type(self.k) is not int or not 2 <= self.k <= 10:
            raise BadSetting(self.name, "k", self.k, "a whole number from 2 to 10")
        if self.high is None:
            object.__setattr__(self, "high", self.k - 1)
        if type(self.high) is not int or not 1 <= self.high < self.k:
            raise BadSetting(self.name, "high", self.high, f"a whole number from 1, below {self.k}")

    def choose(self, wanted: Sequence[float]) -> Mask:
        """The high groups of k-means."""
        groups, n_groups = group_by_means(wanted, self.k)
        return groups >= n_groups - (self.high or 1)


@dataclass(frozen=True, slots=True)
class FeatureTemplate:
    """The most of each feature that was seen in a block, and in a winner.

    A page that has more of a feature is measured by itself, as is one where nothing was learned.
    """

    method: _ByFeatures
    pages: int
    largest: Totals
    largest_of_winners: Totals

    def score(self, page: Page) -> Scores:
        """Below a half for the blocks chosen; the less of what is wanted, the higher."""
        holdings = read_holdings(page.tree, self.method.tags)
        return self._judge(holdings).scores()[holdings.blocks.of_leaf]

    def explain(self, page: Page) -> Sequence[Reason]:
        """The share of what is wanted in a leaf's block, and whether it was enough."""
        holdings = read_holdings(page.tree, self.method.tags)
        judged = self._judge(holdings)
        rest = [feature for feature in self.method.features if feature not in self.method.want]
        why = judged.say_why(" and ".join(self.method.want), " and ".join(rest) or "all else")
        return explain_blocks(holdings.blocks, judged.scores(), why)

    def state(self) -> State:
        """Readable and correctable."""
        return {
            "pages": self.pages,
            "want": list(self.method.want),
            "largest": dict(zip(FEATURES, self.largest, strict=True)),
            "largest_of_winners": dict(zip(FEATURES, self.largest_of_winners, strict=True)),
        }

    def _judge(self, holdings: Holdings) -> "_Judged":
        values = _divide(holdings.counts, self.largest)
        is_winner = self.method.find_winners(values)
        won = _divide(holdings.counts[is_winner], self.largest_of_winners)
        is_chosen = np.zeros(len(values), dtype=np.bool_)
        is_chosen[is_winner] = self.method.choose(self.method.split(won)[0].tolist())
        return _Judged(*self.method.split(values), is_winner, is_chosen)


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """The blocks of a page: how much each has of what is wanted and of the rest; which are kept."""

    wanted: Values
    rest: Values
    is_winner: Mask
    is_chosen: Mask

    def shares(self) -> Values:
        """How much of each block is what is wanted."""
        total = self.wanted + self.rest
        return np.divide(self.wanted, total, out=np.zeros_like(total), where=total > 0)

    def scores(self) -> Scores:
        """Both halves by the share of what is wanted, and how much it is."""
        strength = self.shares() * np.minimum(self.wanted, 1)
        scores = np.where(self.is_chosen, 0.499 * (1 - strength), 1 - 0.5 * strength)
        return scores.astype(np.float32)

    def say_why(self, wanted: str, rest: str) -> list[str]:
        """One reason a block, for what is wanted and what it stands against."""
        return [
            f"its block has no {wanted}"
            if not amount
            else f"the share of {wanted} in its block is {share:.2f}"
            + ("" if is_chosen else ", but other blocks have more" if wins else f", beside {rest}")
            for amount, share, wins, is_chosen in zip(
                self.wanted.tolist(),
                self.shares().tolist(),
                self.is_winner.tolist(),
                self.is_chosen.tolist(),
                strict=True,
            )
        ]


def _most(counts: Ints) -> Totals:
    return tuple(counts.max(axis=0, initial=0).tolist())


def _divide(counts: Ints, largest: Totals) -> Values:
    """The counts as parts of the largest there are, here or where was learned."""
    most = np.maximum(counts.max(axis=0, initial=0), np.array(largest)).astype(np.float64)
    values: Values = counts / np.maximum(most, 1)
    return values
