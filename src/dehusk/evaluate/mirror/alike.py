"""How alike two texts are, and what each has that the other has not."""

from itertools import groupby
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from dehusk.evaluate.metrics import score_text
from dehusk.evaluate.words import GRAM, count_grams
from dehusk.parse.words import split_words

_MOST_WORDS = 20_000
"""Edit distance is quadratic: of longer texts only the beginnings are compared."""


class Alike(NamedTuple):
    """From 0 to 1: by runs of four words, and by the words to be changed to make one the other."""

    runs: float
    edit: float


def compare_texts(left: str, right: str) -> Alike:
    """How alike they are; texts that say nothing are not alike, for nothing is easily equal.

    >>> compare_texts("the rain in Spain stays", "the rain in Spain falls")
    Alike(runs=0.5, edit=0.8)
    >>> compare_texts("", "")
    Alike(runs=0.0, edit=0.0)
    """
    words = [split_words(text)[:_MOST_WORDS] for text in (left, right)]
    if not all(words):
        return Alike(0.0, 0.0)
    return Alike(score_text(left, right).f1, Levenshtein.normalized_similarity(*words))


def find_own_words(text: str, other: str) -> str:
    """The longest stretch of a text that is not in the other.

    >>> find_own_words("Sign in. All the rain in Spain", "all the rain in Spain")
    'sign in'
    """
    words, shared = split_words(text), count_grams(other)
    is_own = [True] * len(words)
    for start in range(len(words) - GRAM + 1):
        if tuple(words[start : start + GRAM]) in shared:
            is_own[start : start + GRAM] = [False] * GRAM
    stretches = (list(run) for own, run in groupby(range(len(words)), is_own.__getitem__) if own)
    longest = max(stretches, key=len, default=[])
    return " ".join(words[number] for number in longest)
