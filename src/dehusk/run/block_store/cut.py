"""A page's canonical markup to blocks in a row: one after another they are the markup again.

A block begins where the block element that nodes stand in changes, at a separator, and at each
element of the head, which would else be one block that no two pages share. Closing tags stay with
what is before them.
"""

from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise

import numpy as np

from dehusk.learn.blocks.cut import DEFAULT_TAGS, find_nearest
from dehusk.model import Ints, PageBlocks, Tree
from dehusk.parse.tags import TAG_IDS, VOID, table_of

DIGEST_BYTES = 16

SCRAP_BYTES = 32
"""What is shorter goes with what follows it, for a pointer to it would hardly be shorter."""

_BLOCK_TAGS = frozenset(TAG_IDS[name] for name in (*DEFAULT_TAGS, "head", "body"))
_IS_SEPARATOR = table_of(_BLOCK_TAGS & VOID)
_HOLDS_BLOCK = table_of(_BLOCK_TAGS - VOID)
_HEAD = TAG_IDS["head"]


def cut_page(tree: Tree) -> PageBlocks:
    """The page as the store takes it."""
    return digest_blocks(cut_markup(tree))


def digest_blocks(blocks: Sequence[bytes]) -> PageBlocks:
    """The blocks of a page, each by its digest."""
    digests = [digest(block) for block in blocks]
    markup = dict(zip(digests, blocks, strict=True))
    return PageBlocks(b"".join(digests), markup, digest(b"".join(blocks)))


def digest(markup: bytes) -> bytes:
    """What tells markup from any other; cryptographic, so that nobody can make two alike.

    >>> digest(b"<hr>").hex()
    '22e178389ad8719d84ccb76abf5ddb84'
    """
    return blake2b(markup, digest_size=DIGEST_BYTES).digest()


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
