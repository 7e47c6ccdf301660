"""The attributes of all elements, found in one pass over their opening tags."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

cdef uint64_t SEED = 0xCBF29CE484222325
cdef uint64_t PRIME = 0x100000001B3


cdef inline uint64_t hash_bytes(const uint8_t[::1] text, int64_t start, int64_t stop) except? 0:
    cdef uint64_t found = SEED
    cdef int64_t at
    for at in range(start, stop):
        found = (found ^ text[at]) * PRIME
    return found


def hash_name(const uint8_t[::1] name):
    """The key of an attribute's name."""
    return hash_bytes(name, 0, name.shape[0])


def find_attributes(
    const uint8_t[::1] markup,
    const uint8_t[::1] tag,
    const int32_t[::1] start,
    const int32_t[::1] stop,
):
    """In document order: the node, the key of the name, where the value starts and stops.

    A tag of canonical markup is `<name name="value" …>`; what is broken ends its attributes.
    """
    cdef Py_ssize_t n_nodes = tag.shape[0], node, n_found = 0, room = 4 * n_nodes + 16
    cdef int32_t[::1] nodes = np.empty(room, dtype=np.int32)
    cdef uint64_t[::1] keys = np.empty(room, dtype=np.uint64)
    cdef int32_t[::1] first = np.empty(room, dtype=np.int32)
    cdef int32_t[::1] past = np.empty(room, dtype=np.int32)
    cdef int64_t at, end, name
    cdef uint64_t key
    for node in range(n_nodes):
        if tag[node] == 0:
            continue
        at, end = start[node], stop[node]
        while at < end and markup[at] != c" ":
            at += 1
        while at < end and markup[at] == c" ":
            name = at + 1
            at = name
            key = SEED
            # A name may start with the sign that ends others.
            while at < end and (markup[at] != c"=" or at == name) and markup[at] != c" ":
                key = (key ^ markup[at]) * PRIME
                at += 1
            if at + 1 >= end or markup[at] != c"=" or markup[at + 1] != c'"':
                break
            at += 2
            name = at
            while at < end and markup[at] != c'"':
                at += 1
            if at >= end:
                break
            if n_found == room:
                room *= 2
                nodes, keys = _widen(nodes, room), _widen(keys, room)
                first, past = _widen(first, room), _widen(past, room)
            nodes[n_found], keys[n_found] = node, key
            first[n_found], past[n_found] = name, at
            n_found += 1
            at += 1
    return (
        np.asarray(nodes)[:n_found].copy(), np.asarray(keys)[:n_found].copy(),
        np.asarray(first)[:n_found].copy(), np.asarray(past)[:n_found].copy(),
    )


def _widen(array, size):
    """The same with more room behind."""
    wide = np.empty(size, dtype=np.asarray(array).dtype)
    wide[: len(array)] = array
    return wide
