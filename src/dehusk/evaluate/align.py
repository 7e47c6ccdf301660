"""Which words of a page are the wanted ones: the longest common subsequence of both, in order.

Membership in a bag of words would call a navigation's "home" wanted wherever the article says home.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from rapidfuzz.distance import LCSseq

from dehusk.evaluate.words import GRAM
from dehusk.model import Mask

Block = tuple[int, int, int]
"""So many equal words, from here in the page and from there in the wanted text."""

LARGEST_TABLE = 2**31
"""Pairs of words compared in one go; their table takes one bit each."""

_ANCHOR = 2 * GRAM
"""Words in a row that hardly meet by chance."""

_MOST_ROUNDS = 8


def align_words(page: Sequence[str], wanted: Sequence[str]) -> Mask:
    """Of each word of the page, whether it is one of the wanted ones.

    Truth may tell the parts of a page in another order: long stretches that are left over on both
    sides are aligned again among themselves.
    """
    is_wanted = np.zeros(len(page), dtype=np.bool_)
    whole = _find_whole(page, wanted)
    if whole is not None:
        is_wanted[whole : whole + len(wanted)] = True
        return is_wanted
    is_missing = np.ones(len(wanted), dtype=np.bool_)
    shortest = 1
    for _ in range(_MOST_ROUNDS):
        ours, theirs = np.flatnonzero(~is_wanted), np.flatnonzero(is_missing)
        left = [page[place] for place in ours.tolist()]
        blocks = match_words(left, [wanted[place] for place in theirs.tolist()])
        found = [block for block in blocks if block[2] >= shortest]
        if not found:
            break
        for start, other, length in found:
            is_wanted[ours[start : start + length]] = True
            is_missing[theirs[other : other + length]] = False
        shortest = _ANCHOR
    return is_wanted


def _find_whole(page: Sequence[str], wanted: Sequence[str]) -> int | None:
    """Where the wanted text stands in one piece, lest a short one be found scattered."""
    words, text = f" {' '.join(wanted)} ", f" {' '.join(page)} "
    at = text.find(words) if wanted else -1
    return text.count(" ", 0, at) if at >= 0 else None


def match_words(page: Sequence[str], wanted: Sequence[str]) -> Iterator[Block]:
    """The stretches that both have, in order."""
    numbers: dict[str, int] = {}
    ours = [numbers.setdefault(word, len(numbers)) for word in page]
    theirs = [numbers.setdefault(word, len(numbers)) for word in wanted]
    start_ours = start_theirs = 0
    for end_ours, end_theirs in (*_find_cuts(ours, theirs), (len(ours), len(theirs))):
        part = ours[start_ours:end_ours]
        for start, other, length in _match(part, theirs[start_theirs:end_theirs]):
            yield start_ours + start, start_theirs + other, length
        start_ours, start_theirs = end_ours, end_theirs


def _match(ours: Sequence[int], theirs: Sequence[int]) -> list[Block]:
    found = [step for step in LCSseq.opcodes(ours, theirs) if step.tag == "equal"]
    blocks = [(it.src_start, it.dest_start, it.src_end - it.src_start) for it in found]
    return _push_on(_pull_back(blocks, ours, theirs), ours, theirs)


def _pull_back(blocks: Sequence[Block], ours: Sequence[int], theirs: Sequence[int]) -> list[Block]:
    """Give a short block's last words to a longer one after it where the same words precede that.

    Among equally long subsequences, the one in fewer pieces is how a person would read it.
    """
    kept: list[Block] = []
    for start, other, length in blocks:
        while kept and kept[-1][2] < length and kept[-1][1] + kept[-1][2] == other:
            before = kept[-1]
            moved = 0
            while moved < before[2] and ours[start - moved - 1] == theirs[other - moved - 1]:
                moved += 1
            start, other, length = start - moved, other - moved, length + moved
            if moved < before[2]:
                kept[-1] = (before[0], before[1], before[2] - moved)
                break
            kept.pop()
        kept.append((start, other, length))
    return kept


def _push_on(blocks: Sequence[Block], ours: Sequence[int], theirs: Sequence[int]) -> list[Block]:
    """The same the other way: a short block's first words to a longer one before it."""
    mirrored = [
        (len(ours) - start - length, len(theirs) - other - length, length)
        for start, other, length in reversed(blocks)
    ]
    pulled = _pull_back(mirrored, ours[::-1], theirs[::-1])
    return [
        (len(ours) - start - length, len(theirs) - other - length, length)
        for start, other, length in reversed(pulled)
    ]


def _find_cuts(ours: Sequence[int], theirs: Sequence[int]) -> list[tuple[int, int]]:
    """Where to cut texts too long for one table: at runs of words that each has just once."""
    if len(ours) * len(theirs) <= LARGEST_TABLE:
        return []
    step = int(LARGEST_TABLE**0.5)
    at_theirs = _place_single_runs(theirs)
    cuts = [(0, 0)]
    for run, place in _place_single_runs(ours).items():
        other = at_theirs.get(run, -1)
        # A stray run far off would leave one side with nothing to match.
        far = max(place - cuts[-1][0], other - cuts[-1][1])
        if other > cuts[-1][1] and place > cuts[-1][0] and step // 2 <= far <= step:
            cuts.append((place, other))
    ends = [*cuts[1:], (len(ours), len(theirs))]
    return [cut for start, end in zip(cuts, ends, strict=True) for cut in _cut_evenly(start, end)]


def _cut_evenly(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The start of a stretch, and the cuts it needs where no run of words offered one."""
    n_ours, n_theirs = end[0] - start[0], end[1] - start[1]
    parts = math.ceil(math.sqrt(n_ours * n_theirs / LARGEST_TABLE)) or 1
    return [
        (start[0] + n_ours * part // parts, start[1] + n_theirs * part // parts)
        for part in range(parts)
    ]


def _place_single_runs(words: Sequence[int]) -> dict[tuple[int, ...], int]:
    runs = list(zip(*(words[i:] for i in range(_ANCHOR)), strict=False))
    counts = Counter(runs)
    return {run: place for place, run in enumerate(runs) if counts[run] == 1}
