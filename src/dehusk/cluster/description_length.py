"""A grouping of pages to its description length L(C), the bits it takes to write all paths down.

M_E (paths by pages) = M_T (paths by clusters) · M_D (clusters by pages) + M_Δ, where M_T holds the
templates, M_D says which page is in which cluster, and M_Δ has 1 for what a page has beyond its
template and -1 for what it lacks of it. A matrix takes L(M) = |M| · H(X) bits, with X the value of
a cell; L(C) = L(M_T) + L(M_D) + L(M_Δ). After Kim and Shim, "TEXT" (2011).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.templates import TEMPLATE_SHARE
from dehusk.model import Indices

Bits = npt.NDArray[np.float64]
Parts = npt.NDArray[np.float64]
"""First axis: the ones of M_T, the ones of M_Δ, its minus ones. Or by how much each changes."""


def measure(matrix: PathMatrix, groups: Indices) -> float:
    """L(C) of a grouping, counted afresh; `groups` has a number for each page."""
    numbers, groups = np.unique(groups, return_inverse=True)
    sizes = np.bincount(groups)
    counts = matrix.count_by_group(groups, np.arange(len(matrix.paths)))[: len(sizes)]
    is_template = counts >= TEMPLATE_SHARE * sizes[:, None]
    ones = np.count_nonzero(is_template)
    beyond = counts[~is_template].sum(dtype=np.float64)
    lacked = (sizes[:, None] - counts)[is_template].sum()
    extent = Extent(len(matrix.paths), matrix.n_pages)
    return float(extent.describe(len(numbers), np.array([ones, beyond, lacked])))


@dataclass(frozen=True, slots=True)
class Extent:
    """How large the matrices are."""

    n_paths: int
    n_pages: int

    def describe(self, n_clusters: int, parts: Parts) -> Bits:
        """L(C) for each column of parts, all of so many clusters."""
        ones, beyond, lacked = parts
        templates = _count_bits(self.n_paths * n_clusters, ones)
        members = _count_bits(self.n_pages * n_clusters, np.array(float(self.n_pages)))
        deltas = _count_bits(self.n_paths * self.n_pages, beyond, lacked)
        bits: Bits = templates + members + deltas
        return bits


def _count_bits(n_cells: int, *counts: Bits) -> Bits:
    """L(M) of a matrix of so many cells, of which so many have each value, and the others none."""
    bits = np.zeros_like(counts[0])
    rest = n_cells - sum(counts, bits)
    for count in (*counts, rest):
        bits = bits + count * np.log2(max(n_cells, 1) / np.maximum(count, 1))
    return bits
