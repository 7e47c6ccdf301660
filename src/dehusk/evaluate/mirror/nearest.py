"""Texts of two sides paired by what they have in common: rare runs of words, looked up in an index.

Only texts that share a rare run are ever compared, so that the work grows with the number of texts
and not with its square.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from dehusk.evaluate.words import count_grams
from dehusk.model import stable_hash

_RARE_TEXTS = 3
"""A run of words in more texts of a side says nothing of any of them."""

_LEAST_ALIKE = 0.25
"""With less in common (Dice), one text only quotes the other."""


def pair_texts(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Texts by number, each in one pair at most, the nearest taken first.

    >>> pair_texts(["a b c d e", "v w x y z"], ["v w x y", "a b c d e f", "no"])
    [(0, 1), (1, 0)]
    """
    paired: dict[int, int] = {}
    taken: set[int] = set()
    for ours, theirs in _rank_pairs(_find_rare_runs(left), _find_rare_runs(right)):
        if ours not in paired and theirs not in taken:
            paired[ours] = theirs
            taken.add(theirs)
    return sorted(paired.items())


def _find_rare_runs(texts: Sequence[str]) -> list[set[int]]:
    runs = [{stable_hash(" ".join(gram)) for gram in count_grams(text)} for text in texts]
    uses = Counter(run for found in runs for run in found)
    return [{run for run in found if uses[run] <= _RARE_TEXTS} for found in runs]


def _rank_pairs(left: Sequence[set[int]], right: Sequence[set[int]]) -> Iterator[tuple[int, int]]:
    """The pairs that are alike enough, the nearest first."""
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for number, runs in enumerate(right):
        for run in runs:
            holders[run].append(number)
    shared: Counter[tuple[int, int]] = Counter()
    for number, runs in enumerate(left):
        shared.update((number, other) for run in runs for other in holders.get(run, ()))
    alike = {
        (ours, theirs): 2 * n / (len(left[ours]) + len(right[theirs]))
        for (ours, theirs), n in shared.items()
    }
    for pair in sorted(alike, key=lambda pair: (-alike[pair], pair)):
        if alike[pair] >= _LEAST_ALIKE:
            yield pair
