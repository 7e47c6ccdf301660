"""Runs of like siblings within one page: the items of a list, the rows of a table, paragraphs.

For methods that learn no tree of their own. Adjacent siblings are alike if they have the same tag
and, where the tag alone tells little (`div`, `tr`, …), the same name by class and id and much the
same tags one and two levels below. A run in which one item holds nearly all is no list but a
layout.
"""

import re

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Indices, Ints, Mask, Tree, flag_below
from dehusk.parse.blocks import BREAK_OF_TAG, Break
from dehusk.parse.tags import MOST_TAGS, SILENT, TAG_IDS, table_of, tag_ids
from dehusk.section.boxes import add_up

_ITEMS = tag_ids("li p dt dd option optgroup")
"""Always an item of what they stand in, whatever is in them."""

_BLOCKS = tag_ids("div section article tr tbody ul ol dl table figure blockquote details a form")
"""Items only where they are alike within; links only where they hold blocks."""

_LEAST_ITEMS = 2
_LEAST_BLOCKS = 3
"""Two blocks of one name side by side are as often two columns."""

_LEAST_OVERLAP = 0.5
"""Of the tags that stand below one or the other of two blocks, the share below both."""

_MOST_OF_RUN = 0.6
_LEAST_OF_PAGE = 0.5
"""A run with so much of the page's text of which one block has so much is a layout."""

_MOST_PARTS = 5
_ALL_OF_PAGE = 0.9
"""So is a run of so few blocks with so much of the page."""

_IS_ITEM, _IS_BLOCK = table_of(_ITEMS), table_of(_BLOCKS)
_IS_SKIPPED = table_of(SILENT | tag_ids("link meta noscript"))
_LINK = TAG_IDS["a"]
_NAME = re.compile(rb' (?:class|id)="\s*[^"\s]+')
_DIGITS = re.compile(rb"[0-9]+")

_KINDS = np.arange(MOST_TAGS, dtype=np.uint8)
_KINDS[TAG_IDS["dd"]] = TAG_IDS["dt"]
"""A term and what it means take turns in one list."""

_N_BITS = np.uint64(32)
_BIT_OF_TAG = np.uint64(1) << (np.arange(MOST_TAGS, dtype=np.uint64) % _N_BITS)

Bits = npt.NDArray[np.uint64]


def find_stars(tree: Tree) -> Ints:
    """For each node the number of the uppermost run of like siblings it belongs to, or -1."""
    siblings = _list_siblings(tree)
    alike = _flag_alike(tree, siblings)
    if not alike.any():
        return np.full(len(tree), -1, dtype=np.int32)
    run = np.cumsum(~alike) - 1
    is_star = _flag_lists(tree, siblings, np.flatnonzero(~alike))
    return _number_uppermost(tree, siblings[is_star[run]], run[is_star[run]])


def _list_siblings(tree: Tree) -> Indices:
    """Nodes that a reader sees, those of one parent together in their order."""
    is_seen = ~_IS_SKIPPED[tree.tag]
    is_seen[tree.tag == TEXT] = False
    is_seen[tree.leaves] = True
    is_seen[:1] = False
    nodes = np.flatnonzero(is_seen)
    in_order: Indices = nodes[np.argsort(tree.parent[nodes], kind="stable")]
    return in_order


def _flag_alike(tree: Tree, siblings: Indices) -> Mask:
    """Whether each of these is like the one before it, under the same parent."""
    tag, parent = _KINDS[tree.tag[siblings]], tree.parent[siblings]
    alike = np.zeros(len(siblings), dtype=np.bool_)
    alike[1:] = (tag[1:] == tag[:-1]) & (parent[1:] == parent[:-1])
    alike &= _IS_ITEM[tag] | _IS_BLOCK[tag]
    links = np.flatnonzero(alike & (tag == _LINK))
    alike[links[~_hold_blocks(tree, siblings[links])]] = False
    doubtful = np.flatnonzero(alike & _IS_BLOCK[tag])
    if len(doubtful):
        alike[doubtful] = _are_alike(tree, siblings, doubtful)
    return alike


