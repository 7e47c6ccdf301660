"""UTF-8 HTML to a Tree: canonical markup is cut into tags and texts on arrays, without a loop."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.errors import NotHtml, OverCap
from dehusk.model import TEXT, Indices, Ints, Tags, Tree, flag_below
from dehusk.parse.canonical import COMMON_RAW_TEXT, RARE_RAW_TEXT, canonicalize
from dehusk.parse.names import number_names
from dehusk.parse.tags import IMAGES, SILENT, TAG_IDS, VOID, table_of

_LT, _SLASH, _GT = b"</>"
_IS_IMAGE, _IS_SILENT, _IS_VOID = table_of(IMAGES), table_of(SILENT), table_of(VOID)
_IS_RARE_RAW_TEXT = table_of(frozenset(TAG_IDS[name] for name in RARE_RAW_TEXT))
_NOSCRIPT = TAG_IDS["noscript"]


def build_tree(html: bytes, max_depth: int) -> Tree:
    """The page flattened in document order, or OverCap where it is deeper than allowed."""
    named = _name_tags(canonicalize(html))
    if _IS_RARE_RAW_TEXT[named.number].any():
        named = _name_tags(canonicalize(html, COMMON_RAW_TEXT + RARE_RAW_TEXT))
    return _flatten(named, max_depth)


def read_tree(markup: bytes, max_depth: int) -> Tree:
    """The tree that this canonical markup is of; a parser may take some of it otherwise."""
    return _flatten(_name_tags(markup), max_depth)


def _flatten(named: "_Named", max_depth: int) -> Tree:
    markup, cuts, number = named.markup, named.cuts, named.number
    step = _find_steps(markup, cuts, number)
    level = np.cumsum(step, dtype=np.int32)
    if (deepest := int(level.max())) > max_depth:
        raise OverCap("depth", deepest, max_depth)
    if level[-1] != 0 or level.min() < 0:
        raise NotHtml("its elements do not nest")
    nodes = _list_nodes(cuts, number, level - step)
    end, parent = _nest(nodes, step, level)
    return Tree(
        tag=nodes.tag,
        parent=parent,
        depth=nodes.depth,
        end=end,
        start=nodes.start,
        stop=nodes.stop,
        markup=markup,
        leaves=_choose_leaves(nodes, end, markup),
        tag_names=named.tag_names,
    )


@dataclass(frozen=True, slots=True)
class _Cuts:
    """All tags in order, closing ones too: where each starts, stops, and the text before starts.

    `opening` are the tags that open or are void, `texted` those with a text before them.
    """

    start: Ints
    stop: Ints
    text_start: Ints
    opening: Indices
    texted: Indices


@dataclass(frozen=True, slots=True)
class _Named:
    """Markup that was cut, and the tags that open by number."""

    markup: bytes
    cuts: _Cuts
    number: Tags
    tag_names: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Nodes:
    """All nodes in order; `counted` is how many there are up to and with each tag."""

    tag: Tags
    depth: Ints
    start: Ints
    stop: Ints
    counted: Ints


def _name_tags(markup: bytes) -> _Named:
    cuts = _cut_markup(markup)
    return _Named(markup, cuts, *number_names(markup, cuts.start[cuts.opening] + 1))


def _cut_markup(markup: bytes) -> _Cuts:
    chars = np.frombuffer(markup, dtype=np.uint8)
    # "<" and ">" differ in one bit, and take turns.
    borders = ((chars | (_LT ^ _GT)) == _GT).nonzero()[0].astype(np.int32)
    start, stop = borders[0::2], borders[1::2] + 1
    text_start = np.zeros(len(stop), dtype=np.int32)
    text_start[1:] = stop[:-1]
    if len(start) != len(stop) or (chars[start] != _LT).any() or (chars[stop - 1] != _GT).any():
        start, stop, text_start = _cut_broken_markup(chars)
    opening = (chars[start + 1] != _SLASH).nonzero()[0]
    return _Cuts(start, stop, text_start, opening, (start > text_start).nonzero()[0])


def _cut_broken_markup(chars: npt.NDArray[np.uint8]) -> tuple[Ints, Ints, Ints]:
    """A broken name may hold a "<" of its own: a tag starts at the first after the last tag."""
    start = np.flatnonzero(chars == _LT).astype(np.int32)
    stop = np.flatnonzero(chars == _GT).astype(np.int32) + np.int32(1)
    text_start = np.zeros(len(stop), dtype=np.int32)
    text_start[1:] = stop[:-1]
    first = np.minimum(np.searchsorted(start, text_start), len(start) - 1)
    return start[first], stop, text_start


def _find_steps(markup: bytes, cuts: _Cuts, number: Tags) -> Ints:
    """What each tag does to the level: 1 opens an element, -1 closes one, 0 is void."""
    step = np.full(len(cuts.start), -1, dtype=np.int32)
    chars = np.frombuffer(markup, dtype=np.uint8)
    is_instruction = chars[cuts.start[cuts.opening] + 1] == ord("?")
    step[cuts.opening] = ~(_IS_VOID[number] | is_instruction)
    if step.sum():
        # Some drawing has an element of a void one's name, and closes it: take it as void too.
        closing = np.flatnonzero(step < 0)
        names, _ = number_names(markup, cuts.start[closing] + 2)
        step[closing[_IS_VOID[names]]] = 0
    return step


def _list_nodes(cuts: _Cuts, number: Tags, level: Ints) -> _Nodes:
    """Texts and opening tags in one row, each text before the tag that ends it."""
    is_opening = np.zeros(len(cuts.start), dtype=np.int32)
    is_opening[cuts.opening] = 1
    counted = is_opening.copy()
    counted[cuts.texted] += 1
    counted = counted.cumsum(dtype=np.int32)
    element = counted[cuts.opening] - 1
    text = (counted - is_opening)[cuts.texted] - 1
    tag = np.zeros(counted[-1], dtype=np.uint8)
    tag[element] = number
    depth, start, stop = (np.empty(len(tag), dtype=np.int32) for _ in range(3))
    depth[element], depth[text] = level[cuts.opening], level[cuts.texted]
    start[element], start[text] = cuts.start[cuts.opening], cuts.text_start[cuts.texted]
    stop[element], stop[text] = cuts.stop[cuts.opening], cuts.start[cuts.texted]
    return _Nodes(tag, depth, start, stop, counted)


def _nest(nodes: _Nodes, step: Ints, level: Ints) -> tuple[Ints, Ints]:
    """The end of each node's subtree, and each node's parent."""
    # At any one level opening and closing tags alternate: sorted by level they stand in pairs.
    paired = step.nonzero()[0]
    levels = (level[paired] - (step[paired] > 0)).astype(np.int16)
    pairs = paired[np.argsort(levels, kind="stable")]
    element = nodes.counted[pairs[0::2]] - 1
    end = np.arange(1, len(nodes.tag) + 1, dtype=np.int32)
    end[element] = nodes.counted[pairs[1::2]]
    # A parent is the last element one level up that was opened before: one search in (level, node).
    row = np.arange(len(nodes.tag)) + nodes.depth * np.int64(len(nodes.tag))
    above = np.searchsorted(row[element], row - len(nodes.tag)) - 1
    parent = element[above]
    parent[0] = -1
    return end, parent


def _choose_leaves(nodes: _Nodes, end: Ints, markup: bytes) -> Ints:
    """Texts that say something, and images, where a reader sees them.

    What stands in noscript is seen only where it outweighs all the rest of the page.
    """
    is_leaf = _IS_IMAGE[nodes.tag]
    is_leaf[_find_inked_texts(nodes, markup)] = True
    silent = _IS_SILENT[nodes.tag].nonzero()[0]
    is_leaf &= ~flag_below(silent[end[silent] > silent + 1], end)
    noscript = (nodes.tag == _NOSCRIPT).nonzero()[0]
    if len(noscript):
        n_chars = (nodes.stop - nodes.start) * (is_leaf & (nodes.tag == TEXT))
        is_fallback = flag_below(noscript, end)
        if n_chars[is_fallback].sum() <= n_chars[~is_fallback].sum():
            is_leaf &= ~is_fallback
    leaves: Indices = is_leaf.nonzero()[0]
    return leaves.astype(np.int32)


_LAST_BLANK, _LAST_OF_NBSP = b" s"
"""Blanks are the lowest bytes; of the letters of their entity, "&nbsp;", s is the highest."""


def _find_inked_texts(nodes: _Nodes, markup: bytes) -> Indices:
    """The texts with anything but white space in them."""
    texts: Indices = (nodes.tag == TEXT).nonzero()[0]
    if not len(texts):
        return texts
    bounds = np.empty(2 * len(texts), dtype=np.intp)
    bounds[0::2], bounds[1::2] = nodes.start[texts], nodes.stop[texts]
    highest = np.maximum.reduceat(np.frombuffer(markup, dtype=np.uint8), bounds)[::2]
    is_inked = highest > _LAST_BLANK
    for doubtful in (highest == _LAST_OF_NBSP).nonzero()[0].tolist():
        text = markup[bounds[2 * doubtful] : bounds[2 * doubtful + 1]]
        is_inked[doubtful] = bool(text.replace(b"&nbsp;", b"").strip())
    inked: Indices = texts[is_inked]
    return inked
