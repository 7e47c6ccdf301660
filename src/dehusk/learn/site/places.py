"""Where the blocks of a page stand: the slots they fill, what is around them, what repeats.

A slot is the way from the root to a block: its tags and classes, or its tags and the number of each
among its like.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dehusk.core.places import find_around, gather_above, hash_ways, hold_blocks
from dehusk.learn.site.reading import Floats, Hashes, Reading
from dehusk.model import Indices, Ints, Mask, Tree, stable_hash
from dehusk.parse.blocks import BREAK_OF_TAG, Break
from dehusk.parse.tags import MOST_TAGS, table_of, tag_ids

LEVELS = 4
"""So many of the ever larger parts around a block are looked at."""

_IS_INLINE = (BREAK_OF_TAG < Break.CELL).astype(np.uint8)
_LINKS = table_of(tag_ids("a")).astype(np.uint32)


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
    tags = _hash_tags(tuple(tree.tag_names))
    slot, numbered, repeats = hash_ways(tree.tag, tree.parent, tree.depth, tags, classes)
    low, high = hold_blocks(tree.end, tree.leaves, reading.block, len(reading))
    # A text that stands in nothing stands in the root.
    holder = np.maximum(tree.parent[tree.leaves[reading.first_leaf[:-1]]], 0)
    is_passed = _IS_INLINE[tree.tag]
    element, around = find_around(tree.parent, low, high, holder, is_passed, LEVELS)
    return Places(
        slot=slot,
        numbered=numbered,
        repeats=repeats,
        low=low,
        high=high,
        element=element,
        holder=holder,
        around=around,
        is_linked=gather_above(tree.parent, _LINKS[tree.tag])[tree.leaves] > 0,
    )


@lru_cache(maxsize=64)
def _hash_tags(names: tuple[str, ...]) -> Hashes:
    """The hash of each tag by its number: numbers may differ from page to page, names do not."""
    hashes = np.zeros(MOST_TAGS, dtype=np.uint64)
    hashes[: len(names)] = [stable_hash(name) for name in names]
    return hashes
