"""The decision: a small network that reads a page's blocks in their order.

Each block's features become a handful of numbers. Then, in rounds: these are joined with their
means over the page and over the parts around the block, then with those of the blocks before and
after it, near and ever farther away. In a second round a block so learns what its table, its list,
its column came to look like in the first. What comes out is how likely the block is content.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from dehusk.core.mixing import (
    add_neighbours,
    add_parts,
    add_rectified,
    climb,
    find_runs,
    normalize,
    pool,
    rectify,
    summarize,
)
from dehusk.learn.site.confidence import Calibration
from dehusk.learn.site.features import N_POOLED
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.reading import Floats
from dehusk.model import Ints

N_ROUNDS = 2

REACH = (1, 2, 4)
"""How many blocks before and after are joined, one step after another, in each round."""


def list_shapes(n_in: int, width: int, last_width: int) -> dict[str, tuple[int, int]]:
    """By layer how many numbers it takes and how many it gives.

    `tree1` and `row4-1`, of blocks up to four away, are those of the second round.
    """
    rounds = range(N_ROUNDS)
    return {
        "in": (n_in, width),
        "mid": (width, width),
        **{f"page{number}": (2 * width, width) for number in rounds},
        **{f"tree{number}": (N_POOLED * width, width) for number in rounds},
        **{f"row{reach}-{number}": (3 * width, width) for number in rounds for reach in REACH},
        "last": (width, last_width),
        "out": (last_width, 1),
    }


LAYERS = tuple(list_shapes(0, 0, 0))

_SUREST = 30.0

FARTHEST = 6.0
"""No feature counts as farther from its mean, in standard deviations."""


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Features looked at in stretches: below a stretch, within it, above it.

    A sum over features alone could not tell the middle of a scale from its ends.
    """

    feature: Ints
    start: Floats
    slope: Floats

    def climb(self, normal: Floats) -> Floats:
        """The features, and below them how far each stretch is climbed; rows are features."""
        return climb(normal, self.feature, self.start, self.slope)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Weights that were trained, and the names of the features they are for."""

    features: tuple[str, ...]
    mean: Floats
    scale: Floats
    steps: Steps
    layers: Mapping[str, Floats]
    lexicon: Lexicon
    calibration: Calibration = field(default_factory=Calibration)
    _sides: dict[str, Floats] = field(init=False, repr=False, default_factory=dict)
    _parts: list[Sequence[Floats]] = field(init=False, repr=False, default_factory=list)

    def __post_init__(self) -> None:
        for number in range(N_ROUNDS):
            weight = self.layers[f"tree{number}.weight"]
            self._parts.append(np.split(weight, len(weight) // max(weight.shape[1], 1)))
        # What a block is to the one after it, to itself and to the one before it, side by side:
        # then a block is looked at once, not once from each side.
        for layer in (f"row{reach}-{number}" for reach in REACH for number in range(N_ROUNDS)):
            sides = np.split(self.layers[f"{layer}.weight"], 3)
            self._sides[layer] = np.ascontiguousarray(np.concatenate(sides, axis=1))

    def decide(self, features: Floats, low: Ints, high: Ints) -> Floats:
        """The log odds of content for each block; the blocks of each part around are low … high.

        Features are columns, the blocks' parts too.
        """
        hidden = self._take_in(features)
        begins, bounds, run = find_runs(low, high)
        runs = list(pairwise(begins.tolist()))
        # All layers that look at neighbours write into it: memory that is new each time would cost
        # half as much as what is worked out in it.
        seen = np.empty((len(hidden), 3 * hidden.shape[1]), dtype=np.float32)
        for number in range(N_ROUNDS):
            means = pool(hidden, bounds)
            gained = np.empty_like(means)
            # Blocks that stand together are in the same parts: each part is gone through once.
            for part, (first, last) in enumerate(runs):
                weight = self._parts[number][part]
                np.matmul(means[first:last], weight, out=gained[first:last])
            shared = self._apply(f"page{number}", summarize(hidden))
            shared += self.layers[f"page{number}.bias"]
            shared += self.layers[f"tree{number}.bias"]
            add_parts(hidden, gained, run, shared)
            for reach in REACH:
                layer = f"row{reach}-{number}"
                np.matmul(hidden, self._sides[layer], out=seen)
                add_neighbours(hidden, seen, self.layers[f"{layer}.bias"], reach)
        last_layer = rectify(self._apply("last", hidden), self.layers["last.bias"])
        odds: Floats = (self._apply("out", last_layer) + self.layers["out.bias"])[:, 0]
        return odds

    def _take_in(self, features: Floats) -> Floats:
        """The first numbers of each block, from its own features only."""
        # As rows, features lie in memory one after another: each is scaled by one number.
        normal = normalize(np.ascontiguousarray(features.T), self.mean, self.scale, FARTHEST)
        hidden = self._apply("in", self.steps.climb(normal).T)
        rectify(hidden, self.layers["in.bias"])
        return add_rectified(hidden, self._apply("mid", hidden), self.layers["mid.bias"])

    def _apply(self, layer: str, values: Floats) -> Floats:
        applied: Floats = values @ self.layers[f"{layer}.weight"]
        return applied


def to_likelihood(odds: Floats) -> Floats:
    """The likelihood that log odds stand for."""
    likely: Floats = (1 / (1 + np.exp(-np.clip(odds, -_SUREST, _SUREST)))).astype(np.float32)
    return likely
