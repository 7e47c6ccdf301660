"""Values that are the same, told by their hashes in one pass."""

import os

import numpy as np

from libc.stdint cimport int32_t, uint64_t

# Nobody can choose what meets in a table: where things are in it is different in every process,
# and never leaves it.
cdef uint64_t SECRET = int.from_bytes(os.urandom(8), "little")
cdef uint64_t FACTOR = int.from_bytes(os.urandom(8), "little") | 1


cdef int32_t[::1] group_same(const uint64_t[::1] values):
    """For each value the place of the first that is the same."""
    cdef Py_ssize_t size = values.shape[0], place, number
    cdef Py_ssize_t room = 8
    cdef int shift = 61
    while room < 2 * size:
        room *= 2
        shift -= 1
    cdef int32_t[::1] seen = np.full(room, -1, dtype=np.int32)
    cdef int32_t[::1] first = np.empty(size, dtype=np.int32)
    cdef uint64_t hashed
    for place in range(size):
        hashed = (values[place] ^ SECRET) * FACTOR
        number = <Py_ssize_t>(hashed >> shift)
        while seen[number] >= 0 and values[seen[number]] != values[place]:
            number = (number + 1) & (room - 1)
        if seen[number] < 0:
            seen[number] = place
        first[place] = seen[number]
    return first


def find_first(const uint64_t[::1] values):
    """For each value the place of the first that is the same."""
    return np.asarray(group_same(values))
