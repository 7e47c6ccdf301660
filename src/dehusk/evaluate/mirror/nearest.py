"""Texts of two sides paired by what they have in common: rare runs of words, looked up in an index.

Of each text a sketch is held, the runs of four words that hash lowest (Bar-Yossef et al., KMV), so
that memory is bounded. Only texts that share a rare run are ever compared: the work grows with the
number of texts and not with its square.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dehusk.evaluate.words import count_grams
from dehusk.model import stable_hash

MOST_RUNS = 10_000_000
"""Held of all texts together, 250 of each of 40,000: 80 MB, and up to 600 MB while pairing."""

_RARE_TEXTS = 3
"""A run of words in more texts of a side says nothing of any of them."""

_LEAST_ALIKE = 0.25
"""With less in common (Dice), one text only quotes the other."""

Runs = NDArray[np.uint64]
"""Hashes of runs of words, ascending; shape (runs,)."""

_NO_RUNS: Runs = np.empty(0, dtype=np.uint64)
_HIGHEST = np.uint64(np.iinfo(np.uint64).max)


def sketch_text(text: str, size: int = MOST_RUNS) -> Runs:
    """The runs of words that stand for a text, so many at most.

    >>> len(sketch_text("so it goes and goes")), len(sketch_text(""))
    (2, 0)
    """
    hashes = sorted({stable_hash(" ".join(gram)) for gram in count_grams(text)})
    return np.array(hashes[:size], dtype=np.uint64)


def pair_sketches(
    left: Sequence[Runs | None], right: Sequence[Runs | None], size: int = MOST_RUNS
) -> list[tuple[int, int]]:
    """Texts by number, each in one pair at most, the nearest taken first; those unread in none.

    All are sketches of the same size.

    >>> ours = [sketch_text("a b c d e"), sketch_text("v w x y z")]
    >>> pair_sketches(ours, [sketch_text(text) for text in ("v w x y", "a b c d e f", "no")])
    [(0, 1), (1, 0)]
    """
    paired: dict[int, int] = {}
    taken: set[int] = set()
    for ours, theirs in _rank_pairs(_index(left, size), _index(right, size)):
        if ours not in paired and theirs not in taken:
            paired[ours] = theirs
            taken.add(theirs)
    return sorted(paired.items())


@dataclass(frozen=True, slots=True, eq=False)
class _Index:
    """The rare runs of a side: `runs` ascending, `texts` those they are in; `last` of each text.

    Nothing is known of runs of a text that hash higher than its last one.
    """

    runs: Runs
    texts: NDArray[np.int64]
    of_text: Sequence[Runs]
    last: Sequence[np.uint64]


def _index(sketches: Sequence[Runs | None], size: int) -> _Index:
    known = [_NO_RUNS if sketch is None else sketch for sketch in sketches]
    lengths = [len(sketch) for sketch in known]
    runs = np.concatenate([*known, _NO_RUNS])
    texts = np.repeat(np.arange(len(known)), lengths)
    _, place, uses = np.unique(runs, return_inverse=True, return_counts=True)
    is_rare = uses[place] <= _RARE_TEXTS
    order = np.flatnonzero(is_rare)[np.argsort(runs[is_rare], kind="stable")]
    flags = np.split(is_rare, np.cumsum(lengths))
    return _Index(
        runs=runs[order],
        texts=texts[order],
        of_text=[sketch[flags[number]] for number, sketch in enumerate(known)],
        last=[each[-1] if len(each) == size else _HIGHEST for each in known],
    )


def _rank_pairs(left: _Index, right: _Index) -> Iterator[tuple[int, int]]:
    """The pairs that are alike enough, the nearest first."""
    alike = {
        (ours, theirs): 2 * n / n_runs
        for ours, theirs, n in _count_shared(left, right)
        if (n_runs := _count_known(left, right, ours, theirs))
    }
    for pair in sorted(alike, key=lambda pair: (-alike[pair], pair)):
        if alike[pair] >= _LEAST_ALIKE:
            yield pair


def _count_shared(left: _Index, right: _Index) -> Iterator[tuple[int, int, int]]:
    """Each pair of texts that share rare runs, and how many."""
    first = np.searchsorted(right.runs, left.runs, side="left")
    stop = np.searchsorted(right.runs, left.runs, side="right")
    n_right = max(len(right.of_text), 1)
    pairs = [
        left.texts[found] * n_right + right.texts[first[found] + step]
        for step in range(_RARE_TEXTS)
        if len(found := np.flatnonzero(first + step < stop))
    ]
    if pairs:
        codes, counts = np.unique(np.concatenate(pairs), return_counts=True)
        for code, n in zip(codes.tolist(), counts.tolist(), strict=True):
            yield code // n_right, code % n_right, n


def _count_known(left: _Index, right: _Index, ours: int, theirs: int) -> int:
    """The rare runs of both, as far as both sketches reach."""
    last = min(left.last[ours], right.last[theirs])
    return int(
        np.searchsorted(left.of_text[ours], last, side="right")
        + np.searchsorted(right.of_text[theirs], last, side="right")
    )
