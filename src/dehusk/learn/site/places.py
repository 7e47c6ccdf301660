"""Where the blocks of a page stand: the slots they fill, what is around them, what repeats.

A slot is the way from the root to a block: its tags and classes, or its tags and the number of each
among its like. A sum over all that is open at a node gives the hash of its way without a loop.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dehusk.learn.site.reading import Floats, Hashes, Reading
from dehusk.model import TEXT, Indices, Ints, Mask, Tree, flag_below, stable_hash
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
    first_leaf = np.searchsorted(leaves, np.arange(len(tree) + 1)).astype(np.int32)
    past_leaf = first_leaf[tree.end]
    first_leaf = first_leaf[:-1]
    block = np.append(reading.block, np.int32(len(reading)))
    low = block[first_leaf]
    high = np.where(past_leaf > first_leaf, block[np.maximum(past_leaf - 1, 0)] + 1, low)
    tags = _hash_tags(tuple(tree.tag_names))[tree.tag]
    kind = tags + classes * _CLASS
    number, repeats = _number_siblings(tree, kind)
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
        slot=_hash_ways(tree, kind),
        numbered=_hash_ways(tree, tags + number.astype(np.uint64) * _LEVEL),
        repeats=repeats,
        low=low,
        high=high.astype(np.int32),
        element=element,
        holder=holder,
        around=around,
        is_linked=flag_below(np.flatnonzero(tree.tag == _LINK), tree.end)[leaves],
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
    while True:
        moving = np.flatnonzero(is_passed[nodes] & (parent[nodes] >= 0))
        if not len(moving):
            return nodes
        nodes[moving] = parent[nodes[moving]]


def _find_wider(parent: Ints, width: Ints) -> Ints:
    """For each node the nearest around it that holds more blocks; the root for the root."""
    up = parent.copy()
    up[0] = 0
    while True:
        same = np.flatnonzero((width[up] == width) & (up > 0))
        above = up[up[same]]
        if not len(same) or (above == up[same]).all():
            return up
        up[same] = above


def _number_siblings(tree: Tree, kind: Hashes) -> tuple[Ints, Ints]:
    """The number of each node among the siblings of its kind, and how many these are."""
    key = kind ^ ((tree.parent.astype(np.int64) + 1).astype(np.uint64) * _LEVEL)
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=~ordered[:1]))
    sizes = np.diff(np.append(starts, len(order)))
    number, repeats = np.empty((2, len(order)), dtype=np.int32)
    number[order] = np.arange(len(order)) - np.repeat(starts, sizes)
    repeats[order] = np.repeat(sizes, sizes)
    return number, repeats


def _hash_ways(tree: Tree, kind: Hashes) -> Hashes:
    """The hash of the way from the root to each node, itself included."""
    depth = tree.depth.astype(np.uint64)
    mixed = (kind ^ (kind >> _FOLD)) * ((depth * _LEVEL ^ (depth * _STEP >> _FOLD)) | np.uint64(1))
    mixed[tree.tag == TEXT] = 0
    change = np.zeros(len(tree) + 1, dtype=np.uint64)
    change[:-1] = mixed
    np.subtract.at(change, tree.end, mixed)
    ways: Hashes = np.cumsum(change)[:-1]
    # A text is no element: its way is its parent's.
    return (ways ^ (ways >> _FOLD)) * _STEP
