"""Texts to words and blocks: lengths, kinds of signs, hashes of what is said."""

import numpy as np

cimport cython

from dehusk.core.entities cimport read_entity
from dehusk.core.hashing cimport mix
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

cdef enum:
    SPACE, FOLLOWS, DIGIT, UPPER, STOP, COMMA, MARK, OTHER

cdef enum:
    # Signs of East Asia start so: kana, Han, Hangul. Each is a word.
    FIRST_WIDE = 0xE3
    LAST_WIDE = 0xED
    # Stands where an entity is longer than what it says; parts no words.
    NOTHING = 0x7F

cdef enum:
    CHARS, WORDS, DIGITS, CAPITALS, STOPS, COMMAS, MARKS, N_COUNTS

cdef uint64_t BASE = 0x9E3779B97F4A7C15
cdef uint64_t MIX = 0xD6E8FEB86659FD93
# What every word with a digit in it is to the loose hash.
cdef uint64_t NUMBER = 0xA0761D6478BD642F

cdef uint8_t[256] CLASS
cdef uint64_t[256] LETTER


def _fill_tables():
    """Classes of bytes, and what each counts for in a hash: case and punctuation do not."""
    cdef int byte
    for byte in range(256):
        CLASS[byte] = OTHER
        LETTER[byte] = 0
        if byte < 33 or byte == NOTHING:
            CLASS[byte] = SPACE
        elif 0x80 <= byte < 0xC0:
            CLASS[byte] = FOLLOWS
        if byte >= 128:
            LETTER[byte] = byte
        elif chr(byte).isalnum():
            LETTER[byte] = ord(chr(byte).lower())
    for byte in b"0123456789":
        CLASS[byte] = DIGIT
    for byte in b"ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        CLASS[byte] = UPPER
    for byte in b".!?":
        CLASS[byte] = STOP
    for byte in b",;:":
        CLASS[byte] = COMMA
    for byte in b"|/<>*#@=+_~^\\[]{}":
        CLASS[byte] = MARK


_fill_tables()


cdef inline uint64_t scramble(uint64_t raw) noexcept:
    return (raw ^ (raw >> 32)) * MIX


@cython.final
cdef class Run:
    """Words one after another: their hashes so far, and those of the word that is being read."""

    cdef uint64_t exact, loose, exact_power, loose_power
    cdef uint64_t word, letter_power
    cdef bint is_open, has_digit

    cdef void begin(self) noexcept:
        self.exact = self.loose = 0
        self.exact_power = self.loose_power = 1

    cdef void open_word(self) noexcept:
        self.word = 0
        self.letter_power = 1
        self.has_digit = False
        self.is_open = True

    cdef void take(self, uint8_t sign) noexcept:
        cdef uint64_t letter = LETTER[sign]
        if letter:
            self.word += letter * self.letter_power
            self.letter_power *= BASE
            if CLASS[sign] == DIGIT:
                self.has_digit = True

    cdef uint64_t close_word(self) noexcept:
        """The hash of the word; it is now part of the run."""
        cdef uint64_t exact = scramble(self.word)
        cdef uint64_t loose = NUMBER if self.has_digit else exact
        if exact:
            self.exact += exact * self.exact_power
            self.exact_power *= BASE
        if loose:
            self.loose += loose * self.loose_power
            self.loose_power *= BASE
        self.is_open = False
        return exact


def read_leaves(
    const uint8_t[::1] markup,
    const int32_t[::1] starts,
    const int32_t[::1] stops,
    const uint8_t[::1] is_first,
):
    """The blocks that leaves make, each from a leaf that is first to the next such leaf.

    By block: counts, exact and loose hashes, the first word (one more entry), whether it ends a
    sentence. By word: its exact hash. By leaf: how many words it has.
    """
    cdef Py_ssize_t n_leaves = starts.shape[0], n_blocks = 0, n_words = 0, n_bytes = 0
    cdef Py_ssize_t leaf, block = -1
    for leaf in range(n_leaves):
        if starts[leaf] < 0 or stops[leaf] > markup.shape[0]:
            raise IndexError("a leaf beyond the markup")
        n_blocks += is_first[leaf] != 0
        n_bytes += max(stops[leaf] - starts[leaf], 0)
    if n_leaves and not is_first[0]:
        raise ValueError("the first leaf begins a block")
    cdef float[:, ::1] counts = np.zeros((n_blocks, N_COUNTS), dtype=np.float32)
    cdef uint64_t[::1] exact = np.zeros(n_blocks, dtype=np.uint64)
    cdef uint64_t[::1] loose = np.zeros(n_blocks, dtype=np.uint64)
    cdef int64_t[::1] first_word = np.zeros(n_blocks + 1, dtype=np.int64)
    cdef float[::1] ends = np.zeros(n_blocks, dtype=np.float32)
    cdef uint64_t[::1] words = np.empty(n_bytes, dtype=np.uint64)
    cdef int64_t[::1] leaf_words = np.zeros(n_leaves, dtype=np.int64)
    cdef Run run = Run()
    cdef const uint8_t* given = &markup[0] if markup.shape[0] else NULL
    cdef int64_t at, stop, step
    cdef Py_ssize_t before
    cdef int64_t[8] kinds
    cdef uint8_t sign, kind, last = 0, last_but_one = 0
    cdef bint after_space, is_wide_stop = False
    for leaf in range(n_leaves):
        if is_first[leaf]:
            if block >= 0:
                _end_block(counts[block], kinds, run, block, exact, loose, ends, last, last_but_one, is_wide_stop)
            block += 1
            first_word[block] = n_words
            run.begin()
            for kind in range(8):
                kinds[kind] = 0
            last = last_but_one = 0
            is_wide_stop = False
        before = n_words
        at, stop = starts[leaf], stops[leaf]
        after_space = True
        while at < stop:
            sign = given[at]
            step = 1
            if sign == c"&":
                step = read_entity(given + at, stop - at, &sign)
            if sign <= 32:
                if run.is_open:
                    words[n_words] = run.close_word()
                    n_words += 1
                after_space = True
                at += step
                continue
            if after_space or FIRST_WIDE <= sign <= LAST_WIDE:
                if run.is_open:
                    words[n_words] = run.close_word()
                    n_words += 1
                run.open_word()
                after_space = False
            run.take(sign)
            kind = CLASS[sign]
            kinds[kind] += 1
            if kind != SPACE:
                last_but_one = last
                last = sign
                is_wide_stop = kind == FOLLOWS and at >= starts[leaf] + 2 and ends_wide(given + at - 2)
                if is_wide_stop:
                    counts[block, STOPS] += 1
            at += step
        if run.is_open:
            words[n_words] = run.close_word()
            n_words += 1
        leaf_words[leaf] = n_words - before
    if block >= 0:
        _end_block(counts[block], kinds, run, block, exact, loose, ends, last, last_but_one, is_wide_stop)
    first_word[n_blocks] = n_words
    for block in range(n_blocks):
        counts[block, WORDS] = first_word[block + 1] - first_word[block]
    return (
        np.asarray(counts), np.asarray(exact), np.asarray(loose), np.asarray(first_word),
        np.asarray(ends), np.asarray(words)[:n_words].copy(), np.asarray(leaf_words),
    )


