"""Canonical markup to characters: texts and values of attributes, many at once, as they read.

What is canonical is told in parse.canonical; the quotes within values are entities, too.
"""

import re

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
_SPARSE_BYTES = 1000
"""Where there are so many to a piece of them, only the pieces are worth decoding."""

_ENTITIES = (("&nbsp;", "\xa0"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&"))


def unescape(text: str) -> str:
    """Canonical text as it reads; its only entities are those of markup itself.

    >>> unescape("a &lt; b &amp;lt;")
    'a < b &lt;'
    """
    if "&" not in text:
        return text
    for entity, character in _ENTITIES:
        text = text.replace(entity, character)
    return text


def read_spans(markup: bytes, starts: Ints, stops: Ints) -> list[str]:
    """Pieces of markup as they read, each from its start to its stop.

    >>> read_spans(b"a &lt; b|c", np.array([0, 2, 9], np.int32), np.array([8, 2, 10], np.int32))
    ['a < b', '', 'c']
    """
    # A byte a character: places stay what they are, and most pieces are what they seem.
    spans = zip(starts.tolist(), stops.tolist(), strict=True)
    if len(markup) > _SPARSE_BYTES * len(starts):
        pieces = [markup[start:stop].decode("latin-1") for start, stop in spans]
    else:
        text = markup.decode("latin-1")
        pieces = [text[start:stop] for start, stop in spans]
    joined = "\0".join(pieces)
    if joined.isascii() and "&" not in joined:
        return pieces
    # One by one takes twice as long. Only processing instructions may hold zero bytes.
    read = _read(joined).split("\0")
    return read if len(read) == len(pieces) else [_read(piece) for piece in pieces]


_TAG = re.compile(rb"<[^>]*>")


def strip_tags(markup: bytes) -> str:
    """All text in a piece of markup.

    >>> strip_tags(b'a &lt; <b id="x">b</b><br>')
    'a < b'
    """
    return unescape(_TAG.sub(b"", markup).decode())


def _read(raw: str) -> str:
    """Characters for bytes as they read."""
    return unescape(raw if raw.isascii() else raw.encode("latin-1").decode())
