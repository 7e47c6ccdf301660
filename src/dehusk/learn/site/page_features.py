"""What a page by itself tells of its blocks: their text, tags, headings and names."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dehusk.learn.site.columns import Columns, ratio
from dehusk.learn.site.names import Vocabulary, weigh_names
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import View
from dehusk.model import Ints, Mask, Tree, flag_below
from dehusk.parse.tags import MOST_TAGS, table_of, tag_ids

_OWN_TAGS = {
    "tag p": "p", "tag h1": "h1", "tag h2": "h2", "tag h3": "h3", "tag h4-h6": "h4 h5 h6",
    "tag li": "li", "tag td": "td", "tag th": "th", "tag div": "div", "tag pre": "pre",
    "tag dt-dd": "dt dd", "tag blockquote": "blockquote", "tag caption": "figcaption caption",
    "tag control": "button label option select legend", "tag span": "span a",
    "tag section": "article section main",
}  # fmt: skip
_INLINE_TAGS = {
    "inline link": "a", "inline strong": "b strong", "inline em": "em i", "inline time": "time",
    "inline small": "small", "inline span": "span", "inline code": "code",
}  # fmt: skip
_AROUND_TAGS = {
    "in nav": "nav", "in header": "header", "in footer": "footer", "in aside": "aside",
    "in article": "article", "in main": "main", "in form": "form", "in table": "table",
    "in list": "ul ol menu", "in li": "li", "in dl": "dl", "in blockquote": "blockquote",
    "in figure": "figure", "in code": "pre code", "in control": "button select",
    "in details": "details", "in heading": "h1 h2 h3 h4 h5 h6", "in section": "section",
}  # fmt: skip


def _table_tags(groups: Sequence[str]) -> Floats:
    """A row a group, a column a tag: whether the tag is in it."""
    return np.stack([table_of(tag_ids(names)) for names in groups]).astype(np.float32)


_OWN, _INLINE = _table_tags([*_OWN_TAGS.values()]), _table_tags([*_INLINE_TAGS.values()])
_BITS = np.arange(len(_AROUND_TAGS), dtype=np.uint32)[:, None]
_AROUND: npt.NDArray[np.uint32] = (
    (_table_tags([*_AROUND_TAGS.values()]).astype(np.uint32) << _BITS).sum(axis=0).astype(np.uint32)
)
assert len(_AROUND) == MOST_TAGS, "a column for every tag"

_HEADINGS = table_of(tag_ids("h1 h2 h3 h4 h5 h6"))
_FARTHEST = 50
"""Blocks; a heading farther away is none."""

_NEAR = 3
"""So many elements around a block are near it."""


def describe_text(columns: Columns, view: View) -> None:
    """How long a block is, what it is made of, where on the page it is, what is like it."""
    reading = view.reading
    chars, words, digits, capitals, stops, commas, marks = reading.counts.T
    columns.note_log("text words", words)
    columns.note_log("text chars", chars)
    silent = np.bincount(reading.block, reading.leaf_words == 0, minlength=len(view))
    columns.note_log("text silent leaves", silent)
    columns.note("text ends sentence", reading.ends_sentence)
    for name, part, whole in (
        ("text word length", chars, words), ("text digits", digits, chars),
        ("text capitals", capitals, chars), ("text stops", stops, words),
        ("text commas", commas, words), ("text marks", marks, chars),
        ("link share", view.linked, words),
    ):  # fmt: skip
        columns.note_share(name, part, whole)
    columns.note("link whole", (view.linked >= words) & (words > 0))
    _describe_place(columns, view)
    _describe_repeats(columns, view)


def _describe_place(columns: Columns, view: View) -> None:
    words, n_blocks = view.reading.words, len(view)
    total = max(float(words.sum()), 1.0)
    before = np.cumsum(words) - words
    columns.note_page(page_links=float(view.linked.sum()) / total)
    columns.note_log("page blocks", np.full(n_blocks, n_blocks))
    columns.note_log("page words", np.full(n_blocks, total))
    columns.note("place index", np.arange(n_blocks) / n_blocks)
    columns.note("place words before", before / total)
    columns.note("place words after", (total - before - words) / total)
    columns.note_log("place depth", view.page.tree.depth[view.places.element])


def _describe_repeats(columns: Columns, view: View) -> None:
    """Blocks of the page that say the same, and elements beside each that are like it."""
    places, says = view.places, view.reading.words > 0
    _, first, same, copies = np.unique(
        view.reading.loose, return_index=True, return_inverse=True, return_counts=True
    )
    columns.note_log("repeat copies", (copies[same] - 1) * says)
    columns.note("repeat later", (first[same] < np.arange(len(view))) & says)
    columns.note("repeat words", _share_repeated(view))
    columns.note_log("repeat element", places.repeats[places.element] - 1)
    columns.note_log("repeat holder", places.repeats[places.holder] - 1)
    for level in range(2):
        columns.note_log(f"repeat around {level}", places.repeats[places.around[:, level]] - 1)


def _share_repeated(view: View) -> Floats:
    """The share of each block's words in a row that the page has more than once."""
    gram, first = view.reading.gram, view.reading.first_gram
    _, same, copies = np.unique(gram, return_inverse=True, return_counts=True)
    total = np.zeros(len(gram) + 1, dtype=np.int32)
    np.cumsum(copies[same] > 1, out=total[1:])
    return ratio(np.diff(total[first]), np.diff(first))


