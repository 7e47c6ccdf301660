"""What a page may at most be, checked before it is parsed.

lexbor's time is quadratic in nesting depth and in the attributes of one tag, and its nodes are
quadratic in unclosed formatting tags (each new block opens all of them again), so these are
estimated from the bytes: over all tags at once on arrays, and only where that looks bad a second
time over real tokens, scripts and comments left out.
"""

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.core.markup import survey
from dehusk.errors import BadSetting, OverCap
from dehusk.model import Indices, Mask

HARMLESS_UNCLOSED = 600
"""So few tags without an end tag were measured at 0.1 s in the worst case."""

HARMLESS_TAGS = 4_000
"""Unclosed tags hidden behind end tags of nothing were measured at 0.4 s with so few tags."""

HARMLESS_BYTES = 5_000
"""Too few bytes to do harm with tags or attributes."""

DEEPEST = 30_000
"""Levels are counted in two bytes."""

REBUILT_LIMIT = 500_000
"""Formatting elements the parser may open again, about half a second of its time."""

Names = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Caps:
    """The largest page taken; of 2,700 real pages none had 60 levels or 18,000 tags."""

    max_bytes: int = 16 * 1024 * 1024
    max_tags: int = 500_000
    max_depth: int = 1_000
    max_attributes: int = 4_000

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) < 1:
                raise BadSetting("caps", name, getattr(self, name), "1 or more")
        if self.max_depth > DEEPEST:
            raise BadSetting("caps", "max_depth", self.max_depth, f"{DEEPEST} at most")

    def check_size(self, n_bytes: int) -> None:
        """Refuse a page by its size alone, before it is read."""
        if n_bytes > self.max_bytes:
            raise OverCap("bytes", n_bytes, self.max_bytes)

    def check_markup(self, html: bytes) -> None:
        """Refuse markup that would cost the parser more than its bytes are worth."""
        if len(html) < HARMLESS_BYTES:
            return
        n_tags, n_closing, longest = survey(html)
        # An attribute takes two bytes or more: only a long stretch without a tag can hide many.
        if longest > 2 * self.max_attributes:
            self._check_attributes(html, _find_starts(html))
        if n_tags - 2 * n_closing >= HARMLESS_UNCLOSED or n_tags >= HARMLESS_TAGS:
            self._check_nesting(html, _find_starts(html))

    def _check_nesting(self, html: bytes, starts: Indices) -> None:
        starts, is_end = _keep_tags(html, starts)
        if len(starts) > self.max_tags:
            raise OverCap("tags", len(starts), self.max_tags)
        if self._is_tame(html, starts, is_end):
            return
        starts, is_end = _tokenize_tags(html)
        depth, rebuilt = _estimate_nesting(_read_names(html, starts, is_end), is_end)
        if depth > self.max_depth:
            raise OverCap("depth", depth, self.max_depth)
        if rebuilt > REBUILT_LIMIT:
            raise OverCap("unclosed formatting", rebuilt, REBUILT_LIMIT)

    def _is_tame(self, html: bytes, starts: Indices, is_end: Mask) -> bool:
        depth, rebuilt = _estimate_nesting(_read_names(html, starts, is_end), is_end)
        return depth <= self.max_depth and rebuilt <= REBUILT_LIMIT

    def _check_attributes(self, html: bytes, starts: Indices) -> None:
        long = np.flatnonzero(starts[1:] - starts[:-1] > 2 * self.max_attributes)
        for start in (*starts[long].tolist(), *starts[-1:].tolist()):
            count, _ = _scan_attributes(html, start, self.max_attributes)
            if count > self.max_attributes:
                raise OverCap("attributes of one tag", count, self.max_attributes)


DEFAULT_CAPS = Caps()

_FORMATTING = "a b big code em font i nobr s small strike strong tt u".split()
# Void elements never nest; the others are closed by their next sibling, and nest only inside
# elements that are counted.
_NEVER_NESTED = """
    area base br col embed hr img input link meta param source track wbr
    p li dd dt option optgroup tr td th tbody thead tfoot colgroup caption rt rp
""".split()

_LT, _SLASH = ord("<"), ord("/")


def _find_starts(html: bytes) -> Indices:
    found: Indices = (np.frombuffer(html, dtype=np.uint8) == _LT).nonzero()[0]
    return found


def _keep_tags(html: bytes, at: Indices) -> tuple[Indices, Mask]:
    """Where "<" is followed by a letter, or by "/" and a letter."""
    chars = np.frombuffer(html + b"\0\0", dtype=np.uint8)
    is_end = chars[at + 1] == _SLASH
    letter = chars[at + 1 + is_end] | 0x20
    is_tag = (letter >= ord("a")) & (letter <= ord("z"))
    return at[is_tag], is_end[is_tag]


_BYTE = np.uint64(0x0101010101010101)


