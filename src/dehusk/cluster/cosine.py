"""The cluster method `cosine`: pages whose essential paths point the same way are of one cluster.

As Kulkarni and Kulkarni (2015) compare with: the cosine of two columns of M_E. At their threshold,
1, pages go together only where all essential paths are the same. Below it, pages that are alike by
way of others are of one cluster, too: the paper does not say how groups come of pairs. Pages are
compared in pairs: time and memory grow with the square of the different ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from dehusk.cluster.essential import cluster_essential, list_attributes
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.method import State
from dehusk.cluster.overlap import count_shared, group_equals, take_first
from dehusk.cluster.paths import TagPaths
from dehusk.cluster.templates import PathClustering, load_clustering
from dehusk.errors import BadSetting
from dehusk.model import Cluster, Indices, Mask, Page

DEFAULT_THRESHOLD = 1.0
"""The paper's."""


@dataclass(frozen=True, slots=True)
class Cosine:
    """Groups pages that are alike enough.

    `threshold`: the least cosine of two pages that go together. `attributes`: those whose values
    are paths, too, such as class,id,src.
    """

    name: ClassVar[str] = "cosine"

    threshold: float = DEFAULT_THRESHOLD
    attributes: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "attributes", list_attributes(self.name, self.attributes))
        is_number = type(self.threshold) in (int, float)
        if not is_number or not 0 < self.threshold <= 1:
            raise BadSetting(self.name, "threshold", self.threshold, "above 0, up to 1.0")

    def cluster(self, pages: Sequence[Page]) -> tuple[Sequence[Cluster], PathClustering]:
        """The clusters of the pages, the largest first."""
        find = partial(find_groups, threshold=self.threshold)
        return cluster_essential(pages, TagPaths(tuple(self.attributes)), find)

    def load(self, state: State) -> PathClustering:
        """The clustering that gave this state."""
        return load_clustering(state, TagPaths(tuple(self.attributes)))


def find_groups(matrix: PathMatrix, threshold: float = DEFAULT_THRESHOLD) -> Indices:
    """The group of each page."""
    groups = group_equals(matrix)
    if threshold == 1:
        return groups
    different = matrix.take_pages(take_first(groups))
    return connect(flag_alike(different, threshold))[groups]


def flag_alike(matrix: PathMatrix, threshold: float) -> Mask:
    """Which pages have a cosine of at least the threshold: |A ∩ B| / √(|A| · |B|)."""
    shared, sizes = count_shared(matrix), matrix.sizes().astype(np.float64)
    lengths = np.sqrt(np.maximum(sizes, 1))
    # Rounded, so that roots do not make a cosine of .9 a little less.
    is_alike: Mask = np.round(shared / lengths[:, None] / lengths, 9) >= threshold
    return is_alike


def connect(is_linked: Mask) -> Indices:
    """The group of each item, where those linked by way of others are of one group.

    >>> connect(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool))
    array([0, 1, 0])
    """
    groups = np.full(len(is_linked), -1)
    for item in range(len(groups)):
        if groups[item] < 0:
            groups[_reach(is_linked, item)] = groups.max() + 1
    return groups


def _reach(is_linked: Mask, item: int) -> Mask:
    """An item and all that it is linked to, however far."""
    is_reached = np.zeros(len(is_linked), dtype=np.bool_)
    is_new = is_reached.copy()
    is_new[item] = True
    while is_new.any():
        is_reached |= is_new
        is_new = is_linked[is_new].any(axis=0) & ~is_reached
    return is_reached
