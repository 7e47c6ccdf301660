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


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """What words say, in the order of their hashes: above zero for content, below against it."""

    keys: Hashes = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    says: Floats = field(default_factory=lambda: np.zeros(0, dtype=np.float32))

    def weigh(self, words: Hashes) -> Floats:
        """What each word says; an unknown one nothing."""
        if not len(self.keys):
            return np.zeros(len(words), dtype=np.float32)
        place = np.minimum(self.keys.searchsorted(words), len(self.keys) - 1)
        weighed: Floats = self.says[place] * (self.keys[place] == words)
        return weighed


def describe_wording(columns: Columns, view: View, wording: Wording) -> None:
    """What the words of a short block say on average and at the most, and those of its heading."""
    short, first = view.reading.find_short()
    padded = np.append(wording.weigh(view.reading.word[short]), np.float32(0))
    # A block without words starts where the next one does: it must not be told what that one says.
    says = (np.diff(first) > 0).astype(np.float32)
    starts = first[:-1]
    mean = ratio(np.add.reduceat(padded, starts) * says, np.diff(first))
    heading = find_last_heading(view)
    columns.note("wording", mean)
    columns.note("wording against", np.minimum(np.minimum.reduceat(padded, starts), 0) * says)
    columns.note("wording for", np.maximum(np.maximum.reduceat(padded, starts), 0) * says)
    columns.note("wording of heading", mean[heading] * (heading >= 0))
