"""What held-out pages reached of what was expected of them, as a table that rises."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from dehusk.learn.site.confidence import LIKELY, Calibration, expect_f1
from dehusk.learn.site.reading import Floats

_STEPS = 16
"""So many points, each of as many pages."""


class HeldOut(NamedTuple):
    """A page that the network never saw: by block its likelihood, share of content and words."""

    likely: Floats
    content: Floats
    words: Floats


def calibrate(pages: Sequence[HeldOut]) -> Calibration:
    """What pages reached by what was expected of them."""
    # A page that has nothing, and of which nothing is kept, says nothing of those that have.
    telling = [page for page in pages if expect_f1(page.likely, page.words)]
    if not telling:
        return Calibration()
    pairs = [(expect_f1(page.likely, page.words), _reach(*page)) for page in telling]
    found = np.array(sorted(pairs))
    steps = np.array_split(found, min(_STEPS, len(found)))
    expected, reached = np.array([step.mean(axis=0) for step in steps]).T
    expected, first = np.unique(np.round(expected, 4), return_index=True)
    rising = np.maximum.accumulate(np.round(reached[first], 4))
    return Calibration(expected.astype(np.float32), rising.astype(np.float32))


def _reach(likely: Floats, content: Floats, words: Floats) -> float:
    """F1 by words."""
    kept = words * (likely > LIKELY)
    both = float(kept.sum() + (words * content).sum())
    return 2 * float((kept * content).sum()) / both if both else 1.0
