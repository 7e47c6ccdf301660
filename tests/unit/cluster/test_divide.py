"""Pages divided into groups: as small as the paths tell, and no smaller."""

from collections.abc import Collection

import numpy as np
import pytest

from dehusk.cluster import divide as module
from dehusk.cluster.divide import FEWEST_PAGES, divide
from tests.unit.cluster.matrices import list_groups, make_blocks, make_matrix

SHARED = set(range(10))


def divide_rows(*rows: Collection[int], n_paths: int = 60) -> set[frozenset[int]]:
    return list_groups(divide(make_matrix(*rows, n_paths=n_paths)))


def test_pages_that_are_all_alike_are_one_group() -> None:
    assert divide_rows(*[SHARED] * 12) == {frozenset(range(12))}


def test_pages_of_several_templates_are_divided_into_them() -> None:
    groups = divide(make_blocks(n_sites=4, n_pages=8))
    assert list_groups(groups) == {frozenset(range(at, at + 8)) for at in (0, 8, 16, 24)}
    assert set(groups.tolist()) == {0, 1, 2, 3}


def test_one_path_alone_is_not_worth_a_division_but_many_that_go_together_are() -> None:
    draw = np.random.default_rng(1)
    noise = [SHARED | set((10 + np.flatnonzero(draw.random(30) < 0.5)).tolist()) for _ in range(20)]
    assert len(divide_rows(*noise)) == 1
    halves = [row | set(range(40, 60)) if n < 10 else row for n, row in enumerate(noise)]
    groups = divide_rows(*halves)
    assert len(groups) > 1
    assert all(group <= set(range(10)) or group <= set(range(10, 20)) for group in groups)


@pytest.mark.parametrize("n_few", range(1, 6))
def test_fewer_pages_than_the_fewest_are_not_set_apart(n_few: int) -> None:
    rows = [SHARED] * 12 + [set(range(20, 40))] * n_few
    few = frozenset(range(12, 12 + n_few))
    assert (few in divide_rows(*rows)) == (n_few >= FEWEST_PAGES)


def test_a_page_that_lacks_the_path_asked_for_goes_with_its_like() -> None:
    # Each page lacks one of the paths of its kind, so that any question is wrong about some page.
    ones = [SHARED | set(range(10, 20)) - {10 + page} for page in range(10)]
    others = [SHARED | set(range(30, 40)) - {30 + page} for page in range(10)]
    assert divide_rows(*ones, *others) == {frozenset(range(10)), frozenset(range(10, 20))}


def test_too_few_questions_still_divide_what_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_QUESTIONS", 1)
    rows = [SHARED | {20}] * 4 + [SHARED | {21, *range(22, 40)}] * 8
    assert divide_rows(*rows) == {frozenset(range(4)), frozenset(range(4, 12))}


def test_no_pages_one_page_and_pages_without_paths_are_not_divided() -> None:
    assert divide(make_matrix()).tolist() == []
    assert divide(make_matrix({1, 2})).tolist() == [0]
    assert divide(make_matrix(*[set()] * 9)).tolist() == [0] * 9
