"""Where a page breaks as it is read: for every place between two nodes, how far they stand apart.

This follows what browsers draw by default: inline elements join, blocks start a line, paragraphs
and their like keep a distance, cells of a row stand side by side.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Indices, Mask, Tree, flag_below
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
_IS_LIST, _IS_ITEM, _IS_PREFORMATTED = table_of(_LISTS), table_of(_ITEMS), table_of(PREFORMATTED)
_BR = TAG_IDS["br"]


def find_breaks(tree: Tree) -> Breaks:
    """The break just before each node, and after the last: the strongest of all that meet there."""
    return tree.find_once("breaks", _find_breaks)


def _find_breaks(tree: Tree) -> Breaks:
    level = BREAK_OF_TAG[tree.tag]
    nested = np.flatnonzero(_IS_LIST[tree.tag])
    level[nested[_IS_ITEM[tree.tag[tree.parent[nested]]]]] = Break.LINE
    level[np.flatnonzero(tree.tag == TEXT)] = Break.SPACE
    level[tree.leaves[tree.tag[tree.leaves] == TEXT]] = Break.NONE
    breaks = np.zeros(len(tree) + 1, dtype=np.uint8)
    breaks[:-1] = level
    marked = np.flatnonzero(level)
    np.maximum.at(breaks, tree.end[marked], level[marked])
    return breaks


def find_gaps(tree: Tree, nodes: Indices) -> Breaks:
    """The break before each of these text nodes, seen from the one before it.

    Two line breaks in a row are a paragraph's distance.
    """
    if not len(nodes):
        return np.zeros(0, dtype=np.uint8)
    # From just after one text to the next; the last stretch, after all texts, is nobody's.
    first = np.zeros(len(nodes) + 1, dtype=np.intp)
    first[1:] = nodes + 1
    gaps = np.maximum.reduceat(find_breaks(tree), first)[:-1]
    n_lines = np.zeros(len(tree) + 1, dtype=np.int32)
    n_lines[:-1] = tree.tag == _BR
    gaps[np.add.reduceat(n_lines, first)[:-1] > 1] = Break.PARAGRAPH
    return gaps


def flag_preformatted(tree: Tree) -> Mask:
    """Whether the white space at each node is meant as it is written."""
    return flag_below(np.flatnonzero(_IS_PREFORMATTED[tree.tag]), tree.end)
