"""A page's blocks as they read: how long they are, what they are made of, hashes of what they say.

Everything is counted on the bytes of all leaves laid end to end. A hash of any stretch of them
comes from one running sum: the sum of byte times base to the power of its place, taken between two
places and shifted back to the start.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Indices, Ints, Tree
from dehusk.parse.blocks import Break, find_gaps

Hashes = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

GRAM = 3
"""Words in a row that are remembered together."""

_BASE = 0x9E3779B97F4A7C15 | 1
_MIX = np.uint64(0xD6E8FEB86659FD93)
_FOLD = np.uint64(32)

COUNTS = ("chars", "words", "digits", "capitals", "stops", "commas", "marks")
"""What is counted of each block: marks are bars, arrows and other signs that are no punctuation."""

_SPACE, _DIGIT, _UPPER, _STOP, _COMMA, _MARK = (1 << bit for bit in range(6))

_NOTHING = b"\x7f"
"""Stands where an entity is longer than what it says; parts no words."""

_ENTITIES = (
    (b"&nbsp;", b" " * 6),
    (b"&lt;", b"<" + _NOTHING * 3),
    (b"&gt;", b">" + _NOTHING * 3),
    (b"&quot;", b'"' + _NOTHING * 5),
    (b"&amp;", b"&" + _NOTHING * 4),
)


def _classify() -> Bytes:
    table = np.zeros(256, dtype=np.uint8)
    table[:33] = _SPACE
    table[_NOTHING[0]] = _SPACE
    table[list(b"0123456789")] = _DIGIT
    table[list(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")] = _UPPER
    table[list(b".!?")] = _STOP
    table[list(b",;:")] = _COMMA
    table[list(b"|/<>*#@=+_~^\\[]{}")] = _MARK
    return table


def _table_of_letters(*, joins_digits: bool) -> Hashes:
    """What each byte counts for in a hash: case, white space and punctuation do not."""
    table = np.zeros(256, dtype=np.uint64)
    for byte in range(256):
        if byte >= 128 or chr(byte).isalnum():
            table[byte] = ord(chr(byte).lower()) if byte < 128 else byte
    if joins_digits:
        table[list(b"0123456789")] = ord("0")
    return table


_CLASSES = _classify()
_EXACT, _LOOSE = _table_of_letters(joins_digits=False), _table_of_letters(joins_digits=True)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The blocks of a page: leaves that stand in one line, each array in their order.

    `first_leaf` has one more entry than there are blocks. `exact` and `loose` are hashes of what a
    block says, as it is and with every number taken for the same. `word` are the exact hashes of
    all words, `first_word` where each block's begin; `gram` those of words in a row.
    """

    block: Ints
    first_leaf: Ints
    counts: Floats
    exact: Hashes
    loose: Hashes
    word: Hashes
    first_word: Ints
    gram: Hashes
    first_gram: Ints
    leaf_words: Ints
    leaf_loose: Hashes
    ends_sentence: Floats

    def __len__(self) -> int:
        return len(self.exact)

    @property
    def words(self) -> Floats:
        """The number of words of each block."""
        words: Floats = self.counts[:, 1]
        return words


def read_blocks(tree: Tree) -> Reading:
    """Cut the page into blocks and read them."""
    leaves = tree.leaves
    gaps = find_gaps(tree, leaves) >= Break.CELL
    gaps[:1] = True
    block = np.cumsum(gaps, dtype=np.int32) - np.int32(1)
    first_leaf = np.append(np.flatnonzero(gaps), len(leaves)).astype(np.int32)
    text, bounds = _lay_end_to_end(tree, leaves)
    return _count(text, bounds, block, first_leaf)


def hash_text(text: str) -> int:
    """The loose hash of a text, as a block that says just this has it."""
    raw = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    ends = np.array([0, len(raw)])
    return int(_Sums(_loosen(raw, ends)).between(ends[:1], ends[1:])[0]) if len(raw) else 0


