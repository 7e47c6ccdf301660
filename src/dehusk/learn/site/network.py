"""The decision: a small network that reads a page's blocks in their order, in plain numpy.

Each block's features become a handful of numbers; these are joined with their means over the page
and over the parts around the block, then with those of the blocks before and after it, near and
ever farther away. What comes out is how likely the block is content.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from dehusk.learn.site.confidence import Calibration
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.reading import Floats
from dehusk.model import Ints

REACH = (1, 2, 4, 8)
"""How many blocks before and after are joined, one step after another."""

POOLED = (0, 1, 3, 4, 5, 6)
"""Which of the parts around a block are looked at as a whole: some of the ever larger ones, and
where it is in the smallest and in the usual container of what is new."""

LAYERS = tuple(
    f"{name}.{part}"
    for name in ("in", "mid", "page", "tree", *(f"row{step}" for step in range(4)), "last", "out")
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
        """How far each stretch of the features is climbed."""
        # Whole rows of the transposed are copied faster than single cells.
        climbed: Floats = normal.T[self.feature].T
        climbed -= self.start
        climbed *= self.slope
        np.clip(climbed, 0, 1, out=climbed)
        climbed -= np.float32(0.5)
        return climbed


def normalize(features: Floats, mean: Floats, scale: Floats) -> Floats:
    """Each feature as its distance from its mean, not too far."""
    scaled: Floats = (features - mean) * scale
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

    def normalize(self, features: Floats) -> Floats:
        """Each feature as its distance from its mean over the training pages."""
        return normalize(features, self.mean, self.scale)

    def decide(self, normal: Floats, low: Ints, high: Ints) -> Floats:
        """The log odds of content for each block; the blocks of each part around are low … high."""
        first, bias = self.layers["in.weight"], self.layers["in.bias"]
        n_features = normal.shape[1]
        climbed = self.steps.climb(normal)
        hidden = _rectify(normal @ first[:n_features] + climbed @ first[n_features:] + bias)
        hidden = hidden + _rectify(self._apply("mid", hidden))
        shared = np.concatenate((hidden.mean(axis=0), hidden.max(axis=0)))
        sums = np.zeros((len(hidden) + 1, hidden.shape[1]), dtype=np.float32)
        np.cumsum(hidden, axis=0, out=sums[1:])
        size = np.maximum(high - low, 1).astype(np.float32)
        pooled = [(sums[high[:, i]] - sums[low[:, i]]) / size[:, i, None] for i in POOLED]
        hidden = _rectify(
            hidden
            + self._apply("page", shared)
            + self._apply("tree", np.concatenate(pooled, axis=1))
        )
        for step, reach in enumerate(REACH):
            around = np.concatenate((_shift(hidden, reach), hidden, _shift(hidden, -reach)), axis=1)
            hidden = hidden + _rectify(self._apply(f"row{step}", around))
        odds: Floats = self._apply("out", _rectify(self._apply("last", hidden)))[:, 0]
        return odds

    def _apply(self, layer: str, values: Floats) -> Floats:
        applied: Floats = values @ self.layers[f"{layer}.weight"] + self.layers[f"{layer}.bias"]
        return applied


def to_likelihood(odds: Floats) -> Floats:
    """The likelihood that log odds stand for."""
    likely: Floats = (1 / (1 + np.exp(-np.clip(odds, -_SUREST, _SUREST)))).astype(np.float32)
    return likely


def _rectify(values: Floats) -> Floats:
    return np.maximum(values, 0, out=values)


def _shift(values: Floats, by: int) -> Floats:
    """Each row's predecessor by so many, or successor; zeros beyond the ends."""
    shifted = np.zeros_like(values)
    if by > 0:
        shifted[by:] = values[:-by]
    else:
        shifted[:by] = values[-by:]
    return shifted
