"""The cluster method mdl: what it merges, in which order, and how near it comes to the best."""

import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks.mdl_gap import find_optimum, list_partitions
from dehusk.cluster.description_length import measure
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.mdl import Mdl, agglomerate, find_groups
from tests.conftest import parse
from tests.unit.cluster.matrices import any_matrix, list_groups, make_blocks, make_matrix


def test_pages_of_two_templates_become_two_clusters() -> None:
    pages = [
        parse(f"<body><h1>{name}</h1>{body}</body>", f"{number}-{name}.html")
        for number in range(4)
        for name, body in (
            ("list", "<ul><li><a>one</a><li><b>two</b></ul>"),
            ("text", "<p><i>so</i> it <em>goes</em></p>"),
        )
    ]
    clusters, _ = Mdl().cluster(pages)
    kinds = [{key.partition("-")[2] for key in cluster.keys} for cluster in clusters]
    assert sorted(map(sorted, kinds)) == [["list.html"], ["text.html"]]


def test_pages_that_have_little_in_common_stay_apart() -> None:
    groups = find_groups(make_blocks(n_sites=3, n_pages=4))
    assert list_groups(groups) == {frozenset(range(start, start + 4)) for start in (0, 4, 8)}


def test_each_merge_is_the_one_after_which_the_cost_is_least() -> None:
    matrix = make_blocks(n_sites=2, n_pages=3)
    clusters = {number: {number} for number in range(6)}
    merges = agglomerate(matrix, np.arange(6), stop_when_rising=False)
    for number, step in enumerate(merges.steps, start=6):
        costs = {
            (one, other): cost_of(matrix, clusters, one, other)
            for one in clusters
            for other in clusters
            if one < other
        }
        assert step.cost_after == pytest.approx(min(costs.values()))
        pair = (min(step.one, step.other), max(step.one, step.other))
        assert step.cost_after == pytest.approx(costs[pair])
        clusters[number] = clusters.pop(step.one) | clusters.pop(step.other)


def cost_of(matrix: PathMatrix, clusters: dict[int, set[int]], one: int, other: int) -> float:
    """L(C) with two of the clusters merged, counted afresh."""
    groups = np.zeros(matrix.n_pages, dtype=np.intp)
    for number, pages in clusters.items():
        groups[list(pages)] = one if number == other else number
    return measure(matrix, groups)


@given(any_matrix())
def test_costs_of_steps_fall_to_that_of_the_groups(matrix: PathMatrix) -> None:
    merges = agglomerate(matrix, np.arange(matrix.n_pages))
    costs = [merges.first_cost, *(step.cost_after for step in merges.steps)]
    assert costs[0] == pytest.approx(measure(matrix, np.arange(matrix.n_pages)))
    assert costs[-1] == pytest.approx(measure(matrix, merges.groups))
    assert costs == sorted(costs, reverse=True)
    assert len(list_groups(merges.groups)) == matrix.n_pages - len(merges.steps)


@given(any_matrix())
def test_merging_may_go_on_to_one_cluster(matrix: PathMatrix) -> None:
    stopped = agglomerate(matrix, np.arange(matrix.n_pages))
    whole = agglomerate(matrix, np.arange(matrix.n_pages), stop_when_rising=False)
    assert list(whole.steps[: len(stopped.steps)]) == list(stopped.steps)
    assert len(whole.steps) == matrix.n_pages - 1
    assert set(whole.groups.tolist()) == {0}
    numbers = [number for step in whole.steps for number in (step.one, step.other)]
    assert sorted(numbers) == list(range(2 * matrix.n_pages - 2))


def test_merging_begins_with_the_groups_given() -> None:
    matrix = make_blocks(n_sites=2, n_pages=3)
    begun = np.array([0, 0, 0, 1, 1, 2])
    merges = agglomerate(matrix, begun)
    assert merges.first_cost == pytest.approx(measure(matrix, begun))
    assert [(step.one, step.other) for step in merges.steps] == [(1, 2)]
    assert merges.groups.tolist() == [0, 0, 0, 1, 1, 1]


@settings(deadline=None, max_examples=40)
@given(any_matrix(most_pages=6))
def test_no_grouping_is_better_than_the_best_of_all(matrix: PathMatrix) -> None:
    best = find_optimum(matrix)
    assert measure(matrix, find_groups(matrix)) >= best - 1e-6
    assert best <= measure(matrix, np.arange(matrix.n_pages)) + 1e-6


def test_the_best_of_all_is_found_where_it_is_plain() -> None:
    matrix = make_blocks(n_sites=2, n_pages=3)
    assert measure(matrix, find_groups(matrix)) == pytest.approx(find_optimum(matrix))


def test_greed_can_miss_the_best() -> None:
    gaps = []
    draw = np.random.default_rng(0)
    for _ in range(60):
        matrix = make_matrix(*(set(np.flatnonzero(draw.random(9) < 0.5).tolist()) for _ in "12345"))
        gaps.append(measure(matrix, find_groups(matrix)) - find_optimum(matrix))
    assert max(gaps) > 1
    assert sum(gap < 1e-6 for gap in gaps) >= 20


def test_all_partitions_are_tried() -> None:
    assert [len(list(list_partitions(n))) for n in range(1, 8)] == [1, 2, 5, 15, 52, 203, 877]
    assert [groups.tolist() for groups in list_partitions(3)] == [
        [0, 0, 0],
        [0, 0, 1],
        [0, 1, 0],
        [0, 1, 1],
        [0, 1, 2],
    ]


def test_merges_are_the_same_in_one_block_and_in_many(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = make_blocks(n_sites=3, n_pages=7)
    several = agglomerate(matrix, np.arange(21), stop_when_rising=False).steps
    monkeypatch.setattr("dehusk.cluster.mdl._BLOCK_ROWS", 100)
    assert agglomerate(matrix, np.arange(21), stop_when_rising=False).steps == several
    monkeypatch.setattr("dehusk.cluster.mdl._BLOCK_ROWS", 1)
    assert agglomerate(matrix, np.arange(21), stop_when_rising=False).steps == several