def hash_words(text: str) -> Hashes:
    """The exact hashes of the words of a text."""
    raw = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    ends = np.array([0, len(raw)])
    if not len(raw):
        return np.zeros(0, dtype=np.uint64)
    starts = np.flatnonzero(_find_word_starts(raw, ends[:1]))
    return _Sums(_EXACT[raw]).between(starts, np.append(starts[1:], len(raw)))


def mix(left: Hashes, right: Hashes) -> Hashes:
    """One hash of two; the order counts."""
    mixed: Hashes = (left * _MIX) ^ (right + (left >> _FOLD))
    return mixed


def _lay_end_to_end(tree: Tree, leaves: Ints) -> tuple[Bytes, Indices]:
    """The bytes of all leaves, and where each begins; an image says nothing."""
    start = tree.start[leaves]
    length = np.where(tree.tag[leaves] == TEXT, tree.stop[leaves] - start, 0)
    bounds = np.zeros(len(leaves) + 1, dtype=np.int64)
    np.cumsum(length, out=bounds[1:])
    chars = np.frombuffer(tree.markup, dtype=np.uint8)
    places = np.arange(bounds[-1]) + np.repeat(start - bounds[:-1], length)
    return _read_entities(chars[places]), bounds


def _read_entities(text: Bytes) -> Bytes:
    """Entities as they read, each in as many bytes as it is spelled in."""
    if not (text == ord("&")).any():
        return text
    raw = text.tobytes()
    for entity, reads in _ENTITIES:
        raw = raw.replace(entity, reads)
    return np.frombuffer(raw, dtype=np.uint8)


def _count(text: Bytes, bounds: Indices, block: Ints, first_leaf: Ints) -> Reading:
    classes = _CLASSES[text]
    at = bounds[first_leaf]
    is_start = _find_word_starts(text, bounds[:-1])
    is_char = (text & 0xC0) != 0x80
    flags = (
        is_char & (classes != _SPACE),
        is_start,
        *(classes == one for one in (_DIGIT, _UPPER)),
        (classes == _STOP) | _is_wide_stop(text),
        *(classes == one for one in (_COMMA, _MARK)),
    )
    counts = np.stack([_sum_between(flag, at) for flag in flags], axis=1)
    exact, loose = _Sums(_EXACT[text]), _Sums(_loosen(text, bounds))
    starts = np.flatnonzero(is_start)
    word = exact.between(starts, np.append(starts[1:], len(text)))
    first_word = np.searchsorted(starts, at).astype(np.int32)
    gram, first_gram = _join_words(word, first_word)
    return Reading(
        block=block,
        first_leaf=first_leaf,
        counts=counts.astype(np.float32),
        exact=exact.between(at[:-1], at[1:]),
        loose=loose.between(at[:-1], at[1:]),
        word=word,
        first_word=first_word,
        gram=gram,
        first_gram=first_gram,
        leaf_words=_sum_between(is_start, bounds).astype(np.int32),
        leaf_loose=loose.between(bounds[:-1], bounds[1:]),
        ends_sentence=_ends_sentence(text, classes, at),
    )


def _sum_between(flags: npt.NDArray[np.bool_], at: Indices) -> Indices:
    total = np.zeros(len(flags) + 1, dtype=np.int32)
    np.cumsum(flags, out=total[1:])
    return np.diff(total[at])


def _find_word_starts(text: Bytes, leaf_starts: Indices) -> npt.NDArray[np.bool_]:
    """Where words start: after white space, at a leaf's start, and at each sign of East Asia."""
    is_space = text <= 32
    is_start = np.empty(len(text), dtype=np.bool_)
    is_start[1:] = is_space[:-1]
    is_start[:1] = True
    is_start[leaf_starts[leaf_starts < len(text)]] = True
    is_start &= ~is_space
    # Three bytes from E3 on: kana, Han, Hangul.
    is_start |= (text >= 0xE3) & (text <= 0xED)
    return is_start


