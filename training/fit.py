"""Examples to a network: many small steps, the same ones every time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dehusk.core.mixing import normalize
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.network import FARTHEST, Network, Steps, list_shapes
from dehusk.learn.site.reading import Floats
from dehusk.model import Ints
from training.examples import OF_WORDING, OF_WORDS, Example
from training.gradients import Layers, lay_pages, measure_loss, run_backwards, run_forwards

LEVEL_WEIGHTS = {0: 1.0, 1: 0.4, 2: 0.5, 3: 0.6, 5: 1.0, 10: 1.5, 25: 3.0}
"""How often a page is read with what so many pages taught."""

_LONGEST = 700
"""Of a longer page so many blocks in a row are learned from at a time."""

_MOST_WORDS, _SUBLINEAR, _SILENT = 80.0, 0.8, 0.02
_DRAWN = 10
_BORDERS, _FEWEST_VALUES, _SHORTEST = (0.05, 0.35, 0.65, 0.95), 12, 0.01
_BETA, _GAMMA, _AVERAGED = 0.9, 0.999, 0.99
_STEADY_STEPS = 150
_BEGUN, _MIXING_BEGUN = {"in": 1.0, "mid": 0.5, "last": 1.0, "out": 1.0}, 0.3
"""How large the weights of a layer are before anything is learned."""

_WORDED = (slice(-len(OF_WORDS), -len(OF_WORDING)), slice(-len(OF_WORDING), None))


@dataclass(frozen=True, slots=True)
class Plan:
    """How a network is trained."""

    epochs: float = 8.0
    width: int = 64
    last_width: int = 32
    rate: float = 3e-3
    decay: float = 0.1
    dropped: float = 0.3
    hidden_features: float = 0.1
    hidden_names: float = 0.25
    blocks_a_step: int = 4096
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Ready:
    """An example with its features as the network takes them, by level."""

    looks: dict[int, tuple[Floats, Ints, Ints]]
    content: Floats
    weight: Floats
    page_weight: float


def train(
    examples: Sequence[Example],
    named: Sequence[Floats],
    features: Sequence[str],
    plan: Plan,
) -> Network:
    """The network that these examples teach.

    `named` are the features of words of each example, `features` the names of the others.
    """
    generator = np.random.default_rng(plan.seed)
    drawn = _draw_rows(examples, named, generator)
    mean, scale = drawn.mean(axis=0), (1 / (drawn.std(axis=0) + 1e-3)).astype(np.float32)
    steps = _find_steps(normalize(np.ascontiguousarray(drawn.T), mean, scale, FARTHEST))
    ready = [
        _make_ready(example, own, mean, scale) for example, own in zip(examples, named, strict=True)
    ]
    n_blocks = sum(min(len(one.content), _LONGEST) for one in ready)
    n_steps = max(1, int(plan.epochs * n_blocks / plan.blocks_a_step))
    layers = _begin(len(mean) + len(steps.feature), plan, generator)
    descent = _Descent(layers, plan, n_steps)
    nothing = (-mean * scale)[-len(OF_WORDS) :]
    while descent.step < n_steps:
        for batch in _deal(ready, nothing, plan, generator):
            laid = lay_pages([(_climb(one[0], steps), *one[1:3]) for one in batch])
            kept = generator.random((len(laid.features), plan.width), dtype=np.float32)
            kept = (kept > plan.dropped).astype(np.float32) / np.float32(1 - plan.dropped)
            done = run_forwards(layers, laid, kept)
            content, weight = (np.concatenate([one[side] for one in batch]) for side in (3, 4))
            pages = np.array([one[5] for one in batch], dtype=np.float32)
            _, slope = measure_loss(done.odds, content, weight, laid, pages)
            descent.move(run_backwards(layers, laid, done, slope))
            if descent.step >= n_steps:
                break
    return Network((*features, *OF_WORDS), mean, scale, steps, descent.average, Lexicon())


def _draw_rows(
    examples: Sequence[Example], named: Sequence[Floats], generator: np.random.Generator
) -> Floats:
    """Some blocks of every page at every level."""
    rows = []
    for example, own in zip(examples, named, strict=True):
        for look in example.looks.values():
            chosen = generator.permutation(len(own))[:_DRAWN]
            rows.append(np.concatenate((look.features[chosen], own[chosen]), axis=1))
    return np.concatenate(rows)


def _climb(normal: Floats, steps: Steps) -> Floats:
    """The same of rows that are blocks."""
    return steps.climb(np.ascontiguousarray(normal.T)).T


def _find_steps(drawn: Floats) -> Steps:
    """The stretches of each feature, a row each, that is more than a few values."""
    found = []
    for feature, values in enumerate(drawn):
        if len(np.unique(values)) >= _FEWEST_VALUES:
            borders = np.unique(np.quantile(values, _BORDERS))
            for start, stop in pairwise(borders.tolist()):
                if stop - start > _SHORTEST:
                    found.append((feature, start, 1 / (stop - start)))
    table = np.array(found, dtype=np.float64).reshape(-1, 3)
    return Steps(
        table[:, 0].astype(np.int32), table[:, 1].astype(np.float32), table[:, 2].astype(np.float32)
    )


def _make_ready(example: Example, named: Floats, mean: Floats, scale: Floats) -> _Ready:
    looks = {}
    for level, look in example.looks.items():
        values = np.concatenate((look.features.astype(np.float32), named), axis=1)
        # Scaled by features, learned from by blocks.
        normal = normalize(np.ascontiguousarray(values.T), mean, scale, FARTHEST)
        looks[level] = (np.ascontiguousarray(normal.T), look.low, look.high)
    weight = np.minimum(example.words, _MOST_WORDS) ** _SUBLINEAR + _SILENT
    return _Ready(looks, example.content, weight.astype(np.float32), example.n_siblings**-0.5)


_Part = tuple[Floats, Ints, Ints, Floats, Floats, float]


def _deal(
    ready: Sequence[_Ready], nothing: Floats, plan: Plan, generator: np.random.Generator
) -> Iterator[list[_Part]]:
    """All pages in some order, each at one level, in batches of about as many blocks."""
    batch: list[_Part] = []
    n_blocks = 0
    for place in generator.permutation(len(ready)).tolist():
        one = ready[place]
        levels = list(one.looks)
        odds = np.array([LEVEL_WEIGHTS[level] for level in levels])
        level = levels[int(generator.choice(len(levels), p=odds / odds.sum()))]
        features, low, high = one.looks[level]
        first = int(generator.integers(0, max(len(features) - _LONGEST, 0) + 1))
        span = slice(first, first + _LONGEST)
        features = features[span].copy()
        for part in _WORDED:
            if generator.random() < plan.hidden_names:
                features[:, part] = nothing[part]
        features *= generator.random(features.shape[1]) >= plan.hidden_features
        low, high = (np.clip(side[span] - first, 0, len(features)) for side in (low, high))
        batch.append((features, low, high, one.content[span], one.weight[span], one.page_weight))
        n_blocks += len(features)
        if n_blocks >= plan.blocks_a_step:
            yield batch
            batch, n_blocks = [], 0
    if batch:
        yield batch


def _begin(n_features: int, plan: Plan, generator: np.random.Generator) -> Layers:
    layers: Layers = {}
    for name, (n_in, n_out) in list_shapes(n_features, plan.width, plan.last_width).items():
        size = _BEGUN.get(name, _MIXING_BEGUN)
        drawn = generator.standard_normal((n_in, n_out)) * size * np.sqrt(2 / n_in)
        layers[f"{name}.weight"] = drawn.astype(np.float32)
        layers[f"{name}.bias"] = np.zeros(n_out, dtype=np.float32)
    return layers


class _Descent:
    """Adam with decaying weights, a rate that rises and falls, and a running mean of the way."""

    def __init__(self, layers: Layers, plan: Plan, n_steps: int) -> None:
        self.step = 0
        self.average = {name: values.copy() for name, values in layers.items()}
        self._layers, self._plan, self._n_steps = layers, plan, n_steps
        self._first = {name: np.zeros_like(values) for name, values in layers.items()}
        self._second = {name: np.zeros_like(values) for name, values in layers.items()}

    def move(self, slopes: Layers) -> None:
        """One step against the slopes."""
        self.step += 1
        steepness = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        shrink = min(1.0, 1 / (steepness + 1e-9))
        fall = 0.5 * (1 + np.cos(np.pi * min(1.0, self.step / self._n_steps)))
        rate = self._plan.rate * min(1.0, self.step / _STEADY_STEPS) * (0.01 + 0.99 * fall)
        held = min(_AVERAGED, (1 + self.step) / (10 + self.step))
        for name, values in self._layers.items():
            slope = slopes[name] * np.float32(shrink)
            first, second = self._first[name], self._second[name]
            first += (1 - _BETA) * (slope - first)
            second += (1 - _GAMMA) * (slope**2 - second)
            spread = np.sqrt(second / (1 - _GAMMA**self.step)) + 1e-8
            move = first / (1 - _BETA**self.step) / spread
            if name.endswith(".weight"):
                move = move + self._plan.decay * values
            values -= (rate * move).astype(np.float32)
            self.average[name] += np.float32(1 - held) * (values - self.average[name])
