"""Hashes of two things, and finding them again: shared by the modules of the core."""

from libc.stdint cimport uint8_t, uint64_t


cdef inline uint64_t start_hash() noexcept:
    """What the hash of any text comes from."""
    return <uint64_t>0xCBF29CE484222325


cdef inline uint64_t take_byte(uint64_t hashed, uint8_t byte) noexcept:
    """The same with one byte more."""
    return (hashed ^ byte) * <uint64_t>0x100000001B3


cdef inline uint64_t mix(uint64_t left, uint64_t right) noexcept:
    """One hash of two; the order counts."""
    return (left * <uint64_t>0xD6E8FEB86659FD93) ^ (right + (left >> 32))


cdef inline Py_ssize_t find_key(const uint64_t[::1] keys, uint64_t key) except -2:
    """Where a key is among sorted ones; -1 where it is not.

    Hashes are spread evenly, so that the first guess is near; from there in ever longer steps.
    """
    cdef Py_ssize_t size = keys.shape[0], low, high, middle, step = 1
    if size == 0:
        return -1
    middle = <Py_ssize_t>(((key >> 32) * <uint64_t>size) >> 32)
    if keys[middle] == key:
        return middle
    if keys[middle] < key:
        low = middle
        high = middle + step
        while high < size and keys[high] < key:
            low = high
            step *= 2
            high += step
        high = min(high, size - 1)
    else:
        high = middle
        low = middle - step
        while low > 0 and keys[low] > key:
            high = low
            step *= 2
            low -= step
        low = max(low, 0)
    while low <= high:
        middle = (low + high) >> 1
        if keys[middle] == key:
            return middle
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle - 1
    return -1