def describe_tags(columns: Columns, view: View) -> None:
    """What a block is and what it is in."""
    tree, places = view.page.tree, view.places
    own = tree.tag[places.element]
    columns.note_all([*_OWN_TAGS], _OWN[:, own])
    columns.note_all([*_INLINE_TAGS], _INLINE[:, tree.tag[places.holder]])
    columns.note_all([*_AROUND_TAGS], _find_around(tree)[places.element] >> _BITS & 1)
    columns.note("hidden", _flag_hidden(view))
    _describe_headings(columns, _HEADINGS[own])


def _find_around(tree: Tree) -> npt.NDArray[np.uint32]:
    """By node which groups of tags it is in, a bit each: twice as far up at each step."""
    found = _AROUND[tree.tag]
    up = np.maximum(tree.parent, 0)
    while up.any():
        found |= found[up]
        up = up[up]
    return found


def _flag_hidden(view: View) -> Mask:
    """Blocks in elements that say of themselves that they are not shown."""
    tree = view.page.tree
    nodes = [*tree.column("hidden")[0].tolist()]
    nodes += (
        node for node, value in zip(*tree.column("aria-hidden"), strict=True) if value == "true"
    )
    nodes += (
        node
        for node, value in zip(*tree.column("style"), strict=True)
        if "display" in value and "display:none" in value.replace(" ", "")
    )
    if not nodes:
        return np.zeros(len(view), dtype=np.bool_)
    return flag_below(np.unique(nodes), tree.end)[view.places.holder]


def _describe_headings(columns: Columns, is_heading: Mask) -> None:
    """How far the last heading is, in blocks, and how far the next."""
    n_blocks = len(is_heading)
    place = np.arange(n_blocks)
    found = is_heading.nonzero()[0]
    bounded = np.concatenate(([-n_blocks], found, [2 * n_blocks]))
    at = found.searchsorted(place, side="right")
    columns.note_log("heading before", np.minimum(place - bounded[at], _FARTHEST))
    columns.note_log("heading after", np.minimum(bounded[at + 1] - place, _FARTHEST))


def find_last_heading(view: View) -> Ints:
    """The last heading at or before each block; -1 before the first."""
    is_heading = _HEADINGS[view.page.tree.tag[view.places.element]]
    place = np.where(is_heading, np.arange(len(view), dtype=np.int32), np.int32(-1))
    return np.maximum.accumulate(place)


def describe_names(columns: Columns, view: View, vocabulary: Vocabulary) -> None:
    """What the names of all elements around a block say of it, and those of the nearest."""
    tree, places = view.page.tree, view.places
    speaks = weigh_names(tree, vocabulary)
    change = np.append(speaks, 0)
    speaking = speaks.nonzero()[0]
    np.subtract.at(change, tree.end[speaking], speaks[speaking])
    path = np.cumsum(change)
    above = places.element
    for _ in range(_NEAR):
        above = np.maximum(tree.parent[above], 0)
    whole = path[places.holder]
    near = whole - path[above]
    columns.note("names for", whole.real)
    columns.note("names against", whole.imag)
    columns.note("near names for", near.real)
    columns.note("near names against", near.imag)
