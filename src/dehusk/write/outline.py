"""A page's kept leaves to the elements written around them, such that HTML reads them back alike.

HTML parsers rearrange what they do not expect: a block ends a paragraph, an item the item before
it, a link the link around it. The tree at hand came out of such a parser, but with parts of it left
out, elements may meet that never did. Wherever one could be rearranged it becomes a neutral
element, or none; what then no longer sets two texts apart is made up for in `write.fill`.
"""

from dataclasses import dataclass

import numpy as np

from dehusk.model import TEXT, Indices, Ints, Mask, Tags, Tree, flag_below
from dehusk.parse.blocks import flag_preformatted
from dehusk.parse.tags import PREFORMATTED, TAG_IDS, table_of, tag_ids
from dehusk.section.choose import keep_all
from dehusk.write.elements import CLEAN_TAGS, NO_TAG, WHOLE_TAGS
from dehusk.write.images import find_sources
from dehusk.write.layout import choose_texts

MOST_BREAKS = 2
"""Line breaks in a row that are kept: two are a paragraph's distance, more say no more."""

_ENDS_PARAGRAPH = table_of(
    tag_ids(
        "address article aside blockquote dd details div dl dt figcaption figure footer h1 h2 h3 h4"
        " h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul"
    )
)
_HEADINGS = table_of(tag_ids("h1 h2 h3 h4 h5 h6"))
_LISTS = table_of(tag_ids("ol ul menu"))
_OF_LISTS = table_of(tag_ids("ol ul menu li dl dt dd"))
_TERMS = table_of(tag_ids("dt dd"))
_CELLS = table_of(tag_ids("td th"))
_READINGS = table_of(tag_ids("rt rp"))
_DRAWINGS = table_of(tag_ids("svg math"))
_NEVER_WRAPS = table_of(tag_ids("-text img area br hr"))
_IS_PREFORMATTED = table_of(PREFORMATTED)
_A, _BR, _DIV, _DL, _HR, _IMG, _LI, _P, _PRE, _RUBY, _TEXTAREA = (
    TAG_IDS[name] for name in "a br div dl hr img li p pre ruby textarea".split()
)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """What is written of a page: its nodes in the page's tree, and the tree they will make.

    The sketch has the tags as written, and no markup of its own.
    """

    nodes: Indices
    sketch: Tree


def draw_outline(tree: Tree, is_kept: Mask) -> Outline:
    """The kept leaves, with those elements around them that say something."""
    draft = _draft(tree, is_kept, _flag_shown(tree, is_kept), CLEAN_TAGS)
    _settle(tree, draft)
    _unwrap_lone_blocks(draft)
    return _finish(tree, draft)


def draw_whole_outline(tree: Tree) -> Outline:
    """All leaves and all elements around them, under their own names or neutral ones."""
    draft = _draft(tree, keep_all(tree), keep_all(tree), WHOLE_TAGS)
    _settle(tree, draft)
    return _finish(tree, draft)


def _flag_shown(tree: Tree, is_kept: Mask) -> Mask:
    """One flag a leaf: the kept ones without the images that show nothing."""
    is_shown = is_kept.copy()
    images = np.flatnonzero(is_kept & (tree.tag[tree.leaves] == _IMG))
    if len(images):
        nodes = tree.leaves[images]
        is_shown[images] = np.isin(nodes, list(find_sources(tree, nodes.tolist())))
    return is_shown


def _flag_written(tree: Tree, is_kept: Mask, is_shown: Mask) -> Mask:
    """One flag a node: the shown leaves, all elements around them, and what lies between."""
    is_written = np.zeros(len(tree), dtype=np.bool_)
    is_written[choose_texts(tree, is_kept, flag_preformatted(tree))] = True
    is_written[tree.leaves[is_shown]] = True
    content = is_written.nonzero()[0]
    counted = np.zeros(len(tree) + 1, dtype=np.int32)
    np.cumsum(is_written, out=counted[1:])
    is_written |= counted[tree.end] > counted[:-1]
    # A cell without words still holds its place in the row.
    cells = _CELLS[tree.tag].nonzero()[0]
    is_written[cells] |= is_written[tree.parent[cells]]
    for tag, most in ((_BR, MOST_BREAKS), (_HR, 1)):
        is_written[_choose_between(tree, tag, content, most)] = True
    return is_written & (is_written[tree.parent] | (tree.parent < 0))


def _choose_between(tree: Tree, tag: int, content: Indices, most: int) -> Indices:
    """The first few elements of a tag in each place between two leaves."""
    nodes: Indices = (tree.tag == tag).nonzero()[0]
    place = np.searchsorted(content, nodes)
    is_one_more = np.zeros(len(nodes), dtype=np.bool_)
    is_one_more[most:] = place[most:] == place[:-most]
    return nodes[(place > 0) & (place < len(content)) & ~is_one_more]


@dataclass(frozen=True, slots=True)
class _Draft:
    """The nodes to write, with parents and ends among themselves; tags are settled in steps."""

    nodes: Indices
    parent: Ints
    end: Ints
    tag: Tags


def _draft(tree: Tree, is_kept: Mask, is_shown: Mask, written_as: Tags) -> _Draft:
    is_written = _flag_written(tree, is_kept, is_shown)
    nodes = is_written.nonzero()[0]
    counted = np.zeros(len(tree) + 1, dtype=np.int32)
    np.cumsum(is_written, out=counted[1:])
    parent = counted[tree.parent[nodes]]
    parent[:1] = 0
    return _Draft(nodes, parent, counted[tree.end[nodes]], written_as[tree.tag[nodes]])


