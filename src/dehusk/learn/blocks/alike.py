"""Which known blocks a block is like: a cosine above a limit, found without comparing with all.

A block is a few values (its features, each divided by the largest there is) and a set of terms,
each of which counts as one. Terms are ranked from the rarest on; the first of a block, up to the
rank where the rest of it is too little to make two blocks alike, are its prefix. Blocks that are
alike share terms of their prefixes; only those that share enough of them are multiplied out
(Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", WWW 2007). Where the features of
both outweigh their terms, nothing need be shared, and they are multiplied out, too. The result is
that of comparing with all.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dehusk.learn.blocks.holdings import Values
from dehusk.learn.blocks.tolerance import TOLERANCE
from dehusk.model import Indices, Mask

_AT_ONCE = 1_000_000
"""About so many pairs of a block and a term are held at a time."""

_LARGEST_TABLE = 8_000_000
"""Up to so many cells, a table of all that may be is quicker than sorting and searching."""

_MOST_STEPS, _STEPS_OF_PAIR = 6_000_000_000, 16
"""About a minute. No site of people needs as much; one that is made to do harm gets no more: its
last blocks, in their order, are only like those that are the same."""

Terms = frozenset[str]
Floats = npt.NDArray[np.float64]


class Block(NamedTuple):
    """What is compared of a block; the same of blocks that are the same.

    It is a tuple because they are looked up by the thousand.
    """

    counts: tuple[int, ...]
    terms: Terms


class AlikeIndex:
    """Known blocks, ready to be asked which of them other blocks are like.

    `largest` is what each feature is divided by.
    """

    def __init__(self, blocks: Sequence[Block], largest: Sequence[int], limit: float) -> None:
        self._limit = limit
        self._largest = np.array(largest, dtype=np.float64)
        self._number = {block: number for number, block in enumerate(blocks)}
        self._rank = _rank_terms(blocks)
        self._known = self._read(blocks)
        # Where the features alone make up most of a block, no prefix of terms is long enough.
        self._bulky = self._find_bulky(self._known)
        self._most_bulk = float(self._known.bulk.max(initial=0))
        self._n_sizes = int(self._known.n_terms.max(initial=0)) + 1
        rows, ranks = self._cut_prefixes(self._known)
        places = ranks * self._n_sizes + self._known.n_terms[rows]
        order = np.argsort(places, kind="stable")
        # The blocks with a term in their prefix, one term after the other, by their sizes.
        self._holders, self._places = rows[order], places[order]

    def find(self, blocks: Sequence[Block]) -> list[Indices]:
        """For each block the numbers of the known blocks that it is like, in order."""
        found: list[Indices] = []
        n_steps = 0
        for asked in self._deal_out(blocks):
            if n_steps > _MOST_STEPS:
                break
            rows, known = self._share_enough(asked)
            is_alike = self._multiply_out(asked, rows, known) > self._limit + TOLERANCE
            n_found = np.bincount(rows[is_alike], minlength=len(asked.length))
            found += np.split(known[is_alike], np.cumsum(n_found)[:-1])
            n_steps += _STEPS_OF_PAIR * _AT_ONCE + int(self._known.count_terms(known).sum())
        return found + [self._find_same(block) for block in blocks[len(found) :]]

    def _find_same(self, block: Block) -> Indices:
        return np.array([self._number[block]] if block in self._number else [], dtype=np.intp)

    def _read(self, blocks: Sequence[Block]) -> "_Rows":
        counts = np.array([block.counts for block in blocks], dtype=np.float64)
        counts = counts.reshape(len(blocks), len(self._largest))
        values = np.zeros_like(counts)
        np.divide(counts, self._largest, out=values, where=self._largest > 0)
        # A page that was not learned from may have more of a feature: more than all is no more.
        np.minimum(values, 1, out=values)
        terms = chain.from_iterable(block.terms for block in blocks)
        ranks = np.fromiter(map(self._rank.get, terms, repeat(-1)), dtype=np.intp)
        n_terms = np.array([len(block.terms) for block in blocks], dtype=np.intp)
        rows = np.repeat(np.arange(len(blocks)), n_terms)
        n_ranks = max(len(self._rank), 1)
        ordered = np.sort((rows * n_ranks + ranks)[ranks >= 0])
        n_known = np.bincount(ordered // n_ranks, minlength=len(blocks))
        return _Rows(
            ranks=ordered % n_ranks,
            starts=np.concatenate((np.zeros(1, dtype=np.intp), np.cumsum(n_known))),
            n_terms=n_terms,
            values=values,
            bulk=np.sqrt((values**2).sum(axis=1)),
            length=np.sqrt(n_terms + (values**2).sum(axis=1)),
        )

    def _deal_out(self, blocks: Sequence[Block]) -> Iterator["_Rows"]:
        """The blocks in portions that have not too many holders of their terms."""
        asked = self._read(blocks)
        rows, first, last = self._find_holders(asked)
        n_of_row = np.bincount(rows, last - first, minlength=len(blocks))
        n_of_row[self._find_bulky(asked)] += len(self._bulky)
        for part in _split_by_sum(n_of_row, _AT_ONCE):
            yield asked.take(part.start, part.stop)

    def _prefix_length(self, rows: "_Rows") -> Indices:
        """So many terms that what is left of a block is too short to make it like another."""
        return np.floor(rows.length**2 * (1 - self._limit**2)).astype(np.intp) + 1

    def _find_bulky(self, rows: "_Rows") -> Indices:
        return np.flatnonzero(self._prefix_length(rows) > rows.n_terms)

    def _cut_prefixes(self, rows: "_Rows") -> tuple[Indices, Indices]:
        """Each block with each term of its prefix; those that are not known come before all."""
        sizes = np.diff(rows.starts)
        n_unknown = rows.n_terms - sizes
        row = np.repeat(np.arange(len(sizes)), sizes)
        place = np.arange(len(row)) - rows.starts[row]
        is_prefix = place < (self._prefix_length(rows) - n_unknown)[row]
        return row[is_prefix], rows.ranks[is_prefix]

    def _find_holders(self, asked: "_Rows") -> tuple[Indices, Indices, Indices]:
        """Each block with each term of its prefix: from where to where are others with the term.

        They are of a size that lets them be alike: with s terms and values v, the cosine with a
        block of more terms t is no more than the root of (s + v²) / (t + v²), where s is shared.
        """
        rows, ranks = self._cut_prefixes(asked)
        n_terms = asked.n_terms[rows]
        square = self._limit**2
        least = np.floor(square * n_terms - asked.bulk[rows] ** 2 * (1 - square))
        most = np.ceil((n_terms + self._most_bulk**2 * (1 - square)) / square)
        first = ranks * self._n_sizes + np.clip(least, 0, self._n_sizes - 1).astype(np.intp)
        last = ranks * self._n_sizes + np.clip(most, 0, self._n_sizes - 1).astype(np.intp)
        starts = np.searchsorted(self._places, first)
        return rows, starts, np.maximum(np.searchsorted(self._places, last, side="right"), starts)

    def _share_enough(self, asked: "_Rows") -> tuple[Indices, Indices]:
        """Pairs of blocks that may be alike, for so many terms of their prefixes are shared."""
        rows, first, last = self._find_holders(asked)
        places, of = _expand(first, last)
        n_known = max(len(self._known.length), 1)
        met = rows[of] * n_known + self._holders[places]
        pairs, n_shared = _count_each(met, len(asked.length) * n_known)
        pairs = pairs[self._may_be_alike(asked, pairs // n_known, pairs % n_known, n_shared)]
        bulky = self._find_bulky(asked)
        if len(bulky) and len(self._bulky):
            pairs = np.union1d(pairs, (bulky[:, None] * n_known + self._bulky).ravel())
        return pairs // n_known, pairs % n_known

    def _may_be_alike(
        self, asked: "_Rows", rows: Indices, known: Indices, n_shared: Indices
    ) -> Mask:
        """Can the cosine of a pair be above the limit, with so many terms of prefixes shared?

        Of the block whose prefix ends first, all shared terms but these are among the rest.
        """
        pairs = ((asked, rows), (self._known, known))
        rest = np.maximum(*(self._count_rest(all_rows)[some] for all_rows, some in pairs))
        fewest = np.minimum(*(all_rows.n_terms[some] for all_rows, some in pairs))
        values, lengths = (
            np.multiply(*(getattr(all_rows, what)[some] for all_rows, some in pairs))
            for what in ("bulk", "length")
        )
        highest = np.minimum(n_shared + rest, fewest) + values
        may_be: Mask = highest > self._limit * lengths - TOLERANCE
        return may_be

    def _count_rest(self, rows: "_Rows") -> Indices:
        n_rest: Indices = np.maximum(rows.n_terms - self._prefix_length(rows), 0)
        return n_rest

    def _multiply_out(self, asked: "_Rows", rows: Indices, known: Indices) -> Floats:
        """The cosine of each pair; two blocks without anything in them are the same."""
        known_rows = self._known
        dots = np.zeros(len(rows))
        for part in _split_by_sum(known_rows.count_terms(known) + len(self._largest), _AT_ONCE):
            values = asked.values[rows[part]] * known_rows.values[known[part]]
            dots[part] = values.sum(axis=1) + self._count_shared(asked, rows[part], known[part])
        lengths = asked.length[rows] * known_rows.length[known]
        is_empty = (asked.length[rows] == 0) & (known_rows.length[known] == 0)
        return np.where(is_empty, 1.0, dots / np.maximum(lengths, TOLERANCE))

    def _count_shared(self, asked: "_Rows", rows: Indices, known: Indices) -> Indices:
        """How many terms the blocks of each pair share."""
        first, last = self._known.starts[known], self._known.starts[known + 1]
        places, of = _expand(first, last)
        # The pairs come in the order of the blocks asked for, so that few of those are concerned.
        lowest, n_rows = rows[0], int(rows[-1] - rows[0]) + 1
        some = asked.take(int(lowest), int(lowest) + n_rows)
        n_ranks = len(self._rank)
        there = np.repeat(np.arange(n_rows), np.diff(some.starts)) * n_ranks + some.ranks
        wanted = (rows[of] - lowest) * n_ranks + self._known.ranks[places]
        return np.bincount(of[_flag_among(wanted, there, n_rows * n_ranks)], minlength=len(rows))


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Blocks as rows of numbers: the ranks of their known terms, from the rarest on, and values.

    `bulk` is the length of the values alone, `length` that with all terms.
    """

    ranks: Indices
    starts: Indices
    n_terms: Indices
    values: Values
    bulk: Floats
    length: Floats

    def count_terms(self, rows: Indices) -> Indices:
        """How many known terms these rows have."""
        n_terms: Indices = self.starts[rows + 1] - self.starts[rows]
        return n_terms

    def take(self, first: int, last: int) -> "_Rows":
        """The rows from the first up to the last."""
        start, stop = self.starts[first], self.starts[last]
        return _Rows(
            ranks=self.ranks[start:stop],
            starts=self.starts[first : last + 1] - start,
            n_terms=self.n_terms[first:last],
            values=self.values[first:last],
            bulk=self.bulk[first:last],
            length=self.length[first:last],
        )


