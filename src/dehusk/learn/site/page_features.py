"""What a page by itself tells of its blocks: their text, tags, headings and names."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dehusk.core import describing as core
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.names import Vocabulary
from dehusk.learn.site.view import View
from dehusk.model import Ints, Tree
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


def _number_groups(groups: Sequence[str]) -> npt.NDArray[np.int8]:
    """By tag the number of the group that it is in; -1 where in none."""
    numbers = np.full(MOST_TAGS, -1, dtype=np.int8)
    for number, names in enumerate(groups):
        numbers[list(tag_ids(names))] = number
    return numbers


def _mark_groups(groups: Sequence[str]) -> npt.NDArray[np.uint32]:
    """By tag a bit for each group that it is in."""
    bits = np.zeros(MOST_TAGS, dtype=np.uint32)
    for number, names in enumerate(groups):
        bits[list(tag_ids(names))] |= np.uint32(1 << number)
    return bits


_OWN, _INLINE = _number_groups([*_OWN_TAGS.values()]), _number_groups([*_INLINE_TAGS.values()])
_AROUND = _mark_groups([*_AROUND_TAGS.values()])
_HEADINGS = table_of(tag_ids("h1 h2 h3 h4 h5 h6")).view(np.uint8)
_FARTHEST = 50
"""Blocks; a heading farther away is none."""

_NEAR = 3
"""So many elements around a block are near it."""

_OF_TEXT = (
    "text words", "text chars", "text silent leaves", "text word length", "text digits",
    "text capitals", "text stops", "text commas", "text marks", "link share", "text ends sentence",
    "link whole",
)  # fmt: skip
_OF_PLACE = (
    "page blocks", "page words", "page links", "place index", "place words before",
    "place words after", "place depth",
)  # fmt: skip
_OF_REPEATS = (
    "repeat copies", "repeat later", "repeat words", "repeat element", "repeat holder",
    "repeat around 0", "repeat around 1",
)  # fmt: skip
_OF_TAGS = (
    *_OWN_TAGS, *_INLINE_TAGS, *_AROUND_TAGS, "hidden", "heading before", "heading after",
)  # fmt: skip
_OF_NAMES = ("names for", "names against", "near names for", "near names against")


def describe_text(columns: Columns, view: View) -> None:
    """How long a block is, what it is made of, where on the page it is, what is like it."""
    reading, places, linked = view.reading, view.places, view.linked
    text = core.describe_text(
        reading.counts, linked, reading.ends_sentence, reading.leaf_words, reading.block
    )
    columns.note(_OF_TEXT, text)
    depth = view.page.tree.depth
    columns.note(_OF_PLACE, core.describe_place(reading.counts, linked, depth, places.element))
    repeats = core.describe_repeats(
        reading.counts, reading.loose, reading.gram, reading.first_gram,
        places.repeats, places.element, places.holder, places.around,
    )  # fmt: skip
    columns.note(_OF_REPEATS, repeats)


def describe_tags(columns: Columns, view: View) -> None:
    """What a block is and what it is in."""
    tree, places = view.page.tree, view.places
    rows = core.describe_tags(
        tree.tag, tree.parent, places.element, places.holder,
        _OWN, _INLINE, _AROUND, _HEADINGS, _find_hidden(tree),
        len(_OWN_TAGS), len(_INLINE_TAGS), len(_AROUND_TAGS), _FARTHEST,
    )  # fmt: skip
    columns.note(_OF_TAGS, rows)


def _find_hidden(tree: Tree) -> Ints:
    """Elements that say of themselves that they are not shown."""
    known = tree.own_attributes()
    styled = known.find("style")
    undisplayed = core.find_undisplayed(
        tree.markup, known.node[styled], known.start[styled], known.stop[styled]
    )
    nodes, values = tree.column("aria-hidden")
    unheard = [node for node, value in zip(nodes.tolist(), values, strict=True) if value == "true"]
    return np.concatenate(
        (undisplayed, known.node[known.find("hidden")], np.array(unheard, dtype=np.int32))
    )


def find_last_heading(view: View) -> Ints:
    """The last heading at or before each block; -1 before the first."""
    return core.find_last(view.page.tree.tag, view.places.element, _HEADINGS)


def describe_names(columns: Columns, view: View, vocabulary: Vocabulary) -> None:
    """What the names of all elements around a block say of it, and those of the nearest."""
    tree, places = view.page.tree, view.places
    said = vocabulary.weigh(tree)
    rows = core.describe_names(said, tree.parent, places.element, places.holder, _NEAR)
    columns.note(_OF_NAMES, rows)
