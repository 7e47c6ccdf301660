"""Names of elements: hashes of them, and what the words that they are made of say."""

import numpy as np

from dehusk.core.hashing cimport start_hash, take_byte
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

cdef enum:
    # Longer names are made by machines; nobody reads on.
    MOST_BYTES = 400
    MOST_NAMES = 32
    SHORTEST = 2
    LONGEST = 20

cdef uint64_t MIX = 0xD6E8FEB86659FD93


cdef inline bint is_digit(uint8_t sign) noexcept:
    return c"0" <= sign <= c"9"


cdef inline bint is_small(uint8_t sign) noexcept:
    return c"a" <= sign <= c"z"


cdef inline bint is_capital(uint8_t sign) noexcept:
    return c"A" <= sign <= c"Z"


cdef inline uint64_t finish(uint64_t raw) noexcept:
    raw = (raw ^ (raw >> 32)) * MIX
    return raw ^ (raw >> 29)


cdef uint64_t hash_value(const uint8_t[::1] markup, int64_t at, int64_t stop) except? 0:
    """The hash of a list of names in any order, each counted once, all numbers the same."""
    cdef uint64_t[MOST_NAMES] names
    cdef int n_names = 0, number
    cdef uint64_t name, total = 0
    stop = min(stop, at + MOST_BYTES)
    while at < stop and n_names < MOST_NAMES:
        while at < stop and markup[at] <= 32:
            at += 1
        if at >= stop:
            break
        name = start_hash()
        while at < stop and markup[at] > 32:
            if is_digit(markup[at]):
                while at + 1 < stop and is_digit(markup[at + 1]):
                    at += 1
                name = take_byte(name, c"0")
            else:
                name = take_byte(name, markup[at])
            at += 1
        name = finish(name)
        for number in range(n_names):
            if names[number] == name:
                break
        else:
            names[n_names] = name
            n_names += 1
            total += name
    return total


def hash_names(
    const uint8_t[::1] markup,
    const int32_t[::1] nodes,
    const int32_t[::1] starts,
    const int32_t[::1] stops,
    Py_ssize_t n_nodes,
):
    """By node the hash of its list of names; zero where it has none."""
    cdef uint64_t[::1] found = np.zeros(n_nodes, dtype=np.uint64)
    cdef Py_ssize_t number
    for number in range(nodes.shape[0]):
        found[nodes[number]] = hash_value(markup, starts[number], stops[number])
    return np.asarray(found)


def hash_marks(
    const uint8_t[::1] markup,
    const int32_t[::1] starts,
    const int32_t[::1] stops,
    const uint64_t[::1] beginnings,
    Py_ssize_t longest,
):
    """The hash of each name in some lists of names, once for each list, as if it came after what
    that list's beginning is of. Longer lists are passed over."""
    cdef Py_ssize_t n_lists = starts.shape[0], number, n_found = 0, first, other
    cdef Py_ssize_t room = 64 + 4 * n_lists
    cdef uint64_t[::1] found = np.empty(room, dtype=np.uint64)
    cdef int64_t at, stop
    cdef uint64_t hashed
    for number in range(n_lists):
        at, stop = starts[number], stops[number]
        if stop - at > longest:
            continue
        first = n_found
        while at < stop:
            while at < stop and markup[at] <= 32:
                at += 1
            if at >= stop:
                break
            hashed = beginnings[number]
            while at < stop and markup[at] > 32:
                hashed = take_byte(hashed, markup[at])
                at += 1
            hashed = finish(hashed)
            for other in range(first, n_found):
                if found[other] == hashed:
                    break
            else:
                if n_found == room:
                    room *= 2
                    found = np.resize(np.asarray(found), room)
                found[n_found] = hashed
                n_found += 1
    return np.asarray(found)[:n_found].copy()


def begin_hash(const uint8_t[::1] text):
    """What the hash of a longer text comes from that begins so."""
    cdef uint64_t found = start_hash()
    cdef Py_ssize_t at
    for at in range(text.shape[0]):
        found = take_byte(found, text[at])
    return found


def hash_text(const uint8_t[::1] text):
    """The hash of a text, as `hash_marks` has it."""
    return finish(begin_hash(text))


