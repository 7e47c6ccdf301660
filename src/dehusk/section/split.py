"""A page to sections: the rules of Mehta and Madaan (WWW 2008), and what they leave open.

Every run of like siblings that is in no other (a star) is a section. Of the rest, from the top
down, a node that takes more than 15 % of the page's area and has a sectioning child that does so
too is opened: its children are looked at in turn. Any other node is a section; separators (`hr`)
among its children cut it.

What is ours, so that an article is not torn to scraps and each section is one stretch of its page:
- A large node with a landmark (`nav`, `main`, …) as child is opened, too, however small that is.
- Children of an opened node that are no parts of a layout (headings, figures, lone paragraphs,
  texts and inline elements) are one section for as long as they follow each other.
- What a star leaves over before or after it, in the same node, is a section of its own, but where
  that is smaller than its neighbour in the same node it joins it: a heading what it heads,
  anything else what it follows.
"""

from dataclasses import dataclass

import numpy as np

from dehusk.model import TEXT, Indices, Ints, Mask, Tree, flag_below
from dehusk.parse.tags import TAG_IDS, TAG_NAMES, table_of, tag_ids
from dehusk.section.boxes import Areas
from dehusk.section.importance import Sizes, measure_leaves

LARGE_SHARE = 0.15
"""What the paper takes for a large share of a page's area."""

MOST_SECTIONS = 1_000
"""What follows the start of the last is one with it: a row must not outgrow its page."""

LANDMARKS = tag_ids("header nav main article aside footer search")
_SECTIONING = LANDMARKS | tag_ids(
    "table thead tbody tfoot tr td th div section ul ol dl form center frameset body fieldset"
    " details dialog menu"
)
_WRAPPERS = tag_ids("span font a ins noscript")
"""No parts of a layout, yet some pages put a layout into one."""


def _tell_parts(tags: frozenset[int]) -> Mask:
    """These tags, and any that HTML does not know: such elements are parts, too."""
    table = table_of(tags)
    table[len(TAG_NAMES) :] = True
    return table


_IS_PART, _MAY_OPEN = _tell_parts(_SECTIONING), _tell_parts(_SECTIONING | _WRAPPERS)
_IS_LANDMARK = table_of(LANDMARKS)
_IS_HEADING = table_of(tag_ids("h1 h2 h3 h4 h5 h6"))
_HR = TAG_IDS["hr"]


@dataclass(frozen=True, slots=True, eq=False)
class Sections:
    """The sections of a page in document order: each a stretch of leaves, and every leaf in one.

    `of_leaf` is the section of each leaf, `first` the first leaf of each section; `nodes` is the
    nearest element about all of a section, `stars` the number of the star in it, or -1.
    """

    of_leaf: Ints
    first: Ints
    nodes: Ints
    stars: Ints

    def __len__(self) -> int:
        return len(self.nodes)


def cut_sections(tree: Tree, areas: Areas, stars: Ints) -> Sections:
    """The sections of a page, given each node's share of its area and its uppermost star or -1."""
    if not len(tree.leaves):
        return Sections(*(np.zeros(0, dtype=np.int32) for _ in range(4)))
    opened = _choose_opened(tree, areas, stars)
    is_root = _flag_roots(tree, opened)
    stretches = _cut_stretches(tree, is_root, stars, _count_cuts(tree, opened | is_root, stars))
    first = stretches.first[~_join_to_former(stretches)][:MOST_SECTIONS]
    bounds = np.append(first, len(tree.leaves))
    of_leaf = np.repeat(np.arange(len(first), dtype=np.int32), np.diff(bounds))
    return Sections(
        of_leaf=of_leaf,
        first=first.astype(np.int32),
        nodes=_find_common(tree, bounds),
        stars=np.maximum.reduceat(stars[tree.leaves], first),
    )


def _choose_opened(tree: Tree, areas: Areas, stars: Ints) -> Mask:
    """Large nodes with a large part of a layout, or any landmark, as child; nothing in stars."""
    is_large = areas > LARGE_SHARE
    opens = (is_large & _MAY_OPEN[tree.tag]) | _IS_LANDMARK[tree.tag]
    opens[:1] = False
    opened = np.zeros(len(tree), dtype=np.bool_)
    opened[tree.parent[opens]] = True
    return opened & is_large & (stars < 0)


