"""A page and what is known of its site to numbers, a row a block: what the decision is made on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.site.columns import Columns, Features
from dehusk.learn.site.containers import CONTAINERS
from dehusk.learn.site.lexicon import Lexicon, describe_words
from dehusk.learn.site.memory import Known
from dehusk.learn.site.page_features import describe_tags, describe_text
from dehusk.learn.site.parts import describe_parts
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.site_features import Evidence
from dehusk.learn.site.titles import match_title
from dehusk.learn.site.view import View
from dehusk.model import Indices, Ints

_POOLED = [0, 1, 3]
"""Which of the ever larger parts around a block are looked at as a whole."""

N_POOLED = len(_POOLED) + len(CONTAINERS)


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """The features of a page's blocks; `low` and `high` are the blocks of the parts around each:
    ever larger ones, then the child it is in of each container of what is new.
    """

    features: Features
    low: Ints
    high: Ints

    def stack(self, names: Sequence[str]) -> Floats:
        """The features of these names, one row a block."""
        if self.features.names == names:
            return self.features.rows.T
        return self.features.rows[_find_places(self.features.names, tuple(names))].T


@lru_cache(maxsize=8)
def _find_places(known: tuple[str, ...], names: tuple[str, ...]) -> Indices:
    """Where these are among the known ones."""
    places = {name: place for place, name in enumerate(known)}
    if not places.keys() >= set(names):
        raise BadSetting("site", "weights", "", "weights for the features of this version")
    return np.array([places[name] for name in names])


def describe_blocks(view: View, known: Known, lexicon: Lexicon) -> Described:
    """All features of a page's blocks."""
    columns = Columns(len(view))
    describe_text(columns, view)
    describe_tags(columns, view)
    told = Evidence(view, known).describe(columns)
    match_title(columns, view, known.ends)
    containers = describe_parts(columns, view, known.cluster, told)
    describe_words(columns, view, lexicon)
    nodes = np.concatenate((view.places.around[:, _POOLED], containers.child.T), axis=1)
    return Described(columns.join(), view.places.low[nodes], view.places.high[nodes])
