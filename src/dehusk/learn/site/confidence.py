"""How much of a page is likely to be right: what its scores promise, and what such promises kept.

From the likelihoods of all blocks follows the F1 that is to be expected. Likelihoods are too sure
of themselves on sites that were never seen; a table of what came of such expectations on held-out
sites corrects that.
"""

from dataclasses import dataclass, field

import numpy as np

from dehusk.learn.site.reading import Floats

LIKELY = 0.5
DECIMALS = 3


def _same() -> Floats:
    return np.array([0, 1], dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """What was reached by what was expected, both rising."""

    expected: Floats = field(default_factory=_same)
    reached: Floats = field(default_factory=_same)

    def rate(self, likely: Floats, words: Floats) -> float:
        """The confidence in a page: the F1 that pages like it reached, by words."""
        expected = expect_f1(likely, words)
        # Below all that the table knows of, as much less; of nothing, none.
        known = min(1.0, expected / float(self.expected[0])) if self.expected[0] > 0 else 1.0
        rate = known * float(np.interp(expected, self.expected, self.reached))
        return round(rate, DECIMALS)


def expect_f1(likely: Floats, words: Floats) -> float:
    """The F1 that likelihoods promise when what is likely is kept; of nothing, none.

    >>> round(expect_f1(np.array([0.9, 0.1]), np.array([10, 10])), 2)
    0.9
    """
    kept = float(words[likely > LIKELY].sum())
    hits = float((words * likely)[likely > LIKELY].sum())
    wanted = float((words * likely).sum())
    return 2 * hits / (kept + wanted) if kept + wanted else 0.0
