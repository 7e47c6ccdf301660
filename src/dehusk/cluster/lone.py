"""The cluster of a page that stands alone: there is nothing to tell it from, so it is not read.

Many a site is met with one page only. What its cluster has for template matters when another page
is to be assigned, or when the clusters are to be kept; only then they are made as for any pages.
"""

from collections.abc import Sequence

import numpy as np

from dehusk.cluster.late import LatePaths
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.method import State
from dehusk.cluster.paths import PathReader
from dehusk.cluster.templates import PathClustering, make_clusters
from dehusk.model import Cluster, Membership, Page

_FIRST = "1"


class LoneClustering:
    """The one cluster of one page."""

    def __init__(self, page: Page, reader: PathReader) -> None:
        self._page, self._reader = page, reader
        self._made: tuple[Sequence[Cluster], PathClustering] | None = None

    def assign(self, page: Page) -> Membership:
        """As it is of any clusters; the page itself is of its own."""
        if page.tree is self._page.tree:
            return Membership(_FIRST, _FIRST)
        return self._make()[1].assign(page)

    def list_templates(self) -> Sequence[str]:
        """That of the one cluster."""
        return (_FIRST,)

    def state(self) -> State:
        """The cluster as plain JSON values."""
        return self._make()[1].state()

    def spell_paths(self) -> Sequence[str]:
        """The cluster's paths as a person reads them."""
        return self._make()[0][0].paths

    def _make(self) -> tuple[Sequence[Cluster], PathClustering]:
        if self._made is None:
            matrix = PathMatrix.read([self._page], self._reader)
            groups = np.zeros(1, dtype=np.intp)
            self._made = make_clusters([self._page], matrix, groups, self._reader)
        return self._made


def cluster_alone(page: Page, reader: PathReader) -> tuple[Sequence[Cluster], LoneClustering]:
    """The page as a cluster."""
    clustering = LoneClustering(page, reader)
    paths = LatePaths(clustering.spell_paths)
    return [Cluster(_FIRST, (page.ref.key,), _FIRST, paths)], clustering
