"""What the words of short texts say for content or against it, whatever the page around them.

"Subscribe", "comments" or "share" are said on many sites, and seldom by what a page has to say.
What each word says was learned from many sites; it is known by its hash.
"""

from dataclasses import dataclass, field

import numpy as np

from dehusk.learn.site.columns import Columns, ratio
from dehusk.learn.site.page_features import find_last_heading
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.view import View
from dehusk.model import Ints

_BITS = 18
"""Of a hash that tell where a word is among those known; of two that share them one is lost."""

_SHIFT = np.uint64(64 - _BITS)


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """What words say, in the order of their hashes: above zero for content, below against it."""

    keys: Hashes = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    says: Floats = field(default_factory=lambda: np.zeros(0, dtype=np.float32))
    _places: Ints = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Every word of every page is looked up: a search in all keys would take five times as long.
        places = np.zeros(1 << _BITS, dtype=np.int32)
        places[(self.keys >> _SHIFT).astype(np.intp)] = np.arange(len(self.keys))
        object.__setattr__(self, "_places", places)

    def weigh(self, words: Hashes) -> Floats:
        """What each word says; an unknown one nothing."""
        if not len(self.keys):
            return np.zeros(len(words), dtype=np.float32)
        place = self._places[(words >> _SHIFT).astype(np.intp)]
        weighed: Floats = self.says[place] * (self.keys[place] == words)
        return weighed


def describe_wording(columns: Columns, view: View, wording: Wording) -> None:
    """What the words of a block say on average and at the most, and those of its heading."""
    first = view.reading.first_word
    padded = np.append(wording.weigh(view.reading.word), np.float32(0))
    # A block without words starts where the next one does: it must not be told what that one says.
    says = (np.diff(first) > 0).astype(np.float32)
    starts = first[:-1]
    mean = ratio(np.add.reduceat(padded, starts) * says, np.diff(first))
    heading = find_last_heading(view)
    columns.note("wording", mean)
    columns.note("wording against", np.minimum(np.minimum.reduceat(padded, starts), 0) * says)
    columns.note("wording for", np.maximum(np.maximum.reduceat(padded, starts), 0) * says)
    columns.note("wording of heading", mean[heading] * (heading >= 0))
