"""What the words of short texts say for content or against it, whatever the page around them.

"Subscribe", "comments" or "share" are said on many sites, and seldom by what a page has to say.
What each word says was learned from many sites; it is known by its hash.
"""

from dataclasses import dataclass, field

import numpy as np

from dehusk.core import describing as core
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.page_features import find_last_heading
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.view import View
from dehusk.model import Indices, Ints

_BITS = 18
"""Of a hash that tell where a word is among those known; of two that share them one is lost."""

_SHIFT = 64 - _BITS


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """What words say, in the order of their hashes: above zero for content, below against it."""

    keys: Hashes = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    says: Floats = field(default_factory=lambda: np.zeros(0, dtype=np.float32))
    _places: Ints = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Every word of every page is looked up: a search in all keys would take five times as long.
        places = np.zeros(1 << _BITS, dtype=np.int32)
        places[(self.keys >> np.uint64(_SHIFT)).astype(np.intp)] = np.arange(len(self.keys))
        object.__setattr__(self, "_places", places)

    def describe(self, word: Hashes, first_word: Indices, heading: Ints) -> Floats:
        """What the words of blocks say: on average, at the worst, at the best; and of headings."""
        return core.describe_wording(
            word, first_word, self.keys, self.says, self._places, _SHIFT, heading
        )


def describe_wording(columns: Columns, view: View, wording: Wording) -> None:
    """What the words of a block say on average and at the most, and those of its heading."""
    names = ("wording", "wording against", "wording for", "wording of heading")
    reading = view.reading
    heading = find_last_heading(view)
    columns.note(names, wording.describe(reading.word, reading.first_word, heading))
