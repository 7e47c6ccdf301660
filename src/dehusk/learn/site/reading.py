"""A page's blocks as they read: how long they are, what they are made of, hashes of what they say.

Everything is counted on the bytes of all leaves laid end to end. A word is hashed as the sum of its
letters, each times a power of one base; a block as such a sum of its words. Powers rise through the
whole page, and are taken back to the start of each word or block, so that all of them come from
one pass.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Indices, Ints, Tree
from dehusk.parse.blocks import Break, find_gaps

Hashes = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

GRAM = 3
"""Words in a row that are remembered together."""

_BASE = 0x9E3779B97F4A7C15 | 1
_MIX = np.uint64(0xD6E8FEB86659FD93)
_FOLD = np.uint64(32)
_NUMBER = np.uint64(0xA0761D6478BD642F)
"""What every word with a digit in it is to the loose hash."""

COUNTS = ("chars", "words", "digits", "capitals", "stops", "commas", "marks")
"""What is counted of each block: marks are bars, arrows and other signs that are no punctuation."""

_SPACE, _FOLLOWS, _DIGIT, _UPPER, _STOP, _COMMA, _MARK, _OTHER = range(8)
"""Kinds of bytes; those that follow are the later ones of a sign of several bytes."""

_N_KINDS = 8
_FIRST_WIDE, _LAST_WIDE = 0xE3, 0xED
"""Signs of East Asia start so: kana, Han, Hangul. Each is a word."""

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
    table = np.full(256, _OTHER, dtype=np.uint8)
    table[:33] = _SPACE
    table[_NOTHING[0]] = _SPACE
    table[0x80:0xC0] = _FOLLOWS
    table[list(b"0123456789")] = _DIGIT
    table[list(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")] = _UPPER
    table[list(b".!?")] = _STOP
    table[list(b",;:")] = _COMMA
    table[list(b"|/<>*#@=+_~^\\[]{}")] = _MARK
    return table


def _value_letters() -> Hashes:
    """What each byte counts for in a hash: case, white space and punctuation do not."""
    table = np.zeros(256, dtype=np.uint64)
    for byte in range(256):
        if byte >= 128 or chr(byte).isalnum():
            table[byte] = ord(chr(byte).lower()) if byte < 128 else byte
    return table


_CLASSES, _LETTERS = _classify(), _value_letters()


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
    first_word: Indices
    gram: Hashes
    first_gram: Indices
    leaf_words: Indices
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
    first_leaf = np.append(gaps.nonzero()[0], len(leaves)).astype(np.int32)
    text, bounds = _lay_end_to_end(tree, leaves)
    at = bounds[first_leaf]
    starts = _find_word_starts(text, bounds[:-1])
    words = _read_words(text, starts)
    first_word = starts.searchsorted(at)
    gram, first_gram = _join_words(words.exact, first_word)
    classes = _CLASSES[text]
    return Reading(
        block=block,
        first_leaf=first_leaf,
        counts=_count(text, classes, at, first_word),
        exact=hash_runs(words.exact, first_word),
        loose=hash_runs(words.loose, first_word),
        word=words.exact,
        first_word=first_word,
        gram=gram,
        first_gram=first_gram,
        leaf_words=np.diff(starts.searchsorted(bounds)),
        ends_sentence=_ends_sentence(text, classes, at),
    )


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
    raw = text.tobytes()
    if b"&" not in raw:
        return text
    for entity, reads in _ENTITIES:
        raw = raw.replace(entity, reads)
    return np.frombuffer(raw, dtype=np.uint8)


def _find_word_starts(text: Bytes, leaf_starts: Indices) -> Indices:
    """Where words start: after white space, at a leaf's start, and at each sign of East Asia."""
    is_space = text <= 32
    is_start = np.empty(len(text), dtype=np.bool_)
    is_start[1:] = is_space[:-1]
    is_start[:1] = True
    is_start[leaf_starts[leaf_starts < len(text)]] = True
    is_start &= ~is_space
    if _has_wide(text):
        is_start |= (text >= _FIRST_WIDE) & (text <= _LAST_WIDE)
    return is_start.nonzero()[0]