def _settle(tree: Tree, draft: _Draft) -> None:
    _settle_drawings(tree, draft)
    _settle_textareas(tree, draft)
    _settle_lists(draft)
    _settle_nested(draft)
    _settle_paragraphs(draft)


def _settle_drawings(tree: Tree, draft: _Draft) -> None:
    """Of drawings and formulas only the words stay: all else may hold a script or a style."""
    original = tree.tag[draft.nodes]
    roots = _DRAWINGS[original].nonzero()[0]
    if len(roots):
        inside = flag_below(roots, draft.end) & ~_NEVER_WRAPS[original]
        draft.tag[inside] = NO_TAG
        draft.tag[inside & _IS_PREFORMATTED[original]] = _PRE


def _settle_textareas(tree: Tree, draft: _Draft) -> None:
    """A field takes but one text: one with more in it, as in drawings, becomes a block."""
    original = tree.tag[draft.nodes]
    fields = (original == _TEXTAREA).nonzero()[0]
    if not len(fields):
        return
    n_images = _count_below(fields, _NEVER_WRAPS[original] & (original != TEXT), draft.end)
    is_one_text = (_count_below(fields, original == TEXT, draft.end) == 1) & (n_images == 0)
    draft.tag[fields] = np.where(is_one_text, _TEXTAREA, _PRE)
    taken = flag_below(fields[is_one_text], draft.end) & ~_NEVER_WRAPS[original]
    taken[fields] = False
    taken[_find_nested(fields, draft.end)] = True
    draft.tag[taken] = NO_TAG


def _count_below(nodes: Indices, is_counted: Mask, end: Ints) -> Ints:
    """How many of the counted are at or below each node."""
    counted = np.zeros(len(is_counted) + 1, dtype=np.int32)
    np.cumsum(is_counted, out=counted[1:])
    return counted[end[nodes]] - counted[nodes]


def _settle_lists(draft: _Draft) -> None:
    """Items outside of lists end one another: they become lines, and so do the lists in them."""
    tag, above = draft.tag, draft.tag[draft.parent]
    of_lists = _OF_LISTS[tag].nonzero()[0]
    if not len(of_lists):
        return
    grouped = (above == _DL) | ((above == _DIV) & (above[draft.parent] == _DL))
    is_astray = ((tag == _LI) & ~_LISTS[above]) | (_TERMS[tag] & ~grouped)
    astray = is_astray.nonzero()[0]
    if len(astray):
        tag[flag_below(astray, draft.end) & _OF_LISTS[tag]] = _DIV


def _settle_nested(draft: _Draft) -> None:
    """Headings, links and readings that stand in others of their kind, or out of their place."""
    tag = draft.tag
    tag[_find_nested(_HEADINGS[tag].nonzero()[0], draft.end)] = _DIV
    tag[_find_nested((tag == _A).nonzero()[0], draft.end)] = NO_TAG
    readings = _READINGS[tag].nonzero()[0]
    tag[readings[tag[draft.parent[readings]] != _RUBY]] = NO_TAG


def _settle_paragraphs(draft: _Draft) -> None:
    """A paragraph with a block in it would end there."""
    paragraphs = (draft.tag == _P).nonzero()[0]
    n_blocks = _count_below(paragraphs, _ENDS_PARAGRAPH[draft.tag], draft.end)
    draft.tag[paragraphs[n_blocks > 1]] = _DIV


def _find_nested(nodes: Indices, end: Ints) -> Indices:
    """Those of the nodes that are below another of them."""
    # In document order a node is below an earlier one if that, or any before it, ends after it.
    if len(nodes) < 2:
        return nodes[:0]
    return nodes[1:][np.maximum.accumulate(end[nodes])[:-1] > nodes[1:]]


def _unwrap_lone_blocks(draft: _Draft) -> None:
    """A block that holds but one other sets nothing apart."""
    tag = draft.tag
    n_children = np.bincount(draft.parent[1:], minlength=len(tag))
    blocks = ((tag[:-1] == _DIV) & (n_children[:-1] == 1)).nonzero()[0]
    only = tag[blocks + 1]
    # A list keeps its distance unless it stands right in an item: leave what keeps it from that.
    tag[blocks[_ENDS_PARAGRAPH[only] & ~_OF_LISTS[only]]] = NO_TAG


def _finish(tree: Tree, draft: _Draft) -> Outline:
    is_written = draft.tag != NO_TAG
    is_written[:1] = True
    counted = np.zeros(len(is_written) + 1, dtype=np.int32)
    np.cumsum(is_written, out=counted[1:])
    nodes, tag = draft.nodes[is_written], draft.tag[is_written]
    parent = counted[_skip_unwritten(draft.parent, is_written)[is_written]]
    parent[:1] = -1
    sketch = Tree(
        tag=tag,
        parent=parent,
        depth=tree.depth[nodes],
        end=counted[draft.end[is_written]],
        start=tree.start[nodes],
        stop=tree.stop[nodes],
        markup=tree.markup,
        leaves=(tag == TEXT).nonzero()[0].astype(np.int32),
        tag_names=tree.tag_names,
    )
    return Outline(nodes, sketch)


def _skip_unwritten(parent: Ints, is_written: Mask) -> Ints:
    """The closest written element above each node; a jump doubles with every turn."""
    while not is_written[parent].all():
        parent = np.where(is_written[parent], parent, parent[parent])
    return parent
