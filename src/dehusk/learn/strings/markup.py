"""Raw markup is cut at its joints: a tag, a comment, a script goes whole or stays whole.

A tag without its end, or a script without its tag, would make text of what is none; a title without
its end would swallow the page.
"""

import re
import string
from collections.abc import Sequence

import numpy as np

from dehusk.learn.strings.tokens import Tokens
from dehusk.model import Ints, Mask

_WHOLE = b"script style title textarea select iframe noscript noembed noframes xmp template".split()
"""Elements that browsers read in a way of their own, up to their end tag."""

_NAME_ENDS = rb"(?=[\t\n\f\r />])"
_FIRST = re.compile(rb"<(?:!--|(" + b"|".join(_WHOLE) + b")" + _NAME_ENDS + b")")
_ENDINGS = {name: re.compile(b"</" + name + _NAME_ENDS) for name in _WHOLE}
_COMMENT_ENDS = b"-->"

_BEGINS_TAG = np.zeros(256, dtype=np.bool_)
_BEGINS_TAG[list(string.ascii_letters.encode() + b"/!?")] = True
"""What follows the bracket of a tag; any other bracket someone wrote, as in a < b."""

_BRACKET_IN_QUOTES = re.compile(rb"""=\s*(?:"[^"<>]*[<>][^"]*"|'[^'<>]*[<>][^']*')""")


def settle_tags(text: bytes, tokens: Tokens, is_removed: Mask) -> Mask:
    """What goes, when each tag, comment, script … goes by its greater part."""
    if not is_removed.any() or is_removed.all():
        return is_removed
    units = _find_units(text, tokens)
    sizes = (tokens.stop - tokens.start).astype(np.float64)
    removed = np.bincount(units, weights=sizes * is_removed)
    whole = np.bincount(units, weights=sizes)
    return (2 * removed >= whole)[units]


def _find_units(text: bytes, tokens: Tokens) -> Ints:
    """For each token the first one of what it is a part of; a word is a part of nothing."""
    letters = np.frombuffer(text, dtype=np.uint8)
    numbers = np.arange(len(tokens), dtype=np.int32)
    second = letters[np.minimum(tokens.start + 1, len(letters) - 1)]
    opens = (letters[tokens.start] == ord("<")) & _BEGINS_TAG[second]
    closes = letters[tokens.stop - 1] == ord(">")
    last_opened = np.maximum.accumulate(np.where(opens, numbers, np.int32(-1)))
    last_closed = np.maximum.accumulate(np.where(closes, numbers, np.int32(-1)))
    closed_before = np.concatenate((np.array([-1], dtype=np.int32), last_closed[:-1]))
    is_within = last_opened > closed_before
    of_tag = np.where(is_within, last_opened, numbers)
    units = of_tag.copy()
    wholes = _find_wholes(text.lower())
    _join_tokens(units, tokens, wholes)
    # Only if a bracket ends no tag, or begins one within another, may some be in quotes.
    is_odd = closes & ~is_within
    is_odd[1:] |= opens[1:] & (last_opened[:-1] > last_closed[:-1])
    if (is_odd & (units == of_tag)).any():
        _join_tokens(units, tokens, _find_quoting_tags(_blank(text, wholes)))
        _join_tokens(units, tokens, wholes)
    return units


def _join_tokens(units: Ints, tokens: Tokens, bounds: Sequence[tuple[int, int]]) -> None:
    """Make one of the tokens from each place to the other."""
    places = np.array(bounds, dtype=np.int32).reshape(-1, 2)
    for first, end in np.searchsorted(tokens.start, places).tolist():
        units[first:end] = first


def _blank(text: bytes, bounds: Sequence[tuple[int, int]]) -> bytes:
    blanked = bytearray(text)
    for first, end in bounds:
        blanked[first:end] = b" " * (end - first)
    return bytes(blanked)


def _find_quoting_tags(text: bytes) -> list[tuple[int, int]]:
    """Tags with brackets in an attribute, as in `alt="<b>Photo</b>"`, which do not end them."""
    found: list[tuple[int, int]] = []
    at = 0
    while match := _BRACKET_IN_QUOTES.search(text, at):
        start = text.rfind(b"<", at, match.start())
        is_tag = start >= 0 and text[start + 1 : start + 2].isalpha()
        if not is_tag or text.find(b">", start, match.start()) >= 0:
            # Not in a tag: a quotation in the text.
            at = match.start() + 1
            continue
        end = _find_tag_end(text, match.end())
        found.append((start, end))
        at = end
    return found


def _find_tag_end(text: bytes, at: int) -> int:
    """Where the tag ends that is still open here, behind an attribute."""
    end = at
    while True:
        if end <= at:
            end = text.find(b">", at) + 1 or len(text)
        match = _BRACKET_IN_QUOTES.search(text, at)
        if match is None or match.start() >= end:
            return end
        at = match.end()


def _find_wholes(text: bytes) -> list[tuple[int, int]]:
    """From where to where; each is passed over before the next is looked for."""
    found = []
    at = 0
    while match := _FIRST.search(text, at):
        at = _find_end(text, match)
        found.append((match.start(), at))
    return found


def _find_end(text: bytes, first: re.Match[bytes]) -> int:
    """What has no end goes on to the end of the page."""
    if first[1] is None:
        # The dashes that begin a comment may end it: <!-->
        dashes = text.find(_COMMENT_ENDS, first.end() - 2)
        return len(text) if dashes < 0 else dashes + len(_COMMENT_ENDS)
    end = _ENDINGS[first[1]].search(text, first.end())
    return len(text) if end is None else (text.find(b">", end.end()) + 1 or len(text))
