"""The methods `feature-blocks` and `k-feature-blocks`: blocks that hold most of what is wanted.

FeatureExtractor and K-FeatureExtractor of Debnath, Mitra and Giles, "Automatic extraction of
informative blocks from webpages" (SAC 2005), section 3.2. A block wins if the wanted features make
up more of it than all others. The first method keeps the best winner of a page, the second the
better ones. One page is enough: what other pages teach is only how much of a feature is much.
Departure: which features stand against each other is a setting. With all that HTML has, a single
script or heading outweighs an article, since a feature counts by its share of the most there is.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.blocks.cut import DEFAULT_TAGS, check_tags
from dehusk.learn.blocks.holdings import FEATURES, Holdings, Values, read_holdings
from dehusk.learn.blocks.means import group_by_means
from dehusk.learn.blocks.reasons import explain_blocks
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.model import Ints, Mask, Page, Reason, Scores

TOLERANCE = 1e-9
"""Sums of fractions that differ by less are equal."""

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
        """The template that was saved; what it knows of other winners is of no use here."""
        same = tuple(cast("Sequence[str]", state["want"])) == self.want
        largest, of_winners = (
            cast("Mapping[str, int]", state[name]) for name in ("largest", "largest_of_winners")
        )
        return FeatureTemplate(
            self,
            int(cast("int", state["pages"])),
            tuple(int(largest.get(feature, 0)) for feature in FEATURES),
            tuple(int(of_winners.get(feature, 0)) if same else 0 for feature in FEATURES),
        )

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
            return tuple(dict.fromkeys(known[name] for name in stripped))
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
    """The winners of each page fall into `k` groups; the `high` best groups are its content."""

    name: ClassVar[str] = "k-feature-blocks"

    tags: Sequence[str] = FINE_TAGS
    k: int = 3
    high: int = 2

    def __post_init__(self) -> None:
        _ByFeatures.__post_init__(self)
        if type(self.k) is not int or not 2 <= self.k <= 10:
            raise BadSetting(self.name, "k", self.k, "a whole number from 2 to 10")
        if type(self.high) is not int or not 1 <= self.high < self.k:
            raise BadSetting(self.name, "high", self.high, "a whole number from 1, below k")

    def choose(self, wanted: Sequence[float]) -> Mask:
        """The high groups of k-means."""
        groups, n_groups = group_by_means(wanted, self.k)
        return groups >= n_groups - self.high


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
        shares, is_chosen, _ = self._judge(holdings)
        return _score_blocks(shares, is_chosen)[holdings.blocks.of_leaf]

    def explain(self, page: Page) -> Sequence[Reason]:
        """The share of what is wanted in a leaf's block, and whether it was enough."""
        holdings = read_holdings(page.tree, self.method.tags)
        shares, is_chosen, is_winner = self._judge(holdings)
        wanted = f"the share of {' and '.join(self.method.want)} in its block"
        beside = ["all else", "that of other blocks"]
        why = [
            f"{wanted} is {share:.2f}" + ("" if chosen else f", less than {beside[wins]}")
            for share, chosen, wins in zip(
                shares.tolist(), is_chosen.tolist(), is_winner.tolist(), strict=True
            )
        ]
        return explain_blocks(holdings.blocks, _score_blocks(shares, is_chosen), why)

    def state(self) -> State:
        """Readable and correctable."""
        return {
            "pages": self.pages,
            "want": list(self.method.want),
            "largest": dict(zip(FEATURES, self.largest, strict=True)),
            "largest_of_winners": dict(zip(FEATURES, self.largest_of_winners, strict=True)),
        }

    def _judge(self, holdings: Holdings) -> tuple[Values, Mask, Mask]:
        """Of each block the share that is wanted, whether it is content, and whether it wins."""
        values = _divide(holdings.counts, self.largest)
        is_winner = self.method.find_winners(values)
        won = _divide(holdings.counts[is_winner], self.largest_of_winners)
        is_chosen = np.zeros(len(values), dtype=np.bool_)
        is_chosen[is_winner] = self.method.choose(self.method.split(won)[0].tolist())
        wanted, rest = self.method.split(values)
        shares = np.divide(
            wanted, wanted + rest, out=np.zeros_like(wanted), where=wanted + rest > 0
        )
        return shares, is_chosen, is_winner


def _most(counts: Ints) -> Totals:
    return tuple(counts.max(axis=0, initial=0).tolist())


def _divide(counts: Ints, largest: Totals) -> Values:
    """The counts as parts of the largest there are, here or where was learned."""
    most = np.maximum(counts.max(axis=0, initial=0), np.array(largest)).astype(np.float64)
    values: Values = counts / np.maximum(most, 1)
    return values


def _score_blocks(shares: Values, is_chosen: Mask) -> Scores:
    """Both halves from the share of what is wanted: the more there is, the lower."""
    scores = np.where(is_chosen, 0.499 * (1 - shares), 1 - 0.5 * shares)
    return scores.astype(np.float32)
