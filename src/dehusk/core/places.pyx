"""Where blocks stand in the tree: ways to each node, siblings of a kind, parts around a block."""

import numpy as np

from dehusk.core.grouping cimport group_same
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef uint64_t STEP = 0x9E3779B97F4A7C15
cdef uint64_t LEVEL = 0xD1B54A32D192ED03
cdef uint64_t CLASS = 0x8CB92BA72F3D8DD7


cdef inline uint64_t fold(uint64_t raw) noexcept:
    return raw ^ (raw >> 29)


cdef inline uint64_t step_down(uint64_t kind, uint64_t depth) noexcept:
    """What an element of a kind adds to the way, so deep in the tree."""
    return fold(kind) * ((depth * LEVEL ^ (depth * STEP >> 29)) | 1)


def hash_ways(
    const uint8_t[::1] tag,
    const int32_t[::1] parent,
    const int32_t[::1] depth,
    const uint64_t[::1] tag_hashes,
    const uint64_t[::1] class_hashes,
):
    """By node: the hash of its way by tags and classes, that by tags and numbers, and how many
    siblings of its kind there are. A text's way is its parent's.
    """
    cdef Py_ssize_t n_nodes = tag.shape[0], node
    cdef uint64_t[::1] kind = np.empty(n_nodes, dtype=np.uint64)
    cdef uint64_t[::1] sibling = np.empty(n_nodes, dtype=np.uint64)
    cdef uint64_t[::1] slot = np.zeros(n_nodes, dtype=np.uint64)
    cdef uint64_t[::1] numbered = np.zeros(n_nodes, dtype=np.uint64)
    cdef int32_t[::1] size = np.zeros(n_nodes, dtype=np.int32)
    cdef int32_t[::1] repeats = np.ones(n_nodes, dtype=np.int32)
    cdef int32_t above
    for node in range(n_nodes):
        kind[node] = tag_hashes[tag[node]] + class_hashes[node] * CLASS
        sibling[node] = kind[node] ^ ((<uint64_t>(parent[node] + 1)) * LEVEL)
        if tag[node] == 0:
            # Texts are of no kind: none has a sibling.
            sibling[node] = <uint64_t>node
    cdef int32_t[::1] first = group_same(sibling)
    for node in range(n_nodes):
        above = parent[node]
        if above >= 0:
            slot[node], numbered[node] = slot[above], numbered[above]
        if tag[node] != 0:
            slot[node] += step_down(kind[node], depth[node])
            numbered[node] += step_down(
                tag_hashes[tag[node]] + <uint64_t>size[first[node]] * LEVEL, depth[node]
            )
            size[first[node]] += 1
    for node in range(n_nodes):
        slot[node] = fold(slot[node]) * STEP
        numbered[node] = fold(numbered[node]) * STEP
        if tag[node] != 0:
            repeats[node] = size[first[node]]
    return np.asarray(slot), np.asarray(numbered), np.asarray(repeats)


cdef inline uint64_t spread(uint64_t value) noexcept:
    """A number spread over all bits, as SplitMix64 does: sums of such hardly ever meet."""
    value += <uint64_t>0x9E3779B97F4A7C15
    value = (value ^ (value >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    value = (value ^ (value >> 27)) * <uint64_t>0x94D049BB133111EB
    return value ^ (value >> 31)


def hash_tag_paths(
    const uint8_t[::1] tag,
    const int32_t[::1] parent,
    const int32_t[::1] depth,
    const uint64_t[::1] tag_hashes,
):
    """By node the sum of what all tags from the root to it add, each by how deep it is; a text's is
    its parent's."""
    cdef Py_ssize_t n_nodes = tag.shape[0], node
    cdef uint64_t[::1] found = np.zeros(n_nodes, dtype=np.uint64)
    for node in range(n_nodes):
        if parent[node] >= 0:
            found[node] = found[parent[node]]
        if tag[node] != 0:
            found[node] += spread(tag_hashes[tag[node]] ^ spread(<uint64_t>depth[node]))
    return np.asarray(found)


def hash_element_paths(
    const uint8_t[::1] tag,
    const int32_t[::1] parent,
    const int32_t[::1] depth,
    const int32_t[::1] end,
    const uint64_t[::1] tag_hashes,
    int head,
):
    """The same of all elements but the head and what is in it, spread over all bits."""
    cdef Py_ssize_t n_nodes = tag.shape[0], node, n_found = 0, past = 0
    cdef const uint64_t[::1] paths = hash_tag_paths(tag, parent, depth, tag_hashes)
    cdef uint64_t[::1] found = np.empty(n_nodes, dtype=np.uint64)
    for node in range(n_nodes):
        if tag[node] == head:
            past = max(past, end[node])
        if tag[node] != 0 and node >= past:
            found[n_found] = spread(paths[node])
            n_found += 1
    return np.asarray(found)[:n_found]


def hold_blocks(
    const int32_t[::1] end, const int32_t[::1] leaves, const int32_t[::1] block, int n_blocks
):
    """By node the first block in it, and that after the last."""
    cdef Py_ssize_t n_nodes = end.shape[0], n_leaves = leaves.shape[0], node
    cdef int32_t[::1] before = np.empty(n_nodes + 1, dtype=np.int32)
    cdef int32_t[::1] low = np.empty(n_nodes, dtype=np.int32)
    cdef int32_t[::1] high = np.empty(n_nodes, dtype=np.int32)
    cdef int32_t leaf = 0
    for node in range(n_nodes + 1):
        before[node] = leaf
        if leaf < n_leaves and leaves[leaf] == node:
            leaf += 1
    for node in range(n_nodes):
        leaf = before[node]
        low[node] = block[leaf] if leaf < n_leaves else n_blocks
        high[node] = low[node]
        if before[end[node]] > leaf:
            high[node] = block[before[end[node]] - 1] + 1
    return np.asarray(low), np.asarray(high)


def find_around(
    const int32_t[::1] parent,
    const int32_t[::1] low,
    const int32_t[::1] high,
    const int32_t[::1] holder,
    const uint8_t[::1] is_passed,
    int n_levels,
):
    """By block the nearest element that is not passed over, and the ever larger parts around it."""
    cdef Py_ssize_t n_nodes = parent.shape[0], n_blocks = holder.shape[0], node, block, level
    cdef int32_t[::1] wider = np.zeros(n_nodes, dtype=np.int32)
    cdef int32_t[::1] element = np.empty(n_blocks, dtype=np.int32)
    cdef int32_t[:, ::1] around = np.empty((n_blocks, n_levels), dtype=np.int32)
    cdef int32_t above, at
    for node in range(1, n_nodes):
        above = parent[node]
        if above > 0 and high[above] - low[above] == high[node] - low[node]:
            above = wider[above]
        wider[node] = max(above, 0)
    for block in range(n_blocks):
        at = max(holder[block], 0)
        while at > 0 and is_passed[at]:
            at = parent[at]
        element[block] = at
        if high[at] - low[at] <= 1:
            at = wider[at]
        for level in range(n_levels):
            around[block, level] = at
            at = wider[at]
    return np.asarray(element), np.asarray(around)


def gather_above(const int32_t[::1] parent, const uint32_t[::1] bits):
    """By node all bits of it and of what it is in."""
    cdef Py_ssize_t n_nodes = parent.shape[0], node
    cdef uint32_t[::1] found = np.empty(n_nodes, dtype=np.uint32)
    for node in range(n_nodes):
        found[node] = bits[node]
        if parent[node] >= 0:
            found[node] |= found[parent[node]]
    return np.asarray(found)
