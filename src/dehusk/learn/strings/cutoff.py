"""From how many pages on a string is template: where the two modes of a histogram part.

Most strings are on few pages, those of the template on most. The strings are counted in bins by
their share of the pages, and the border is put midway between two centres x < y so that the squared
distances to the nearer one are least: tried for every pair, on sums made once.
"""

from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from dehusk.model import Ints

N_BINS = 100
_TOLERANCE = 1e-9

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cutoff:
    """How many strings fall in each bin of pages, the bin of the border, and the fewest pages."""

    histogram: tuple[int, ...]
    border: int
    pages: int


def find_cutoff(pages: Ints, n_pages: int, share: float | None, min_pages: int) -> Cutoff:
    """The border of strings that are on so many pages of a site, unless a share is given."""
    bins = np.minimum(pages.astype(np.int64) * N_BINS // max(n_pages, 1), N_BINS - 1)
    histogram = np.bincount(bins, minlength=N_BINS)
    if share is None:
        border = find_border(histogram)
        # Conservative: a string in the border's own bin is template.
        needed = -(-border * n_pages // N_BINS)
    else:
        border = min(int(share * N_BINS + _TOLERANCE), N_BINS - 1)
        needed = ceil(share * n_pages - _TOLERANCE)
    return Cutoff(tuple(histogram.tolist()), border, max(needed, min_pages))


def find_border(histogram: Counts) -> int:
    """The first bin of the upper mode; the lowest one where several are as good.

    >>> find_border(np.array([9, 5, 1, 0, 0, 0, 1, 4]))
    4
    """
    bins = np.arange(len(histogram), dtype=np.float64)
    n, total, squares = (
        np.concatenate(([0.0], np.cumsum(histogram * bins**power))) for power in (0, 1, 2)
    )
    x, y = np.triu_indices(len(histogram), 1)
    # The first bin that is not below (x + y) / 2.
    border = (x + y + 1) // 2
    below = squares[border] - 2 * x * total[border] + x**2 * n[border]
    above = (squares[-1] - squares[border]) - 2 * y * (total[-1] - total[border])
    above += y**2 * (n[-1] - n[border])
    energy = below + above
    return int(border[energy == energy.min()].min())
