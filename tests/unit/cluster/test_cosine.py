"""The cluster method cosine: which pages are alike, and what comes of pairs that are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.cluster.cosine import Cosine, connect, find_groups, flag_alike
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.overlap import group_equals
from dehusk.errors import BadSetting
from tests.unit.cluster.matrices import any_matrix, list_groups, make_matrix


def test_at_the_papers_threshold_only_equal_pages_go_together() -> None:
    matrix = make_matrix({0, 1}, {0, 1, 2}, {0, 1}, {3})
    assert list_groups(find_groups(matrix)) == {frozenset({0, 2}), frozenset({1}), frozenset({3})}


def test_the_cosine_is_the_common_paths_over_the_root_of_the_product() -> None:
    # 2 / √(2 · 8) is a half, and so is 2 / √(4 · 4); 1 / √(2 · 4) is less.
    matrix = make_matrix({0, 1}, set(range(8)), {0, 5, 6, 7}, {0, 1, 2, 3}, n_paths=8)
    is_alike = flag_alike(matrix, 0.5)
    assert is_alike[0, 1]
    assert not is_alike[0, 2]
    assert not is_alike[2, 3]
    assert flag_alike(matrix, 0.25)[2, 3]


@pytest.mark.parametrize("tenths", range(1, 10))
def test_a_page_exactly_at_the_threshold_is_alike(tenths: int) -> None:
    matrix = make_matrix(range(10), range(10 - tenths, 20 - tenths), n_paths=20)
    assert flag_alike(matrix, tenths / 10)[0, 1]
    assert not flag_alike(matrix, tenths / 10 + 0.01)[0, 1]


def test_pages_alike_by_way_of_another_go_together() -> None:
    matrix = make_matrix({0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {6, 7, 8})
    assert not flag_alike(matrix, 0.6)[0, 2]
    assert list_groups(find_groups(matrix, 0.6)) == {frozenset({0, 1, 2}), frozenset({3})}


def test_pages_without_paths_are_like_each_other_alone() -> None:
    matrix = make_matrix(set(), {0}, set())
    for threshold in (0.1, 1.0):
        assert list_groups(find_groups(matrix, threshold)) == {frozenset({0, 2}), frozenset({1})}


@given(any_matrix())
def test_just_below_the_papers_threshold_the_groups_are_the_same(matrix: PathMatrix) -> None:
    below = find_groups(matrix, 1 - 1e-6)
    assert list_groups(below) == list_groups(group_equals(matrix))


@given(st.integers(1, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11))))
def test_whatever_links_connect_is_one_group(n_items: int, links: list[tuple[int, int]]) -> None:
    is_linked = np.zeros((n_items, n_items), dtype=np.bool_)
    expected = list(range(n_items))
    for one, other in links:
        if max(one, other) < n_items:
            is_linked[one, other] = is_linked[other, one] = True
            expected = [expected[one] if g == expected[other] else g for g in expected]
    assert list_groups(connect(is_linked)) == list_groups(expected)


@pytest.mark.parametrize("value", [0, 0.0, -0.5, 1.01, 2, True, "1", None, float("nan")])
def test_thresholds_that_cannot_be(value: object) -> None:
    with pytest.raises(BadSetting, match=r"cosine: threshold .* above 0, up to 1\.0"):
        Cosine(threshold=value)  # type: ignore[arg-type]
