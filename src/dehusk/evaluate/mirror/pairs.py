"""The pages of two sources that show one content: by address, by name, or else by their text."""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from dehusk.evaluate.mirror.nearest import pair_texts
from dehusk.evaluate.mirror.side import Side
from dehusk.model import PageRef, stable_hash

MOST_READ = 2_000
"""Of the pages that neither address nor name pairs, so many of each side are read."""


class How(StrEnum):
    """What two pages were paired by."""

    ADDRESS = "address"
    NAME = "name"
    TEXT = "text"


class Pair(NamedTuple):
    """Two presentations of one content."""

    left: PageRef
    right: PageRef
    how: How


Refs = Sequence[PageRef]
NameOf = Callable[[PageRef], str]


def pair_pages(left: Side, right: Side) -> list[Pair]:
    """Each page in one pair at most; only those that names do not pair are read."""
    pairs = _pair_by(How.ADDRESS, _address_of, left.refs, right.refs)
    pairs += _pair_by(How.NAME, _name_of, *_drop_paired(pairs, left.refs, right.refs))
    ours, theirs = map(_draw, _drop_paired(pairs, left.refs, right.refs))
    if ours and theirs:
        found = pair_texts(list(map(left.read, ours)), list(map(right.read, theirs)))
        pairs += [Pair(ours[first], theirs[second], How.TEXT) for first, second in found]
    return pairs


def _drop_paired(pairs: Sequence[Pair], left: Refs, right: Refs) -> tuple[Refs, Refs]:
    ours, theirs = {pair.left for pair in pairs}, {pair.right for pair in pairs}
    return [ref for ref in left if ref not in ours], [ref for ref in right if ref not in theirs]


def _pair_by(how: How, name_of: NameOf, left: Refs, right: Refs) -> list[Pair]:
    ours, theirs = _find_by_name(left, name_of), _find_by_name(right, name_of)
    return [Pair(ours[name], theirs[name], how) for name in sorted(ours.keys() & theirs.keys())]


def _find_by_name(refs: Refs, name_of: NameOf) -> dict[str, PageRef]:
    """The pages by their names; a name that a side has twice names nothing."""
    uses = Counter(map(name_of, refs))
    return {name: ref for ref in refs if (name := name_of(ref)) and uses[name] == 1}


def _address_of(ref: PageRef) -> str:
    """Path and query of the URL, or the path within the source."""
    if not ref.url:
        return ref.source
    try:
        url = urlsplit(ref.url)
    except ValueError:
        return ""
    return unquote(url.path).strip("/") + (f"?{url.query}" if url.query else "")


def _name_of(ref: PageRef) -> str:
    """The last part of the address, without its ending."""
    path, mark, query = _address_of(ref).partition("?")
    return PurePosixPath(path).stem + mark + query


def _draw(refs: Refs) -> Refs:
    """The first in an order that does not depend on how they were found."""
    return sorted(refs, key=lambda ref: (stable_hash(ref.key), ref.key, ref.path, ref.offset))[
        :MOST_READ
    ]
