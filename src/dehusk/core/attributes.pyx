"""The attributes of all elements, found in one pass over their opening tags."""

import numpy as np

from dehusk.core.hashing cimport start_hash, take_byte
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memchr


def find_attributes(
    bytes content,
    const uint8_t[::1] tag,
    const int32_t[::1] start,
    const int32_t[::1] stop,
):
    """In document order: the node, the key of the name, where the value starts and stops.

    A tag of canonical markup is `<name name="value" …>`; what is broken ends its attributes.
    """
    cdef const char* markup = content
    cdef Py_ssize_t n_nodes = tag.shape[0], node, n_found = 0, room = 4 * n_nodes + 16
    cdef int32_t[::1] nodes = np.empty(room, dtype=np.int32)
    cdef uint64_t[::1] keys = np.empty(room, dtype=np.uint64)
    cdef int32_t[::1] first = np.empty(room, dtype=np.int32)
    cdef int32_t[::1] past = np.empty(room, dtype=np.int32)
    cdef const char* at
    cdef const char* end
    cdef const char* name
    cdef uint64_t key
    for node in range(n_nodes):
        if tag[node] == 0:
            continue
        if start[node] < 0 or stop[node] > len(content) or stop[node] <= start[node]:
            raise IndexError("a tag beyond the markup")
        end = markup + stop[node]
        at = <const char*>memchr(markup + start[node], c" ", stop[node] - start[node])
        while at != NULL and at < end and at[0] == c" ":
            at += 1
            name = at
            key = start_hash()
            # A name may start with the sign that ends others.
            while at < end and (at[0] != c"=" or at == name) and at[0] != c" ":
                key = take_byte(key, <uint8_t>at[0])
                at += 1
            if end - at < 2 or at[0] != c"=" or at[1] != c'"':
                break
            name = at + 2
            at = <const char*>memchr(name, c'"', end - name)
            if at == NULL:
                break
            if n_found == room:
                room *= 2
                nodes, keys = _widen(nodes, room), _widen(keys, room)
                first, past = _widen(first, room), _widen(past, room)
            nodes[n_found], keys[n_found] = node, key
            first[n_found], past[n_found] = name - markup, at - markup
            n_found += 1
            at += 1
    return (
        np.asarray(nodes)[:n_found].copy(), np.asarray(keys)[:n_found].copy(),
        np.asarray(first)[:n_found].copy(), np.asarray(past)[:n_found].copy(),
    )


def find_keys(const uint64_t[::1] keys, const uint64_t[::1] wanted):
    """Where one of the wanted keys is."""
    cdef Py_ssize_t place, number, n_found = 0
    cdef int32_t[::1] found = np.empty(keys.shape[0], dtype=np.int32)
    for number in range(wanted.shape[0]):
        for place in range(keys.shape[0]):
            if keys[place] == wanted[number]:
                found[n_found] = place
                n_found += 1
    return np.asarray(found)[:n_found].copy()


def _widen(array, size):
    """The same with more room behind."""
    wide = np.empty(size, dtype=np.asarray(array).dtype)
    wide[: len(array)] = array
    return wide
