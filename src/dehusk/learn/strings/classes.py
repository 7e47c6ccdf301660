"""All strings of a corpus that recur, with how often and on how many pages: no n² of them.

Substrings that occur at exactly the same places are one class, and a corpus of n tokens has fewer
than 2n of those (Yamamoto and Church, 2001): they are the intervals of the suffix array within
which neighbours share so many tokens. A class's longest string stands for it, if nothing could be
put before it either that is always there: then it is maximal.

The pages of an interval are its suffixes less those that have another of their page before them in
it. Each such pair belongs to the narrowest interval that holds both, which is told by the least
that is shared between them, and so all pairs within an interval are a difference of sums.
"""

from dataclasses import dataclass

import numpy as np

from dehusk.learn.strings.corpus import Corpus
from dehusk.learn.strings.nearest import build_minima, find_after, find_before
from dehusk.learn.strings.suffixes import Suffixes
from dehusk.model import Indices, Ints, Mask


@dataclass(frozen=True, slots=True, eq=False)
class StringClasses:
    """Maximal strings: where each is found in the corpus, its tokens, its times, its pages.

    `is_needed`: some of its shortest strings are found nowhere else, so that nothing else covers
    them.
    """

    start: Ints
    length: Ints
    times: Ints
    pages: Ints
    is_needed: Mask

    def __len__(self) -> int:
        return len(self.start)


def find_classes(
    corpus: Corpus, all_suffixes: Suffixes, min_tokens: int, min_pages: int
) -> StringClasses:
    """Every maximal string of so many tokens on so many pages."""
    suffixes, group_times = _keep_recurring(all_suffixes, min_tokens, min_pages)
    shared = suffixes.shared
    if len(shared) < 2:
        none = np.empty(0, dtype=np.int32)
        return StringClasses(none, none, none, none, np.empty(0, dtype=np.bool_))
    first, last, length = _find_intervals(shared)
    times = last - first + np.int32(1)
    repeats = np.cumsum(_count_repeats(corpus.page_of[suffixes.order], shared))
    pages = (times - (repeats[last] - repeats[first])).astype(np.int32)
    is_wanted = (pages >= min_pages) & _can_not_grow(corpus.ids, suffixes.order, first, last)
    first, last, length, times, pages = (
        column[is_wanted] for column in (first, last, length, times, pages)
    )
    start = suffixes.order[first]
    rarest = _find_rarest(group_times, len(corpus.ids), suffixes.order, start, length - min_tokens)
    return StringClasses(start, length, times, pages, rarest == times)


def _keep_recurring(suffixes: Suffixes, min_tokens: int, min_pages: int) -> tuple[Suffixes, Ints]:
    """Only suffixes whose first tokens stand at enough places, and at how many.

    What is shared with the suffix before is nothing at each group's first.
    """
    is_first = suffixes.shared < min_tokens
    groups = np.cumsum(is_first) - 1
    sizes = np.bincount(groups)
    is_kept = (sizes >= max(min_pages, 2))[groups]
    shared = np.where(is_first, np.int32(0), suffixes.shared)[is_kept]
    times = sizes[groups[is_kept]].astype(np.int32)
    return Suffixes(suffixes.order[is_kept], shared), times


def _find_intervals(shared: Ints) -> tuple[Ints, Ints, Ints]:
    """First and last suffix of each interval, and the tokens that all in it share."""
    values = np.append(shared, np.int32(-1))
    minima = build_minima(values)
    places = np.flatnonzero(shared > 0)
    limits = shared[places]
    before = find_before(minima, places, limits)
    # An interval is told by the first of the places that share its least.
    is_first = shared[before] < limits
    places, limits, first = places[is_first], limits[is_first], before[is_first]
    after = find_after(minima, places, limits - np.int32(1))
    return first, after - np.int32(1), limits


def _count_repeats(pages: Ints, shared: Ints) -> Ints:
    """At each place, how many pairs of one page's suffixes share just what is shared there."""
    order = np.argsort(pages, kind="stable")
    is_pair = pages[order[1:]] == pages[order[:-1]]
    later, earlier = order[1:][is_pair], order[:-1][is_pair]
    # Pairs that share too little are in no interval.
    groups = np.cumsum(shared == 0)
    is_within = groups[later] == groups[earlier]
    least = _find_least(shared, earlier[is_within] + 1, later[is_within])
    return np.bincount(least, minlength=len(shared)).astype(np.int32)


def _can_not_grow(ids: Ints, order: Ints, first: Ints, last: Ints) -> Mask:
    """Do unlike tokens stand before the places of an interval's string?"""
    # Nothing stands before the first token of all.
    before = np.where(order > 0, ids[order - 1], np.int32(-1))
    changes = np.zeros(len(order), dtype=np.int32)
    np.cumsum(before[1:] != before[:-1], out=changes[1:])
    return changes[last] > changes[first]


def _find_rarest(
    group_times: Ints, n_ids: int, order: Ints, start: Ints, more_tokens: Ints
) -> Ints:
    """Of the shortest strings within each string, at how many places the rarest stands."""
    times = np.full(n_ids, np.iinfo(np.int32).max, dtype=np.int32)
    times[order] = group_times
    return times[_find_least(times, start, start + more_tokens)]


def _find_least(values: Ints, first: Indices, last: Indices) -> Indices:
    """Where the least value lies in each stretch from first to last.

    The least of every stretch of 1, 2, 4 … is found from that of the halves; a stretch is covered
    by two such. A place is kept in the lower half of a number, its value in the upper.
    """
    found = np.empty(len(first), dtype=np.int64)
    keys = (values.astype(np.int64) << 32) | np.arange(len(values))
    heights = np.frexp(last - first + 1)[1] - 1
    for height in range(int(heights.max(initial=-1)) + 1):
        if height:
            half = 1 << (height - 1)
            keys = np.minimum(keys[:-half], keys[half:])
        asked = np.flatnonzero(heights == height)
        found[asked] = np.minimum(keys[first[asked]], keys[last[asked] + 1 - (1 << height)])
    return found & 0xFFFFFFFF
