"""The cluster method `auto`, ours and the default: near-linear, for any number of sites and kinds.

Pages are read as marks, divided into groups of like pages, and those joined until each cluster has
marks of its own; then odd pages are set apart. Nothing depends on the order of the pages. The
addresses of pages are not asked: where pages differ in kind, they differ in marks, and addresses
may be missing or all alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dehusk.cluster.divide import FEWEST_PAGES, divide
from dehusk.cluster.join import join
from dehusk.cluster.lone import cluster_alone
from dehusk.cluster.marks import Marks
from dehusk.cluster.matrix import PathMatrix, put_in_order
from dehusk.cluster.method import Clustering, State
from dehusk.cluster.odd import set_odd_apart
from dehusk.cluster.templates import PathClustering, load_clustering, make_clusters
from dehusk.model import Cluster, Page


@dataclass(frozen=True, slots=True)
class Auto:
    """Tells kinds of pages apart by marks that each kind alone has."""

    name: ClassVar[str] = "auto"

    def cluster(self, pages: Sequence[Page]) -> tuple[Sequence[Cluster], Clustering]:
        """The clusters of the pages, the largest first."""
        if len(pages) == 1:
            return cluster_alone(pages[0], Marks())
        pages = put_in_order(pages)
        matrix = PathMatrix.read(pages, Marks())
        # What is on fewer pages is content, or tells too few of them.
        recurring = matrix.keep_paths(matrix.supports() >= FEWEST_PAGES)
        groups = join(recurring, divide(recurring)) if len(pages) else np.zeros(0, dtype=np.intp)
        return make_clusters(pages, matrix, set_odd_apart(matrix, groups), Marks())

    def load(self, state: State) -> PathClustering:
        """The clustering that gave this state."""
        return load_clustering(state, Marks())
