"""The sparse matrix of pages and paths, against the same counted in a dense one."""

import random

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from dehusk.cluster.matrix import PathMatrix, put_in_order
from dehusk.cluster.paths import TagPaths
from tests.conftest import parse
from tests.unit.cluster.matrices import MOST_PATHS, any_matrix, make_matrix

Dense = npt.NDArray[np.bool_]


def spread(matrix: PathMatrix) -> Dense:
    """Pages by paths, cell by cell."""
    dense = np.zeros((matrix.n_pages, len(matrix.paths)), dtype=np.bool_)
    for row in range(matrix.n_pages):
        for at in range(matrix.starts[row], matrix.starts[row + 1]):
            dense[row, matrix.columns[at]] = True
    return dense


@given(any_matrix())
def test_supports_and_sizes_are_sums_of_columns_and_rows(matrix: PathMatrix) -> None:
    dense = spread(matrix)
    assert matrix.supports().tolist() == dense.sum(axis=0).tolist()
    assert matrix.sizes().tolist() == dense.sum(axis=1).tolist()
    assert matrix.row_numbers().tolist() == np.nonzero(dense)[0].tolist()


@given(any_matrix(), st.data())
def test_keeping_paths_leaves_those_that_some_page_has(
    matrix: PathMatrix, data: st.DataObject
) -> None:
    flags = st.lists(st.booleans(), min_size=MOST_PATHS, max_size=MOST_PATHS)
    is_kept = np.array(data.draw(flags))
    kept = matrix.keep_paths(is_kept)
    is_left = is_kept & spread(matrix).any(axis=0)
    assert kept.paths.tolist() == matrix.paths[is_left].tolist()
    assert spread(kept).tolist() == spread(matrix)[:, is_left].tolist()


@given(any_matrix(), st.data())
def test_keeping_cells_drops_the_others(matrix: PathMatrix, data: st.DataObject) -> None:
    n_cells = len(matrix.columns)
    is_kept = np.array(data.draw(st.lists(st.booleans(), min_size=n_cells, max_size=n_cells)), bool)
    dense = spread(matrix)
    rows, columns = np.nonzero(dense)
    order = np.lexsort((matrix.columns, matrix.row_numbers()))
    dense[rows[~is_kept[order]], columns[~is_kept[order]]] = False
    kept = matrix.keep_cells(is_kept)
    assert kept.n_pages == matrix.n_pages
    assert spread(kept).tolist() == dense[:, dense.any(axis=0)].tolist()


@given(any_matrix(), st.data())
def test_pages_are_taken_in_the_order_asked_for(matrix: PathMatrix, data: st.DataObject) -> None:
    rows = np.array(data.draw(st.lists(st.integers(0, matrix.n_pages - 1))), dtype=np.intp)
    taken = matrix.take_pages(rows)
    assert taken.paths.tolist() == matrix.paths.tolist()
    assert spread(taken).tolist() == spread(matrix)[rows].tolist()


@given(any_matrix(), st.data())
def test_filling_gives_the_columns_asked_for(matrix: PathMatrix, data: st.DataObject) -> None:
    numbers = st.lists(st.integers(0, MOST_PATHS - 1), unique=True)
    columns = np.array(data.draw(numbers), dtype=np.intp)
    assert matrix.fill(columns).tolist() == spread(matrix)[:, columns].astype(float).tolist()


@given(any_matrix(), st.data())
def test_groups_are_counted_column_by_column(matrix: PathMatrix, data: st.DataObject) -> None:
    numbers = st.lists(st.integers(0, 4), min_size=matrix.n_pages, max_size=matrix.n_pages)
    groups = np.array(data.draw(numbers))
    columns = np.array(data.draw(st.lists(st.integers(0, MOST_PATHS - 1), unique=True)), np.intp)
    dense = spread(matrix)
    expected = [dense[groups == group][:, columns].sum(axis=0) for group in range(max(groups) + 1)]
    counts = matrix.count_by_group(groups, columns)
    assert counts.tolist() == np.array(expected).reshape(counts.shape).tolist()


@given(any_matrix())
def test_of_paths_on_the_same_pages_the_first_stands_for_all(matrix: PathMatrix) -> None:
    sets = [tuple(column) for column in spread(matrix).T.tolist()]
    columns, weights = matrix.find_equals()
    firsts = [number for number, pages in enumerate(sets) if sets.index(pages) == number]
    assert columns.tolist() == firsts
    assert weights.tolist() == [sets.count(sets[number]) for number in firsts]


def test_reading_puts_each_page_in_its_row() -> None:
    pages = [parse("<p>x</p>", "0"), parse("<i>x</i><i>x</i>", "1"), parse("<br>", "2")]
    matrix = PathMatrix.read(pages, TagPaths())
    assert matrix.paths.tolist() == sorted(set(matrix.paths.tolist()))
    for row, page in enumerate(pages):
        has = matrix.paths[spread(matrix)[row]]
        assert has.tolist() == TagPaths().read(page.tree).tolist()


def test_no_pages_make_an_empty_matrix() -> None:
    matrix = PathMatrix.read([], TagPaths())
    assert (matrix.n_pages, len(matrix.paths)) == (0, 0)
    assert matrix.take_pages(np.zeros(0, dtype=np.intp)).n_pages == 0
    assert [part.tolist() for part in matrix.find_equals()] == [[], []]


def test_pages_without_paths_keep_their_rows() -> None:
    matrix = make_matrix(set(), {1}, set())
    assert matrix.keep_paths(np.zeros(MOST_PATHS, dtype=np.bool_)).n_pages == 3
    assert matrix.sizes().tolist() == [0, 1, 0]


def test_pages_have_one_order_even_where_keys_are_the_same() -> None:
    pages = [
        parse(f"<p>{number % 3}</p>", "same" if number < 4 else str(number)) for number in range(9)
    ]
    told = [(page.ref.key, page.tree.markup) for page in put_in_order(pages)]
    for seed in range(5):
        shuffled = random.Random(seed).sample(pages, len(pages))
        assert [(page.ref.key, page.tree.markup) for page in put_in_order(shuffled)] == told