def hash_spans(const uint8_t[::1] markup, const int32_t[::1] starts, const int32_t[::1] stops):
    """The hash of each piece of markup, as it is spelled."""
    cdef uint64_t[::1] found = np.empty(starts.shape[0], dtype=np.uint64)
    cdef Py_ssize_t number
    cdef int64_t at
    cdef uint64_t hashed
    for number in range(starts.shape[0]):
        hashed = start_hash()
        for at in range(starts[number], stops[number]):
            hashed = take_byte(hashed, markup[at])
        found[number] = finish(hashed)
    return np.asarray(found)


cdef inline uint64_t hash_word(const uint8_t* word, Py_ssize_t size) noexcept:
    """The hash of a word of letters, small or capital."""
    cdef uint64_t found = start_hash()
    cdef Py_ssize_t at
    for at in range(size):
        found = take_byte(found, word[at] | 0x20)
    return finish(found)


def hash_words(words):
    """The hashes of these words, as they are known by."""
    cdef bytes letters
    cdef uint64_t[::1] found = np.empty(len(words), dtype=np.uint64)
    cdef Py_ssize_t number
    for number, word in enumerate(words):
        letters = word.encode()
        found[number] = hash_word(letters, len(letters))
    return np.asarray(found)


cdef class Words:
    """What words in names say, found by their hashes."""

    cdef uint64_t[::1] keys
    cdef double[::1] says
    cdef Py_ssize_t room
    cdef readonly Py_ssize_t size

    def __init__(self, words, says):
        cdef uint64_t[::1] hashes = hash_words(words)
        cdef double[::1] values = np.asarray(says, dtype=np.float64)
        cdef Py_ssize_t number, place
        self.size = hashes.shape[0]
        self.room = 8
        while self.room < 4 * self.size:
            self.room *= 2
        self.keys = np.zeros(self.room, dtype=np.uint64)
        self.says = np.zeros(self.room, dtype=np.float64)
        for number in range(self.size):
            place = self.find(hashes[number])
            self.keys[place], self.says[place] = hashes[number], values[number]

    cdef Py_ssize_t find(self, uint64_t key) except -1:
        """Where a word is, or would be."""
        cdef Py_ssize_t place = <Py_ssize_t>(key >> 20) & (self.room - 1)
        while self.keys[place] and self.keys[place] != key:
            place = (place + 1) & (self.room - 1)
        return place

    cdef int weigh_value(
        self, const uint8_t* markup, int64_t at, int64_t stop, double* for_it, double* against
    ) except -1:
        """Add what the words of one value say, each once."""
        cdef Py_ssize_t[MOST_NAMES] known
        cdef int n_known = 0, number
        cdef int64_t start
        cdef Py_ssize_t place
        stop = min(stop, at + MOST_BYTES)
        while at < stop:
            start = at
            if is_capital(markup[at]):
                while at < stop and is_capital(markup[at]):
                    at += 1
                if at < stop and is_small(markup[at]):
                    # The last capital belongs to the word after: HTMLPage is HTML and Page.
                    if at - start > 1:
                        at -= 1
                    else:
                        while at < stop and is_small(markup[at]):
                            at += 1
            elif is_small(markup[at]):
                while at < stop and is_small(markup[at]):
                    at += 1
            else:
                at += 1
                continue
            if not SHORTEST <= at - start <= LONGEST:
                continue
            place = self.find(hash_word(markup + start, at - start))
            if not self.keys[place] or n_known == MOST_NAMES:
                continue
            for number in range(n_known):
                if known[number] == place:
                    break
            else:
                known[n_known] = place
                n_known += 1
                if self.says[place] > 0:
                    for_it[0] += self.says[place]
                else:
                    against[0] += self.says[place]
        return 0

    def weigh(
        self,
        bytes markup,
        const int32_t[::1] nodes,
        const int32_t[::1] starts,
        const int32_t[::1] stops,
        const int32_t[::1] parent,
    ):
        """By node what the names of all that it is in say, its own included: for it, against it."""
        cdef Py_ssize_t n_nodes = parent.shape[0], number
        cdef double[:, ::1] said = np.zeros((2, n_nodes), dtype=np.float64)
        for number in range(nodes.shape[0]):
            if starts[number] < 0 or stops[number] > len(markup):
                raise IndexError("a name beyond the markup")
            self.weigh_value(
                markup, starts[number], stops[number], &said[0, nodes[number]], &said[1, nodes[number]]
            )
        for number in range(n_nodes):
            if parent[number] >= 0:
                said[0, number] += said[0, parent[number]]
                said[1, number] += said[1, parent[number]]
        return np.asarray(said)
