"""How sure a mean is: what it could have been with other sites of the same kind."""

from collections.abc import Sequence

import numpy as np

DRAWS = 2000
LEVEL = 0.95
_SEED = 0

Interval = tuple[float, float]


def bootstrap_mean(values: Sequence[float]) -> Interval:
    """The middle 95 % of the means of as many values drawn from these with replacement.

    >>> bootstrap_mean([0.5, 0.5, 0.5])
    (0.5, 0.5)
    """
    drawn = np.random.default_rng(_SEED).integers(len(values), size=(DRAWS, len(values)))
    means = np.asarray(values, dtype=np.float64)[drawn].mean(axis=1)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
