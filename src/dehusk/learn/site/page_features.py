"""What a page by itself tells of its blocks: their text, tags, headings and names."""

import numpy as np

from dehusk.learn.site.columns import Columns, log, ratio
from dehusk.learn.site.names import Vocabulary, weigh_names
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import View
from dehusk.model import TEXT, Ints, Mask, flag_below
from dehusk.parse.tags import table_of, tag_ids

_OWN_TAGS = tuple(
    table_of(tag_ids(names))
    for names in (
        "p", "h1", "h2", "h3", "h4 h5 h6", "li", "td", "th", "div", "pre", "dt dd", "blockquote",
        "figcaption caption", "button label option select legend", "span a", "article section main",
    )
)  # fmt: skip
_AROUND_TAGS = tuple(
    table_of(tag_ids(names))
    for names in (
        "nav", "header", "footer", "aside", "article", "main", "form", "table", "ul ol menu", "li",
        "dl", "blockquote", "figure", "pre code", "button select", "details", "h1 h2 h3 h4 h5 h6",
        "section",
    )
)  # fmt: skip
_INLINE_TAGS = tuple(
    table_of(tag_ids(names)) for names in ("a", "b strong", "em i", "time", "small", "span", "code")
)
_OWN_NAMES = (
    "p", "h1", "h2", "h3", "h4-h6", "li", "td", "th", "div", "pre", "dt-dd", "blockquote",
    "caption", "control", "span", "section",
)  # fmt: skip
_AROUND_NAMES = (
    "nav", "header", "footer", "aside", "article", "main", "form", "table", "list", "li", "dl",
    "blockquote", "figure", "code", "control", "details", "heading", "section",
)  # fmt: skip
_INLINE_NAMES = ("link", "strong", "em", "time", "small", "span", "code")
_HIDDEN = (b' hidden="', b' aria-hidden="true"', b"display:none", b"display: none")
_HEADINGS = table_of(tag_ids("h1 h2 h3 h4 h5 h6"))
_NEAR = 3
"""So many elements around a block are near it."""


def describe_text(view: View, linked: Floats) -> Columns:
    """How long a block is, what it is made of, where on the page it is, what is like it."""
    reading, tree = view.reading, view.page.tree
    chars, words, digits, capitals, stops, commas, marks = reading.counts.T
    n_blocks, total = len(view), max(float(words.sum()), 1.0)
    before = np.cumsum(words) - words
    n_images = np.bincount(reading.block, reading.leaf_words == 0, minlength=n_blocks)
    _, first, same, copies = np.unique(
        reading.loose, return_index=True, return_inverse=True, return_counts=True
    )
    places, repeats = view.places, view.places.repeats
    return {
        "text words": log(words),
        "text chars": log(chars),
        "text word length": ratio(chars, words),
        "text digits": ratio(digits, chars),
        "text capitals": ratio(capitals, chars),
        "text stops": ratio(stops, words),
        "text commas": ratio(commas, words),
        "text marks": ratio(marks, chars),
        "text ends sentence": reading.ends_sentence,
        "text silent leaves": log(n_images),
        "link share": ratio(linked, words),
        "link whole": (linked >= words).astype(np.float32) * (words > 0),
        "place index": (np.arange(n_blocks) / max(n_blocks, 1)).astype(np.float32),
        "place words before": (before / total).astype(np.float32),
        "place words after": ((total - before - words) / total).astype(np.float32),
        "place depth": log(tree.depth[places.element]),
        "page blocks": np.full(n_blocks, np.log1p(n_blocks), dtype=np.float32),
        "page words": np.full(n_blocks, np.log1p(total), dtype=np.float32),
        "page links": np.full(n_blocks, linked.sum() / total, dtype=np.float32),
        "repeat copies": log(copies[same] - 1) * (words > 0),
        "repeat later": (first[same] < np.arange(n_blocks)) * (words > 0).astype(np.float32),
        "repeat words": _share_repeated(view),
        "repeat element": log(repeats[places.element] - 1),
        "repeat holder": log(repeats[places.holder] - 1),
        **{
            f"repeat around {level}": log(repeats[places.around[:, level]] - 1)
            for level in range(3)
        },
    }


