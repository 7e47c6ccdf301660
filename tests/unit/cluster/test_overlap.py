"""How many paths pages share, and which have the very same."""

import numpy as np
import pytest
from hypothesis import given

from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.overlap import count_shared, group_equals, take_first
from tests.unit.cluster.matrices import any_matrix, list_rows, make_matrix


@given(any_matrix())
def test_shared_paths_are_those_of_comparing_sets(matrix: PathMatrix) -> None:
    rows = list_rows(matrix)
    expected = [[len(one & other) for other in rows] for one in rows]
    assert count_shared(matrix).tolist() == expected


def test_shared_paths_are_the_same_in_one_block_and_in_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matrix = make_matrix({0, 1, 2, 5}, {1, 2, 3, 5}, {5, 6})
    whole = count_shared(matrix)
    monkeypatch.setattr("dehusk.cluster.overlap._BLOCK_CELLS", 1)
    assert np.array_equal(count_shared(matrix), whole)


@given(any_matrix())
def test_pages_are_grouped_if_and_only_if_their_paths_are_equal(matrix: PathMatrix) -> None:
    groups, rows = group_equals(matrix), list_rows(matrix)
    for one, other in np.ndindex(matrix.n_pages, matrix.n_pages):
        assert (groups[one] == groups[other]) == (rows[one] == rows[other])


def test_groups_are_numbered_by_their_first_pages() -> None:
    groups = group_equals(make_matrix({7}, {1, 2}, {7}, {0}, {1, 2}))
    assert groups.tolist() == [0, 1, 0, 2, 1]
    assert take_first(groups).tolist() == [0, 1, 3]
