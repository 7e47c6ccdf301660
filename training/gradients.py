"""The network of the method, run forwards as it is used and backwards as it is trained.

Pages are laid end to end, so that nothing is padded. What is pooled over a part of a page is a
difference of running sums, which is a sparse matrix: backwards it is the same matrix, transposed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from dehusk.learn.site.network import N_ROUNDS, REACH
from dehusk.learn.site.reading import Floats
from dehusk.model import Ints

Layers = dict[str, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Pages laid end to end: where each starts, and what is pooled over which blocks."""

    features: Floats
    start: Ints
    size: Ints
    page: Ints
    pools: Sequence[csr_matrix]
    reaches: Mapping[int, Floats]


def lay_pages(pages: Sequence[tuple[Floats, Ints, Ints]]) -> Laid:
    """The features of some pages, with the parts around each block as first and last block."""
    features = np.concatenate([page[0] for page in pages])
    size = np.array([len(page[0]) for page in pages], dtype=np.int32)
    start = (np.cumsum(size) - size).astype(np.int32)
    page = np.repeat(np.arange(len(pages), dtype=np.int32), size)
    low, high = (
        np.concatenate([one[side] for one in pages]) + start[page][:, None] for side in (1, 2)
    )
    place = np.arange(len(features)) - start[page]
    reaches = {reach: (place >= reach).astype(np.float32)[:, None] for reach in REACH}
    reaches |= {-reach: (size[page] - place > reach).astype(np.float32)[:, None] for reach in REACH}
    pools = [_pool(low[:, part], high[:, part]) for part in range(low.shape[1])]
    return Laid(features, start, size, page, pools, reaches)


