"""Clusters joined two by two until one is left, each time the two whose joining costs least.

What it costs is told by L(C), the length of a description of all pages by the clusters' templates,
which pages are whose, and where pages differ from their template (Kulkarni and Kulkarni, 2015). It
tells how far kinds of pages are apart, also where a method found them in another way.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from dehusk.cluster.matrix import Cells, Counts, PathMatrix
from dehusk.model import Indices

Parts = npt.NDArray[np.float64]
"""Of a cluster: the paths in its template, the cells its pages have beyond it, those they lack."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two clusters joined, called by the number of the first from then on; L(C) after it."""

    one: int
    other: int
    bits: float


@dataclass(frozen=True, slots=True)
class Merges:
    """L(C) of the clusters as they were found, and how it grows as they are joined."""

    bits: float = 0.0
    steps: tuple[Merge, ...] = ()


def list_merges(matrix: PathMatrix, groups: Indices) -> Merges:
    """All joinings of these groups, numbered from 0, each time the cheapest one."""
    columns, weights = matrix.find_equals()
    joining = _Joining(
        matrix.count_by_group(groups, columns),
        np.bincount(groups).astype(np.float32),
        weights,
    )
    start = joining.measure()
    steps = [joining.join_cheapest() for _ in joining.sizes[1:]]
    return Merges(start, tuple(steps))


class _Joining:
    """Clusters while they are joined: their counts, and the parts of L(C) of each and any two."""

    def __init__(self, counts: Cells, sizes: Cells, weights: Counts) -> None:
        self.counts, self.sizes = counts, sizes
        self._weights = weights.astype(np.float64)
        self._parts = {number: self._sum_up(number) for number in range(len(sizes))}
        self._pairs = {pair: self._sum_up(*pair) for pair in combinations(self._parts, 2)}

    def measure(self) -> float:
        """L(C) of the clusters as they are."""
        total = sum(self._parts.values(), np.zeros(3))
        return self._describe(total, len(self._parts))

    def join_cheapest(self) -> Merge:
        total = sum(self._parts.values(), np.zeros(3))
        costs = {
            (one, other): self._describe(
                total - self._parts[one] - self._parts[other] + parts, len(self._parts) - 1
            )
            for (one, other), parts in self._pairs.items()
        }
        one, other = min(costs, key=lambda pair: (costs[pair], pair))
        self._join(one, other)
        return Merge(one, other, costs[one, other])

    def _join(self, one: int, other: int) -> None:
        self.counts[one] += self.counts[other]
        self.sizes[one] += self.sizes[other]
        self._parts[one] = self._pairs[one, other]
        del self._parts[other]
        self._pairs = {
            pair: self._sum_up(*pair) if one in pair else parts
            for pair, parts in self._pairs.items()
            if other not in pair
        }

    def _sum_up(self, *numbers: int) -> Parts:
        """The parts of some clusters as one; a template has what half of the pages have."""
        counts, size = self.counts[list(numbers)].sum(axis=0), self.sizes[list(numbers)].sum()
        is_template = 2 * counts >= size
        beyond = np.where(is_template, 0, counts) @ self._weights
        lacked = np.where(is_template, size - counts, 0) @ self._weights
        return np.array([is_template @ self._weights, beyond, lacked])

    def _describe(self, parts: Parts, n_clusters: int) -> float:
        """L(C): the cells of each matrix, times the entropy of what is in them."""
        n_paths, n_pages = float(self._weights.sum()), float(self.sizes[list(self._parts)].sum())
        in_template, beyond, lacked = parts.tolist()
        bits = (
            _measure_matrix(n_paths * n_clusters, in_template)
            + _measure_matrix(n_pages * n_clusters, n_pages)
            + _measure_matrix(n_paths * n_pages, beyond, lacked)
        )
        # Rounded, so that equal costs are equal whatever order their parts were added in.
        return round(bits, 3)


def _measure_matrix(n_cells: float, *filled: float) -> float:
    """The bits of a matrix with so many cells of each value, the rest of them empty.

    >>> _measure_matrix(8, 4), _measure_matrix(8, 0)
    (8.0, 0.0)
    """
    counts = np.array([*filled, n_cells - sum(filled)])
    counts = counts[counts > 0]
    return float(counts @ np.log2(n_cells / counts))
