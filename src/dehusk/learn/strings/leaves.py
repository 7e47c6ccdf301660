"""A page's leaves as one text, a line a block, and what its matches make of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from dehusk.learn.strings.locality import Locality, find_breaks, find_removed
from dehusk.learn.strings.matcher import Matcher, Matches
from dehusk.model import Ints, Mask, Page, Scores
from dehusk.parse.blocks import Break, find_gaps


def read_leaves(page: Page) -> tuple[bytes, Ints]:
    """The text of the leaves, one after another, and where each starts: a line a block."""
    tree = page.tree
    texts = [text.replace("\n", " ").encode() for text in tree.leaf_texts()]
    joints = np.where(find_gaps(tree, tree.leaves) >= Break.CELL, b"\n", b" ").tolist()
    sizes = np.fromiter(map(len, texts), dtype=np.int32, count=len(texts)) + np.int32(1)
    return b"".join(chain.from_iterable(zip(joints, texts, strict=True))), np.cumsum(sizes) - sizes


@dataclass(frozen=True, eq=False)
class LookedAt:
    """A page with its matches: the first token of each leaf, and what is removed."""

    matches: Matches
    first: Ints
    is_removed: Mask

    @cached_property
    def n_tokens(self) -> Ints:
        """How many each leaf has."""
        return np.diff(self.first)

    @cached_property
    def scores(self) -> Scores:
        """The share of each leaf's tokens that is removed."""
        removed = np.concatenate(([0], np.cumsum(self.is_removed)))
        n_removed = removed[self.first[1:]] - removed[self.first[:-1]]
        shares = n_removed / np.maximum(self.n_tokens, 1)
        # A leaf without words, as many images are, goes with what is around it.
        around = np.concatenate(([True], self.is_removed, [True]))
        between = around[self.first[:-1]] & around[self.first[1:] + 1]
        between &= len(self.is_removed) > 0
        return np.where(self.n_tokens > 0, shares, between).astype(np.float32)

    def is_any_removed(self, leaf: int) -> bool:
        """Is at least one of the leaf's tokens removed?"""
        return bool(self.is_removed[self.first[leaf] : self.first[leaf + 1]].any())

    def find_best(self, ranks: Sequence[int]) -> list[int]:
        """Of each leaf the match that covers most, of several the one of least rank, or -1."""
        best = [-1] * len(self.n_tokens)
        keys = [(0, 0)] * len(best)
        # There may be any number of leaves without words between two words of a match.
        leaves = np.flatnonzero(self.n_tokens)
        spans = list(
            zip(
                leaves.tolist(),
                self.first[leaves].tolist(),
                self.first[leaves + 1].tolist(),
                strict=True,
            )
        )
        span_of = np.repeat(np.arange(len(leaves)), self.n_tokens[leaves])
        found = self.matches
        columns = (
            found.string,
            found.first,
            found.end,
            span_of[found.first],
            span_of[found.end - 1] + 1,
        )
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for match, (string, first, end, first_span, end_span) in enumerate(rows):
            for leaf, start, stop in spans[first_span:end_span]:
                key = (min(end, stop) - max(first, start), -ranks[string])
                if key > keys[leaf]:
                    best[leaf], keys[leaf] = match, key
        return best


def look_at(page: Page, matcher: Matcher, locality: Locality) -> LookedAt:
    """The page with what is matched in its text, and what is removed of it."""
    text, starts = read_leaves(page)
    matches = matcher.match(text)
    n_leaves = len(page.tree.leaves)
    # The number of the leaf that each token is in; and for each leaf its first token.
    of_leaf = np.searchsorted(starts, matches.tokens.start, side="right") - 1
    first = np.searchsorted(of_leaf, np.arange(n_leaves + 1)).astype(np.int32)
    breaks = find_breaks(text, matches.tokens)
    return LookedAt(matches, first, find_removed(matches.tokens, matches.cover(), locality, breaks))
