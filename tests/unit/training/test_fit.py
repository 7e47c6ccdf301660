"""Training: the same examples give the same weights, and what they show is learned."""

from dataclasses import replace

import numpy as np
import pytest

from dehusk.learn.site.network import Network
from dehusk.learn.site.reading import Floats
from tests.unit.training.examples_of import make_toy
from training.examples import OF_WORDS, Example
from training.fit import Plan, _deal, _find_steps, _make_ready, train
from training.gradients import lay_pages, measure_loss

PLAN = Plan(epochs=40, width=8, last_width=4, blocks_a_step=60, rate=2e-2)
FEATURES = ("one", "two", "three")


def lose(network: Network, examples: list[Example], named: list[Floats]) -> float:
    """The mean loss over pages."""
    losses = []
    for example, own in zip(examples, named, strict=True):
        look = example.looks[5]
        values = np.concatenate((look.features.astype(np.float32), own), axis=1)
        odds = network.decide(values, look.low, look.high)
        laid = lay_pages([(values, look.low, look.high)])
        one = np.ones(1, dtype=np.float32)
        losses.append(measure_loss(odds, example.content, example.words, laid, one)[0])
    return float(np.mean(losses))


def test_training_twice_gives_the_same_weights() -> None:
    examples, named = make_toy(12)
    one, other = (train(examples, named, FEATURES, PLAN) for _ in range(2))
    assert one.layers.keys() == other.layers.keys()
    for name, values in one.layers.items():
        assert np.array_equal(values, other.layers[name]), name
    assert np.array_equal(one.mean, other.mean)


def test_another_seed_gives_other_weights() -> None:
    examples, named = make_toy(12)
    one, other = (train(examples, named, FEATURES, replace(PLAN, seed=n)) for n in (0, 1))
    assert not np.array_equal(one.layers["in.weight"], other.layers["in.weight"])


def test_what_the_examples_show_is_learned() -> None:
    examples, named = make_toy(40)
    begun = train(examples, named, FEATURES, replace(PLAN, epochs=0.01))
    trained = train(examples, named, FEATURES, PLAN)
    unseen = make_toy(20, seed=9)
    assert lose(trained, examples, named) < lose(begun, examples, named) / 2
    assert lose(trained, *unseen) < lose(begun, *unseen) / 2


def test_a_network_is_for_the_features_it_was_trained_on() -> None:
    examples, named = make_toy(4)
    network = train(examples, named, FEATURES, replace(PLAN, epochs=1))
    assert network.features == (*FEATURES, *OF_WORDS)
    assert len(network.mean) == len(network.scale) == len(network.features)
    assert network.layers["in.weight"].shape == (11 + len(network.steps.feature), PLAN.width)
    assert all(values.dtype == np.float32 for values in network.layers.values())


def test_examples_are_left_as_they_are() -> None:
    examples, named = make_toy(3)
    before = [example.looks[0].features.copy() for example in examples]
    train(examples, named, FEATURES, replace(PLAN, epochs=2))
    for example, features in zip(examples, before, strict=True):
        assert np.array_equal(example.looks[0].features, features)
    assert not any(own.any() for own in named)


def test_what_is_hidden_in_one_batch_is_there_in_the_next() -> None:
    examples, named = make_toy(3)
    mean, scale = np.zeros(11, dtype=np.float32), np.ones(11, dtype=np.float32)
    ready = [_make_ready(one, own, mean, scale) for one, own in zip(examples, named, strict=True)]
    before = [one.looks[0][0].copy() for one in ready]
    plan = replace(PLAN, hidden_features=0.9, hidden_names=1.0)
    nothing = np.ones(len(OF_WORDS), dtype=np.float32)
    (batch,) = _deal(ready, nothing, plan, np.random.default_rng(0))
    assert len(batch) == len(ready)
    assert sum(int((part[0] == 0).all(axis=0).sum()) for part in batch) > 20
    for one, features in zip(ready, before, strict=True):
        for look in one.looks.values():
            assert np.array_equal(look[0], features)


def test_a_long_page_is_learned_from_in_pieces() -> None:
    (example, *_), (own, *_) = make_toy(1)
    look, times = example.looks[0], 300
    long = replace(
        example,
        content=np.tile(example.content, times),
        words=np.tile(example.words, times),
        looks={
            0: replace(
                look,
                features=np.tile(look.features, (times, 1)),
                low=np.tile(look.low, (times, 1)),
                high=np.full((6 * times, look.high.shape[1]), 6 * times, dtype=np.int32),
            )
        },
    )
    network = train([long], [np.tile(own, (times, 1))], FEATURES, replace(PLAN, epochs=1))
    assert all(np.isfinite(values).all() for values in network.layers.values())


@pytest.mark.parametrize(("n_values", "n_steps"), [(1, 0), (11, 0), (12, 3), (500, 3)])
def test_a_feature_of_few_values_has_no_stretches(n_values: int, n_steps: int) -> None:
    values = np.linspace(-2, 2, n_values, dtype=np.float32)
    drawn: Floats = np.stack((np.resize(values, 600), np.zeros(600, dtype=np.float32)))
    steps = _find_steps(drawn)
    assert len(steps.feature) == n_steps
    assert not steps.feature.any()
    if n_steps:
        ends = steps.start + 1 / steps.slope
        assert ends[:-1].tolist() == pytest.approx(steps.start[1:].tolist(), abs=1e-5)
