"""The cluster method `minhash`: merge the pages whose signatures are most alike, while it pays.

TEXT-MAX of Kim and Shim (2011), as Kulkarni and Kulkarni (2015) have it: signatures estimate how
much two sets of paths share (Jaccard), the pairs that share most are tried first, and of those the
one that shortens the description most is merged. The signature of a merged cluster stands for the
paths of all its pages. Where none of the pairs that share most shortens the description, they are
set aside, and the next are tried; when all are, once more from the first, until no pair pays. All
pairs of signatures are compared: memory grows with the square of the different pages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from dehusk.cluster.essential import cluster_essential, list_attributes
from dehusk.cluster.ledger import Ledger, move_place
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.method import State
from dehusk.cluster.overlap import group_equals, take_first
from dehusk.cluster.paths import TagPaths
from dehusk.cluster.templates import PathClustering, load_clustering
from dehusk.errors import BadSetting
from dehusk.model import Cluster, Indices, Page, stable_hash

DEFAULT_HASHES = 128
"""Two estimates of three are then off by less than .05."""

MOST_HASHES = 4096

Signatures = npt.NDArray[np.uint32]
"""Pages or clusters by hash functions: the smallest hash of any of their paths."""

_NO_PATH = np.uint32(2**32 - 1)


@dataclass(frozen=True, slots=True)
class MinHash:
    """Groups pages by estimated likeness, as long as the description gets shorter.

    `n_hashes`: the length of a signature. `attributes`: those whose values are paths, too, such as
    class,id,src.
    """

    name: ClassVar[str] = "minhash"

    n_hashes: int = DEFAULT_HASHES
    attributes: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "attributes", list_attributes(self.name, self.attributes))
        if type(self.n_hashes) is not int or not 1 <= self.n_hashes <= MOST_HASHES:
            allowed = f"a whole number from 1 to {MOST_HASHES}"
            raise BadSetting(self.name, "n_hashes", self.n_hashes, allowed)

    def cluster(self, pages: Sequence[Page]) -> tuple[Sequence[Cluster], PathClustering]:
        """The clusters of the pages, the largest first."""
        find = partial(find_groups, n_hashes=self.n_hashes)
        return cluster_essential(pages, TagPaths(tuple(self.attributes)), find)

    def load(self, state: State) -> PathClustering:
        """The clustering that gave this state."""
        return load_clustering(state, TagPaths(tuple(self.attributes)))


def find_groups(matrix: PathMatrix, n_hashes: int = DEFAULT_HASHES) -> Indices:
    """The group of each page."""
    # Pages with the same paths have the same signature, and putting them together always pays.
    groups = group_equals(matrix)
    ledger = Ledger(matrix, groups)
    likely = _LikelyPairs(ledger, sign(matrix.take_pages(take_first(groups)), n_hashes))
    n_before = 0
    # A pair that was set aside may pay when there are fewer clusters.
    while n_before != ledger.n_clusters:
        n_before = ledger.n_clusters
        likely.take_up_all()
        while likely.try_best():
            pass
    return ledger.cluster_of


def sign(matrix: PathMatrix, n_hashes: int) -> Signatures:
    """The signature of each page."""
    signatures = np.full((matrix.n_pages, n_hashes), _NO_PATH, dtype=np.uint32)
    has_paths = np.flatnonzero(matrix.sizes())
    if len(has_paths):
        for number in range(n_hashes):
            # Paths are hashes already: an odd factor gives them another order.
            factor = np.uint64(stable_hash(f"minhash {number}") | 1)
            ranks = (matrix.paths * factor >> np.uint64(32)).astype(np.uint32)
            starts = matrix.starts[has_paths]
            signatures[has_paths, number] = np.minimum.reduceat(ranks[matrix.columns], starts)
    return signatures


class _LikelyPairs:
    """How many hashes any two clusters share; -1 among the untried, where a merge does not pay."""

    def __init__(self, ledger: Ledger, signatures: Signatures) -> None:
        shape = (len(signatures), len(signatures))
        self._ledger = ledger
        self._signatures = signatures
        self._changes = np.zeros((3, *shape))
        self._is_known = np.zeros(shape, dtype=np.bool_)
        self._shared = np.zeros(shape, dtype=np.int16)
        for hashes in signatures.T:
            self._shared += hashes[:, None] == hashes[None, :]
        np.fill_diagonal(self._shared, -1)
        self._untried = self._shared.copy()

    def take_up_all(self) -> None:
        """Forget which pairs were set aside."""
        self._untried = self._shared.copy()

    def try_best(self) -> bool:
        """Merge the best of the pairs that share most, or set them aside; False if all are."""
        most = int(self._untried.max(initial=-1))
        if most < 0:
            return False
        ones, others = np.nonzero(np.triu(self._untried == most))
        self._learn_changes(ones, others)
        costs = self._ledger.find_costs(self._changes[:, ones, others])
        best = int(np.argmin(np.round(costs, 6)))
        if costs[best] < self._ledger.cost:
            self._merge(int(ones[best]), int(others[best]))
        else:
            self._untried[ones, others] = -1
            self._untried[others, ones] = -1
        return True

    def _learn_changes(self, ones: Indices, others: Indices) -> None:
        is_new = ~self._is_known[ones, others]
        ones, others = ones[is_new], others[is_new]
        for one in np.unique(ones).tolist():
            with_it = others[ones == one]
            self._changes[:, one, with_it] = self._ledger.find_changes(one, with_it)
        self._is_known[ones, others] = True
        self._changes[:, others, ones] = self._changes[:, ones, others]
        self._is_known[others, ones] = True

    def _merge(self, one: int, other: int) -> None:
        self._ledger.merge(one, other)
        last = self._ledger.n_clusters
        signatures = self._signatures
        signatures[one] = np.minimum(signatures[one], signatures[other])
        signatures[other] = signatures[last]
        self._signatures = signatures[:last]
        for square in (self._changes, self._is_known, self._shared, self._untried):
            move_place(square, other, last)
        self._changes = self._changes[:, :last, :last]
        self._is_known = self._is_known[:last, :last]
        self._shared = self._shared[:last, :last]
        self._untried = self._untried[:last, :last]
        shared = (self._signatures == signatures[one]).sum(axis=1)
        shared[one] = -1
        for square in (self._shared, self._untried):
            square[one], square[:, one] = shared, shared
        self._is_known[one], self._is_known[:, one] = False, False
