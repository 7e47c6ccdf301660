"""Groups joined to clusters: two templates each have something of their own."""

from collections.abc import Collection

import numpy as np
import pytest

from dehusk.cluster.join import ENOUGH_OWN, FEW_PAGES, join
from tests.unit.cluster.matrices import list_groups, make_matrix

SHARED = set(range(100))
"""What all pages of a site have: so much that a few marks are a small share."""


def join_kinds(*kinds: Collection[int], n_pages: int = 8) -> int:
    """The number of clusters of groups with these rows, so many pages each."""
    rows = [kind for kind in kinds for _ in range(n_pages)]
    groups = np.repeat(np.arange(len(kinds)), n_pages)
    return len(list_groups(join(make_matrix(*rows, n_paths=400), groups)))


def marks(start: int, n_marks: int) -> set[int]:
    return set(range(start, start + n_marks))


def test_a_group_with_more_than_the_other_is_of_the_same_template() -> None:
    assert join_kinds(SHARED, SHARED | marks(100, 150)) == 1


def test_groups_with_marks_of_their_own_each_are_two_templates() -> None:
    assert join_kinds(SHARED | marks(100, 40), SHARED | marks(150, 40)) == 2


@pytest.mark.parametrize(("n_own", "n_clusters"), [(ENOUGH_OWN - 1, 1), (ENOUGH_OWN, 2)])
def test_enough_marks_tell_apart_whatever_is_shared(n_own: int, n_clusters: int) -> None:
    assert join_kinds(SHARED | marks(100, n_own), SHARED | marks(150, n_own)) == n_clusters


@pytest.mark.parametrize(("n_own", "n_clusters"), [(1, 1), (2, 2)])
def test_fewer_marks_tell_small_templates_apart(n_own: int, n_clusters: int) -> None:
    shared = set(range(6))
    assert join_kinds(shared | marks(100, n_own), shared | marks(150, n_own)) == n_clusters


def test_marks_on_some_pages_of_a_group_are_not_its_own() -> None:
    some = [SHARED | marks(100, 20) if page % 2 else SHARED for page in range(8)]
    rows = [*some, *[SHARED | marks(150, 20)] * 8]
    clusters = join(make_matrix(*rows, n_paths=400), np.repeat([0, 1], 8))
    assert len(list_groups(clusters)) == 1


def test_a_mark_on_hardly_any_page_of_the_other_is_still_ones_own() -> None:
    ones = [SHARED | marks(100, 40)] * 20
    others = [
        SHARED | marks(150, 40) | (marks(100, 40) if page == 0 else set()) for page in range(20)
    ]
    groups = np.repeat([0, 1], 20)
    assert len(list_groups(join(make_matrix(*ones, *others, n_paths=400), groups))) == 2
    third = [*others[:14], *[others[0]] * 6]
    assert len(list_groups(join(make_matrix(*ones, *third, n_paths=400), groups))) == 1


@pytest.mark.parametrize(("n_few", "n_clusters"), [(FEW_PAGES, 1), (FEW_PAGES + 1, 2)])
def test_what_few_pages_have_of_their_own_may_be_content(n_few: int, n_clusters: int) -> None:
    # The few lack 8 of 108 marks of the many: too little to be of another template.
    rows = [*[SHARED | marks(100, 8)] * 20, *[SHARED | marks(150, 40)] * n_few]
    groups = np.array([0] * 20 + [1] * n_few)
    assert len(list_groups(join(make_matrix(*rows, n_paths=400), groups))) == n_clusters


def test_few_pages_that_lack_much_are_of_another_template() -> None:
    rows = [*[SHARED | marks(100, 40)] * 20, *[SHARED | marks(150, 40)]]
    groups = np.array([0] * 20 + [1])
    assert len(list_groups(join(make_matrix(*rows, n_paths=400), groups))) == 2


def test_groups_that_share_too_little_are_not_joined() -> None:
    # Neither has marks of its own on nearly all pages, but together they would be no template.
    draw = np.random.default_rng(3)
    ones = [marks(0, 5) | set(draw.choice(np.arange(10, 200), 9).tolist()) for _ in range(8)]
    others = [marks(5, 5) | set(draw.choice(np.arange(200, 390), 9).tolist()) for _ in range(8)]
    groups = np.repeat([0, 1], 8)
    clusters = join(make_matrix(*ones, *others, n_paths=400), groups)
    assert len(list_groups(clusters)) == 2


def test_a_group_of_two_sites_is_taken_apart() -> None:
    rows = [marks(0, 60)] * 3 + [marks(100, 60)] * 2
    clusters = join(make_matrix(*rows, n_paths=400), np.zeros(5, dtype=np.intp))
    assert list_groups(clusters) == {frozenset(range(3)), frozenset(range(3, 5))}


def test_a_large_group_that_was_not_divided_is_not_taken_apart() -> None:
    rows = [marks(7 * page, 60) for page in range(12)]
    clusters = join(make_matrix(*rows, n_paths=400), np.zeros(12, dtype=np.intp))
    assert list_groups(clusters) == {frozenset(range(12))}


def test_what_is_nearer_is_joined_first() -> None:
    # The short group is like both others, which are two templates: it goes with the more alike,
    # being too small to glue them.
    long, other = SHARED | marks(100, 100), SHARED | marks(200, 50)
    rows = [*[long] * 10, *[SHARED] * 2, *[other] * 10]
    clusters = join(make_matrix(*rows, n_paths=400), np.repeat([0, 1, 2], [10, 2, 10]))
    assert list_groups(clusters) == {frozenset(range(10)), frozenset(range(10, 22))}


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 0, 2], [2, 0, 1], [2, 1, 0]])
def test_bare_pages_do_not_glue_two_templates(order: list[int]) -> None:
    rows = [*[SHARED | marks(100, 60)] * 10, *[SHARED] * 6, *[SHARED | marks(200, 60)] * 10]
    groups = np.repeat(order, [10, 6, 10])
    found = list_groups(join(make_matrix(*rows, n_paths=400), groups))
    assert found == {frozenset(range(10)), frozenset(range(10, 16)), frozenset(range(16, 26))}


def test_pages_without_optional_parts_join_those_with_one_or_another() -> None:
    assert join_kinds(SHARED | marks(100, 20), SHARED, SHARED | marks(200, 20)) == 1


def test_pages_with_the_parts_of_two_kinds_join_them() -> None:
    # They lack nothing of either, and so say that both are parts of one template.
    one, other = marks(100, 60), marks(200, 60)
    assert join_kinds(SHARED | one, SHARED | one | other, SHARED | other) == 1


def test_what_is_set_aside_stays_so_while_others_are_joined() -> None:
    # The bare pages are more like the long ones than these are like the longest.
    long, other = SHARED | marks(100, 60), SHARED | marks(200, 60)
    assert join_kinds(SHARED, long, other, long | marks(270, 110)) == 3


def test_joining_is_the_same_whatever_the_groups_are_called() -> None:
    rows = [
        SHARED | marks(100 + 30 * kind, 20 if page % 2 else 10)
        for kind in range(3)
        for page in range(8)
    ]
    groups = np.array([2 * kind + page % 2 for kind in range(3) for page in range(8)])
    found = list_groups(join(make_matrix(*rows, n_paths=400), groups))
    assert found == {frozenset(range(at, at + 8)) for at in (0, 8, 16)}
    assert list_groups(join(make_matrix(*rows, n_paths=400), 5 - groups)) == found
