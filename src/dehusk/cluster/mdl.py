"""The cluster method `mdl`: merge the two clusters that shorten the description most, and again.

TEXT-MDL of Kim and Shim (2011), as Kulkarni and Kulkarni (2015) have it. Time grows with the cube
of the pages and memory with their square: for some hundreds of pages, and as a yardstick.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from dehusk.cluster.essential import cluster_essential, list_attributes
from dehusk.cluster.ledger import Ledger, move_place
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.method import State
from dehusk.cluster.paths import TagPaths
from dehusk.cluster.templates import PathClustering, load_clustering
from dehusk.model import Cluster, Indices, Page

_BLOCK_ROWS = 16
"""The pairs of so many clusters are looked at together: they stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Mdl:
    """Groups pages so that all their essential paths take the fewest bits to write down.

    `attributes`: those whose values are paths, too, such as class,id,src.
    """

    name: ClassVar[str] = "mdl"

    attributes: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "attributes", list_attributes(self.name, self.attributes))

    def cluster(self, pages: Sequence[Page]) -> tuple[Sequence[Cluster], PathClustering]:
        """The clusters of the pages, the largest first."""
        return cluster_essential(pages, TagPaths(tuple(self.attributes)), find_groups)

    def load(self, state: State) -> PathClustering:
        """The clustering that gave this state."""
        return load_clustering(state, TagPaths(tuple(self.attributes)))


class Step(NamedTuple):
    """A merge: the numbers of two clusters, and L(C) after it."""

    one: int
    other: int
    cost_after: float


@dataclass(frozen=True, slots=True, eq=False)
class Merges:
    """What was merged in which order, and the group of each page in the end.

    The groups to begin with have the numbers 0 … n - 1, the cluster that step s makes has n + s.
    """

    first_cost: float
    steps: Sequence[Step]
    groups: Indices


def find_groups(matrix: PathMatrix) -> Indices:
    """The group of each page, from pages that are all alone."""
    return agglomerate(matrix, np.arange(matrix.n_pages)).groups


def agglomerate(matrix: PathMatrix, groups: Indices, *, stop_when_rising: bool = True) -> Merges:
    """Merge, each time the pair with the largest fall of L(C), until none falls or one is left."""
    ledger = Ledger(matrix, groups)
    first_cost, n_first = ledger.cost, ledger.n_clusters
    pairs = _Pairs(ledger)
    numbers = list(range(n_first))
    steps: list[Step] = []
    while ledger.n_clusters > 1:
        one, other, cost = pairs.find_best()
        if stop_when_rising and cost >= ledger.cost:
            break
        pairs.merge(one, other)
        steps.append(Step(numbers[one], numbers[other], ledger.cost))
        numbers[one], numbers[other] = n_first + len(steps) - 1, numbers[-1]
        numbers.pop()
    return Merges(first_cost, steps, ledger.cluster_of)


class _Pairs:
    """What merging any two clusters changes, in arrays that shrink with the clusters."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        n_clusters = ledger.n_clusters
        self._changes = np.zeros((3, n_clusters, n_clusters))
        for one in range(n_clusters):
            others = np.arange(one + 1, n_clusters)
            self._changes[:, one, others] = ledger.find_changes(one, others)
        self._changes += self._changes.transpose(0, 2, 1)

    def find_best(self) -> tuple[int, int, float]:
        """The places of the two clusters that are best merged, and L(C) after it."""
        starts = range(0, self._ledger.n_clusters, _BLOCK_ROWS)
        _, one, other = min(map(self._find_best_from, starts))
        return one, other, float(self._ledger.find_costs(self._changes[:, one, other]))

    def _find_best_from(self, start: int) -> tuple[float, int, int]:
        """The best merge of a block of clusters with later ones: L(C), and their places."""
        costs = self._ledger.find_costs(self._changes[:, start : start + _BLOCK_ROWS, start:])
        # Rounded, so that equal costs are equal whatever their parts are.
        costs = np.round(costs, 6)
        costs[np.tri(*costs.shape, dtype=np.bool_)] = np.inf
        one, other = divmod(int(np.argmin(costs)), costs.shape[1])
        return float(costs[one, other]), start + one, start + other

    def merge(self, one: int, other: int) -> None:
        """Make two clusters one, and look anew at what it can be merged with."""
        self._ledger.merge(one, other)
        last = self._ledger.n_clusters
        move_place(self._changes, other, last)
        self._changes = self._changes[:, :last, :last]
        changes = self._ledger.find_changes(one, np.arange(last))
        self._changes[:, one, :], self._changes[:, :, one] = changes, changes