def _hold_blocks(tree: Tree, nodes: Indices) -> Mask:
    """Whether there are blocks or images below these nodes."""
    n_before = np.zeros(len(tree) + 1, dtype=np.int32)
    np.cumsum(BREAK_OF_TAG[tree.tag] > Break.NONE, out=n_before[1:])
    return n_before[tree.end[nodes]] > n_before[nodes]


def _are_alike(tree: Tree, siblings: Indices, places: Indices) -> Mask:
    """Whether the blocks at these places are named and built like those before them."""
    shapes = _draw_shapes(tree, siblings)
    first, second = siblings[places - 1], siblings[places]
    both = _count_bits(shapes[first] & shapes[second])
    either = _count_bits(shapes[first] | shapes[second])
    alike: Mask = both >= _LEAST_OVERLAP * either
    pairs = zip(first[alike].tolist(), second[alike].tolist(), strict=True)
    alike[alike] = [_have_one_name(tree, one, other) for one, other in pairs]
    return alike


def _draw_shapes(tree: Tree, siblings: Indices) -> Bits:
    """For each node a bit for every tag among its children, and one for every tag below those."""
    parent = tree.parent[siblings]
    starts = np.flatnonzero(np.diff(parent, prepend=-1))
    parents = parent[starts]
    children, below = (np.zeros(len(tree), dtype=np.uint64) for _ in range(2))
    children[parents] = np.bitwise_or.reduceat(_BIT_OF_TAG[tree.tag[siblings]], starts)
    below[parents] = np.bitwise_or.reduceat(children[siblings], starts)
    return children | below << _N_BITS


def _count_bits(bits: Bits) -> Indices:
    single = np.unpackbits(bits.view(np.uint8).reshape(-1, 8), axis=1)
    counted: Indices = single.sum(axis=1, dtype=np.int32)
    return counted


def _have_one_name(tree: Tree, one: int, other: int) -> bool:
    """Whether the first words of class and id are the same but for numbers."""
    first, second = _read_names(tree, one), _read_names(tree, other)
    return first == second or _DIGITS.sub(b"", first) == _DIGITS.sub(b"", second)


def _read_names(tree: Tree, node: int) -> bytes:
    return b" ".join(_NAME.findall(tree.markup, int(tree.start[node]), int(tree.stop[node])))


def _flag_lists(tree: Tree, siblings: Indices, starts: Indices) -> Mask:
    """Which runs, by where each starts, are lists and not a layout."""
    n_items = np.diff(starts, append=len(siblings))
    is_block = _IS_BLOCK[tree.tag[siblings[starts]]]
    is_list: Mask = n_items >= np.where(is_block, _LEAST_BLOCKS, _LEAST_ITEMS)
    is_list &= is_block | _IS_ITEM[tree.tag[siblings[starts]]]
    n_bytes = np.zeros(len(tree), dtype=np.float64)
    n_bytes[tree.leaves] = (tree.stop - tree.start)[tree.leaves]
    sizes = add_up(tree, n_bytes)[siblings]
    whole = np.add.reduceat(sizes, starts)
    is_layout = np.maximum.reduceat(sizes, starts) > _MOST_OF_RUN * whole
    is_layout &= whole > _LEAST_OF_PAGE * n_bytes.sum()
    is_layout |= (n_items <= _MOST_PARTS) & (whole > _ALL_OF_PAGE * n_bytes.sum())
    return is_list & ~(is_layout & is_block)


def _number_uppermost(tree: Tree, items: Indices, run: Indices) -> Ints:
    """Runs that are in no item of another, numbered as they come."""
    order = np.argsort(items)
    items, run = items[order], run[order]
    steps = np.bincount(items, minlength=len(tree) + 1)
    steps -= np.bincount(tree.end[items], minlength=len(tree) + 1)
    is_upper = np.cumsum(steps)[items] == 1
    items, run = items[is_upper], run[is_upper]
    # Runs of one parent stand apart, and uppermost items hold no others: each run is in one piece.
    number = np.cumsum(np.diff(run, prepend=-1) != 0)
    sizes = tree.end[items] - items
    stars = np.full(len(tree), -1, dtype=np.int32)
    stars[flag_below(items, tree.end)] = np.repeat(number - 1, sizes)
    return stars
