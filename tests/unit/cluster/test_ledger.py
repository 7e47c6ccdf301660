"""The ledger: what it says of any merge is what counting afresh says."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.cluster.description_length import measure
from dehusk.cluster.ledger import Ledger
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.paths import TagPaths
from dehusk.model import Page
from examples import SITES
from tests.unit.cluster.matrices import any_matrix, make_blocks, read_essential


def check_all_merges(ledger: Ledger, matrix: PathMatrix) -> None:
    """Every merge that is possible now, against a grouping counted afresh."""
    assert ledger.cost == pytest.approx(measure(matrix, ledger.cluster_of))
    for one in range(ledger.n_clusters - 1):
        others = np.arange(one + 1, ledger.n_clusters)
        costs = ledger.find_costs(ledger.find_changes(one, others))
        for other, cost in zip(others.tolist(), costs.tolist(), strict=True):
            groups = np.where(ledger.cluster_of == other, one, ledger.cluster_of)
            assert cost == pytest.approx(measure(matrix, groups))


@given(any_matrix(), st.randoms(use_true_random=False))
def test_every_merge_costs_what_counting_afresh_says(
    matrix: PathMatrix, luck: random.Random
) -> None:
    choose = np.random.default_rng(luck.randrange(2**32))
    ledger = Ledger(matrix, choose.integers(0, 5, matrix.n_pages))
    check_all_merges(ledger, matrix)
    while ledger.n_clusters > 1:
        one, other = sorted(choose.choice(ledger.n_clusters, 2, replace=False).tolist())
        ledger.merge(one, other)
        check_all_merges(ledger, matrix)


@pytest.mark.parametrize("site", SITES)
def test_every_merge_of_a_sample_site_costs_what_counting_afresh_says(
    site: str, sample_pages: Callable[[str, int], list[Page]]
) -> None:
    pages = sample_pages(site, 12)
    matrices = (read_essential(pages), PathMatrix.read(pages, TagPaths(("class",))))
    for matrix in matrices:
        ledger = Ledger(matrix, np.arange(len(pages)))
        while ledger.n_clusters > 1:
            check_all_merges(ledger, matrix)
            ledger.merge(ledger.n_clusters // 3, ledger.n_clusters - 1)


def test_the_pages_of_merged_clusters_are_together_and_no_others() -> None:
    ledger = Ledger(make_blocks(5, 1), np.arange(5))
    ledger.merge(1, 3)
    assert ledger.cluster_of.tolist() == [0, 1, 2, 1, 3]
    ledger.merge(0, 2)
    assert ledger.cluster_of.tolist() == [0, 1, 0, 1, 2]


def test_changes_are_the_same_in_one_block_and_in_many(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(make_blocks(3, 4), np.arange(12))
    whole = ledger.find_changes(0, np.arange(1, 12))
    monkeypatch.setattr("dehusk.cluster.ledger._BLOCK_CELLS", 1)
    assert np.array_equal(ledger.find_changes(0, np.arange(1, 12)), whole)


def test_groups_to_begin_with_are_not_changed() -> None:
    groups = np.array([4, 4, 9, 9])
    ledger = Ledger(make_blocks(2, 2), groups)
    ledger.merge(0, 1)
    assert groups.tolist() == [4, 4, 9, 9]