def _rank_terms(blocks: Iterable[Block]) -> Mapping[str, int]:
    """The place of each term, from the rarest on."""
    n_blocks = Counter(chain.from_iterable(block.terms for block in blocks))
    ordered = sorted(n_blocks, key=lambda term: (n_blocks[term], term))
    return {term: rank for rank, term in enumerate(ordered)}


def _expand(first: Indices, last: Indices) -> tuple[Indices, Indices]:
    """All places from each first up to its last, and the number of the span each is of."""
    sizes = last - first
    of = np.repeat(np.arange(len(sizes)), sizes)
    return np.arange(len(of)) + np.repeat(first - np.cumsum(sizes) + sizes, sizes), of


def _count_each(numbers: Indices, n_numbers: int) -> tuple[Indices, Indices]:
    """The distinct numbers, of so many that may be, and how often each is there."""
    if n_numbers <= _LARGEST_TABLE:
        table = np.bincount(numbers, minlength=n_numbers)
        found = np.flatnonzero(table)
        return found, table[found]
    distinct, n_times = np.unique(numbers, return_counts=True)
    return distinct, n_times


def _flag_among(wanted: Indices, there: Indices, n_numbers: int) -> Mask:
    """Which of the wanted numbers are there, among so many that may be."""
    if n_numbers <= _LARGEST_TABLE:
        table = np.zeros(n_numbers, dtype=np.bool_)
        table[there] = True
        return table[wanted]
    at = np.minimum(np.searchsorted(there, wanted), max(len(there) - 1, 0))
    return there[at] == wanted if len(there) else np.zeros(len(wanted), dtype=np.bool_)


def _split_by_sum(sizes: Indices, most: int) -> Iterator[slice]:
    """Slices of what has these sizes, each of about so much at most."""
    portion = np.cumsum(sizes + 1) // most
    borders = np.flatnonzero(np.diff(portion, prepend=-1, append=np.inf))
    for first, last in pairwise(borders.tolist()):
        yield slice(first, last)
