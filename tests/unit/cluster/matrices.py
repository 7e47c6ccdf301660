"""Matrices for tests of clustering: from rows of paths, from pages, and any at all."""

from collections.abc import Collection, Sequence

import numpy as np
from hypothesis import strategies as st

from dehusk.cluster.essential import keep_essential
from dehusk.cluster.matrix import PathMatrix, put_in_order
from dehusk.cluster.paths import TagPaths
from dehusk.model import Page, stable_hash

MOST_PATHS = 9


def make_matrix(*rows: Collection[int], n_paths: int = MOST_PATHS) -> PathMatrix:
    """One row a page, each with the numbers of its paths."""
    paths = np.array([stable_hash(f"path {number}") for number in range(n_paths)], np.uint64)
    columns = np.array([path for row in rows for path in sorted(row)], dtype=np.intp)
    return PathMatrix(paths, columns, np.cumsum([0, *map(len, rows)]))


def make_blocks(n_sites: int, n_pages: int) -> PathMatrix:
    """Pages of sites that have nothing in common but their first two paths."""
    sites = [{0, 1, *range(2 + 6 * site, 8 + 6 * site)} for site in range(n_sites)]
    rows = [site - {max(site)} if page == 0 else site for site in sites for page in range(n_pages)]
    return make_matrix(*rows, n_paths=2 + 6 * n_sites)


def read_essential(pages: Sequence[Page]) -> PathMatrix:
    return keep_essential(PathMatrix.read(put_in_order(pages), TagPaths()))


def list_rows(matrix: PathMatrix) -> list[set[int]]:
    """The numbers of the paths of each page."""
    return [set(row.tolist()) for row in np.split(matrix.columns, matrix.starts[1:-1])]


def list_groups(groups: Sequence[int] | np.ndarray) -> set[frozenset[int]]:
    """The pages of each group, whatever their numbers."""
    numbers = np.asarray(groups)
    return {frozenset(np.flatnonzero(numbers == n).tolist()) for n in np.unique(numbers)}


@st.composite
def any_matrix(draw: st.DrawFn, most_pages: int = 7) -> PathMatrix:
    """Pages that vary a few rows of paths, as pages of templates do."""
    paths = st.sets(st.integers(0, MOST_PATHS - 1))
    templates = draw(st.lists(paths, min_size=1, max_size=3))
    page = st.tuples(
        st.sampled_from(templates), st.sets(st.integers(0, MOST_PATHS - 1), max_size=2)
    )
    pages = draw(st.lists(page, min_size=1, max_size=most_pages))
    return make_matrix(*(template ^ own for template, own in pages))
