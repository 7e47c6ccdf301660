"""What is known of other pages, told of the blocks of one: look-ups and sums over parts."""

import numpy as np

from dehusk.core.hashing cimport find_key, mix
from dehusk.core.numbers cimport log_of, share_of
from libc.stdint cimport int32_t, int64_t, uint64_t


def look_up_counts(const uint64_t[::1] keys, const int32_t[::1] pages, const uint64_t[::1] hashes):
    """On how many pages each hash is."""
    cdef int32_t[::1] found = np.zeros(hashes.shape[0], dtype=np.int32)
    cdef Py_ssize_t number, place
    for number in range(hashes.shape[0]):
        place = find_key(keys, hashes[number])
        if place >= 0:
            found[number] = pages[place]
    return np.asarray(found)


def hash_said(
    const uint64_t[::1] exact,
    const uint64_t[::1] loose,
    const uint64_t[::1] word,
    const int64_t[::1] first_word,
    const uint64_t[::1] slots,
):
    """What each block says, in five rows that are zero where it has no words: all of it; its first
    and its last word with its slot; all but numbers with its slot; just all with its number.

    `slots` are those by tags and classes, then those by tags and numbers.
    """
    cdef Py_ssize_t n_blocks = exact.shape[0], block
    cdef uint64_t[:, ::1] said = np.zeros((5, n_blocks), dtype=np.uint64)
    cdef int64_t first, last
    cdef uint64_t slot
    for block in range(n_blocks):
        first, last = first_word[block], first_word[block + 1] - 1
        if last < first:
            continue
        slot = slots[block]
        said[0, block] = mix(0, exact[block])
        said[1, block] = mix(slot, word[first])
        said[2, block] = mix(~slot, word[last])
        said[3, block] = mix(slot + 1, loose[block])
        said[4, block] = mix(slots[n_blocks + block], exact[block])
    return np.asarray(said)


def share_known(
    const uint64_t[::1] keys,
    const int32_t[::1] pages,
    const uint64_t[::1] gram,
    const int64_t[::1] first_gram,
    int own,
):
    """The share of each block's words in a row that other pages have, and on how many of them they
    are on average. Of the pages that a run is on, `own` is the page itself."""
    cdef Py_ssize_t n_blocks = first_gram.shape[0] - 1, block, place
    cdef float[:, ::1] rows = np.zeros((2, n_blocks), dtype=np.float32)
    cdef int64_t number, known, others
    for block in range(n_blocks):
        known = others = 0
        for number in range(first_gram[block], first_gram[block + 1]):
            place = find_key(keys, gram[number])
            if place >= 0 and pages[place] > own:
                known += 1
                others += pages[place] - own
        rows[0, block] = share_of(known, first_gram[block + 1] - first_gram[block])
        rows[1, block] = share_of(others, first_gram[block + 1] - first_gram[block])
    return np.asarray(rows)


cdef inline int32_t count_others(
    const uint64_t[::1] keys, const int32_t[::1] pages, uint64_t key, int own
) except -1:
    """On how many other pages something is."""
    cdef Py_ssize_t place = find_key(keys, key)
    return max(pages[place] - own, 0) if place >= 0 else 0


def tell_texts(
    const uint64_t[::1] loose_keys,
    const int32_t[::1] loose_pages,
    const uint64_t[::1] said_keys,
    const int32_t[::1] said_pages,
    const uint64_t[::1] loose,
    const uint64_t[:, ::1] said,
    int own,
    int n_others,
):
    """How many other pages say what a block says, in rows of features, and counts by `said`.

    Rows: the shares that say the same but for numbers, just the same, its first, its last word; and
    the first two of these as counts.
    """
    cdef Py_ssize_t n_blocks = loose.shape[0], block, row
    cdef float[:, ::1] rows = np.zeros((6, n_blocks), dtype=np.float32)
    cdef int32_t[:, ::1] counts = np.zeros((said.shape[0], n_blocks), dtype=np.int32)
    cdef int32_t found
    for block in range(n_blocks if n_others > 0 else 0):
        found = count_others(loose_keys, loose_pages, loose[block], own)
        rows[0, block] = <double>found / n_others
        rows[4, block] = log_of(found)
        for row in range(said.shape[0]):
            # A block without words says nothing.
            if said[row, block]:
                counts[row, block] = count_others(said_keys, said_pages, said[row, block], own)
        for row in range(3):
            rows[1 + row, block] = <double>counts[row, block] / n_others
        rows[5, block] = log_of(counts[0, block])
    return np.asarray(rows), np.asarray(counts)


def tell_targets(
    const uint64_t[::1] keys,
    const int32_t[::1] pages,
    const uint64_t[::1] targets,
    const int32_t[::1] block_of_target,
    Py_ssize_t n_blocks,
    int own,
    int n_others,
):
    """The mean share of other pages that point where a block points."""
    cdef double[::1] total = np.zeros(n_blocks, dtype=np.float64)
    cdef int32_t[::1] number = np.zeros(n_blocks, dtype=np.int32)
    cdef float[::1] told = np.empty(n_blocks, dtype=np.float32)
    cdef Py_ssize_t target, place, block
    for target in range(targets.shape[0]):
        block = block_of_target[target]
        number[block] += 1
        place = find_key(keys, targets[target])
        if place >= 0 and pages[place] > own:
            total[block] += <double>(pages[place] - own) / max(n_others, 1)
    for block in range(n_blocks):
        told[block] = share_of(total[block], number[block])
    return np.asarray(told)


cdef enum:
    PAGES, BLOCKS, WORDS, LINKED, KNOWN, TEXTS, STOPS


def tell_slots(
    const uint64_t[::1] keys,
    const float[:, ::1] values,
    const uint64_t[::1] slots,
    const int32_t[::1] same,
    int own,
    int n_others,
):
    """How other pages fill the slot of each block, and what share of them says the same there.

    Rows: support, same, same share, blocks, words, linked, known, variety, stops.
    """
    cdef Py_ssize_t n_slots = slots.shape[0], slot, place
    cdef float[:, ::1] rows = np.zeros((9, n_slots), dtype=np.float32)
    cdef float others
    for slot in range(n_slots):
        place = find_key(keys, slots[slot])
        others = values[place, PAGES] - own if place >= 0 else 0
        rows[1, slot] = <double>same[slot] / max(n_others, 1)
        rows[2, slot] = share_of(same[slot], others)
        # What only the page itself has there tells nothing of its site.
        if others <= 0:
            continue
        rows[0, slot] = others / max(n_others, 1)
        rows[3, slot] = log_of(share_of(values[place, BLOCKS], values[place, PAGES]))
        rows[4, slot] = log_of(share_of(values[place, WORDS], values[place, BLOCKS]))
        rows[5, slot] = share_of(values[place, LINKED], values[place, WORDS])
        rows[6, slot] = share_of(values[place, KNOWN], values[place, WORDS])
        rows[7, slot] = share_of(values[place, TEXTS], values[place, BLOCKS])
        rows[8, slot] = share_of(values[place, STOPS], values[place, WORDS])
    return np.asarray(rows)
