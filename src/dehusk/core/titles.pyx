"""How much of a page's title its blocks say."""

import numpy as np

from libc.math cimport fabs, log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t


cdef inline bint is_among(const uint64_t[::1] few, uint64_t one) except -1:
    cdef Py_ssize_t number
    for number in range(few.shape[0]):
        if few[number] == one:
            return True
    return False


def describe_title(
    const uint64_t[::1] word,
    const int64_t[::1] first_word,
    const uint64_t[::1] loose,
    const uint64_t[::1] wanted,
    const uint64_t[::1] titles,
    const uint8_t[::1] is_headed,
    double enough,
    int fewest_words,
):
    """Whether a block is the title, how much of it it covers and how much of the block that is;
    whether it comes after the title or before it, and how far away.

    `wanted` are the title's words, `titles` the hashes of it and of its parts, `is_headed` tells
    which blocks are headings: of several that say the title, the first of these is it.
    """
    cdef Py_ssize_t n_blocks = loose.shape[0], block, first = -1, headed = -1
    cdef float[:, ::1] rows = np.zeros((6, n_blocks), dtype=np.float32)
    cdef int64_t place, said, words
    cdef double covers, overlap
    # What begins like none of the wanted words need not be looked for.
    cdef uint8_t[::1] begins = np.zeros(256, dtype=np.uint8)
    for place in range(wanted.shape[0]):
        begins[wanted[place] >> 56] = 1
    for block in range(n_blocks):
        said = 0
        for place in range(first_word[block], first_word[block + 1]):
            if begins[word[place] >> 56] and is_among(wanted, word[place]):
                said += 1
        words = first_word[block + 1] - first_word[block]
        covers = min(<double>said / max(wanted.shape[0], 1), 1)
        overlap = <double>said / max(words, 1)
        rows[0, block] = loose[block] != 0 and is_among(titles, loose[block])
        rows[1, block] = covers
        rows[2, block] = overlap
        if words >= fewest_words and (rows[0, block] or min(covers, overlap) >= enough):
            if first < 0:
                first = block
            if headed < 0 and is_headed[block]:
                headed = block
    if headed >= 0:
        first = headed
    for block in range(n_blocks):
        rows[3, block] = first >= 0 and block > first
        rows[4, block] = first >= 0 and block < first
        rows[5, block] = log1p(fabs(<double>(block - first))) if first >= 0 else -1
    return np.asarray(rows)
