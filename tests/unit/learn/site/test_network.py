"""The network decides as its words say, each page by itself, and never by more than it may."""

import numpy as np
import pytest

from dehusk.core.mixing import (
    add_neighbours,
    add_parts,
    add_rectified,
    normalize,
    pool,
    rectify,
)
from dehusk.errors import BadSetting
from dehusk.learn.site.columns import Features
from dehusk.learn.site.features import N_POOLED, Described, describe_blocks
from dehusk.learn.site.network import (
    FARTHEST,
    LAYERS,
    N_ROUNDS,
    REACH,
    Steps,
    to_likelihood,
)
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import view_page
from dehusk.model import Ints
from tests.unit.learn.site.literal_network import decide_slowly
from tests.unit.learn.site.sites import draw, know, list_features, make_network, make_news, view_of

FEATURES = ("one", "two", "three")


def draw_parts(chance: np.random.Generator, n_blocks: int) -> tuple[Ints, Ints]:
    """Parts of any size, some of them empty."""
    ends = chance.integers(0, n_blocks + 1, (2, n_blocks, N_POOLED)).astype(np.int32)
    return ends.min(axis=0), ends.max(axis=0)


@pytest.mark.parametrize("n_blocks", [1, 2, 3, 9, 20])
def test_a_decision_is_what_a_loop_over_blocks_gives(n_blocks: int) -> None:
    chance = np.random.default_rng(n_blocks)
    network = make_network(FEATURES, seed=n_blocks)
    features = draw(chance, n_blocks, len(FEATURES))
    low, high = draw_parts(chance, n_blocks)
    odds = network.decide(features, low, high)
    slow = decide_slowly(network, features, low, high)
    assert odds.tolist() == pytest.approx(slow, rel=1e-4, abs=1e-5)
    assert odds.shape == (n_blocks,)


def test_a_real_page_is_decided_as_in_a_loop() -> None:
    pages = make_news()
    network = make_network(list_features(), width=2)
    for body in ("<p>One block.</p>", pages[0].tree.markup.decode()):
        described = describe_blocks(view_of(body), know(pages), network.lexicon)
        features = described.stack(network.features)
        slow = decide_slowly(network, features, described.low, described.high)
        odds = network.decide(features, described.low, described.high)
        assert odds.tolist() == pytest.approx(slow, rel=1e-3, abs=1e-4)


def test_deciding_leaves_the_features_as_they_are() -> None:
    chance = np.random.default_rng(0)
    network, drawn = make_network(FEATURES), draw(chance, 5, len(FEATURES))
    parts = draw_parts(chance, 5)
    # Features lie in memory by rows or by columns.
    for features in (drawn, np.asfortranarray(drawn)):
        before = features.copy()
        first = network.decide(features, *parts)
        assert np.array_equal(features, before)
        assert np.array_equal(network.decide(features, *parts), first)


def test_every_feature_of_any_block_of_the_page_may_move_a_block() -> None:
    """The mean over the page reaches beyond all neighbours."""
    chance = np.random.default_rng(2)
    network = make_network(FEATURES, width=8)
    features = draw(chance, 60, len(FEATURES))
    low, high = np.zeros((2, 60, N_POOLED), dtype=np.int32)
    odds = network.decide(features, low, high)
    for feature in range(len(FEATURES)):
        changed = features.copy()
        changed[59, feature] += 3
        assert network.decide(changed, low, high)[0] != odds[0]


def test_what_pages_say_is_read_page_by_page() -> None:
    pages = make_news()
    known, network = know(pages), make_network(list_features())
    alone = describe_blocks(view_page(pages[1]), known, network.lexicon)
    for page in pages:
        describe_blocks(view_page(page), known, network.lexicon)
    again = describe_blocks(view_page(pages[1]), known, network.lexicon)
    assert alone.features.names == again.features.names
    assert np.array_equal(alone.features.rows, again.features.rows)
    assert np.array_equal(alone.low, again.low)


def test_no_feature_is_too_far_from_its_mean() -> None:
    mean, scale = np.array([1, 0], dtype=np.float32), np.array([2, 1], dtype=np.float32)
    features: Floats = np.array([[1.5, 1], [1e9, -1e9]], dtype=np.float32)
    assert normalize(features, mean, scale, FARTHEST).tolist() == [[1, 0], [FARTHEST, -FARTHEST]]
    assert features[1, 0] == np.float32(1e9)


