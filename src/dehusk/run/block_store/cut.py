"""A page's canonical markup to blocks in a row: one after another they are the markup again.

A block begins where the block element that nodes stand in changes, at a separator, and at each
element of the head, which would else be one block that no two pages share. Closing tags stay with
what is before them.
"""

from hashlib import blake2b
from itertools import pairwise

import numpy as np

from dehusk.learn.blocks.cut import DEFAULT_TAGS, find_nearest
from dehusk.model import Ints, PageBlocks, Tree
from dehusk.parse.tags import TAG_IDS, VOID, table_of

POINTER_BYTES = 16

SCRAP_BYTES = 48
"""What is shorter goes with what follows it: of 32, 48, 64 and 128 it saves most on gold sites."""

_BLOCK_TAGS = frozenset(TAG_IDS[name] for name in (*DEFAULT_TAGS, "head", "body"))
_IS_SEPARATOR = table_of(_BLOCK_TAGS & VOID)
_HOLDS_BLOCK = table_of(_BLOCK_TAGS - VOID)
_HEAD = TAG_IDS["head"]


def cut_page(tree: Tree) -> PageBlocks:
    """The page as the store keeps it."""
    blocks = cut_markup(tree)
    pointers = [point_to(block) for block in blocks]
    return PageBlocks(b"".join(pointers), dict(zip(pointers, blocks, strict=True)))


def point_to(block: bytes) -> bytes:
    """What a page holds in place of a block; cryptographic, so that none can pass for another.

    >>> point_to(b"<hr>").hex()
    '22e178389ad8719d84ccb76abf5ddb84'
    """
    return blake2b(block, digest_size=POINTER_BYTES).digest()


def cut_markup(tree: Tree) -> list[bytes]:
    """The blocks of a page in their order."""
    markup = tree.markup
    cuts = (0, *_find_cuts(tree).tolist(), len(markup))
    return [markup[start:stop] for start, stop in pairwise(cuts)]


def _find_cuts(tree: Tree) -> Ints:
    """Where in the markup a block begins, the first one aside.

    Each cut depends on what is near it only, so that a change in a page spares its other blocks.
    """
    holder = find_nearest(tree, _HOLDS_BLOCK[tree.tag])
    begins = holder[1:] != holder[:-1]
    begins |= _IS_SEPARATOR[tree.tag[1:]]
    begins |= tree.tag[tree.parent[1:]] == _HEAD
    cuts: Ints = tree.start[1:][begins]
    return cuts[np.diff(cuts, prepend=0) >= SCRAP_BYTES]
