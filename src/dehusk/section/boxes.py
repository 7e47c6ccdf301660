"""How much of its page each node takes up: by the boxes a browser drew, or else by an estimate.

The estimate sees no style sheet. It adds up what is to be drawn below a node: characters, lines
that end early because a block ends, and media at the size they declare. What stands side by side
and what stands in a column are added up alike, so that blank space next to a column counts for
nobody; a parent is never smaller than its children together.
"""

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Boxes, Indices, Page, Tree, flag_below
from dehusk.parse.blocks import BREAK_OF_TAG, Break
from dehusk.parse.tags import MOST_TAGS, table_of, tag_ids

Areas = npt.NDArray[np.float32]
"""One share of the page's area a node."""

_BYTE_PX = 8.0 * 24.0
"""A byte of text in its line, at the sizes that browsers and most style sheets have.

Scripts of wide characters take more bytes for each, so that bytes tell widths well enough.
"""

_ENDED_LINE_PX = 250.0 * 24.0
_ENDED_PARAGRAPH_PX = _ENDED_LINE_PX + 400.0 * 16.0
"""What stays blank where a line ends early, and between two paragraphs."""

_FIELDS_PX = 180.0 * 32.0
_MEDIA_PX = {"img": 200.0 * 150.0, "svg": 24.0 * 24.0, "area": 0.0}
_OTHER_MEDIA_PX = 300.0 * 150.0
"""Media without a size of their own; what browsers give to frames and films, less for images."""

_BLANK = 1.2
"""How much larger a page is than all that is drawn on it: margins, and ends of short columns."""

_MOST_PX = 4000.0
_MEDIA = tag_ids("img area iframe embed object video canvas svg applet")
_FIELDS = tag_ids("input select textarea button")
_IS_MEDIUM = table_of(_MEDIA)
_IS_PAGE = table_of(tag_ids("html body"))
_IS_HIDDEN = table_of(tag_ids("head script style template noscript"))
_SIZE = re.compile(rb' (width|height)="\s*([0-9]+)(?:\.[0-9]+)?(?:px)?\s*"')


def measure_areas(page: Page) -> Areas:
    """The share of the page's area that each node takes up, at least that of its largest child."""
    if page.boxes is not None:
        return read_areas(page.tree, page.boxes)
    return estimate_areas(page.tree)


def read_areas(tree: Tree, boxes: Boxes) -> Areas:
    """The areas of drawn boxes; a box counts as large as the largest that is drawn below it.

    Floats and what is placed by hand stand out of the box of their parent, which may be empty.
    """
    area = np.nan_to_num(boxes[:, 2] * boxes[:, 3], nan=0.0, posinf=0.0, neginf=0.0)
    np.maximum(area, 0.0, out=area)
    # From the deepest level up, each level hands on what it has.
    order = np.argsort(tree.depth, kind="stable")
    n_levels = int(tree.depth.max(initial=0)) + 1
    cuts = np.searchsorted(tree.depth[order], np.arange(1, n_levels + 1))
    for level in range(n_levels - 1, 0, -1):
        nodes = order[cuts[level - 1] : cuts[level]]
        np.maximum.at(area, tree.parent[nodes], area[nodes])
    return _share(area, float(area.max(initial=0.0)))


def estimate_areas(tree: Tree) -> Areas:
    """An estimate from text and structure."""
    own = _PX_OF_TAG[tree.tag]
    media = np.flatnonzero(_IS_MEDIUM[tree.tag])
    own[media] = _measure_media(tree, media)
    own[flag_below(np.flatnonzero(_IS_HIDDEN[tree.tag]), tree.end)] = 0.0
    texts = tree.leaves[tree.tag[tree.leaves] == TEXT]
    own[texts] = (tree.stop - tree.start)[texts] * _BYTE_PX
    area = add_up(tree, own)
    # Elements that hold nothing are rarely drawn.
    area[add_up(tree, own * _HAS_INK[tree.tag]) == 0] = 0.0
    shares = _share(area, float(area.max(initial=0.0)) * _BLANK)
    shares[_IS_PAGE[tree.tag]] = 1.0
    return shares


def add_up(tree: Tree, own: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The sum over each node's subtree."""
    sums = np.zeros(len(tree) + 1)
    np.cumsum(own, out=sums[1:])
    return sums[tree.end] - sums[:-1]


def _share(area: npt.NDArray[Any], whole: float) -> Areas:
    return (area / whole if whole > 0 else np.zeros(len(area))).astype(np.float32)


def _measure_media(tree: Tree, media: Indices) -> list[float]:
    """Width times height, as far as declared; half of a size gives the other half the usual one."""
    spans = zip(media.tolist(), tree.start[media].tolist(), tree.stop[media].tolist(), strict=True)
    return [
        _measure_medium(tree.name(node), _SIZE.findall(tree.markup, start, stop))
        for node, start, stop in spans
    ]


def _measure_medium(name: str, declared: Iterable[tuple[bytes, bytes]]) -> float:
    sizes = {side: min(float(pixels), _MOST_PX) for side, pixels in declared}
    usual = _MEDIA_PX.get(name, _OTHER_MEDIA_PX)
    if not sizes or not usual:
        return usual
    width, height = sizes.get(b"width"), sizes.get(b"height")
    if width is None or height is None:
        known = width if width is not None else height
        return (known or 0.0) ** 2 * 0.75
    return width * height


def _table_of_pixels() -> npt.NDArray[np.float64]:
    table = np.zeros(MOST_TAGS)
    table[BREAK_OF_TAG == Break.LINE] = _ENDED_LINE_PX
    table[BREAK_OF_TAG == Break.PARAGRAPH] = _ENDED_PARAGRAPH_PX
    table[list(_FIELDS)] = _FIELDS_PX
    table[_IS_PAGE] = 0.0
    return table


_PX_OF_TAG = _table_of_pixels()
_HAS_INK = table_of(_MEDIA | _FIELDS | {TEXT}).astype(np.float64)
