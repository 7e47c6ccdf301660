"""A text as its tokens: what stands between separators, and where.

Texts are UTF-8 here, from first to last: offsets are those of bytes, so that a page's tokens are
found on arrays.
"""

import re
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from dehusk.model import Ints

_ASCII_SPACES = b"\t\n\x0b\x0c\r "
_OTHER_SPACES = (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
SEPARATORS = _ASCII_SPACES.decode() + _OTHER_SPACES
"""What stands between two tokens, one or more of it."""

# By the byte they begin with: where it is not in a text, neither are they.
_OTHER_SPACES_UTF8 = {
    bytes([lead]): re.compile(b"|".join(spaces))
    for lead, spaces in groupby(map(str.encode, _OTHER_SPACES), key=lambda space: space[0])
}

# Of each byte: is it of a token, may one begin after it, does one begin with it wherever it is?
_WITHIN, _ENDS, _OPENS = 1, 2, 4
_TEXT_KINDS = bytearray([_WITHIN] * 256)
for _space in _ASCII_SPACES:
    _TEXT_KINDS[_space] = _ENDS
_MARKUP_KINDS = _TEXT_KINDS.copy()
_MARKUP_KINDS[ord("<")], _MARKUP_KINDS[ord(">")] = _WITHIN | _OPENS, _WITHIN | _ENDS


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
    return _split(_blank_spaces(text), is_markup=is_markup)


def find_tokens(text: bytes, *, is_markup: bool) -> Tokens:
    """The same tokens with their places.

    >>> found = find_tokens("a\\u00a0b  c".encode(), is_markup=False)
    >>> found.words, found.start.tolist(), found.stop.tolist()
    ([b'a', b'b', b'c'], [0, 3, 6], [1, 4, 7])
    """
    text = _blank_spaces(text)
    words = _split(text, is_markup=is_markup)
    table = _MARKUP_KINDS if is_markup else _TEXT_KINDS
    kinds = np.frombuffer((b" " + text).translate(table), dtype=np.uint8)
    before, here = kinds[:-1] // _ENDS, kinds[1:]
    is_start = here & (before | here // _OPENS) & _WITHIN
    start = np.flatnonzero(is_start.view(np.bool_)).astype(np.int32)
    sizes = np.fromiter(map(len, words), dtype=np.int32, count=len(words))
    return Tokens(words, start, start + sizes)


def may_touch(left: str, right: str) -> bool:
    """Can two tokens of markup follow each other with nothing in between?"""
    return left.endswith(">") or right.startswith("<")


def _split(text: bytes, *, is_markup: bool) -> list[bytes]:
    if is_markup:
        text = text.replace(b"<", b" <").replace(b">", b"> ")
    return text.split()


def _blank_spaces(text: bytes) -> bytes:
    """Spaces beyond ASCII as ASCII ones, byte for byte, so that offsets stay."""
    if text.isascii():
        return text
    for lead, spaces in _OTHER_SPACES_UTF8.items():
        if lead in text:
            for space in set(spaces.findall(text)):
                text = text.replace(space, b" " * len(space))
    return text