def _share_repeated(view: View) -> Floats:
    """The share of each block's words in a row that the page has more than once."""
    gram, first = view.reading.gram, view.reading.first_gram
    _, same, copies = np.unique(gram, return_inverse=True, return_counts=True)
    total = np.zeros(len(gram) + 1, dtype=np.int32)
    np.cumsum(copies[same] > 1, out=total[1:])
    return ratio(np.diff(total[first]), np.diff(first))


def describe_tags(view: View) -> Columns:
    """What a block is and what it is in."""
    tree, places = view.page.tree, view.places
    own, inline = tree.tag[places.element], tree.tag[places.holder]
    columns = {
        f"tag {name}": table[own].astype(np.float32)
        for name, table in zip(_OWN_NAMES, _OWN_TAGS, strict=True)
    }
    columns |= {
        f"in {name}": _flag_around(view, table[tree.tag])
        for name, table in zip(_AROUND_NAMES, _AROUND_TAGS, strict=True)
    }
    columns |= {
        f"inline {name}": table[inline].astype(np.float32)
        for name, table in zip(_INLINE_NAMES, _INLINE_TAGS, strict=True)
    }
    columns["hidden"] = _flag_hidden(view)
    columns |= _describe_headings(view, _HEADINGS[own])
    return columns


def _flag_around(view: View, is_one: Mask) -> Floats:
    tree = view.page.tree
    nodes = np.flatnonzero(is_one)
    if not len(nodes):
        return np.zeros(len(view), dtype=np.float32)
    flags: Floats = flag_below(nodes, tree.end)[view.places.element].astype(np.float32)
    return flags


def _flag_hidden(view: View) -> Floats:
    tree = view.page.tree
    found: list[int] = []
    for mark in _HIDDEN:
        at = tree.markup.find(mark)
        while at >= 0:
            found.append(at)
            at = tree.markup.find(mark, at + 1)
    if not found:
        return np.zeros(len(view), dtype=np.float32)
    nodes = np.unique(np.searchsorted(tree.start, found, side="right") - 1)
    nodes = nodes[tree.tag[nodes] != TEXT]
    hidden: Floats = flag_below(nodes, tree.end)[view.places.holder].astype(np.float32)
    return hidden


def _describe_headings(view: View, is_heading: Mask) -> Columns:
    """How far the last heading is, in blocks, and how far the next."""
    n_blocks = len(view)
    place = np.arange(n_blocks)
    found = np.flatnonzero(is_heading)
    bounded = np.concatenate(([-n_blocks], found, [2 * n_blocks]))
    last = bounded[np.searchsorted(found, place, side="right")]
    following = bounded[np.searchsorted(found, place, side="right") + 1]
    return {
        "heading before": log(np.minimum(place - last, 50)),
        "heading after": log(np.minimum(following - place, 50)),
    }


def find_last_heading(view: View) -> Ints:
    """The last heading at or before each block; -1 before the first."""
    is_heading = _HEADINGS[view.page.tree.tag[view.places.element]]
    place = np.where(is_heading, np.arange(len(view)), -1).astype(np.int32)
    return np.maximum.accumulate(place)


def describe_names(view: View, vocabulary: Vocabulary) -> Columns:
    """What the names of all elements around a block say of it, and those of the nearest."""
    tree, places = view.page.tree, view.places
    speaks = weigh_names(tree, vocabulary)
    change = np.append(speaks, 0)
    speaking = np.flatnonzero(speaks)
    np.subtract.at(change, tree.end[speaking], speaks[speaking])
    path = np.cumsum(change)
    above = places.element
    for _ in range(_NEAR):
        above = np.maximum(tree.parent[above], 0)
    whole, near = path[places.holder], path[places.holder] - path[above]
    return {
        "names for": whole.real.astype(np.float32),
        "names against": whole.imag.astype(np.float32),
        "near names for": near.real.astype(np.float32),
        "near names against": near.imag.astype(np.float32),
    }
