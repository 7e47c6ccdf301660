"""The distinct blocks of some pages: on which pages each is, and on which there is one like it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

import numpy as np

from dehusk.learn.blocks.alike import AlikeIndex, Block
from dehusk.learn.blocks.holdings import FEATURES, Holdings, read_holdings
from dehusk.learn.blocks.page_sets import PageSet
from dehusk.model import Page


@dataclass(frozen=True, slots=True)
class Survey:
    """Pages by number, in the order of their keys; blocks as they come on them.

    `on` has the pages that a block is on, `alike` those with one like it, its own among them.
    `largest` is the most of each feature that any block has.
    """

    pages: tuple[Page, ...]
    largest: tuple[int, ...]
    blocks: tuple[Block, ...]
    on: tuple[PageSet, ...]
    alike: tuple[PageSet, ...]


def survey_blocks(pages: Sequence[Page], tags: Sequence[str], similarity: float) -> Survey:
    """Look at all blocks of all pages."""
    ordered = tuple(sorted(pages, key=lambda page: (page.ref.key, page.tree.markup)))
    pages_of: dict[Block, PageSet] = {}
    largest = np.zeros(len(FEATURES), dtype=np.int64)
    for number, page in enumerate(ordered):
        holdings = read_holdings(page.tree, tags)
        largest = np.maximum(largest, holdings.counts.max(axis=0, initial=0))
        for block in dict.fromkeys(list_blocks(holdings)):
            pages_of[block] = pages_of.get(block, 0) | 1 << number
    blocks, on = tuple(pages_of), tuple(pages_of.values())
    most: tuple[int, ...] = tuple(largest.tolist())
    alike = find_pages_alike(AlikeIndex(blocks, most, similarity), blocks, on)
    return Survey(ordered, most, blocks, on, tuple(alike))


def list_blocks(holdings: Holdings) -> list[Block]:
    """The blocks of a page as they are compared."""
    return [
        Block(tuple(counts), holdings.terms(number))
        for number, counts in enumerate(holdings.counts.tolist())
    ]


def find_pages_alike(
    index: AlikeIndex, blocks: Sequence[Block], on: Sequence[PageSet]
) -> list[PageSet]:
    """For each block the pages of the known blocks that it is like; `on` tells where those are."""
    found = index.find(blocks)
    return [reduce(or_, map(on.__getitem__, alike.tolist()), 0) for alike in found]
