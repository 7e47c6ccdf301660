"""Description lengths: cases counted by hand, and what the formula must always do."""

import numpy as np
import pytest
from hypothesis import given

from dehusk.cluster.description_length import Extent, measure
from dehusk.cluster.matrix import PathMatrix
from tests.unit.cluster.matrices import any_matrix, make_matrix

ONE_OF_SIX = 6 * np.log2(6) - 5 * np.log2(5)
"""The bits of six cells, one of which is not like the others: 3.9."""


def test_what_a_page_lacks_of_the_template_is_a_minus_one() -> None:
    # Half of the pages are enough for path 2, so the template is all three paths: no bits.
    matrix = make_matrix({0, 1}, {0, 1, 2}, n_paths=3)
    assert measure(matrix, np.array([0, 0])) == pytest.approx(ONE_OF_SIX)


def test_pages_apart_cost_their_templates_and_memberships() -> None:
    # Templates: five ones of six cells. Memberships: two ones of four cells, a bit each.
    matrix = make_matrix({0, 1}, {0, 1, 2}, n_paths=3)
    assert measure(matrix, np.array([0, 1])) == pytest.approx(ONE_OF_SIX + 4)


def test_what_a_page_has_beyond_the_template_is_a_one() -> None:
    # The template is one path of two, a bit each; of six differences, one.
    matrix = make_matrix({0}, {0}, {0, 1}, n_paths=2)
    assert measure(matrix, np.array([0, 0, 0])) == pytest.approx(2 + ONE_OF_SIX)


def test_ones_and_minus_ones_are_told_apart() -> None:
    extent = Extent(n_paths=2, n_pages=4)
    apart = extent.describe(1, np.array([0.0, 4.0, 4.0]))
    alike = extent.describe(1, np.array([0.0, 8.0, 0.0]))
    assert apart - alike == pytest.approx(8)


def test_paths_that_no_page_has_make_the_others_dearer() -> None:
    few = make_matrix({0, 1}, {0, 2}, n_paths=3)
    many = make_matrix({0, 1}, {0, 2}, n_paths=30)
    assert measure(many, np.array([0, 1])) > measure(few, np.array([0, 1])) + 1


def test_no_pages_and_no_paths_cost_nothing() -> None:
    assert measure(make_matrix(), np.zeros(0, dtype=np.intp)) == 0
    assert measure(make_matrix(set(), n_paths=0), np.array([0])) == 0


def test_equal_pages_cost_less_together() -> None:
    matrix = make_matrix({0, 1, 2}, {0, 1, 2}, {4, 5})
    assert measure(matrix, np.array([0, 0, 1])) < measure(matrix, np.array([0, 1, 2]))


@given(any_matrix())
def test_only_who_is_with_whom_matters_not_the_numbers_of_groups(matrix: PathMatrix) -> None:
    groups = np.arange(matrix.n_pages) % 3
    renamed = np.array([70, 5, 12])[groups]
    assert measure(matrix, groups) == measure(matrix, renamed) >= 0
