"""An outline to markup: each node's opening and closing, then all of them in one row."""

from dataclasses import dataclass

import numpy as np

from dehusk.model import Tree
from dehusk.parse.blocks import flag_preformatted
from dehusk.parse.tags import TAG_IDS, TAG_NAMES, VOID, tag_ids
from dehusk.write.elements import write_tag
from dehusk.write.fill import find_fillers
from dehusk.write.outline import Outline

_NOT_WRITTEN = tag_ids("html body")
_LINES = tag_ids(
    "article section nav aside header footer main address hgroup search h1 h2 h3 h4 h5 h6 p pre"
    " blockquote ol ul menu li dl dt dd figure figcaption div table caption tbody thead tfoot tr"
    " details summary"
)
"""White space after them is not seen: each ends a line of the source too."""

_NEEDS_NEWLINE = tag_ids("pre textarea")
"""Parsers pass over the first newline in them, so that one may be put there."""

_TEXTAREA = TAG_IDS["textarea"]


@dataclass(frozen=True, slots=True)
class Pieces:
    """For each node of an outline what is written at its start, and at the end of its subtree."""

    openings: list[bytes]
    closings: list[bytes]


def write_pieces(tree: Tree, outline: Outline) -> Pieces:
    """Tags and texts; what follows a text for the distance to the next is its closing."""
    pieces = Pieces(_write_openings(tree, outline), _write_closings(tree, outline))
    fillers = find_fillers(tree, outline)
    texts = outline.sketch.leaves.tolist()
    for text, after, filler in zip(texts, texts[1:], fillers[:-1], strict=False):
        if filler:
            pieces.closings[_find_holder(outline.sketch, text, after, filler)] += filler
    return pieces


def _find_holder(sketch: Tree, text: int, after: int, filler: bytes) -> int:
    """The node at whose end a filler goes: the text itself, where that may be."""
    parent = int(sketch.parent[text])
    if filler == b" ":
        # Only inline elements end here, and none should end in a space.
        while sketch.end[parent] <= after:
            text, parent = parent, int(sketch.parent[parent])
    elif sketch.tag[parent] == _TEXTAREA:
        # A field takes no elements.
        return parent
    return text


def join_pieces(sketch: Tree, pieces: Pieces) -> bytes:
    """All pieces in document order."""
    # What ends before a node closes there, the last opened first: sorting leaves these in order.
    places = np.concatenate((2 * sketch.end[::-1], 2 * np.arange(len(sketch)) + 1))
    written = pieces.closings[::-1] + pieces.openings
    return b"".join([written[piece] for piece in np.argsort(places, kind="stable").tolist()])


def _write_openings(tree: Tree, outline: Outline) -> list[bytes]:
    sketch, markup = outline.sketch, tree.markup
    spans = zip(sketch.start.tolist(), sketch.stop.tolist(), strict=True)
    raws = [markup[start:stop] for start, stop in spans]
    known: dict[tuple[int, bytes], bytes] = {}
    for node in sketch.tag.nonzero()[0].tolist():
        key = int(sketch.tag[node]), raws[node]
        if key not in known:
            known[key] = _write_opening(*key)
        raws[node] = known[key]
    return raws


def _write_opening(tag: int, raw: bytes) -> bytes:
    if tag in _NOT_WRITTEN:
        return b""
    newline = b"\n" if tag in _NEEDS_NEWLINE else b""
    return write_tag(raw, TAG_NAMES[tag]) + newline


_CLOSINGS = tuple(
    b"" if tag in _NOT_WRITTEN | VOID or tag == 0 else b"</%b>" % name.encode()
    for tag, name in enumerate(TAG_NAMES)
)
_CLOSING_LINES = tuple(closing + b"\n" * (tag in _LINES) for tag, closing in enumerate(_CLOSINGS))


def _write_closings(tree: Tree, outline: Outline) -> list[bytes]:
    tags = outline.sketch.tag.tolist()
    preformatted = flag_preformatted(tree)
    if not preformatted.any():
        return [_CLOSING_LINES[tag] for tag in tags]
    inside = preformatted[tree.parent[outline.nodes]].tolist()
    return [
        _CLOSINGS[tag] if verbatim else _CLOSING_LINES[tag]
        for tag, verbatim in zip(tags, inside, strict=True)
    ]