def _has_wide(text: Bytes) -> bool:
    return bool(len(text)) and int(text.max()) >= _FIRST_WIDE


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The hashes of words, as they are and with every number taken for the same."""

    exact: Hashes
    loose: Hashes


def read_text(text: str) -> Words:
    """The words of a text, as a page that says it has them."""
    raw = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    return _read_words(raw, _find_word_starts(raw, np.zeros(1, dtype=np.int64)))


def _read_words(text: Bytes, starts: Indices) -> Words:
    """The hashes of all words; of one that says nothing, zero."""
    if not len(starts):
        return Words(np.zeros(0, np.uint64), np.zeros(0, np.uint64))
    letters = _LETTERS[text]
    is_letter = letters != 0
    rank = np.cumsum(is_letter, dtype=np.intp)
    powers, inverse = _powers(len(text) + 2)
    letters *= powers[rank]
    before = rank[starts] - is_letter[starts]
    exact = _scramble(np.add.reduceat(letters, starts) * inverse[before + 1])
    # Digits stand side by side in the table of signs.
    has_digit = np.logical_or.reduceat((text - np.uint8(ord("0"))) < 10, starts)
    return Words(exact, np.where(has_digit, _NUMBER, exact))


def hash_runs(words: Hashes, first: Indices) -> Hashes:
    """The hash of each run of words; those that say nothing do not count."""
    rank = np.zeros(len(words) + 1, dtype=np.intp)
    np.cumsum(words != 0, out=rank[1:])
    powers, inverse = _powers(len(words) + 1)
    sums = np.zeros(len(words) + 1, dtype=np.uint64)
    np.cumsum(words * powers[rank[:-1]], out=sums[1:])
    return _scramble((sums[first[1:]] - sums[first[:-1]]) * inverse[rank[first[:-1]]])


def _scramble(raw: Hashes) -> Hashes:
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


def _count(text: Bytes, classes: Bytes, at: Indices, first_word: Indices) -> Floats:
    """What each block is made of, a column for each of COUNTS."""
    n_blocks = len(at) - 1
    cells = np.repeat(np.arange(0, n_blocks * _N_KINDS, _N_KINDS), np.diff(at))
    cells += classes
    kinds = np.bincount(cells, minlength=n_blocks * _N_KINDS).reshape(n_blocks, _N_KINDS)
    counts = np.empty((n_blocks, len(COUNTS)), dtype=np.float32)
    counts[:, 0] = kinds[:, _DIGIT:].sum(axis=1)
    counts[:, 1] = np.diff(first_word)
    counts[:, 2:] = kinds[:, _DIGIT : _MARK + 1]
    if _has_wide(text):
        stops = _find_wide_stops(text).searchsorted(at)
        counts[:, 4] += np.diff(stops)
    return counts


def _find_wide_stops(text: Bytes) -> Indices:
    """The last bytes of full stops, question and exclamation marks of East Asia."""
    last, middle, first = text[2:], text[1:-1], text[:-2]
    found = (first == 0xE3) & (middle == 0x80) & (last == 0x82)
    found |= (first == 0xEF) & (middle == 0xBC) & ((last == 0x81) | (last == 0x9F))
    places: Indices = found.nonzero()[0] + 2
    return places


def _ends_sentence(text: Bytes, classes: Bytes, at: Indices) -> Floats:
    """Whether the last sign of each block ends a sentence."""
    inked = classes.nonzero()[0]
    if not len(inked):
        return np.zeros(len(at) - 1, dtype=np.float32)
    place = inked.searchsorted(at[1:]) - 1
    last = inked[np.maximum(place, 0)]
    is_stop = classes[last] == _STOP
    if _has_wide(text):
        is_stop |= np.isin(last, _find_wide_stops(text))
    # A closing quote may follow the stop.
    before = inked[np.maximum(place - 1, 0)]
    is_quote = _IS_QUOTE[text[last]]
    is_quoted = is_quote & (classes[before] == _STOP) & (before >= at[:-1])
    ends: Floats = ((is_stop | is_quoted) & (last >= at[:-1]) & (last < at[1:])).astype(np.float32)
    return ends


def _list_quotes() -> Flags:
    table = np.zeros(256, dtype=np.bool_)
    table[list(b"\"')")] = True
    return table


_IS_QUOTE = _list_quotes()


def _join_words(word: Hashes, first_word: Indices) -> tuple[Hashes, Indices]:
    """The hashes of words in a row within a block; a shorter block is one gram."""
    n_words = np.diff(first_word)
    n_grams = np.maximum(n_words - (GRAM - 1), n_words > 0)
    first_gram = np.zeros(len(first_word), dtype=np.intp)
    np.cumsum(n_grams, out=first_gram[1:])
    if not len(word):
        return np.zeros(0, dtype=np.uint64), first_gram
    place = np.arange(first_gram[-1]) + np.repeat(first_word[:-1] - first_gram[:-1], n_grams)
    last = np.repeat(first_word[1:], n_grams)
    # Words beyond the end of a block that is too short say nothing.
    padded = np.append(word, np.zeros(GRAM, dtype=np.uint64))
    gram = word[place]
    for step in range(1, GRAM):
        follows = place + step
        gram = mix(gram, np.where(follows < last, padded[follows], np.uint64(0)))
    return gram, first_gram
