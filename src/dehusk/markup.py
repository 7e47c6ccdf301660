"""Canonical markup to characters: texts and values of attributes, many at once, as they read.

What is canonical is told in parse.canonical; the quotes within values are entities, too.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

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


def read_all(raws: Sequence[bytes]) -> list[str]:
    """Pieces of markup as they read.

    >>> read_all([b"a &lt; b", b"", b"c"])
    ['a < b', '', 'c']
    """
    # One by one takes twice as long. Only processing instructions may hold zero bytes.
    read = unescape(b"\0".join(raws).decode()).split("\0")
    return read if len(read) == len(raws) else [unescape(raw.decode()) for raw in raws]


def find_values(markup: bytes, name: str) -> tuple[npt.NDArray[np.int32], list[bytes]]:
    """Where the values of an attribute may start, and each up to the next quote.

    The same characters may stand in a text, or at the end of another value.

    >>> find_values(b'<a id="x" title="an id=">id="y"', "id")[1]
    [b'x', b'>id=']
    """
    opening = b' %b="' % name.encode()
    pieces = markup.split(opening)
    n_bytes = np.fromiter(map(len, pieces), dtype=np.int32, count=len(pieces))
    starts = np.cumsum(n_bytes[:-1] + len(opening), dtype=np.int32)
    return starts, [piece.partition(b'"')[0] for piece in pieces[1:]]


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
