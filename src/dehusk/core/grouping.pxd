"""Values that are the same, told by their hashes in one pass."""

from libc.stdint cimport int32_t, uint64_t


cdef int32_t[::1] group_same(const uint64_t[::1] values)
