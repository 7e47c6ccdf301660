"""Pages and their clusters to what a picture of them shows: places in two dimensions, and a tree.

Two pages are as far apart as the share of their marks that only one of them has; the places keep
these distances as well as two dimensions can (classical scaling, Torgerson 1952).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.cluster.marks import Marks
from dehusk.cluster.matrix import PathMatrix, put_in_order
from dehusk.cluster.mdl import Merges, Step, agglomerate
from dehusk.model import Cluster, Page

MOST_BRANCHES = 30
"""A tree of more clusters cannot be read: it has the largest only."""

FEWEST_PAGES = 2
"""A mark on fewer pages tells nothing of how pages are alike."""

_BATCH_COLUMNS = 4096

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Portrait:
    """Where each page is and its cluster; the clusters of the tree, and how they are joined.

    `first_cost` is L(C) of these clusters; a step's numbers are those of `Merges`.
    """

    places: tuple[tuple[float, float], ...]
    clusters: tuple[str, ...]
    branches: tuple[str, ...]
    first_cost: float = 0.0
    steps: tuple[Step, ...] = ()


def portray(pages: Sequence[Page], clusters: Sequence[Cluster]) -> Portrait:
    """The pages, in their one order, and the tree of their clusters."""
    pages = put_in_order(pages)
    cluster_of = {key: cluster.name for cluster in clusters for key in cluster.keys}
    names = tuple(cluster_of[page.ref.key] for page in pages)
    matrix = PathMatrix.read(pages, Marks())
    matrix = matrix.keep_paths(matrix.supports() >= FEWEST_PAGES)
    branches = tuple(cluster.name for cluster in clusters[:MOST_BRANCHES] if cluster.name in names)
    places = tuple((x, y) for x, y in place_pages(matrix).tolist())
    merges = _join_branches(matrix, names, branches)
    return Portrait(places, names, branches, merges.first_cost, tuple(merges.steps))


def _join_branches(matrix: PathMatrix, names: Sequence[str], branches: Sequence[str]) -> Merges:
    number_of = {name: number for number, name in enumerate(branches)}
    rows = np.array([row for row, name in enumerate(names) if name in number_of], dtype=np.intp)
    groups = np.array([number_of[names[row]] for row in rows.tolist()], dtype=np.intp)
    return agglomerate(matrix.take_pages(rows), groups, stop_when_rising=False)


def place_pages(matrix: PathMatrix) -> Floats:
    """Pages by two: their places, the first dimension the widest."""
    squares = _measure_distances(matrix)
    if not len(squares):
        return np.zeros((0, 2))
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    values, vectors = np.linalg.eigh(-0.5 * centred)
    widest = np.zeros((len(squares), 2))
    n_found = min(2, len(squares))
    widest[:, :n_found] = (vectors * np.sqrt(np.maximum(values, 0)))[:, ::-1][:, :n_found]
    # A direction has no sign of its own: the page farthest out is to the right, or above.
    farthest = np.argmax(np.round(np.abs(widest), 6), axis=0)
    widest *= np.where(widest[farthest, [0, 1]] < 0, -1, 1)
    places: Floats = np.round(widest, 4) + 0.0
    return places


def _measure_distances(matrix: PathMatrix) -> Floats:
    """Pages by pages, the square of their distance: the share of their marks that only one has."""
    shared = np.zeros((matrix.n_pages, matrix.n_pages))
    for start in range(0, len(matrix.paths), _BATCH_COLUMNS):
        cells = matrix.fill(np.arange(start, min(start + _BATCH_COLUMNS, len(matrix.paths))))
        shared += cells @ cells.T
    sizes = matrix.sizes().astype(np.float64)
    either = sizes[:, None] + sizes - shared
    distances: Floats = 1 - shared / np.maximum(either, 1)
    np.fill_diagonal(distances, 0)
    return distances
