"""A text as its tokens: what stands between separators, and where.

Texts are UTF-8 here, from first to last: offsets are those of bytes, so that a page's tokens are
found on arrays.
"""

from dataclasses import dataclass

import numpy as np

from dehusk.model import Ints

_ASCII_SPACES = b"\t\n\x0b\x0c\r "
_OTHER_SPACES = (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
SEPARATORS = _ASCII_SPACES.decode() + _OTHER_SPACES
"""What stands between two tokens, one or more of it."""

_OTHER_SPACES_UTF8 = tuple(space.encode() for space in _OTHER_SPACES)

_PLAIN, _SPACE, _OPENS, _CLOSES = range(4)
_KINDS = np.full(256, _PLAIN, dtype=np.uint8)
_KINDS[list(_ASCII_SPACES)] = _SPACE
_KINDS[ord("<")], _KINDS[ord(">")] = _OPENS, _CLOSES


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The tokens of a text, and where each starts and stops in it."""

    words: list[bytes]
    start: Ints
    stop: Ints

    def __len__(self) -> int:
        return len(self.words)


def split_tokens(text: bytes, *, is_markup: bool) -> list[bytes]:
    """The tokens alone. Of markup, a tag's opening and closing bracket are borders too.

    >>> split_tokens(b'<p class="a">Read <b>more</b>', is_markup=True)
    [b'<p', b'class="a">', b'Read', b'<b>', b'more', b'</b>']
    """
    text = _blank_spaces(text)
    if is_markup:
        text = text.replace(b"<", b" <").replace(b">", b"> ")
    return text.split()


def find_tokens(text: bytes, *, is_markup: bool) -> Tokens:
    """The same tokens with their places.

    >>> found = find_tokens("a\\u00a0b  c".encode(), is_markup=False)
    >>> found.words, found.start.tolist(), found.stop.tolist()
    ([b'a', b'b', b'c'], [0, 3, 6], [1, 4, 7])
    """
    kinds = np.full(len(text) + 2, _SPACE, dtype=np.uint8)
    blanked = _blank_spaces(text)
    kinds[1:-1] = _KINDS[np.frombuffer(blanked, dtype=np.uint8)]
    before, here, after = kinds[:-2], kinds[1:-1], kinds[2:]
    starts, stops = before == _SPACE, after == _SPACE
    if is_markup:
        starts |= (here == _OPENS) | (before == _CLOSES)
        stops |= (here == _CLOSES) | (after == _OPENS)
    is_token = here != _SPACE
    start = np.flatnonzero(is_token & starts).astype(np.int32)
    stop = np.flatnonzero(is_token & stops).astype(np.int32) + np.int32(1)
    return Tokens(split_tokens(blanked, is_markup=is_markup), start, stop)


def may_touch(left: str, right: str) -> bool:
    """Can two tokens of markup follow each other with nothing in between?"""
    return left.endswith(">") or right.startswith("<")


def _blank_spaces(text: bytes) -> bytes:
    """Spaces beyond ASCII as ASCII ones, byte for byte, so that offsets stay."""
    if text.isascii():
        return text
    for space in _OTHER_SPACES_UTF8:
        if space in text:
            text = text.replace(space, b" " * len(space))
    return text
