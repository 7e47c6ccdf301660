"""Training runs the network as it is used, and backwards as numbers say it must."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from dehusk.core.mixing import normalize
from dehusk.learn.site.features import N_POOLED
from dehusk.learn.site.network import FARTHEST, LAYERS, N_ROUNDS, Network
from dehusk.learn.site.reading import Floats
from dehusk.model import Ints
from tests.unit.learn.site.sites import draw, make_network
from training import gradients
from training.gradients import Laid, Layers, lay_pages, measure_loss, run_backwards, run_forwards

FEATURES = ("one", "two", "three")
WIDTH = 5
STEP, STEEP, CLOSE = 1e-6, 1e-3, 1e-7

MOST_MEASURED = 12

PageOf = tuple[Floats, Ints, Ints]


def draw_page(chance: np.random.Generator, n_blocks: int) -> PageOf:
    ends = chance.integers(0, n_blocks + 1, (2, n_blocks, N_POOLED)).astype(np.int32)
    return draw(chance, n_blocks, len(FEATURES)), ends.min(axis=0), ends.max(axis=0)


def draw_pages(seed: int, *sizes: int) -> list[PageOf]:
    chance = np.random.default_rng(seed)
    return [draw_page(chance, size) for size in sizes]


def lay(network: Network, pages: list[PageOf]) -> Laid:
    """As training does it: the network by itself takes features that are not normalised."""

    def scale(features: Floats) -> Floats:
        rows = np.ascontiguousarray(features.T)
        normal = normalize(rows, network.mean, network.scale, FARTHEST)
        return network.steps.climb(normal).T

    return lay_pages([(scale(page[0]), *page[1:]) for page in pages])


class Doubles:
    """All of numpy but for its single precision, in which small differences are lost."""

    float32 = np.float64

    def __getattr__(self, name: str) -> object:
        return getattr(np, name)


def widen(layers: Layers) -> Layers:
    return {name: values.astype(np.float64) for name, values in layers.items()}


def draw_truth(n_blocks: int, n_pages: int) -> tuple[Floats, Floats, Floats]:
    chance = np.random.default_rng(5)
    content = (np.arange(n_blocks) % 2).astype(np.float64)
    weight = chance.random(n_blocks) + 0.1
    return content, weight, np.arange(1, n_pages + 1, dtype=np.float64)  # type: ignore[return-value]


@pytest.mark.parametrize("sizes", [(1,), (7,), (3, 1, 20), (2, 30, 9)])
def test_forwards_is_what_the_network_decides_on_each_page(sizes: tuple[int, ...]) -> None:
    network = make_network(FEATURES, width=4, seed=sum(sizes))
    pages = draw_pages(1, *sizes)
    odds = run_forwards(dict(network.layers), lay(network, pages)).odds
    wanted = np.concatenate([network.decide(*page) for page in pages])
    assert odds.tolist() == pytest.approx(wanted.tolist(), rel=1e-3, abs=1e-4)


def test_every_round_takes_what_the_round_before_it_made() -> None:
    network = make_network(FEATURES, width=4)
    done = run_forwards(dict(network.layers), lay(network, draw_pages(6, 9, 5)))
    assert len(done.rounds) == N_ROUNDS
    for before, after in itertools.pairwise(done.rounds):
        assert np.array_equal(before.made, after.given)
        assert not np.array_equal(after.made, after.given)
    assert np.array_equal(done.rounds[0].given, done.first + done.added)


def test_pages_laid_end_to_end_do_not_see_each_other() -> None:
    network = make_network(FEATURES, width=4)
    first, second, other = draw_pages(2, 6, 11, 8)
    layers = dict(network.layers)
    found = run_forwards(layers, lay(network, [first, second])).odds
    changed = run_forwards(layers, lay(network, [first, other])).odds
    assert found[:6].tolist() == pytest.approx(changed[:6].tolist(), abs=1e-5)
    swapped = run_forwards(layers, lay(network, [second, first])).odds
    assert found[:6].tolist() == pytest.approx(swapped[11:].tolist(), rel=1e-3, abs=1e-4)


@pytest.mark.parametrize(("seed", "is_dropping"), [(0, False), (4, False), (4, True)])
def test_backwards_is_what_small_differences_are(
    seed: int, is_dropping: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gradients, "np", Doubles())
    network = make_network(FEATURES, width=WIDTH, seed=seed)
    layers = widen(dict(network.layers))
    laid = lay(network, draw_pages(3, 9, 2, 12))
    n_blocks = len(laid.features)
    chance = np.random.default_rng(0)
    drawn = (chance.random((n_blocks, WIDTH)) > 0.3).astype(np.float32)
    kept = drawn * 2 if is_dropping else None
    truth = draw_truth(n_blocks, len(laid.size))

    def lose() -> float:
        done = run_forwards(layers, laid, kept)
        return measure_loss(done.odds, truth[0], truth[1], laid, truth[2])[0]

    done = run_forwards(layers, laid, kept)
    _, slope = measure_loss(done.odds, truth[0], truth[1], laid, truth[2])
    slopes = run_backwards(layers, laid, done, slope)
    assert slopes.keys() == layers.keys()
    assert slopes.keys() >= {f"{name}.weight" for name in LAYERS}
    for name, values in layers.items():
        assert np.abs(slopes[name]).max() > STEEP, name
        for place in chance.permutation(values.size)[:MOST_MEASURED].tolist():
            at = np.unravel_index(place, values.shape)
            assert slopes[name][at] == pytest.approx(measure(lose, values, at), abs=CLOSE), name


def measure(lose: Callable[[], float], values: Floats, at: tuple[np.intp, ...]) -> float:
    """The slope of a loss in one number."""
    found = []
    before = values[at]
    for step in (STEP, -STEP):
        values[at] = before + step
        found.append(lose())
    values[at] = before
    return (found[0] - found[1]) / (2 * STEP)


@pytest.mark.parametrize("seed", range(3))
def test_the_slope_of_the_loss_is_what_small_differences_are(seed: int) -> None:
    network = make_network(FEATURES)
    laid = lay(network, draw_pages(seed, 4, 5))
    odds: Floats = np.random.default_rng(seed).standard_normal(9).astype(np.float64)
    content, weight, pages = draw_truth(9, 2)
    _, slope = measure_loss(odds, content, weight, laid, pages)
    for block in range(9):
        at = (np.intp(block),)
        found = measure(lambda: measure_loss(odds, content, weight, laid, pages)[0], odds, at)
        assert slope[block] == pytest.approx(found, abs=1e-5)


def test_right_odds_lose_little_and_wrong_ones_much() -> None:
    laid = lay(make_network(FEATURES), draw_pages(0, 5, 4))
    content, weight, pages = draw_truth(9, 2)
    right: Floats = np.where(content > 0, 20.0, -20.0).astype(np.float32)
    losses = [measure_loss(odds, content, weight, laid, pages)[0] for odds in (right, -right)]
    assert losses[0] < 0.01
    assert losses[1] > 5


def test_a_page_of_more_weight_counts_more() -> None:
    laid = lay(make_network(FEATURES), draw_pages(0, 3, 3))
    content = np.ones(6, dtype=np.float32)
    odds = np.array([9, 9, 9, -9, -9, -9], dtype=np.float32)
    by_page = [np.array(pages, dtype=np.float32) for pages in ((1, 9), (9, 1))]
    losses = [measure_loss(odds, content, content, laid, pages)[0] for pages in by_page]
    assert losses[0] > 5 * losses[1]
