"""Numbers to groups by k-means, the same for the same numbers: no chance in where it starts."""

from collections.abc import Sequence

import numpy as np

from dehusk.learn.blocks.tolerance import TOLERANCE
from dehusk.model import Indices

MOST_ROUNDS = 100


def group_by_means(numbers: Sequence[float], k: int) -> tuple[Indices, int]:
    """The group of each number, counted from the lowest mean up, and how many groups there are.

    The means start at equal distances among the distinct numbers in order; there are no more groups
    than those. What is in the middle goes up. A group that all its numbers leave still counts.

    >>> groups, n_groups = group_by_means([0.9, 0.1, 0.2, 0.8], 2)
    >>> groups.tolist(), n_groups
    ([1, 0, 0, 1], 2)
    """
    values = np.array(numbers, dtype=np.float64)
    distinct = _list_distinct(values)
    n_groups = min(k, len(distinct))
    if n_groups < 2:
        return np.zeros(len(values), dtype=np.intp), n_groups
    starts = np.floor(np.arange(n_groups) * (len(distinct) - 1) / (n_groups - 1) + 0.5)
    means = distinct[starts.astype(np.intp)]
    groups = np.full(len(values), -1, dtype=np.intp)
    for _ in range(MOST_ROUNDS):
        middles = (means[1:] + means[:-1]) / 2
        nearest = np.searchsorted(middles, values + TOLERANCE, side="right")
        if np.array_equal(nearest, groups):
            break
        groups = nearest
        sizes = np.bincount(groups, minlength=n_groups)
        sums = np.bincount(groups, values, minlength=n_groups)
        means = np.where(sizes > 0, sums / np.maximum(sizes, 1), means)
    return groups, n_groups


def _list_distinct(values: "np.typing.NDArray[np.float64]") -> "np.typing.NDArray[np.float64]":
    ordered = np.sort(values)
    return ordered[np.diff(ordered, prepend=-np.inf) > TOLERANCE]