def _read_names(html: bytes, starts: Indices, is_end: Mask) -> Names:
    """Each tag's name as a number: its first eight letters, lower case, one to a byte."""
    padded = html + b"\0" * 10
    windows: Names = np.ndarray(len(html) + 3, np.dtype("<u8"), padded, strides=(1,))
    names = windows[starts + 1 + is_end] | (_BYTE * np.uint64(0x20))
    # Letters alone have bit 6 set: clear everything from the first byte without it.
    stops = ~names & (_BYTE * np.uint64(0x40))
    first = stops & (~stops + np.uint64(1))
    result: Names = names & ((first >> np.uint64(6)) - np.uint64(1))
    return result


_SPREAD = np.uint64(0x9E3779B97F4A7C15)


def _hash_names(names: list[str]) -> Mask:
    """A table that says of each hash whether it is that of one of the names."""
    numbers = [int.from_bytes(name.encode()[:8], "little") for name in names]
    table = np.zeros(1 << 16, dtype=np.bool_)
    table[(np.array(numbers, dtype=np.uint64) * _SPREAD) >> np.uint64(48)] = True
    return table


_FORMATTING_HASHES = _hash_names(_FORMATTING)
_NEVER_NESTED_HASHES = _hash_names(_NEVER_NESTED)


def _estimate_nesting(names: Names, is_end: Mask) -> tuple[int, int]:
    """Upper estimates of the open elements, and of formatting elements opened again.

    An end tag closes one open element of its own name, or nothing.
    """
    if not len(names):
        return 0, 0
    # Short hashes sort several times faster, and the names of a page hardly ever share one.
    names = ((names * _SPREAD) >> np.uint64(48)).astype(np.uint16)
    order = np.argsort(names, kind="stable")
    grouped = names[order]
    heads = np.flatnonzero(np.diff(grouped, prepend=grouped[0] ^ np.uint16(1)))
    group_of = np.repeat(np.arange(len(heads)), np.diff(heads, append=len(grouped)))
    step = np.where(is_end[order], -1, 1)
    step[_NEVER_NESTED_HASHES[grouped[heads]][group_of]] = 0
    total = np.cumsum(step)
    before = (total - step)[heads][group_of]
    # Dropping each group far below the last makes one running minimum restart at every group.
    drop = group_of * (2 * len(names) + 1)
    lowest = np.minimum.accumulate(np.minimum(total - before, 0) - drop) + drop
    opened = np.diff(total - before - lowest, prepend=0)
    opened[heads] = np.maximum(step[heads], 0)
    is_formatting = _FORMATTING_HASHES[grouped[heads]][group_of]
    in_page_order = np.empty_like(opened)
    in_page_order[order] = opened
    depth = int(np.cumsum(in_page_order).max())
    in_page_order[order[~is_formatting]] = 0
    rebuilt = int(np.cumsum(in_page_order)[~is_end].sum())
    return depth, rebuilt


_ATTRIBUTE = re.compile(
    rb"""[\s/]*+(?!>)(?:=?+[^\s/>=]*+)(?:\s*+=\s*+(?:"[^"]*+"?+|'[^']*+'?+|[^\s>"'][^\s>]*+|))?+"""
)
_TAG_NAME = re.compile(rb"</?[a-zA-Z][^\s/>]*+")
_TOKEN = re.compile(rb"<!--(?:>|->|.*?(?:--!?>|\Z))|<[!?][^>]*+>?|</?[a-zA-Z][^\s/>]*+", re.S)
_RAW_TEXT = frozenset(b"script style textarea title xmp iframe noembed noframes plaintext".split())


def _scan_attributes(html: bytes, start: int, limit: int) -> tuple[int, int]:
    """The attributes of the tag at `start`, counted up to just over the limit, and their end."""
    name = _TAG_NAME.match(html, start)
    position = name.end() if name else start
    count = 0
    while count <= limit:
        attribute = _ATTRIBUTE.match(html, position)
        if attribute is None or attribute.end() == position:
            break
        position = attribute.end()
        count += 1
    return count, position


def _tokenize_tags(html: bytes) -> tuple[Indices, Mask]:
    """The tags as the HTML tokenizer finds them: none in comments, attributes or raw text."""
    starts: list[int] = []
    position = 0
    while token := _TOKEN.search(html, position):
        position = token.end()
        if token[0][1:2] in b"!?":
            continue
        starts.append(token.start())
        position = _scan_attributes(html, token.start(), len(html))[1]
        name = token[0][1:].lower()
        if name in _RAW_TEXT:
            position = _find_end_tag(html, name, position)
    at = np.array(starts, dtype=np.int32)
    chars = np.frombuffer(html, dtype=np.uint8)
    return at, chars[at + 1] == _SLASH


def _find_end_tag(html: bytes, name: bytes, position: int) -> int:
    if name == b"plaintext":
        return len(html)
    found = re.compile(rb"</" + name + rb"(?=[\s/>])", re.I).search(html, position)
    return found.start() if found else len(html)
