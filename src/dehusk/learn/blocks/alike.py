"""Which known blocks a block is like: a cosine above a limit, found without comparing with all.

A block is a few values (its features, each divided by the largest there is) and a set of terms,
each of which counts as one. Terms are ranked from the rarest on; the first of a block, up to the
rank where the rest of it is too little to make two blocks alike, are its prefix. Blocks that are
alike share a term of their prefixes, and indeed so many of them that few others do: only those are
multiplied out (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", WWW 2007).
The result is that of comparing with all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from dehusk.learn.blocks.holdings import Values
from dehusk.model import Indices

TOLERANCE = 1e-9
"""What a cosine must exceed the limit by: less is the rounding of equal fractions."""

_SPARE = 0.1
"""The rest of a block after its prefix is shorter than the limit by so much: longer prefixes must
share more terms, which spares more comparisons than they cost."""

Terms = frozenset[str]


@dataclass(frozen=True, slots=True)
class Block:
    """What is compared of a block; the same of blocks that are the same."""

    counts: tuple[int, ...]
    terms: Terms


class AlikeIndex:
    """Known blocks, ready to be asked which of them a block is like.

    `largest` is what each feature is divided by.
    """

    def __init__(self, blocks: Sequence[Block], largest: Sequence[int], limit: float) -> None:
        self._limit = limit
        self._rest = max(limit - _SPARE, 0.0)
        self._largest = np.array(largest, dtype=np.float64)
        self._number = {block: number for number, block in enumerate(blocks)}
        self._rank = _rank_terms(blocks)
        self._values = self._scale(blocks)
        n_terms = np.array([len(block.terms) for block in blocks], dtype=np.float64)
        self._length = np.sqrt(n_terms + (self._values**2).sum(axis=1))
        ranks = [self._rank_known(block) for block in blocks]
        self._stops = np.cumsum([len(one) for one in ranks], dtype=np.intp)
        self._ranks = np.concatenate([np.empty(0, dtype=np.intp), *ranks])
        prefixes = [self._cut_prefix(*pair) for pair in zip(ranks, self._length, strict=True)]
        # Where the features alone make up most of a block, no prefix of terms is long enough.
        self._bulky = np.flatnonzero(self._prefix_length(self._length) > n_terms)
        self._holders, self._holders_from = _invert(prefixes, len(self._rank))
        self._is_shared = np.zeros(len(self._rank), dtype=np.intp)

    def find(self, block: Block) -> Indices:
        """The numbers of the known blocks that it is like, in order."""
        values = self._scale([block])[0]
        length = sqrt(len(block.terms) + float(values @ values))
        if not length:
            # Nothing is like it but what is the same.
            return np.array([self._number[block]] if block in self._number else [], dtype=np.intp)
        ranks = self._rank_known(block)
        n_unknown = len(block.terms) - len(ranks)
        prefix = self._cut_prefix(ranks, length, n_unknown)
        candidates = self._share_enough(prefix, length)
        if self._prefix_length(length) > len(block.terms):
            candidates = np.union1d(candidates, self._bulky)
        dots = self._count_shared(candidates, ranks) + self._values[candidates] @ values
        cosines = dots / (np.maximum(self._length[candidates], TOLERANCE) * length)
        alike: Indices = candidates[cosines > self._limit + TOLERANCE]
        return alike

    def _scale(self, blocks: Sequence[Block]) -> Values:
        counts = np.array([block.counts for block in blocks], dtype=np.float64)
        counts = counts.reshape(len(blocks), len(self._largest))
        return np.divide(counts, self._largest, out=np.zeros_like(counts), where=self._largest > 0)

    def _rank_known(self, block: Block) -> Indices:
        """The ranks of the terms that some known block has, from the rarest on."""
        found = [self._rank[term] for term in block.terms if term in self._rank]
        return np.sort(np.array(found, dtype=np.intp))

    def _prefix_length(self, length: Any) -> Any:
        """So many terms that what is left of the block is shorter than the limit."""
        return np.floor(length**2 * (1 - self._rest**2)) + 1

    def _cut_prefix(self, ranks: Indices, length: float, n_unknown: int = 0) -> Indices:
        """The first terms; those that no known block has are the rarest, and come before."""
        return ranks[: max(int(self._prefix_length(length)) - n_unknown, 0)]

    def _share_enough(self, prefix: Indices, length: float) -> Indices:
        """The known blocks with so many terms of the prefix in theirs that they may be alike."""
        first, last = self._holders_from[prefix], self._holders_from[prefix + 1]
        spans = zip(first.tolist(), last.tolist(), strict=True)
        holders = [self._holders[start:stop] for start, stop in spans]
        if not holders:
            return np.empty(0, dtype=np.intp)
        found, n_shared = np.unique(np.concatenate(holders), return_counts=True)
        needed = (self._limit - self._rest) * length * self._length[found]
        enough: Indices = found[n_shared > needed - TOLERANCE]
        return enough

    def _count_shared(self, candidates: Indices, ranks: Indices) -> Indices:
        """How many of these terms each candidate has."""
        stops = self._stops[candidates]
        starts = np.where(candidates > 0, self._stops[candidates - 1], 0)
        sizes = stops - starts
        ends = np.cumsum(sizes)
        places = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - ends + sizes, sizes)
        self._is_shared[ranks] = 1
        shared = np.concatenate(([0], np.cumsum(self._is_shared[self._ranks[places]])))
        self._is_shared[ranks] = 0
        n_shared: Indices = shared[ends] - shared[ends - sizes]
        return n_shared


def _rank_terms(blocks: Iterable[Block]) -> Mapping[str, int]:
    """The place of each term, from the rarest on."""
    n_blocks = Counter(term for block in blocks for term in block.terms)
    ordered = sorted(n_blocks, key=lambda term: (n_blocks[term], term))
    return {term: rank for rank, term in enumerate(ordered)}


def _invert(prefixes: Sequence[Indices], n_terms: int) -> tuple[Indices, Indices]:
    """The blocks that have each term in their prefix, one term after the other, and from where."""
    terms = np.concatenate([np.empty(0, dtype=np.intp), *prefixes])
    holders = np.repeat(np.arange(len(prefixes)), [len(prefix) for prefix in prefixes])
    sizes = np.bincount(terms, minlength=n_terms)
    return holders[np.argsort(terms, kind="stable")], np.concatenate(([0], np.cumsum(sizes)))
