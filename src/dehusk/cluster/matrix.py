"""The paths of many pages to one sparse matrix, M_E of the paper: which page has which path.

Rows are pages in a fixed order, whatever order they came in; columns are paths by their hashes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.cluster.paths import PathReader, Paths
from dehusk.core.grouping import find_first
from dehusk.model import Indices, Mask, Page, stable_hash

Counts = npt.NDArray[np.int64]
Cells = npt.NDArray[np.float32]
"""Pages or clusters by paths: whether they have one, or how many of their pages do."""


def put_in_order(pages: Sequence[Page]) -> list[Page]:
    """The pages in the one order that every method works in."""
    return sorted(pages, key=lambda page: (stable_hash(page.ref.key), page.ref.key, *_tell(page)))


def _tell(page: Page) -> tuple[bytes, str, int]:
    return page.tree.markup, page.ref.source, page.ref.copy


@dataclass(frozen=True, slots=True, eq=False)
class PathMatrix:
    """Row by row, the numbers of the paths a page has; `starts` says where each row begins."""

    paths: Paths
    columns: Indices
    starts: Indices

    @classmethod
    def read(cls, pages: Sequence[Page], reader: PathReader) -> "PathMatrix":
        """The matrix of all paths of these pages."""
        rows = [reader.read(page.tree) for page in pages]
        flat = np.concatenate([np.zeros(0, dtype=np.uint64), *rows])
        starts = np.cumsum([0, *map(len, rows)])
        # Only what differs is put in order: pages of a site have most of their paths in common.
        first = find_first(flat)
        places = np.flatnonzero(first == np.arange(len(flat)))
        places = places[np.argsort(flat[places])]
        numbers = np.empty(len(flat), dtype=np.intp)
        numbers[places] = np.arange(len(places))
        return cls(flat[places], numbers[first], starts)

    @property
    def n_pages(self) -> int:
        """The number of rows."""
        return len(self.starts) - 1

    def row_numbers(self) -> Indices:
        """The row of each cell."""
        return np.repeat(np.arange(self.n_pages), np.diff(self.starts))

    def supports(self) -> Counts:
        """On how many pages each path is."""
        return np.bincount(self.columns, minlength=len(self.paths))

    def sizes(self) -> Counts:
        """How many paths each page has."""
        return np.diff(self.starts)

    def keep_cells(self, is_kept: Mask) -> "PathMatrix":
        """The matrix with these cells alone, and the paths that are left."""
        columns = self.columns[is_kept]
        is_left = np.bincount(columns, minlength=len(self.paths)) > 0
        numbers = np.cumsum(is_left) - 1
        counts = np.bincount(self.row_numbers()[is_kept], minlength=self.n_pages)
        return PathMatrix(self.paths[is_left], numbers[columns], np.cumsum([0, *counts]))

    def keep_paths(self, is_kept: Mask) -> "PathMatrix":
        """The matrix of these paths alone."""
        return self.keep_cells(is_kept[self.columns])

    def take_pages(self, rows: Indices) -> "PathMatrix":
        """The matrix of these pages, with all paths."""
        starts, sizes = self.starts[rows], self.sizes()[rows]
        ends = np.cumsum(sizes)
        cells = np.arange(sizes.sum()) + np.repeat(starts - (ends - sizes), sizes)
        return PathMatrix(self.paths, self.columns[cells], np.concatenate(([0], ends)))

    def find_equals(self) -> tuple[Indices, Counts]:
        """One path for each set of pages that paths occur on, and how many have that set."""
        weights = np.array([stable_hash(f"row {row}") for row in range(self.n_pages)], np.uint64)
        sums = np.zeros(len(self.paths), dtype=np.uint64)
        np.add.at(sums, self.columns, weights[self.row_numbers()])
        _, first, counts = np.unique(sums, return_index=True, return_counts=True)
        order = np.argsort(first)
        return first[order], counts[order]

    def fill(self, columns: Indices) -> Cells:
        """Pages by these paths, 1 where a page has one."""
        place = np.full(len(self.paths), -1)
        place[columns] = np.arange(len(columns))
        at = place[self.columns]
        cells = np.zeros((self.n_pages, len(columns)), dtype=np.float32)
        cells[self.row_numbers()[at >= 0], at[at >= 0]] = 1
        return cells

    def count_by_group(self, groups: Indices, columns: Indices) -> Cells:
        """Groups of pages by these paths: how many of its pages have one."""
        place = np.full(len(self.paths), -1)
        place[columns] = np.arange(len(columns))
        at = place[self.columns]
        n_groups = int(groups.max(initial=0)) + 1
        cells = groups[self.row_numbers()[at >= 0]] * len(columns) + at[at >= 0]
        counts = np.bincount(cells, minlength=n_groups * len(columns))
        return counts.reshape(n_groups, len(columns)).astype(np.float32)
