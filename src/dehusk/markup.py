"""Canonical markup to characters: texts and values of attributes, many at once, as they read.

What is canonical is told in parse.canonical; the quotes within values are entities, too.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Indices = npt.NDArray[np.signedinteger[Any]]
"""Positions in another array, of whatever width numpy found handy."""

Mask = npt.NDArray[np.bool_]
Keys = npt.NDArray[np.uint64]

_SPARSE_BYTES = 1000
"""Where there are so many to a piece of them, only the pieces are worth decoding."""

_KEY_BYTES = 8
_QUOTE, _EQUALS = b'"='

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


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """What may be values of attributes: where each starts and stops, from quote to quote.

    `key` is the last bytes of what is before it, as one number. The same characters may stand in a
    text, or at the end of another value.
    """

    markup: bytes
    start: Ints
    stop: Ints
    key: Keys

    def keep(self, is_kept: Mask) -> "Values":
        """These of the values."""
        return Values(self.markup, self.start[is_kept], self.stop[is_kept], self.key[is_kept])

    def find(self, name: str) -> Indices:
        """Which values may be those of an attribute."""
        opening = b' %b="' % name.encode()
        mask, key = _to_keys(opening)
        found: Indices = ((self.key & mask) == key).nonzero()[0]
        if len(opening) > _KEY_BYTES and len(found):
            starts = self.start[found].tolist()
            found = found[[self.markup.endswith(opening, 0, start) for start in starts]]
        return found


def find_values(markup: bytes) -> Values:
    """All that may be values: whatever is between two quotes, the first of them after a "=".

    >>> markup = b'<a id="x" title="an id=">id="y"'
    >>> values = find_values(markup)
    >>> starts, stops = values.start.tolist(), values.stop.tolist()
    >>> [markup[start:stop] for start, stop in zip(starts, stops)]
    [b'x', b'an id=', b'>id=', b'y']
    >>> values.find("id").tolist()
    [0, 2]
    """
    padded = b"\0" * _KEY_BYTES + markup
    chars = np.frombuffer(padded, dtype=np.uint8)
    place = (chars == _QUOTE).nonzero()[0].astype(np.int32)
    opening = (chars[place - 1] == _EQUALS).nonzero()[0]
    place -= _KEY_BYTES - 1
    start = place[opening]
    # A text may end with a quote that opens nothing.
    stop = np.full(len(start), len(markup), dtype=np.int32)
    is_last = len(opening) > 0 and opening[-1] == len(place) - 1
    n_closed = len(start) - is_last
    stop[:n_closed] = place[opening[:n_closed] + 1] - 1
    windows: Keys = np.ndarray(len(markup) + 1, np.dtype("<u8"), padded, strides=(1,))
    return Values(markup, start, stop, windows[start])


@lru_cache(maxsize=256)
def _to_keys(opening: bytes) -> tuple[np.uint64, np.uint64]:
    """Which bits of a key tell, and what they are before the values of an attribute."""
    end = opening[-_KEY_BYTES:]
    mask = (b"\xff" * len(end)).rjust(_KEY_BYTES, b"\0")
    key = end.rjust(_KEY_BYTES, b"\0")
    return np.uint64(int.from_bytes(mask, "little")), np.uint64(int.from_bytes(key, "little"))


def read_value(tag: bytes, name: str) -> str | None:
    """The value of an attribute in an opening tag, the attributes passed one by one.

    >>> read_value(b'<a title="an id=" id="x">', "id")
    'x'
    """
    found = _compile_tag(name).match(tag)
    return unescape(found[1].decode()) if found else None


@lru_cache(maxsize=256)
def _compile_tag(name: str) -> re.Pattern[bytes]:
    """A tag up to the value of an attribute."""
    named = rb' %b="' % re.escape(name.encode())
    others = rb'(?:(?!%b) =?[^ =>]*="[^"]*")*+' % named
    return re.compile(rb'<[^ >]+%b%b([^"]*)"' % (others, named))
