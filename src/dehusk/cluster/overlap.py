"""Pages to how many paths any two of them share, and to groups of pages that have the very same."""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from dehusk.cluster.matrix import PathMatrix
from dehusk.model import Indices

Overlaps = npt.NDArray[np.float64]
"""Pages by pages, the paths both have; on the diagonal, those of a page."""

_BLOCK_CELLS = 2**24
"""So many cells are filled in at once, whatever the number of paths."""


def count_shared(matrix: PathMatrix) -> Overlaps:
    """The paths that any two pages share: products of matrices, a block of paths at a time."""
    columns, weights = matrix.find_equals()
    shared = np.zeros((matrix.n_pages, matrix.n_pages))
    step = max(_BLOCK_CELLS // max(matrix.n_pages, 1), 1)
    for start in range(0, len(columns), step):
        cells = matrix.fill(columns[start : start + step])
        shared += (cells * weights[start : start + step].astype(np.float32)) @ cells.T
    return shared


def group_equals(matrix: PathMatrix) -> Indices:
    """The group of each page, one for each set of paths; numbered by their first pages."""
    numbers: dict[bytes, int] = {}
    rows = (matrix.columns[start:end].tobytes() for start, end in pairwise(matrix.starts))
    return np.array([numbers.setdefault(row, len(numbers)) for row in rows], dtype=np.intp)


def take_first(groups: Indices) -> Indices:
    """The first page of each group."""
    return np.unique(groups, return_index=True)[1]
