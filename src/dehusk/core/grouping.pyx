"""Values that are the same, told by their hashes in one pass."""

import numpy as np

from libc.stdint cimport int32_t, uint64_t


cdef int32_t[::1] group_same(const uint64_t[::1] values):
    """For each value the place of the first that is the same."""
    cdef Py_ssize_t size = values.shape[0], place, number
    cdef Py_ssize_t room = 8
    while room < 2 * size:
        room *= 2
    cdef int32_t[::1] seen = np.full(room, -1, dtype=np.int32)
    cdef int32_t[::1] first = np.empty(size, dtype=np.int32)
    cdef uint64_t hashed
    for place in range(size):
        hashed = values[place] * <uint64_t>0x9E3779B97F4A7C15
        number = <Py_ssize_t>(hashed >> 32) & (room - 1)
        while seen[number] >= 0 and values[seen[number]] != values[place]:
            number = (number + 1) & (room - 1)
        if seen[number] < 0:
            seen[number] = place
        first[place] = seen[number]
    return first


def find_first(const uint64_t[::1] values):
    """For each value the place of the first that is the same."""
    return np.asarray(group_same(values))
