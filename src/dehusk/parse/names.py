"""Tag names to numbers, for all tags of a page at once: a name is compared as a word of bytes."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dehusk.model import Ints, Mask, Tags
from dehusk.parse.tags import MOST_TAGS, TAG_NAMES

Words = npt.NDArray[np.uint64]

_ONES = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)
_SPACES, _ENDS = _ONES * np.uint64(ord(" ")), _ONES * np.uint64(ord(">"))
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_TABLE_BITS = np.uint64(16)
"""With so many places, the names of HTML meet nowhere in the table below."""


def number_names(markup: bytes, starts: Ints) -> tuple[Tags, Sequence[str]]:
    """The number of each name that starts there, and the names that the numbers stand for."""
    keys = _read_keys(markup, starts)
    place = _place(keys)
    numbers = _NUMBERS[place]
    unknown = np.flatnonzero(_KEYS[place] != keys)
    if not len(unknown):
        return numbers, TAG_NAMES
    fresh = _TagNumbers()
    names = [_read_name(markup, at) for at in starts[unknown].tolist()]
    numbers[unknown] = [fresh[name] for name in names]
    return numbers, (*TAG_NAMES, *list(fresh)[: MOST_TAGS - 1 - len(TAG_NAMES)], "-other")


class _TagNumbers(dict[str, int]):
    """Numbers for names of the page's own, in the order they come; the last one is shared."""

    def __missing__(self, name: str) -> int:
        self[name] = min(len(TAG_NAMES) + len(self), MOST_TAGS - 1)
        return self[name]


def _read_keys(markup: bytes, starts: Ints) -> Words:
    padded = markup + b">" * 16
    windows: Words = np.ndarray(len(markup) + 8, np.dtype("<u8"), padded, strides=(1,))
    keys, is_whole = _cut_words(windows[starts])
    if not is_whole.all():
        long = np.flatnonzero(~is_whole)
        rest, _ = _cut_words(windows[np.minimum(starts[long] + 8, len(markup))])
        keys[long] ^= rest * _SPREAD
    return keys


def _cut_words(words: Words) -> tuple[Words, Mask]:
    """Each word up to its first space or ">", and whether there was one."""
    stops = _flag_zero_bytes(words ^ _SPACES) | _flag_zero_bytes(words ^ _ENDS)
    lowest = stops & (~stops + np.uint64(1))
    return words & ((lowest >> np.uint64(7)) - np.uint64(1)), stops != 0


def _flag_zero_bytes(words: Words) -> Words:
    """A high bit where a byte is zero; only the lowest such bit can be relied on."""
    return (words - _ONES) & ~words & _HIGHS


def _place(keys: Words) -> Words:
    return (keys * _SPREAD) >> (np.uint64(64) - _TABLE_BITS)


def _read_name(markup: bytes, start: int) -> str:
    name = markup[start : start + 100].partition(b">")[0].partition(b" ")[0]
    return name.decode("utf-8", "replace")


def _make_table() -> tuple[Words, Tags]:
    """The names of HTML by the place of their key: an open table without collisions."""
    names = [name.encode() for name in TAG_NAMES]
    starts = np.cumsum([0, *(len(name) + 1 for name in names[:-1])], dtype=np.int32)
    keys = _read_keys(b">".join(names), starts)
    places = _place(keys)
    assert len(set(places.tolist())) == len(names), "two tag names share a place"
    table = np.zeros(1 << int(_TABLE_BITS), dtype=np.uint64)
    numbers = np.zeros(len(table), dtype=np.uint8)
    table[places], numbers[places] = keys, np.arange(len(names))
    return table, numbers


_KEYS, _NUMBERS = _make_table()
