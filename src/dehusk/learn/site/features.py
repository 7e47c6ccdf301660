"""A page and what is known of its site to numbers, a row a block: what the decision is made on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.lexicon import Lexicon, describe_words
from dehusk.learn.site.memory import Known, count_linked
from dehusk.learn.site.page_features import describe_tags, describe_text
from dehusk.learn.site.parts import describe_parts
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.site_features import Evidence
from dehusk.learn.site.titles import match_title
from dehusk.learn.site.view import View
from dehusk.model import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """The features of a page's blocks by name; `low` and `high` are the blocks of the parts around
    each: ever larger ones, then the child it is in of each container of what is new.
    """

    columns: Columns
    low: Ints
    high: Ints

    def stack(self, names: Sequence[str]) -> Floats:
        """The features of these names, one row a block."""
        if not self.columns.keys() >= set(names):
            raise BadSetting("site", "weights", "", "weights for the features of this version")
        stacked = np.empty((len(names), len(self.low)), dtype=np.float32)
        for row, name in zip(stacked, names, strict=True):
            row[:] = self.columns[name]
        return stacked.T


def describe_blocks(view: View, known: Known, lexicon: Lexicon) -> Described:
    """All features of a page's blocks."""
    linked = count_linked(view)
    evidence = Evidence(view, known)
    texts = evidence.describe_texts()
    slots = evidence.describe_slots()
    parts, containers = describe_parts(view, known.cluster, evidence.tell(linked))
    columns = {
        **describe_text(view, linked),
        **describe_tags(view),
        **texts,
        **match_title(view, known.title_prefix, known.title_suffix),
        **slots,
        **parts,
        **describe_words(view, lexicon),
    }
    children = np.stack([container.child for container in containers], axis=1)
    nodes = np.concatenate((view.places.around, children), axis=1)
    return Described(columns, view.places.low[nodes], view.places.high[nodes])
