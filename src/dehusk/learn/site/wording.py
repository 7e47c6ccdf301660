"""What the words of short texts say for content or against it, whatever the page around them.

"Subscribe", "comments" or "share" are said on many sites, and seldom by what a page has to say.
What each word says was learned from many sites; it is known by its hash.
"""

from dataclasses import dataclass, field

import numpy as np

from dehusk.learn.site.columns import Columns, ratio
from dehusk.learn.site.page_features import find_last_heading
from dehusk.learn.site.reading import Floats, Hashes, Reading
from dehusk.learn.site.view import View


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """What words say, in the order of their hashes: above zero for content, below against it."""

    keys: Hashes = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    says: Floats = field(default_factory=lambda: np.zeros(0, dtype=np.float32))

    def weigh(self, reading: Reading) -> Floats:
        """What each word of a page says; an unknown one nothing."""
        if not len(self.keys):
            return np.zeros(len(reading.word), dtype=np.float32)
        place = np.minimum(np.searchsorted(self.keys, reading.word), len(self.keys) - 1)
        weighed: Floats = np.where(self.keys[place] == reading.word, self.says[place], 0)
        return weighed


def describe_wording(view: View, wording: Wording) -> Columns:
    """What the words of a block say on average and at the most, and those of its heading."""
    reading = view.reading
    weighed = wording.weigh(reading)
    total = np.zeros(len(weighed) + 1, dtype=np.float64)
    np.cumsum(weighed, out=total[1:])
    first = reading.first_word
    mean = ratio(np.diff(total[first]), np.diff(first))
    # A block without words starts where the next one does: it must not be told what that one says.
    says = np.diff(first) > 0
    padded = np.append(weighed, np.float32(0))
    low = np.where(says, np.minimum.reduceat(padded, first[:-1]), 0).astype(np.float32)
    high = np.where(says, np.maximum.reduceat(padded, first[:-1]), 0).astype(np.float32)
    heading = find_last_heading(view)
    return {
        "wording": mean,
        "wording against": np.minimum(low, 0),
        "wording for": np.maximum(high, 0),
        "wording of heading": np.where(heading >= 0, mean[heading], 0).astype(np.float32),
    }