def _flag_roots(tree: Tree, opened: Mask) -> Mask:
    """The nodes that are not opened, and all above them are."""
    closed = np.flatnonzero(~opened)
    steps = (~opened).astype(np.int64)
    steps -= np.bincount(tree.end[closed], minlength=len(tree) + 1)[:-1]
    is_root: Mask = ~opened & (np.cumsum(steps) == 1)
    return is_root


def _count_cuts(tree: Tree, reached: Mask, stars: Ints) -> Ints:
    """How many separators stand before each node, as a child of a node that was looked at."""
    is_cut = (tree.tag == _HR) & (stars < 0)
    is_cut[:1] = False
    is_cut &= reached[tree.parent]
    return np.cumsum(is_cut, dtype=np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class _Stretches:
    """Leaves that surely belong together, one value a stretch.

    `root` is the node that was not opened, `holder` the opened one about it; `is_loose`: the root
    is no part of a layout; `is_item`: it is itself in a star.
    """

    first: Indices
    size: Sizes
    root: Ints
    holder: Ints
    cut: Ints
    is_star: Mask
    is_item: Mask
    is_loose: Mask
    is_landmark: Mask
    ends_in_heading: Mask


def _cut_stretches(tree: Tree, is_root: Mask, stars: Ints, cuts: Ints) -> _Stretches:
    roots = np.flatnonzero(is_root)
    root = roots[np.cumsum(is_root)[tree.leaves] - 1].astype(np.int32)
    holder, star, cut = tree.parent[root], stars[tree.leaves], cuts[tree.leaves]
    is_loose = ~_IS_PART[tree.tag[root]]
    # Loose children of one node are one stretch; numbers below 0 are no node's.
    place = np.where(star >= 0, 0, np.where(is_loose, -2 - holder, root))
    is_first = np.ones(len(tree.leaves), dtype=np.bool_)
    keys = place, star, np.where(star >= 0, 0, cut)
    is_first[1:] = np.logical_or.reduce([key[1:] != key[:-1] for key in keys])
    first = np.flatnonzero(is_first)
    last = np.append(first[1:], len(tree.leaves)) - 1
    heading = flag_below(np.flatnonzero(_IS_HEADING[tree.tag]), tree.end)
    return _Stretches(
        first=first,
        size=np.add.reduceat(measure_leaves(tree), first),
        root=root[first],
        holder=holder[first],
        cut=cut[first],
        is_star=star[first] >= 0,
        is_item=stars[root[first]] >= 0,
        is_loose=is_loose[first],
        is_landmark=_IS_LANDMARK[tree.tag[root[first]]],
        ends_in_heading=heading[tree.leaves[last]],
    )


def _join_to_former(those: _Stretches) -> Mask:
    """Whether each stretch is one with that before it."""
    joins = np.zeros(len(those.first), dtype=np.bool_)
    is_near = those.cut[1:] == those.cut[:-1]
    in_root = is_near & (those.root[1:] == those.root[:-1])
    in_holder = is_near & (those.holder[1:] == those.holder[:-1])
    # What may take in a loose neighbour: other loose children, and stars of children.
    is_open = those.is_loose | those.is_item
    is_left = ~those.is_star
    smaller = those.size[:-1] < those.size[1:]
    heads = in_root | (in_holder & those.is_loose[:-1] & ~those.is_landmark[1:])
    forward = heads & is_left[:-1] & those.ends_in_heading[:-1] & smaller
    follows = in_root | (in_holder & those.is_loose[1:] & is_open[:-1])
    backward = follows & is_left[1:] & (those.size[1:] < those.size[:-1])
    backward[:-1] &= ~forward[1:]
    joins[1:] = forward | backward
    return joins


def _find_common(tree: Tree, bounds: Indices) -> Ints:
    """The nearest element about each stretch of leaves."""
    nodes, last = tree.leaves[bounds[:-1]].copy(), tree.leaves[bounds[1:] - 1]
    is_text = tree.tag[nodes] == TEXT
    nodes[is_text] = tree.parent[nodes[is_text]]
    narrow = np.flatnonzero(tree.end[nodes] <= last)
    while len(narrow):
        nodes[narrow] = tree.parent[nodes[narrow]]
        narrow = narrow[tree.end[nodes[narrow]] <= last[narrow]]
    return nodes
