"""Markup put into a parsed page, and the page parsed again: a page as if it always had been there.

Canonical markup comes back from the parser as it is, so that anything the parser moved, closed or
dropped shows as a difference.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dehusk.markup import unescape
from dehusk.model import Mask, Page, RawPage
from dehusk.parse import Caps, parse_page
from dehusk.parse.canonical import RAW_TEXT_READ

_RAW_TEXT = re.compile(rb"(<(?:script|%b)\b[^>]*>)([^<]+)" % "|".join(RAW_TEXT_READ).encode())


class Insert(NamedTuple):
    """Canonical markup, and the byte of the page's markup it goes before."""

    at: int
    html: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Spliced:
    """A page with something put in; `is_put_in` flags the leaves that came with it."""

    page: Page
    is_put_in: Mask


def splice(page: Page, inserts: Iterable[Insert], caps: Caps) -> Spliced | None:
    """The page with the inserts in it, or nothing where the parser makes something else of it."""
    ordered = sorted(inserts)
    markup = _put_in(page.tree.markup, ordered)
    body = _RAW_TEXT.sub(_write_raw, markup)
    ref = page.ref._replace(charset="utf-8")
    parsed = parse_page(RawPage(ref, body), caps)
    if not isinstance(parsed, Page) or parsed.tree.markup != markup:
        return None
    return Spliced(parsed, _flag_leaves(parsed, ordered))


def _put_in(markup: bytes, inserts: Sequence[Insert]) -> bytes:
    parts, position = [], 0
    for at, html in inserts:
        parts += [markup[position:at], html]
        position = at
    return b"".join([*parts, markup[position:]])


def _write_raw(match: re.Match[bytes]) -> bytes:
    """Raw text as pages write it; canonical markup has it escaped."""
    return match[1] + unescape(match[2].decode()).encode()


def _flag_leaves(page: Page, inserts: Sequence[Insert]) -> Mask:
    starts = page.tree.start[page.tree.leaves]
    flags = np.zeros(len(starts), dtype=np.bool_)
    grown = 0
    for at, html in inserts:
        first = at + grown
        grown += len(html)
        flags |= (starts >= first) & (starts < first + len(html))
    return flags
