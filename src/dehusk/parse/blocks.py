"""Where a page breaks as it is read: for every place between two nodes, how far they stand apart.

This follows what browsers draw by default: inline elements join, blocks start a line, paragraphs
and their like keep a distance, cells of a row stand side by side.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from dehusk.core import breaks as core
from dehusk.model import Indices, Mask, Tree, flag_below
from dehusk.parse.tags import MOST_TAGS, PREFORMATTED, TAG_IDS, table_of, tag_ids


class Break(IntEnum):
    """How far two texts stand apart."""

    NONE = 0
    SPACE = 1
    CELL = 2
    LINE = 3
    PARAGRAPH = 4


Breaks = npt.NDArray[np.uint8]

_PARAGRAPHS = tag_ids(
    "p h1 h2 h3 h4 h5 h6 ul ol dl menu dir blockquote pre figure table hr listing xmp plaintext"
    " fieldset"
)
_LINES = tag_ids(
    "html body address article aside center dd details dialog div dt figcaption footer form header"
    " hgroup legend li main nav optgroup option search section summary caption thead tbody tfoot"
    " tr br textarea select frameset"
)
_CELLS = tag_ids("td th")
_SPACES = tag_ids("img area button input video audio iframe object embed canvas svg map")
_LISTS = tag_ids("ul ol dl menu dir")
_ITEMS = _LISTS | tag_ids("li dd")


def _table_of_breaks() -> Breaks:
    table = np.zeros(MOST_TAGS, dtype=np.uint8)
    for tags, level in (
        (_PARAGRAPHS, Break.PARAGRAPH),
        (_LINES, Break.LINE),
        (_CELLS, Break.CELL),
        (_SPACES, Break.SPACE),
    ):
        table[list(tags)] = level
    return table


BREAK_OF_TAG = _table_of_breaks()
_IS_LIST, _IS_ITEM = (table_of(tags).view(np.uint8) for tags in (_LISTS, _ITEMS))
_IS_PREFORMATTED = table_of(PREFORMATTED)
_BR = TAG_IDS["br"]


def find_breaks(tree: Tree) -> Breaks:
    """The break just before each node, and after the last: the strongest of all that meet there."""
    return tree.find_once("breaks", _find_breaks)


def _find_breaks(tree: Tree) -> Breaks:
    return core.find_breaks(
        tree.tag, tree.parent, tree.end, tree.leaves,
        BREAK_OF_TAG, _IS_LIST, _IS_ITEM, Break.SPACE, Break.LINE,
    )  # fmt: skip


def find_gaps(tree: Tree, nodes: Indices) -> Breaks:
    """The break before each of these text nodes, seen from the one before it.

    Two line breaks in a row are a paragraph's distance.
    """
    ordered = nodes.astype(np.int32, copy=False)
    return core.find_gaps(find_breaks(tree), tree.tag, ordered, _BR, Break.PARAGRAPH)


def flag_preformatted(tree: Tree) -> Mask:
    """Whether the white space at each node is meant as it is written."""
    return flag_below(np.flatnonzero(_IS_PREFORMATTED[tree.tag]), tree.end)
