"""Which blocks each method chooses, as its definition has it: every block beside every other.

Sums are fractions, so that nothing is equal or unequal by rounding.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from dehusk.model import Page
from tests.property.literal_blocks import FEATURE_NAMES, Block, read_blocks

NEAR = 1e-9

Site = list[list[Block]]
Chosen = list[list[bool]]
"""One flag for each block of each page."""


def read_site(pages: Sequence[Page], tags: Sequence[str]) -> Site:
    return [read_blocks(page, tags) for page in pages]


def find_largest(blocks: list[Block]) -> dict[str, int]:
    return {name: max((b.counts[name] for b in blocks), default=0) for name in FEATURE_NAMES}


def scale(block: Block, largest: dict[str, int]) -> dict[str, Fraction]:
    """Each count that is not 0 as a share of the largest one."""
    return {name: Fraction(n, largest[name]) for name, n in block.counts.items() if n}


# content-blocks


@dataclass(frozen=True)
class Vector:
    """A value for each feature, and one for each term."""

    features: dict[str, Fraction]
    terms: frozenset[str]

    def times(self, other: "Vector") -> Fraction:
        shared = self.features.keys() & other.features.keys()
        products = [self.features[name] * other.features[name] for name in shared]
        return sum(products, Fraction(len(self.terms & other.terms)))

    @cached_property
    def squared_length(self) -> Fraction:
        return self.times(self)


@dataclass(frozen=True)
class Rarity:
    """What content-blocks takes for alike and for rare."""

    similarity: float = 0.9
    threshold: float = 0.5
    share: float = 0.0


def choose_content_blocks(site: Site, rarity: Rarity) -> Chosen:
    vectors = make_vectors(site)
    chosen: Chosen = []
    for page, blocks in enumerate(vectors):
        others = vectors[:page] + vectors[page + 1 :]
        chosen.append([is_rare(block, others, rarity) for block in blocks])
    return chosen


def is_rare(block: Vector, others: list[list[Vector]], rarity: Rarity) -> bool:
    """Is its inverse block document frequency high, or its share of the pages low?"""
    holding = [page for page in others if any(is_alike(block, b, rarity.similarity) for b in page)]
    n_pages = 1 + len(holding)
    is_on_few = n_pages < rarity.share * (1 + len(others)) - NEAR
    return is_on_few or Fraction(1, n_pages) > rarity.threshold + NEAR


def make_vectors(site: Site) -> list[list[Vector]]:
    largest = find_largest([block for blocks in site for block in blocks])
    return [
        [Vector(scale(block, largest), frozenset(block.words) | block.sources) for block in blocks]
        for blocks in site
    ]


def is_alike(one: Vector, other: Vector, similarity: float) -> bool:
    return one == other or find_cosine(one, other) > similarity + NEAR


def find_cosine(one: Vector, other: Vector) -> float:
    squared = one.squared_length * other.squared_length
    return float(one.times(other)) / math.sqrt(squared) if squared else 0.0


# feature-blocks, k-feature-blocks


@dataclass(frozen=True)
class Wish:
    """The features that are wanted, and those that stand against them."""

    want: tuple[str, ...]
    features: tuple[str, ...]


Sums = dict[int, Fraction]
"""The winners of a page, by their places, and what each has of the wanted features."""


def choose_feature_blocks(site: Site, wish: Wish) -> Chosen:
    def choose_first_best(sums: Sums) -> set[int]:
        best = max(sums.values())
        return {min(place for place, value in sums.items() if value >= best - NEAR)}

    return choose_winners(site, wish, choose_first_best)


def choose_k_feature_blocks(site: Site, wish: Wish, k: int, high: int) -> Chosen:
    def choose_high(sums: Sums) -> set[int]:
        groups = cluster(list(sums.values()), k)
        highest = {value for group in groups[-high:] for value in group}
        return {place for place, value in sums.items() if value in highest}

    return choose_winners(site, wish, choose_high)


def choose_winners(site: Site, wish: Wish, choose: Callable[[Sums], set[int]]) -> Chosen:
    chosen: Chosen = []
    for blocks, sums in zip(site, sum_winners(site, wish), strict=True):
        places = choose(sums) if sums else set()
        chosen.append([place in places for place in range(len(blocks))])
    return chosen


def sum_winners(site: Site, wish: Wish) -> list[Sums]:
    largest = find_largest([block for blocks in site for block in blocks])
    winners = [
        {place: block for place, block in enumerate(blocks) if has_won(scale(block, largest), wish)}
        for blocks in site
    ]
    largest = find_largest([block for page in winners for block in page.values()])
    return [
        {place: add_up(scale(block, largest), wish.want) for place, block in page.items()}
        for page in winners
    ]


def has_won(values: dict[str, Fraction], wish: Wish) -> bool:
    rest = set(wish.features) - set(wish.want)
    return add_up(values, wish.want) > add_up(values, rest) + Fraction(NEAR)


def add_up(values: dict[str, Fraction], names: Iterable[str]) -> Fraction:
    return sum((values.get(name, Fraction(0)) for name in names), Fraction(0))


def cluster(values: list[Fraction], k: int) -> list[list[Fraction]]:
    """The groups of k-means, the lowest first."""
    distinct = sorted(set(values))
    k = min(k, len(distinct))
    steps = [Fraction(i * (len(distinct) - 1), max(k - 1, 1)) for i in range(k)]
    ranks = [math.floor(step + Fraction(1, 2)) for step in steps]
    centroids = [distinct[rank] for rank in ranks]
    groups: list[list[Fraction]] = []
    for _ in range(100):
        before, groups = groups, [[] for _ in centroids]
        for value in sorted(values):
            groups[find_nearest_centroid(value, centroids)].append(value)
        if groups == before:
            break
        means = [sum(group) / Fraction(len(group)) if group else None for group in groups]
        centroids = [c if mean is None else mean for c, mean in zip(centroids, means, strict=True)]
    return groups


def find_nearest_centroid(value: Fraction, centroids: list[Fraction]) -> int:
    distances = [abs(value - centroid) for centroid in centroids]
    return max(i for i, d in enumerate(distances) if d <= min(distances) + Fraction(NEAR))


# block-entropy


def choose_by_entropy(site: Site, step: float) -> Chosen:
    entropies = find_entropies(site)
    limit = find_limit([e for page in entropies for e in page if e is not None], step)
    return [[e is None or e < limit - NEAR for e in page] for page in entropies]


def find_entropies(site: Site) -> list[list[float | None]]:
    """For each block the mean of its terms' entropies; None where it has no terms."""
    by_page = [Counter(word for block in blocks for word in block.words) for blocks in site]
    entropies = {word: find_entropy(word, by_page) for page in by_page for word in page}
    return [[find_mean({w: entropies[w] for w in b.words}) for b in blocks] for blocks in site]


def find_entropy(word: str, by_page: list[Counter[str]]) -> float:
    if len(by_page) < 2:
        return 0.0
    total = sum(page[word] for page in by_page)
    weights = [page[word] / total for page in by_page if page[word]]
    return -math.fsum(w * math.log(w) / math.log(len(by_page)) for w in weights)


def find_mean(values: dict[str, float]) -> float | None:
    return math.fsum(values.values()) / len(values) if values else None


def find_limit(entropies: list[float], step: float) -> float:
    """The first threshold from which a further step changes nothing, or else the last."""
    limits = [i * step for i in range(1, math.ceil(1 / step) + 1) if i * step < 1 - NEAR]
    informative = [{i for i, e in enumerate(entropies) if e < limit - NEAR} for limit in limits]
    for limit, these, following in zip(limits, informative, informative[1:], strict=False):
        if these and these == following:
            return limit
    return limits[-1]
