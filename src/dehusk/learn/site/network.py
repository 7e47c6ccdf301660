"""The decision: a small network that reads a page's blocks in their order, in plain numpy.

Each block's features become a handful of numbers. Then, in rounds: these are joined with their
means over the page and over the parts around the block, then with those of the blocks before and
after it, near and ever farther away. In a second round a block so learns what its table, its list,
its column came to look like in the first. What comes out is how likely the block is content.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from dehusk.learn.site.confidence import Calibration
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.reading import Floats
from dehusk.model import Ints

N_ROUNDS = 2

REACH = (1, 2, 4)
"""How many blocks before and after are joined, one step after another, in each round."""

MIXING = tuple(
    f"{name}{number}"
    for number in range(N_ROUNDS)
    for name in ("page", "tree", *(f"row{reach}-" for reach in REACH))
)
"""The layers that mix blocks: `tree1` and `row4-1` are those of the second round."""

LAYERS = tuple(
    f"{name}.{part}"
    for name in ("in", "mid", *MIXING, "last", "out")
    for part in ("weight", "bias")
)

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
        """How far each stretch of the features is climbed; rows are features."""
        climbed: Floats = normal[self.feature]
        climbed -= self.start[:, None]
        climbed *= self.slope[:, None]
        np.clip(climbed, 0, 1, out=climbed)
        climbed -= np.float32(0.5)
        return climbed


def normalize(features: Floats, mean: Floats, scale: Floats) -> Floats:
    """Each feature as its distance from its mean, not too far."""
    scaled: Floats = features - mean
    scaled *= scale
    return np.clip(scaled, -FARTHEST, FARTHEST, out=scaled)


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

    def decide(self, features: Floats, low: Ints, high: Ints) -> Floats:
        """The log odds of content for each block; the blocks of each part around are low … high.

        Features are columns, the blocks' parts too.
        """
        hidden = self._take_in(features)
        size = 1 / np.maximum(high - low, 1).astype(np.float32)[:, :, None]
        for number in range(N_ROUNDS):
            shared = np.concatenate((hidden.mean(axis=0), hidden.max(axis=0)))
            sums = np.zeros((len(hidden) + 1, hidden.shape[1]), dtype=np.float32)
            np.cumsum(hidden, axis=0, out=sums[1:])
            pooled = sums.take(high, axis=0)
            pooled -= sums.take(low, axis=0)
            pooled *= size
            hidden = hidden + self._apply(f"tree{number}", pooled.reshape(len(hidden), -1))
            hidden += self._apply(f"page{number}", shared)
            _rectify(hidden)
            for reach in REACH:
                gained = self._apply(f"row{reach}-{number}", look_around(hidden, reach))
                hidden += _rectify(gained)
        odds: Floats = self._apply("out", _rectify(self._apply("last", hidden)))[:, 0]
        return odds

    def _take_in(self, features: Floats) -> Floats:
        """The first numbers of each block, from its own features only."""
        # As rows, features lie in memory one after another: each is scaled by one number.
        normal = normalize(features.T, self.mean[:, None], self.scale[:, None])
        first = self.layers["in.weight"]
        hidden = normal.T @ first[: len(normal)]
        hidden += self.steps.climb(normal).T @ first[len(normal) :]
        hidden += self.layers["in.bias"]
        _rectify(hidden)
        return hidden + _rectify(self._apply("mid", hidden))

    def _apply(self, layer: str, values: Floats) -> Floats:
        applied: Floats = values @ self.layers[f"{layer}.weight"] + self.layers[f"{layer}.bias"]
        return applied


def to_likelihood(odds: Floats) -> Floats:
    """The likelihood that log odds stand for."""
    likely: Floats = (1 / (1 + np.exp(-np.clip(odds, -_SUREST, _SUREST)))).astype(np.float32)
    return likely


def _rectify(values: Floats) -> Floats:
    return np.maximum(values, 0, out=values)


def look_around(values: Floats, reach: int) -> Floats:
    """Each row between its predecessor and its successor by so many; zeros beyond the ends."""
    n_rows, width = values.shape
    around = np.zeros((n_rows, 3 * width), dtype=np.float32)
    around[reach:, :width] = values[: max(n_rows - reach, 0)]
    around[:, width : 2 * width] = values
    around[: max(n_rows - reach, 0), 2 * width :] = values[reach:]
    return around
