"""The cluster method dice: the paper's figures, and who is merged with whom."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.cluster.dice import compare, find_groups, measure_pairs, pair_up
from dehusk.cluster.matrix import PathMatrix
from tests.unit.cluster.matrices import any_matrix, list_groups, list_rows, make_matrix


def square(n_items: int, **values: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Coefficients by pairs such as _01=0.5."""
    coefficients = np.eye(n_items)
    for pair, value in values.items():
        one, other = int(pair[1]), int(pair[2])
        coefficients[one, other] = coefficients[other, one] = value
    return coefficients


def test_the_papers_words_compare_as_its_counts_say() -> None:
    assert compare(np.array([5.0]), np.array([5]), np.array([6])) == 10 / 11


def test_the_papers_words_have_one_pair_of_letters_more_than_it_counts() -> None:
    one, other = ({a + b for a, b in pairwise(word)} for word in ("christ", "christos"))
    letters = sorted(one | other)
    matrix = make_matrix(*({letters.index(pair) for pair in word} for word in (one, other)))
    assert measure_pairs(matrix)[0, 1] == 10 / 12


@given(any_matrix())
def test_coefficients_are_those_of_comparing_sets(matrix: PathMatrix) -> None:
    found, rows = measure_pairs(matrix), list_rows(matrix)
    for one, other in np.ndindex(found.shape):
        total = len(rows[one]) + len(rows[other])
        expected = 2 * len(rows[one] & rows[other]) / total if total else 0
        assert found[one, other] == pytest.approx(expected)


def test_the_papers_example_pairs_its_first_page_with_the_equal_ones() -> None:
    # d2 = d3. Dice: d1 with d2 8/9, d1 with d4 4/6, d2 with d4 4/7; their mean is .71.
    d1, d2, d4 = {0, 1, 2, 3}, {0, 1, 2, 3, 4}, {0, 1}
    groups = find_groups(make_matrix(d1, d2, d2, d4))
    assert list_groups(groups) == {frozenset({0, 1, 2}), frozenset({3})}


def test_the_best_pair_takes_both_partners_from_all_others() -> None:
    coefficients = square(4, _01=0.9, _12=0.8, _02=0.7, _03=0.1, _13=0.1, _23=0.6)
    assert pair_up(coefficients) == [(0, 1), (2, 3)]


def test_pairs_below_the_mean_are_dropped() -> None:
    coefficients = square(4, _01=0.9, _12=0.8, _02=0.7, _03=0.1, _13=0.1, _23=0.4)
    assert pair_up(coefficients) == [(0, 1)]


@pytest.mark.parametrize("value", [0.1, 0.3, 0.7, 10 / 11])
def test_pairs_as_good_as_the_mean_are_kept(value: float) -> None:
    coefficients = np.full((9, 9), value)
    assert pair_up(coefficients) == [(0, 1), (2, 3), (4, 5), (6, 7)]


def test_equal_pages_are_one_however_many() -> None:
    assert set(find_groups(make_matrix(*[{1, 2}] * 5)).tolist()) == {0}


def test_a_cluster_has_two_sets_of_paths_at_most() -> None:
    matrix = make_matrix({0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 1, 5})
    assert list_groups(find_groups(matrix)) == {frozenset({0, 1}), frozenset({2, 3})}


@given(any_matrix())
def test_equal_pages_stay_together_and_at_most_two_kinds_meet(matrix: PathMatrix) -> None:
    groups, rows = find_groups(matrix), list_rows(matrix)
    kinds = {frozenset(row) for row in rows}
    for pages in list_groups(groups):
        met = {frozenset(rows[page]) for page in pages}
        assert len(met) <= 2
        kinds -= met
    assert not kinds


@given(st.integers(0, 6), st.randoms(use_true_random=False))
def test_nobody_is_in_two_pairs(n_items: int, luck: random.Random) -> None:
    values = np.random.default_rng(luck.randrange(2**32)).random((n_items, n_items))
    items = [item for pair in pair_up(values) for item in pair]
    assert len(items) == len(set(items))
    assert (len(items) >= 2) == (n_items >= 2)
