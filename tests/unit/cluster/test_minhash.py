"""The cluster method minhash: what signatures estimate, and how near it comes to mdl."""

import numpy as np
import pytest
from hypothesis import given

from benchmarks.mdl_gap import compare, list_samples
from dehusk.cluster.description_length import measure
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.minhash import MinHash, find_groups, sign
from dehusk.cluster.overlap import group_equals
from dehusk.errors import BadSetting
from examples import SITES
from tests.unit.cluster.matrices import any_matrix, list_groups, make_blocks, make_matrix

SAMPLES = dict(list_samples(12))


def test_signatures_estimate_the_share_of_common_paths() -> None:
    matrix = make_matrix(range(300), range(100, 400), range(400, 600), n_paths=600)
    signatures = sign(matrix, 1024)
    assert np.mean(signatures[0] == signatures[1]) == pytest.approx(0.5, abs=0.05)
    assert np.mean(signatures[0] == signatures[2]) == 0


def test_the_signature_of_two_pages_together_is_the_least_of_both() -> None:
    signatures = sign(make_matrix({0, 1, 2}, {2, 3}, {0, 1, 2, 3}), 64)
    assert np.array_equal(np.minimum(signatures[0], signatures[1]), signatures[2])


def test_hashes_of_a_signature_put_paths_in_different_orders() -> None:
    signatures = sign(make_matrix({0}, {1}), 64)
    share = np.mean(signatures[0] < signatures[1])
    assert 0.2 < share < 0.8


def test_a_page_without_paths_is_like_no_other() -> None:
    signatures = sign(make_matrix(set(), {1, 2}, set(), {3}), 8)
    assert np.array_equal(signatures[0], signatures[2])
    assert not np.any(signatures[0] == signatures[[1, 3]])
    assert not np.any(signatures[1] == signatures[3])


def test_pages_that_have_little_in_common_stay_apart() -> None:
    groups = find_groups(make_blocks(n_sites=3, n_pages=4))
    assert list_groups(groups) == {frozenset(range(start, start + 4)) for start in (0, 4, 8)}


def test_a_pair_that_does_not_pay_does_not_end_the_merging() -> None:
    # With one hash, pages of both sites share as much as pages of one, or nothing.
    matrix = make_blocks(n_sites=2, n_pages=4)
    assert len(list_groups(find_groups(matrix, n_hashes=1))) == 2


@given(any_matrix())
def test_merging_never_makes_the_description_longer(matrix: PathMatrix) -> None:
    apart = measure(matrix, np.arange(matrix.n_pages))
    assert measure(matrix, find_groups(matrix, 16)) <= apart + 1e-6


@given(any_matrix())
def test_putting_equal_pages_together_always_pays(matrix: PathMatrix) -> None:
    equals = group_equals(matrix)
    apart = measure(matrix, np.arange(matrix.n_pages))
    assert measure(matrix, equals) <= apart + 1e-6
    for pages in list_groups(find_groups(matrix, 16)):
        others = set(range(matrix.n_pages)) - pages
        assert not {equals[page] for page in pages} & {equals[page] for page in others}


@given(any_matrix())
def test_no_merge_that_pays_is_left(matrix: PathMatrix) -> None:
    groups = find_groups(matrix, 16)
    cost = measure(matrix, groups)
    for one in set(groups.tolist()):
        for other in set(groups.tolist()) - {one}:
            merged = measure(matrix, np.where(groups == other, one, groups))
            assert merged >= cost - 1e-6


@pytest.mark.parametrize("site", SITES)
def test_a_sample_site_costs_within_two_percent_of_what_mdl_makes_it(site: str) -> None:
    assert compare(SAMPLES[site]) <= 1.02


def test_all_sample_sites_together_cost_within_two_percent_of_what_mdl_makes_them() -> None:
    matrix = SAMPLES["all five"]
    assert len(list_groups(find_groups(matrix))) >= 5
    assert compare(matrix) <= 1.02


@pytest.mark.parametrize("site", SITES)
def test_all_recurring_paths_of_a_sample_site_cost_little_more_than_by_mdl(site: str) -> None:
    assert compare(SAMPLES[f"{site}, recurring"]) <= 1.05


@pytest.mark.parametrize("value", [0, -1, 4097, 16.0, True, "many", None])
def test_numbers_of_hashes_that_cannot_be(value: object) -> None:
    with pytest.raises(BadSetting, match=r"minhash: n_hashes .* whole number from 1 to 4096"):
        MinHash(n_hashes=value)  # type: ignore[arg-type]
