"""A block's pieces of text with their marks, as inline Markdown.

Emphasis is written only where CommonMark would read it as such: its rules on what may stand
beside a delimiter were made for English, and elsewhere a mark may have to be left out.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from dehusk.write.markdown.escape import escape_label, escape_text

LINK, STRONG, EMPHASIS, STRUCK, CODE, RAW = "link", "strong", "em", "del", "code", "raw"
_DELIMITERS = {STRONG: "**", EMPHASIS: "*", STRUCK: "~~"}
_STARTS = {LINK: "[", CODE: "`"}
_TICKS = re.compile(r"`+")


class Mark(NamedTuple):
    """What a piece of text is shown as; two links are two marks, two bold stretches one.

    Code that joins other code is one with it.
    """

    kind: str
    node: int = 0
    url: str = ""


Marks = tuple[Mark, ...]
"""The marks of a piece from the outermost in."""


class Piece(NamedTuple):
    """Text under the same marks; `gap` is "", a space or a line's end."""

    gap: str
    text: str
    marks: Marks


class _Edges(NamedTuple):
    """The characters just before and after a stretch; at a block's ends, none.

    What follows `is_emphasis` where it may start with a delimiter of its own.
    """

    before: str
    after: str
    is_emphasis: bool = False


_NOTHING = _Edges("", "")
_MARKUP = _Edges("*", "*")
_BRACKETS = _Edges("[", "]")


def render_inline(pieces: Sequence[Piece]) -> str:
    """The pieces as one text; line breaks are bare line ends yet."""
    if len(pieces) == 1:
        # Most blocks are just this: a line of text, or of a menu.
        _, text, marks = pieces[0]
        if not marks:
            return escape_text(text)
        if len(marks) == 1 and marks[0].kind == LINK:
            return f"[{escape_label(text)}]({marks[0].url})"
    return _render(pieces, 0, _NOTHING)


def _render(pieces: Sequence[Piece], depth: int, edges: _Edges) -> str:
    """The pieces below their first `depth` marks."""
    if len(pieces) == 1:
        return _render_group(_mark_at(pieces[0], depth), pieces, depth, edges)
    written = ""
    groups = [
        (mark, list(group)) for mark, group in groupby(pieces, lambda piece: _mark_at(piece, depth))
    ]
    for at, (mark, group) in enumerate(groups, start=1):
        gap = group[0].gap if at > 1 else ""
        before = gap or written[-1:] or edges.before
        if at < len(groups):
            here = _foresee(before, *groups[at], depth)
        else:
            here = _Edges(before, edges.after, edges.is_emphasis)
        written += gap + _render_group(mark, group, depth, here)
    return written


def _mark_at(piece: Piece, depth: int) -> Mark | None:
    return piece.marks[depth] if depth < len(piece.marks) else None


def _foresee(before: str, mark: Mark | None, group: Sequence[Piece], depth: int) -> _Edges:
    """The edges of a stretch that this group will follow."""
    gap, text, marks = group[0]
    if gap or mark is None:
        return _Edges(before, gap or text[0])
    # Emphasis may yet be left out; then what is in it follows.
    inner = next((one.kind for one in marks[depth:] if one.kind not in _DELIMITERS), "")
    return _Edges(before, _STARTS.get(inner, text[0]), mark.kind in _DELIMITERS)


def _render_group(mark: Mark | None, group: Sequence[Piece], depth: int, edges: _Edges) -> str:
    if mark is None:
        return _render_words(_join(group), group[0].marks, edges)
    if mark.kind == RAW:
        return _join(group)
    if mark.kind == CODE:
        return _render_code(_join(group), edges)
    if mark.kind == LINK:
        return f"[{_render(group, depth + 1, _BRACKETS)}]({mark.url})"
    inner = _render(group, depth + 1, _MARKUP)
    delimiter = _choose_delimiter(mark.kind, inner, edges)
    if not delimiter:
        return _render(group, depth + 1, edges)
    return f"{delimiter}{inner}{delimiter}"


def _join(group: Sequence[Piece]) -> str:
    first, *others = group
    if not others:
        return first.text
    return first.text + "".join([piece.gap + piece.text for piece in others])


def _render_words(text: str, marks: Marks, edges: _Edges) -> str:
    escape = escape_label if has_kind(marks, LINK) else escape_text
    return escape(text, edges.after)


def has_kind(marks: Marks, kind: str) -> bool:
    """Whether a mark of this kind is among them; a loop, as there are hardly ever two of them."""
    for mark in marks:  # noqa: SIM110
        if mark.kind == kind:
            return True
    return False


def _render_code(text: str, edges: _Edges) -> str:
    if edges.before == "`":
        # It would run into the code just before it.
        return escape_label(text)
    text = text.replace("\n", " ")
    if "`" not in text:
        return f"`{text}`"
    ticks = "`" * (max(map(len, _TICKS.findall(text))) + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _choose_delimiter(kind: str, inner: str, edges: _Edges) -> str:
    """What would be read as this mark around this text here, or nothing."""
    before, after, is_joined = edges
    is_open = _is_plain(inner[0]) or _is_edge(before)
    is_closed = _is_plain(inner[-1]) or _is_edge(after)
    if not (is_open and is_closed):
        return ""
    delimiter = _DELIMITERS[kind]
    runs_together = is_joined or delimiter[0] in (before, after, inner[0], inner[-1])
    if kind == STRONG or not runs_together:
        return delimiter
    return "_" if kind == EMPHASIS and _is_edge(before) and _is_edge(after) else ""


def _is_plain(char: str) -> bool:
    """Neither punctuation nor a symbol, by any version of the rules."""
    return char.isalnum() or unicodedata.category(char)[0] not in "PS"


def _is_edge(char: str) -> bool:
    """Nothing, white space or punctuation, by any version of the rules."""
    if not char or char.isspace():
        return True
    return not char.isalnum() and (char in "$+<=>^`|~" or unicodedata.category(char)[0] == "P")
