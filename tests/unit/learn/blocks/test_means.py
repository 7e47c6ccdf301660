"""Numbers in groups by k-means."""

import pytest

from dehusk.learn.blocks.means import group_by_means


@pytest.mark.parametrize(
    ("numbers", "k", "groups"),
    [
        ([], 2, []),
        ([0.4], 2, [0]),
        ([0.4, 0.4, 0.4], 3, [0, 0, 0]),
        ([0.1, 0.9], 3, [0, 1]),
        ([1.0, 0.1, 0.15, 0.9, 0.12], 2, [1, 0, 0, 1, 0]),
        ([1.0, 0.1, 0.5, 0.12, 0.52, 0.95], 3, [2, 0, 1, 0, 1, 2]),
        ([0.0, 0.5, 1.0], 2, [0, 1, 1]),
    ],
)
def test_numbers_go_to_the_nearest_mean(numbers: list[float], k: int, groups: list[int]) -> None:
    found, n_groups = group_by_means(numbers, k)
    assert found.tolist() == groups
    assert n_groups == min(k, len(set(numbers)))


def test_the_same_numbers_in_another_order_fall_into_the_same_groups() -> None:
    numbers = [0.3, 0.31, 0.8, 0.79, 0.05, 0.81, 0.33]
    found = dict(zip(numbers, group_by_means(numbers, 3)[0].tolist(), strict=True))
    turned = numbers[::-1]
    assert dict(zip(turned, group_by_means(turned, 3)[0].tolist(), strict=True)) == found