def test_a_stretch_is_climbed_from_its_start_to_its_end() -> None:
    steps = Steps(np.array([0, 0], np.int32), *np.array([[0, 1], [1, 0.5]], dtype=np.float32))
    climbed = steps.climb(np.array([[-1, 0.5, 2, 9]], dtype=np.float32))
    assert climbed.T.tolist() == [[-1, -0.5, -0.5], [0.5, 0, -0.5], [2, 0.5, 0], [9, 0.5, 0.5]]


def test_features_are_stacked_in_the_order_of_their_names() -> None:
    rows: Floats = np.repeat(np.arange(3, dtype=np.float32), 2).reshape(3, 2)
    described = Described(Features(tuple("abc"), rows), *np.zeros((2, 2, 1), dtype=np.int32))
    assert described.stack(tuple("abc")).tolist() == [[0, 1, 2]] * 2
    assert described.stack(tuple("cab")).tolist() == [[2, 0, 1]] * 2
    assert described.stack(tuple("b")).tolist() == [[1]] * 2
    with pytest.raises(BadSetting, match="features of this version"):
        described.stack(tuple("ax"))


def test_the_layers_of_a_network_are_those_that_are_named() -> None:
    assert {name.rpartition(".")[0] for name in make_network(FEATURES).layers} == {*LAYERS}


def test_every_round_has_its_own_layers() -> None:
    for number in range(N_ROUNDS):
        names = {name for name in LAYERS if name.endswith(str(number))}
        assert {f"page{number}", f"tree{number}"} < names
        assert len(names) == 2 + len(REACH)


def test_a_block_learns_in_the_second_round_what_its_part_came_to_be_in_the_first() -> None:
    """From a neighbour's neighbour across a part: no one round goes so far."""
    network = make_network(FEATURES, width=8)
    for name in LAYERS:
        if name.startswith("page"):
            network.layers[f"{name}.weight"][:] = 0
    n_blocks = 40
    features = draw(np.random.default_rng(4), n_blocks, len(FEATURES))
    # The first blocks are of one part, and all others stand for themselves.
    low = np.repeat(np.arange(n_blocks, dtype=np.int32)[:, None], N_POOLED, axis=1)
    high = low + np.int32(1)
    low[:20], high[:20] = 0, 20
    changed = features.copy()
    changed[20 + sum(REACH) - 1] += 3
    odds = network.decide(features, low, high)
    assert network.decide(changed, low, high)[0] != odds[0]
    network.layers["tree1.weight"][:] = 0
    odds = network.decide(features, low, high)
    assert network.decide(changed, low, high)[0] == odds[0]


@pytest.mark.parametrize(("n_rows", "reach"), [(1, 1), (2, 1), (2, 4), (5, 2), (9, 4)])
def test_every_row_is_seen_by_those_before_and_after_it(n_rows: int, reach: int) -> None:
    chance = np.random.default_rng(n_rows)
    values, bias = draw(chance, n_rows, 2), draw(chance, 2)
    seen = draw(chance, n_rows, 6)
    padded = np.concatenate((np.zeros((reach, 6)), seen, np.zeros((reach, 6))))
    wanted = values.astype(np.float64)
    for row in range(n_rows):
        sides = padded[row, :2], padded[row + reach, 2:4], padded[row + 2 * reach, 4:]
        wanted[row] += np.maximum(np.sum(sides, axis=0) + bias, 0)
    assert np.allclose(add_neighbours(values, seen, bias, reach), wanted, atol=1e-6)


@pytest.mark.parametrize("wrong", [1, 3])
def test_arrays_that_do_not_fit_are_refused(wrong: int) -> None:
    values, bias = np.zeros((2, 2), np.float32), np.zeros(wrong, np.float32)
    one: Ints = np.zeros((2, 1), dtype=np.int32)
    seen: Floats = np.zeros((2, 6), dtype=np.float32)
    with pytest.raises(ValueError, match="every column"):
        rectify(values, bias)
    with pytest.raises(ValueError, match="one size"):
        add_rectified(values, values, bias)
    with pytest.raises(ValueError, match="every row"):
        add_neighbours(values, seen, bias, 1)
    with pytest.raises(ValueError, match="one size"):
        add_parts(values, values, one, bias)
    with pytest.raises(IndexError):
        pool(values, np.array([[0, 3]], dtype=np.int32))


def test_odds_may_be_as_far_as_they_like() -> None:
    odds = np.array([-1e30, -200, 0, np.log(3), 200, 1e30], dtype=np.float32)
    likely = to_likelihood(odds)
    assert likely.tolist() == pytest.approx([0, 0, 0.5, 0.75, 1, 1], abs=1e-6)
    assert likely.dtype == np.float32