def _is_wide_stop(text: Bytes) -> npt.NDArray[np.bool_]:
    """The last byte of a full stop, question or exclamation mark of East Asia."""
    found = np.zeros(len(text), dtype=np.bool_)
    if len(text) > 2 and (text >= 0xE3).any():
        last, middle, first = text[2:], text[1:-1], text[:-2]
        found[2:] = (first == 0xE3) & (middle == 0x80) & (last == 0x82)
        found[2:] |= (first == 0xEF) & (middle == 0xBC) & ((last == 0x81) | (last == 0x9F))
    return found


def _ends_sentence(text: Bytes, classes: Bytes, at: Indices) -> Floats:
    """Whether the last sign of each block ends a sentence."""
    inked = np.flatnonzero(classes != _SPACE)
    if not len(inked):
        return np.zeros(len(at) - 1, dtype=np.float32)
    place = np.searchsorted(inked, at[1:]) - 1
    last = inked[np.maximum(place, 0)]
    is_stop = (classes[last] == _STOP) | _is_wide_stop(text)[last]
    # A closing quote may follow the stop.
    before = inked[np.maximum(place - 1, 0)]
    is_quote = (text[last] == ord('"')) | (text[last] == ord(")")) | (text[last] == ord("'"))
    is_quoted = is_quote & (classes[before] == _STOP) & (before >= at[:-1])
    ends: Floats = (is_stop | is_quoted).astype(np.float32)
    return ends * ((last >= at[:-1]) & (last < at[1:]))


def _loosen(text: Bytes, bounds: Indices) -> Hashes:
    """What each byte counts for, every number taken for one digit."""
    values = _LOOSE[text]
    is_digit = values == ord("0")
    follows = np.zeros(len(text), dtype=np.bool_)
    follows[1:] = is_digit[1:] & is_digit[:-1]
    follows[bounds[bounds < len(text)]] = False
    values[follows] = 0
    return values


class _Sums:
    """Running sums that give the hash of any stretch."""

    def __init__(self, values: Hashes) -> None:
        rank = np.zeros(len(values) + 1, dtype=np.int64)
        np.cumsum(values != 0, out=rank[1:])
        powers, self._inverse = _powers(len(values) + 1)
        self._sums = np.zeros(len(values) + 1, dtype=np.uint64)
        np.cumsum(values * powers[rank[:-1]], out=self._sums[1:])
        self._rank = rank

    def between(self, starts: Indices, stops: Indices) -> Hashes:
        """The hash of each stretch; of one that says nothing, zero."""
        raw = (self._sums[stops] - self._sums[starts]) * self._inverse[self._rank[starts]]
        hashed: Hashes = (raw ^ (raw >> _FOLD)) * _MIX
        return hashed


_POWERS: list[tuple[Hashes, Hashes]] = []


def _powers(n: int) -> tuple[Hashes, Hashes]:
    """The powers of the base and of its inverse, as far as they were ever needed."""
    if not _POWERS or len(_POWERS[0][0]) < n:
        size = max(1 << 16, 1 << n.bit_length())
        tables = []
        for base in (_BASE, pow(_BASE, -1, 1 << 64)):
            steps = np.full(size, base, dtype=np.uint64)
            steps[0] = 1
            tables.append(np.multiply.accumulate(steps))
        _POWERS[:] = [(tables[0], tables[1])]
    return _POWERS[0]


def _join_words(word: Hashes, first_word: Ints) -> tuple[Hashes, Ints]:
    """The hashes of words in a row within a block; a shorter block is one gram."""
    n_words = np.diff(first_word)
    n_grams = np.where(n_words > 0, np.maximum(n_words - GRAM + 1, 1), 0)
    first_gram = np.zeros(len(first_word), dtype=np.int32)
    np.cumsum(n_grams, out=first_gram[1:])
    block = np.repeat(np.arange(len(n_words)), n_grams)
    place = np.arange(first_gram[-1]) - first_gram[block] + first_word[block]
    last = first_word[block + 1]
    gram = word[place] if len(place) else np.zeros(0, dtype=np.uint64)
    for step in range(1, GRAM):
        follows = place + step
        there = follows < last
        nth = np.where(there, word[np.minimum(follows, len(word) - 1)], 0) if len(place) else gram
        gram = mix(gram, nth)
    return gram, first_gram