cdef inline bint ends_wide(const uint8_t* sign) noexcept:
    """Whether a sign is a full stop, question or exclamation mark of East Asia."""
    if sign[0] == 0xE3:
        return sign[1] == 0x80 and sign[2] == 0x82
    return sign[0] == 0xEF and sign[1] == 0xBC and (sign[2] == 0x81 or sign[2] == 0x9F)


cdef int _end_block(
    float[::1] counts, int64_t* kinds, Run run, Py_ssize_t block,
    uint64_t[::1] exact, uint64_t[::1] loose, float[::1] ends,
    uint8_t last, uint8_t last_but_one, bint is_wide_stop,
) except -1:
    cdef int kind
    for kind in range(DIGIT, OTHER + 1):
        counts[CHARS] += kinds[kind]
    counts[DIGITS] = kinds[DIGIT]
    counts[CAPITALS] = kinds[UPPER]
    counts[STOPS] += kinds[STOP]
    counts[COMMAS] = kinds[COMMA]
    counts[MARKS] = kinds[MARK]
    exact[block] = scramble(run.exact)
    loose[block] = scramble(run.loose)
    # A closing quote may follow the stop.
    cdef bint is_quoted = (last in (c'"', c"'", c")")) and CLASS[last_but_one] == STOP
    ends[block] = is_wide_stop or CLASS[last] == STOP or is_quoted
    return 0


def read_words(const uint8_t[::1] text):
    """The hashes of the words of a text: as they are, and with every number the same."""
    cdef Py_ssize_t size = text.shape[0], at, n_words = 0
    cdef uint64_t[::1] exact = np.empty(size, dtype=np.uint64)
    cdef uint64_t[::1] loose = np.empty(size, dtype=np.uint64)
    cdef Run run = Run()
    cdef bint after_space = True
    run.begin()
    for at in range(size + 1):
        if at == size or text[at] <= 32 or FIRST_WIDE <= text[at] <= LAST_WIDE:
            if run.is_open:
                exact[n_words] = run.close_word()
                loose[n_words] = NUMBER if run.has_digit else exact[n_words]
                n_words += 1
            after_space = True
        if at < size and text[at] > 32:
            if after_space:
                run.open_word()
                after_space = False
            run.take(text[at])
    return np.asarray(exact)[:n_words].copy(), np.asarray(loose)[:n_words].copy()


def hash_runs(const uint64_t[::1] words, const int64_t[::1] first):
    """The hash of each run of words; those that say nothing do not count."""
    cdef Py_ssize_t n_runs = first.shape[0] - 1, run
    cdef uint64_t[::1] hashes = np.empty(n_runs, dtype=np.uint64)
    cdef uint64_t total, power
    cdef int64_t word
    for run in range(n_runs):
        total, power = 0, 1
        for word in range(first[run], first[run + 1]):
            if words[word]:
                total += words[word] * power
                power *= BASE
        hashes[run] = scramble(total)
    return np.asarray(hashes)


def join_words(const uint64_t[::1] words, const int64_t[::1] first_word, int size):
    """The hashes of so many words in a row within a block; a shorter block is one."""
    cdef Py_ssize_t n_blocks = first_word.shape[0] - 1, block, n_joined = 0, place = 0
    cdef int64_t word, stop, step
    for block in range(n_blocks):
        stop = first_word[block + 1] - first_word[block]
        n_joined += max(stop - size + 1, stop > 0)
    cdef uint64_t[::1] joined = np.empty(n_joined, dtype=np.uint64)
    cdef int64_t[::1] first = np.zeros(n_blocks + 1, dtype=np.int64)
    cdef uint64_t found
    for block in range(n_blocks):
        stop = first_word[block + 1]
        for word in range(first_word[block], max(stop - size + 1, first_word[block] + (stop > first_word[block]))):
            found = words[word]
            for step in range(1, size):
                found = mix(found, words[word + step] if word + step < stop else 0)
            joined[place] = found
            place += 1
        first[block + 1] = place
    return np.asarray(joined), np.asarray(first)
