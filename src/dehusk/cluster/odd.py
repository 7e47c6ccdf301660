"""Clusters to clusters without their odd pages: a start page, a page of frames, a foreign one.

No mark tells a page of its kind that is the only one. But it lacks much of what nearly all pages
beside it have, and has much that hardly any of them has: then it is a cluster of its own.
"""

import numpy as np

from dehusk.cluster.join import HARDLY_ANY, NEARLY_ALL
from dehusk.cluster.matrix import PathMatrix
from dehusk.model import Indices, Mask

ODD_SHARE = 0.25
"""Of the template that an odd page lacks, and of its own paths that hardly any other has: two of
1,122 gold pages, the start page of a manual and a list of all classes. With .2 it is five, and some
take others of their kind along when pages are assigned."""

FEWEST_OTHERS = 5
"""Beside fewer pages none is odd: they are too few to tell what is usual."""


def set_odd_apart(matrix: PathMatrix, groups: Indices) -> Indices:
    """The groups, each odd page in one of its own."""
    groups = groups.copy()
    n_groups = int(groups.max(initial=-1)) + 1
    for number in range(n_groups):
        rows = np.flatnonzero(groups == number)
        if len(rows) > FEWEST_OTHERS:
            odd = rows[_flag_odd(matrix.take_pages(rows))]
            groups[odd] = n_groups + np.arange(len(odd))
            n_groups += len(odd)
    return groups


def _flag_odd(matrix: PathMatrix) -> Mask:
    supports, n_others = matrix.supports(), matrix.n_pages - 1
    is_template = supports >= NEARLY_ALL * matrix.n_pages
    rows, columns = matrix.row_numbers(), matrix.columns
    has = np.bincount(rows, is_template[columns], minlength=matrix.n_pages)
    own = np.bincount(
        rows, supports[columns] - 1 <= HARDLY_ANY * n_others, minlength=matrix.n_pages
    )
    lacks = is_template.sum() - has
    is_odd: Mask = (lacks >= ODD_SHARE * is_template.sum()) & (own >= ODD_SHARE * matrix.sizes())
    is_odd &= (lacks > 0) & (own > 0)
    return is_odd