def _pool(low: Ints, high: Ints) -> csr_matrix:
    """What turns running sums into means over parts."""
    share = (1 / np.maximum(high - low, 1)).astype(np.float32)
    rows = np.arange(len(low))
    cells = (np.concatenate((share, -share)), (np.tile(rows, 2), np.concatenate((high, low))))
    return csr_matrix(cells, shape=(len(low), len(low) + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """What one round of mixing forwards leaves for the pass backwards."""

    given: Floats
    shared: Floats
    highest: Floats
    pooled: Floats
    joined: Floats
    rows: Sequence[tuple[Floats, Floats]]
    made: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Pass:
    """What a pass forwards leaves for the pass backwards."""

    odds: Floats
    first: Floats
    added: Floats
    rounds: Sequence[Round]
    last: Floats
    kept: Floats | None


def run_forwards(layers: Layers, laid: Laid, kept: Floats | None = None) -> Pass:
    """The log odds of all blocks; `kept` says which of the first numbers are not dropped."""
    first = _rectify(_apply(layers, "in", laid.features))
    if kept is not None:
        first *= kept
    added = _rectify(_apply(layers, "mid", first))
    hidden = first + added
    rounds = []
    for number in range(N_ROUNDS):
        rounds.append(_mix(layers, laid, hidden, number))
        hidden = rounds[-1].made
    last = _rectify(_apply(layers, "last", hidden))
    return Pass(_apply(layers, "out", last)[:, 0], first, added, rounds, last, kept)


def _mix(layers: Layers, laid: Laid, given: Floats, number: int) -> Round:
    """One round: the page, the parts around, the blocks before and after."""
    mean = np.add.reduceat(given, laid.start, axis=0) / laid.size[:, None].astype(np.float32)
    highest = np.maximum.reduceat(given, laid.start, axis=0)
    shared = np.concatenate((mean, highest), axis=1)
    sums = np.zeros((len(given) + 1, given.shape[1]), dtype=np.float32)
    np.cumsum(given, axis=0, out=sums[1:])
    pooled = np.concatenate([pool @ sums for pool in laid.pools], axis=1)
    whole = _apply(layers, f"page{number}", shared)[laid.page]
    joined = _rectify(given + whole + _apply(layers, f"tree{number}", pooled))
    hidden, rows = joined, []
    for reach in REACH:
        sides = (_shift(hidden, by) * laid.reaches[by] for by in (reach, -reach))
        before, after = sides
        around = np.concatenate((before, hidden, after), axis=1)
        gained = _rectify(_apply(layers, f"row{reach}-{number}", around))
        rows.append((around, gained))
        hidden = hidden + gained
    return Round(given, shared, highest, pooled, joined, rows, hidden)


def run_backwards(layers: Layers, laid: Laid, done: Pass, slope: Floats) -> Layers:
    """The slope of the loss in all weights, from its slope in the odds."""
    slopes: Layers = {}
    change = _learn(slopes, layers, "out", done.last, slope[:, None])
    change = _learn(slopes, layers, "last", done.rounds[-1].made, change * (done.last > 0))
    for number in reversed(range(N_ROUNDS)):
        change = _unmix(slopes, layers, laid, (done.rounds[number], number), change)
    change = change + _learn(slopes, layers, "mid", done.first, change * (done.added > 0))
    if done.kept is not None:
        change *= done.kept
    _learn(slopes, layers, "in", laid.features, change * (done.first > 0))
    return slopes


def _unmix(
    slopes: Layers, layers: Layers, laid: Laid, mixed: tuple[Round, int], change: Floats
) -> Floats:
    """Back through one round."""
    done, number = mixed
    width = change.shape[1]
    for reach, (around, gained) in zip(reversed(REACH), reversed(done.rows), strict=True):
        spread = _learn(slopes, layers, f"row{reach}-{number}", around, change * (gained > 0))
        change = change + spread[:, width : 2 * width]
        change[:-reach] += (spread[:, :width] * laid.reaches[reach])[reach:]
        change[reach:] += (spread[:, 2 * width :] * laid.reaches[-reach])[:-reach]
    change = change * (done.joined > 0)
    by_pool = _learn(slopes, layers, f"tree{number}", done.pooled, change)
    by_page = _learn(
        slopes, layers, f"page{number}", done.shared, np.add.reduceat(change, laid.start, axis=0)
    )
    return change + _unpool(laid, by_pool) + _unshare(laid, done, by_page)


def _unpool(laid: Laid, by_pool: Floats) -> Floats:
    """Back through running sums: what came after a block came of it."""
    width = by_pool.shape[1] // len(laid.pools)
    total = np.zeros((len(by_pool) + 1, width), dtype=np.float32)
    for number, pool in enumerate(laid.pools):
        total += pool.T @ np.ascontiguousarray(by_pool[:, number * width : (number + 1) * width])
    unpooled: Floats = np.cumsum(total[:0:-1], axis=0)[::-1]
    return unpooled


def _unshare(laid: Laid, done: Round, by_page: Floats) -> Floats:
    """Back through a page's mean and maximum."""
    width = done.given.shape[1]
    mean = (by_page[:, :width] / laid.size[:, None]).astype(np.float32)[laid.page]
    is_highest = (done.given == done.highest[laid.page]) & (done.given > 0)
    unshared: Floats = mean + by_page[laid.page, width:] * is_highest
    return unshared


def _learn(slopes: Layers, layers: Layers, name: str, values: Floats, change: Floats) -> Floats:
    """Note a layer's slopes; what is returned goes on backwards."""
    slopes[f"{name}.weight"] = values.T @ change
    slopes[f"{name}.bias"] = change.sum(axis=0)
    before: Floats = change @ layers[f"{name}.weight"].T
    return before


def _apply(layers: Layers, name: str, values: Floats) -> Floats:
    applied: Floats = values @ layers[f"{name}.weight"] + layers[f"{name}.bias"]
    return applied


def _rectify(values: Floats) -> Floats:
    return np.maximum(values, 0, out=values)


def _shift(values: Floats, by: int) -> Floats:
    shifted = np.zeros_like(values)
    if by > 0:
        shifted[by:] = values[:-by]
    else:
        shifted[:by] = values[-by:]
    return shifted


def measure_loss(
    odds: Floats, content: Floats, weight: Floats, laid: Laid, pages: Floats
) -> tuple[float, Floats]:
    """How wrong the odds are, and the slope in them.

    Half of it is what a wrong likelihood costs, half what F1 loses, both by words within a page;
    `pages` says what each page weighs.
    """
    likely = 1 / (1 + np.exp(-odds))
    whole = np.add.reduceat(weight, laid.start) + 1e-6
    cost = np.maximum(odds, 0) - odds * content + np.log1p(np.exp(-np.abs(odds)))
    hits = np.add.reduceat(weight * likely * content, laid.start)
    both = np.add.reduceat(weight * (likely + content), laid.start) + 1e-3
    share = pages / pages.sum()
    losses = np.add.reduceat(weight * cost, laid.start) / whole + 1 - 2 * hits / both
    page = laid.page
    slope = weight / whole[page] * (likely - content)
    missed = hits[page] / both[page] ** 2 - content / both[page]
    slope = slope + 2 * weight * missed * likely * (1 - likely)
    halved: npt.NDArray[np.float32] = (0.5 * slope * share[page]).astype(np.float32)
    return float((0.5 * losses * share).sum()), halved
