"""Where the blocks of a page stand: the slots they fill, what is around them, what repeats.

A slot is the way from the root to a block: its tags and classes, or its tags and the number of each
among its like. A sum over all that is open at a node gives the hash of its way without a loop.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dehusk.learn.site.reading import Floats, Hashes, Reading
from dehusk.model import Indices, Ints, Mask, Tree, flag_below, stable_hash
from dehusk.parse.blocks import BREAK_OF_TAG, Break
from dehusk.parse.tags import MOST_TAGS, TAG_IDS

LEVELS = 4
"""So many of the ever larger parts around a block are looked at."""

_LINK = TAG_IDS["a"]
_STEP = np.uint64(0x9E3779B97F4A7C15)
_LEVEL = np.uint64(0xD1B54A32D192ED03)
_CLASS = np.uint64(0x8CB92BA72F3D8DD7)
_FOLD = np.uint64(29)


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """By node: `slot` and `numbered` (its ways), `repeats` (siblings like it, itself included),
    `low` and `high` (the blocks in it). By block: `element` (the nearest that is no mere span of a
    line), `holder` (the parent of its first leaf), `around` (ever larger parts of the page).
    """

    slot: Hashes
    numbered: Hashes
    repeats: Ints
    low: Ints
    high: Ints
    element: Ints
    holder: Ints
    around: Ints
    is_linked: Mask

    def sum_within(self, values: Floats, nodes: Indices) -> Floats:
        """The sum of each row of values over all blocks in each of the nodes."""
        total = np.zeros((len(values), values.shape[1] + 1), dtype=np.float64)
        np.cumsum(values, axis=1, out=total[:, 1:])
        inside: Floats = (total[:, self.high[nodes]] - total[:, self.low[nodes]]).astype(np.float32)
        return inside


def find_places(tree: Tree, reading: Reading, classes: Hashes) -> Places:
    """Where each block of the page is."""
    leaves = tree.leaves
    n_before = np.zeros(len(tree) + 1, dtype=np.int32)
    n_before[leaves + 1] = 1
    n_before = np.cumsum(n_before, dtype=np.int32)
    first_leaf, past_leaf = n_before[:-1], n_before[tree.end]
    block = np.append(reading.block, np.int32(len(reading)))
    low = block[first_leaf]
    high = np.where(past_leaf > first_leaf, block[np.maximum(past_leaf - 1, 0)] + 1, low)
    elements = tree.tag.nonzero()[0]
    tags = _hash_tags(tuple(tree.tag_names))[tree.tag[elements]]
    kind = tags + classes[elements] * _CLASS
    number, repeats = _number_siblings(tree.parent[elements], kind)
    holder = tree.parent[leaves[reading.first_leaf[:-1]]]
    element = _climb(tree.parent, holder, BREAK_OF_TAG[tree.tag] < Break.CELL)
    width = high - low
    up = _find_wider(tree.parent, width)
    around = np.empty((len(reading), LEVELS), dtype=np.int32)
    at = np.where(width[element] > 1, element, up[element])
    for level in range(LEVELS):
        around[:, level] = at
        at = up[at]
    return Places(
        slot=_hash_ways(tree, elements, kind),
        numbered=_hash_ways(tree, elements, tags + number.astype(np.uint64) * _LEVEL),
        repeats=_spread(repeats, elements, len(tree)),
        low=low,
        high=high.astype(np.int32),
        element=element,
        holder=holder,
        around=around,
        is_linked=flag_below((tree.tag == _LINK).nonzero()[0], tree.end)[leaves],
    )


@lru_cache(maxsize=64)
def _hash_tags(names: tuple[str, ...]) -> Hashes:
    """The hash of each tag by its number: numbers may differ from page to page, names do not."""
    hashes = np.zeros(MOST_TAGS, dtype=np.uint64)
    hashes[: len(names)] = [stable_hash(name) for name in names]
    return hashes


def _climb(parent: Ints, nodes: Ints, is_passed: Mask) -> Ints:
    """The nearest node from each one upwards that is not passed."""
    nodes = nodes.copy()
    moving = is_passed[nodes].nonzero()[0]
    while len(moving):
        above = np.maximum(parent[nodes[moving]], 0)
        nodes[moving] = above
        moving = moving[is_passed[above] & (above > 0)]
    return nodes


def _find_wider(parent: Ints, width: Ints) -> Ints:
    """For each node the nearest around it that holds more blocks; the root for the root."""
    up = np.maximum(parent, 0)
    same = ((width[up] == width) & (up > 0)).nonzero()[0]
    while len(same):
        above = up[up[same]]
        up[same] = above
        same = same[(width[above] == width[same]) & (above > 0)]
    return up


def _number_siblings(parent: Ints, kind: Hashes) -> tuple[Ints, Ints]:
    """The number of each element among the siblings of its kind, and how many these are."""
    key = kind ^ ((parent + 1).astype(np.uint64) * _LEVEL)
    order = key.argsort(kind="stable")
    ordered = key[order]
    is_start = np.ones(len(order) + 1, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_start[1:-1])
    starts = is_start.nonzero()[0]
    sizes = np.diff(starts)
    number, repeats = np.empty((2, len(order)), dtype=np.int32)
    number[order] = np.arange(len(order)) - np.repeat(starts[:-1], sizes)
    repeats[order] = np.repeat(sizes, sizes)
    return number, repeats


def _spread(values: Ints, elements: Indices, n_nodes: int) -> Ints:
    """What is known of elements, by node; ones for texts."""
    spread = np.ones(n_nodes, dtype=np.int32)
    spread[elements] = values
    return spread


def _hash_ways(tree: Tree, elements: Indices, kind: Hashes) -> Hashes:
    """The hash of the way from the root to each node, itself included."""
    depth = tree.depth[elements].astype(np.uint64)
    mixed = (kind ^ (kind >> _FOLD)) * ((depth * _LEVEL ^ (depth * _STEP >> _FOLD)) | np.uint64(1))
    # A text is no element: its way is its parent's.
    change = np.zeros(len(tree) + 1, dtype=np.uint64)
    change[elements] = mixed
    np.subtract.at(change, tree.end[elements], mixed)
    ways: Hashes = np.cumsum(change)[:-1]
    return (ways ^ (ways >> _FOLD)) * _STEP
