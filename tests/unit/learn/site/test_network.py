"""The network decides as its words say, each page by itself, and never by more than it may."""

import numpy as np
import pytest

from dehusk.errors import BadSetting
from dehusk.learn.site.features import Described, describe_blocks
from dehusk.learn.site.network import (
    FARTHEST,
    LAYERS,
    POOLED,
    Steps,
    normalize,
    to_likelihood,
)
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import view_page
from dehusk.model import Ints
from tests.unit.learn.site.literal_network import decide_slowly
from tests.unit.learn.site.sites import draw, know, list_features, make_network, make_news, view_of

FEATURES = ("one", "two", "three")
N_PARTS = max(POOLED) + 1


def draw_parts(chance: np.random.Generator, n_blocks: int) -> tuple[Ints, Ints]:
    """Parts of any size, some of them empty."""
    ends = chance.integers(0, n_blocks + 1, (2, n_blocks, N_PARTS)).astype(np.int32)
    return ends.min(axis=0), ends.max(axis=0)


@pytest.mark.parametrize("n_blocks", [1, 2, 3, 9, 20])
def test_a_decision_is_what_a_loop_over_blocks_gives(n_blocks: int) -> None:
    chance = np.random.default_rng(n_blocks)
    network = make_network(FEATURES, seed=n_blocks)
    normal = draw(chance, n_blocks, len(FEATURES))
    low, high = draw_parts(chance, n_blocks)
    odds = network.decide(normal, low, high)
    assert odds.tolist() == pytest.approx(decide_slowly(network, normal, low, high), rel=1e-4)
    assert odds.shape == (n_blocks,)


def test_a_real_page_is_decided_as_in_a_loop() -> None:
    pages = make_news()
    network = make_network(list_features(), width=2)
    for body in ("<p>One block.</p>", pages[0].tree.markup.decode()):
        described = describe_blocks(view_of(body), know(pages), network.lexicon)
        normal = network.normalize(described.stack(network.features))
        slow = decide_slowly(network, normal, described.low, described.high)
        odds = network.decide(normal, described.low, described.high)
        assert odds.tolist() == pytest.approx(slow, rel=1e-3, abs=1e-4)


def test_deciding_leaves_the_features_as_they_are() -> None:
    chance = np.random.default_rng(0)
    network, normal = make_network(FEATURES), draw(chance, 5, len(FEATURES))
    before = normal.copy()
    parts = draw_parts(chance, 5)
    first = network.decide(normal, *parts)
    assert np.array_equal(normal, before)
    assert np.array_equal(network.decide(normal, *parts), first)


def test_every_feature_of_any_block_of_the_page_may_move_a_block() -> None:
    """The mean over the page reaches beyond all neighbours."""
    chance = np.random.default_rng(2)
    network = make_network(FEATURES, width=8)
    normal = draw(chance, 60, len(FEATURES))
    low, high = np.zeros((2, 60, N_PARTS), dtype=np.int32)
    odds = network.decide(normal, low, high)
    for feature in range(len(FEATURES)):
        changed = normal.copy()
        changed[59, feature] += 3
        assert network.decide(changed, low, high)[0] != odds[0]


def test_what_pages_say_is_read_page_by_page() -> None:
    pages = make_news()
    known, network = know(pages), make_network(list_features())
    alone = describe_blocks(view_page(pages[1]), known, network.lexicon)
    for page in pages:
        describe_blocks(view_page(page), known, network.lexicon)
    again = describe_blocks(view_page(pages[1]), known, network.lexicon)
    for name, values in alone.columns.items():
        assert np.array_equal(values, again.columns[name]), name


def test_no_feature_is_too_far_from_its_mean() -> None:
    mean, scale = np.array([1, 0], dtype=np.float32), np.array([2, 1], dtype=np.float32)
    features: Floats = np.array([[1.5, 1e9], [1, -1e9]], dtype=np.float32)
    assert normalize(features, mean, scale).tolist() == [[1, FARTHEST], [0, -FARTHEST]]
    assert features[0, 1] == np.float32(1e9)


def test_a_stretch_is_climbed_from_its_start_to_its_end() -> None:
    steps = Steps(np.array([0, 0], np.int32), *np.array([[0, 1], [1, 0.5]], dtype=np.float32))
    climbed = steps.climb(np.array([[-1], [0.5], [2], [9]], dtype=np.float32))
    assert climbed.tolist() == [[-0.5, -0.5], [0, -0.5], [0.5, 0], [0.5, 0.5]]


def test_features_are_stacked_in_the_order_of_their_names() -> None:
    columns = {name: np.full(2, number, np.float32) for number, name in enumerate("abc")}
    described = Described(columns, *np.zeros((2, 2, 1), dtype=np.int32))
    assert described.stack("cab").tolist() == [[2, 0, 1], [2, 0, 1]]
    with pytest.raises(BadSetting, match="features of this version"):
        described.stack("ax")


def test_the_layers_of_a_network_are_those_that_are_named() -> None:
    assert set(LAYERS) == make_network(FEATURES).layers.keys()
    assert len(set(LAYERS)) == len(LAYERS)


def test_odds_may_be_as_far_as_they_like() -> None:
    odds = np.array([-1e30, -200, 0, np.log(3), 200, 1e30], dtype=np.float32)
    likely = to_likelihood(odds)
    assert likely.tolist() == pytest.approx([0, 0, 0.5, 0.75, 1, 1], abs=1e-6)
    assert likely.dtype == np.float32
