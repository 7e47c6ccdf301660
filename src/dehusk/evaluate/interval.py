"""How sure a mean is: what it could have been with other sites of the same kind."""

from collections.abc import Sequence

import numpy as np
from scipy.special import ndtr, stdtrit

DRAWS = 10_000
LEVEL = 0.95
FEWEST = 5
"""Fewer values say nothing of how far others might be off."""

_SEED = 0

Interval = tuple[float, float]


def bootstrap_mean(values: Sequence[float]) -> Interval | None:
    """Where the mean lies with 95 % of certainty, by drawing as many values with replacement.

    Few values spread less than what they are drawn from, so the quantiles are moved outwards as
    far as those of Student's t lie outside the normal ones.

    >>> bootstrap_mean([0.5] * 5), bootstrap_mean([0.5, 0.6])
    ((0.5, 0.5), None)
    """
    n = len(values)
    if n < FEWEST:
        return None
    drawn = np.random.default_rng(_SEED).integers(n, size=(DRAWS, n))
    means = np.asarray(values, dtype=np.float64)[drawn].mean(axis=1)
    tail = float(ndtr(np.sqrt(n / (n - 1)) * stdtrit(n - 1, (1 - LEVEL) / 2)))
    low, high = np.quantile(means, [tail, 1 - tail])
    return float(low), float(high)
