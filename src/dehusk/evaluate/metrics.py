"""How near a text comes to the one that was wanted."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from dehusk.evaluate.words import Grams, count_grams
from dehusk.parse.words import split_words


class Score(NamedTuple):
    """How much of what was kept is wanted, how much of what is wanted was kept, and both in one."""

    precision: float
    recall: float
    f1: float


def make_score(hits: float, kept: float, wanted: float) -> Score:
    """The score of so many hits; nothing kept where nothing is wanted is right.

    >>> make_score(3, 4, 6)
    Score(precision=0.75, recall=0.5, f1=0.6)
    """
    if not kept and not wanted:
        return Score(1.0, 1.0, 1.0)
    precision = hits / kept if kept else 0.0
    recall = hits / wanted if wanted else 0.0
    return Score(precision, recall, 2 * precision * recall / (precision + recall) if hits else 0.0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The text wanted of a page, counted once and compared with many.

    `ignored` may be kept without harm, `optional` may be missing: zones that careful people
    disagree on.
    """

    text: str
    ignored: Grams = field(default_factory=Counter)
    optional: Grams = field(default_factory=Counter)
    _grams: Grams = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_grams", count_grams(self.text))

    def score(self, text: str) -> Score:
        """Over the runs of four words, the measure that quality is judged by."""
        kept = count_grams(text)
        if self.ignored:
            kept = kept - (self.ignored - self._grams)
        wanted = self._grams
        if self.optional:
            wanted = wanted - ((wanted - kept) & self.optional)
        hits = (wanted & kept).total()
        return make_score(hits, kept.total(), wanted.total())


def score_text(wanted: str, kept: str) -> Score:
    """The score of one text as another, over runs of four words.

    >>> score_text("the rain in Spain stays", "the rain in Spain falls").f1
    0.5
    """
    return Wanted(wanted).score(kept)


def score_bag(wanted: str, kept: str) -> Score:
    """Over single words, whatever their order; no zone is spared.

    >>> score_bag("one two three", "three two one").f1
    1.0
    """
    want, got = Counter(split_words(wanted)), Counter(split_words(kept))
    return make_score((want & got).total(), got.total(), want.total())
