"""Clusters while they are merged, and what each merge would change of the description length.

Paths that are on the same pages are counted once, with their number as weight. What a merge changes
depends on its two clusters alone, and so a change stays true until one of them is merged itself;
what it is worth in bits is then computed for all pairs at once.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dehusk.cluster.description_length import Bits, Extent, Parts
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.templates import TEMPLATE_SHARE
from dehusk.model import Indices

_BLOCK_CELLS = 2**17
"""So many counts are looked at together: they stay in the processor's cache."""

Floats = npt.NDArray[np.float64]


class Ledger:
    """Clusters by their places 0 … k - 1; the last one moves to the place that a merge leaves."""

    def __init__(self, matrix: PathMatrix, groups: Indices) -> None:
        columns, weights = matrix.find_equals()
        numbers, self.cluster_of = np.unique(groups, return_inverse=True)
        self.n_clusters = len(numbers)
        self._extent = Extent(len(matrix.paths), matrix.n_pages)
        self._weights = weights.astype(np.float64)
        counts = matrix.count_by_group(self.cluster_of, columns)
        self._counts = counts[: len(numbers)].astype(np.float64)
        self._sizes = np.bincount(self.cluster_of).astype(np.float64)
        self._parts = self._split(self._counts, self._sizes)
        self._total = self._parts.sum(axis=1)
        self.cost = float(self._extent.describe(self.n_clusters, self._total))

    def find_changes(self, one: int, others: Indices) -> Parts:
        """By how much merging a cluster with each of the others changes the parts."""
        rows = max(_BLOCK_CELLS // max(len(self._weights), 1), 1)
        blocks = [others[at : at + rows] for at in range(0, len(others), rows)]
        merged = [
            self._split(
                self._counts[block] + self._counts[one], self._sizes[block] + self._sizes[one]
            )
            for block in blocks
        ]
        after = np.concatenate([np.zeros((3, 0)), *merged], axis=1)
        changes: Parts = after - self._parts[:, others] - self._parts[:, [one]]
        return changes

    def find_costs(self, changes: Parts) -> Bits:
        """L(C) after each of these merges."""
        total = self._total.reshape(3, *[1] * (changes.ndim - 1))
        return self._extent.describe(self.n_clusters - 1, total + changes)

    def merge(self, one: int, other: int) -> None:
        """Make two clusters one, at the lower place; `other` is the higher."""
        last = self.n_clusters - 1
        before = self._parts[:, one] + self._parts[:, other]
        self._counts[one] += self._counts[other]
        self._sizes[one] += self._sizes[other]
        self._parts[:, one] = self._split(self._counts[[one]], self._sizes[[one]])[:, 0]
        self._total = self._total + self._parts[:, one] - before
        self.cluster_of[self.cluster_of == other] = one
        self.cluster_of[self.cluster_of == last] = other
        self._counts[other], self._sizes[other] = self._counts[last], self._sizes[last]
        self._parts[:, other] = self._parts[:, last]
        self.n_clusters = last
        self.cost = float(self._extent.describe(last, self._total))

    def _split(self, counts: Floats, sizes: Floats) -> Parts:
        """What clusters add to the parts: paths in their templates, beyond them, lacked."""
        is_template = counts >= TEMPLATE_SHARE * sizes[:, None]
        ones = is_template @ self._weights
        had = counts @ self._weights
        covered = (counts * is_template) @ self._weights
        return np.stack((ones, had - covered, sizes * ones - covered))


def move_place(square: npt.NDArray[Any], to: int, last: int) -> None:
    """Let the last cluster take the place that a merge left, in an array of pairs."""
    square[..., to, :] = square[..., last, :]
    square[..., :, to] = square[..., :, last]
