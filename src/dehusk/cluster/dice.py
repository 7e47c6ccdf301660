"""The cluster method `dice`: pages go in pairs, the most alike first.

The method that Kulkarni and Kulkarni (2015) propose, their Figure 5: pages with the same essential
paths are one cluster; of all pairs of these, those with a Dice coefficient below the mean are
dropped; the best pair is merged and every other entry of both partners removed, until no pair is
left. As in the figure this is done once (repeated, it would always end in one cluster): a cluster
holds two sets of essential paths at most. Time and memory grow with the square of the sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from dehusk.cluster.essential import cluster_essential, list_attributes
from dehusk.cluster.matrix import Counts, PathMatrix
from dehusk.cluster.method import State
from dehusk.cluster.overlap import count_shared, group_equals, take_first
from dehusk.cluster.paths import TagPaths
from dehusk.cluster.templates import PathClustering, load_clustering
from dehusk.model import Cluster, Indices, Page

Coefficients = npt.NDArray[np.float64]

_ROUNDING = 1e-9
"""A mean of equal numbers may come out a little above them."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Groups pages in pairs of like sets of essential paths.

    `attributes`: those whose values are paths, too, such as class,id,src.
    """

    name: ClassVar[str] = "dice"

    attributes: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "attributes", list_attributes(self.name, self.attributes))

    def cluster(self, pages: Sequence[Page]) -> tuple[Sequence[Cluster], PathClustering]:
        """The clusters of the pages, the largest first."""
        return cluster_essential(pages, TagPaths(tuple(self.attributes)), find_groups)

    def load(self, state: State) -> PathClustering:
        """The clustering that gave this state."""
        return load_clustering(state, TagPaths(tuple(self.attributes)))


def find_groups(matrix: PathMatrix) -> Indices:
    """The group of each page."""
    groups = group_equals(matrix)
    different = matrix.take_pages(take_first(groups))
    partner = np.arange(different.n_pages)
    for one, other in pair_up(measure_pairs(different)):
        partner[other] = one
    return partner[groups]


def measure_pairs(matrix: PathMatrix) -> Coefficients:
    """Pages by pages, the Dice coefficient of their paths."""
    sizes = matrix.sizes()
    return compare(count_shared(matrix), sizes[:, None], sizes)


def pair_up(coefficients: Coefficients) -> list[tuple[int, int]]:
    """The pairs that are merged, each item in one at most; on a tie, the first items."""
    ones, others = np.triu_indices(len(coefficients), 1)
    values = coefficients[ones, others]
    if not len(values):
        return []
    kept = np.flatnonzero(values >= values.mean() - _ROUNDING)
    kept = kept[np.argsort(-values[kept], kind="stable")]
    is_free = np.ones(len(coefficients), dtype=np.bool_)
    pairs = []
    for one, other in zip(ones[kept].tolist(), others[kept].tolist(), strict=True):
        if is_free[one] and is_free[other]:
            is_free[[one, other]] = False
            pairs.append((one, other))
    return pairs


def compare(shared: Coefficients, one: Counts, other: Counts) -> Coefficients:
    """The Dice coefficient of sets, by how many members they share and have: 2 C / (S1 + S2).

    The paper compares the pairs of letters in "christ" and "christos", by its count 5, 5 and 6:

    >>> compare(np.array([5.0]), np.array([5]), np.array([6])).round(8)
    array([0.90909091])

    ("christos" has seven, the paper's list leaves out "ri"; it should be 10/12.)
    """
    coefficients: Coefficients = 2 * shared / np.maximum(one + other, 1)
    return coefficients
