"""Odd pages: what makes one, and what does not."""

import numpy as np

from dehusk.cluster.odd import FEWEST_OTHERS, ODD_SHARE, set_odd_apart
from tests.unit.cluster.matrices import make_matrix
from tests.unit.cluster.test_join import marks

TEMPLATE = marks(0, 40)


def find_odd(*rows: set[int]) -> list[int]:
    """The pages that are set apart from the first group."""
    groups = set_odd_apart(make_matrix(*rows, n_paths=400), np.zeros(len(rows), dtype=np.intp))
    return np.flatnonzero(groups > 0).tolist()


def test_a_page_that_lacks_much_and_has_much_of_its_own_is_odd() -> None:
    usual = [TEMPLATE | marks(100 + 5 * page, 5) for page in range(10)]
    odd = marks(0, 20) | marks(300, 20)
    assert find_odd(*usual) == []
    assert find_odd(*usual, odd) == [10]


def test_a_page_that_only_lacks_or_only_has_more_is_not_odd() -> None:
    usual = [TEMPLATE | marks(100 + 5 * page, 5) for page in range(10)]
    assert find_odd(*usual, marks(0, 10)) == []
    assert find_odd(*usual, TEMPLATE | marks(300, 90)) == []


def test_how_much_is_much_is_a_share() -> None:
    usual = [TEMPLATE for _ in range(10)]
    lacked = round(ODD_SHARE * 40)
    assert find_odd(*usual, marks(lacked, 40 - lacked) | marks(300, 30)) == [10]
    assert find_odd(*usual, marks(lacked - 1, 41 - lacked) | marks(300, 30)) == []


def test_beside_few_pages_none_is_odd() -> None:
    odd = marks(0, 20) | marks(300, 20)
    assert find_odd(*[TEMPLATE] * (FEWEST_OTHERS - 1), odd) == []
    assert find_odd(*[TEMPLATE] * FEWEST_OTHERS, odd) == [FEWEST_OTHERS]


def test_every_odd_page_gets_a_group_of_its_own() -> None:
    odd = [marks(0, 20) | marks(200 + 50 * n, 30) for n in range(2)]
    groups = set_odd_apart(
        make_matrix(*[TEMPLATE] * 20, *odd, n_paths=400), np.zeros(22, dtype=np.intp)
    )
    assert sorted(groups.tolist()) == [0] * 20 + [1, 2]
