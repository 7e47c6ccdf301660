"""Pages to the matrix of their essential paths, M_E: those that enough other pages have as well.

After Kulkarni and Kulkarni, "Template extraction from heterogeneous web pages" (2015). Each page
sets its own threshold, the support that most of its paths have (the smallest such, on a tie): this
gives the paper's example, whose prose says "minimum support" only. Departure: on real pages most
paths are on no other page, and with the threshold at 1 all content would be essential; so these do
not count, unless a page has no others.
"""

from collections.abc import Callable, Sequence

import numpy as np

from dehusk.cluster.matrix import Counts, PathMatrix, put_in_order
from dehusk.cluster.paths import TagPaths
from dehusk.cluster.templates import PathClustering, make_clusters
from dehusk.errors import BadSetting
from dehusk.model import Cluster, Indices, Page

Grouping = Callable[[PathMatrix], Indices]
"""What the methods of the paper differ in: essential paths to a group for each page."""


def cluster_essential(
    pages: Sequence[Page], reader: TagPaths, find_groups: Grouping
) -> tuple[Sequence[Cluster], PathClustering]:
    """The clusters of the pages by their essential paths, the largest first."""
    pages = put_in_order(pages)
    essential = keep_essential(PathMatrix.read(pages, reader))
    return make_clusters(pages, essential, find_groups(essential), reader)


def keep_essential(matrix: PathMatrix) -> PathMatrix:
    """The essential cells alone, of all paths: the paper's M_E has rows that are empty, too."""
    rows = matrix.row_numbers()
    is_kept = matrix.supports()[matrix.columns] >= find_thresholds(matrix)[rows]
    counts = np.bincount(rows[is_kept], minlength=matrix.n_pages)
    return PathMatrix(matrix.paths, matrix.columns[is_kept], np.cumsum([0, *counts]))


def find_thresholds(matrix: PathMatrix) -> Counts:
    """The support that makes a path essential, for each page."""
    supports = matrix.supports()[matrix.columns]
    kinds = matrix.row_numbers() * (matrix.n_pages + 1) + supports
    kinds, times = np.unique(kinds, return_counts=True)
    rows, supports = np.divmod(kinds, matrix.n_pages + 1)
    order = np.lexsort((supports, -times, supports == 1, rows))
    with_paths, first = np.unique(rows[order], return_index=True)
    thresholds = np.ones(matrix.n_pages, dtype=np.int64)
    thresholds[with_paths] = supports[order][first]
    return thresholds


def list_attributes(owner: str, value: object) -> tuple[str, ...]:
    """The attributes that paths carry, from a sequence or from text as on the command line.

    >>> list_attributes("mdl", "class, id"), list_attributes("mdl", [])
    (('class', 'id'), ())
    """
    names = [name for name in value.split(",") if name] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(map(_is_name, names)):
        raise BadSetting(owner, "attributes", value, "names of attributes, such as class,id,src")
    return tuple(name.strip() for name in names)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and not set(value.strip()) & set(" =[]")
