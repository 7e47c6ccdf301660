"""Where a page breaks as it is read, on either side of every node."""

import numpy as np

from libc.stdint cimport int32_t, uint8_t


def find_breaks(
    const uint8_t[::1] tag,
    const int32_t[::1] parent,
    const int32_t[::1] end,
    const int32_t[::1] leaves,
    const uint8_t[::1] break_of_tag,
    const uint8_t[::1] is_list,
    const uint8_t[::1] is_item,
    int space,
    int line,
):
    """The break just before each node, and after the last: the strongest of all that meet there.

    A list within a list only starts a line. Blanks part, but texts that say something do not.
    """
    cdef Py_ssize_t n_nodes = tag.shape[0], node, leaf = 0
    cdef uint8_t[::1] breaks = np.zeros(n_nodes + 1, dtype=np.uint8)
    cdef uint8_t level
    for node in range(n_nodes):
        level = break_of_tag[tag[node]]
        if tag[node] == 0:
            while leaf < leaves.shape[0] and leaves[leaf] < node:
                leaf += 1
            level = 0 if leaf < leaves.shape[0] and leaves[leaf] == node else space
        elif is_list[tag[node]] and parent[node] >= 0 and is_item[tag[parent[node]]]:
            level = line
        if level > breaks[node]:
            breaks[node] = level
        if level > breaks[end[node]]:
            breaks[end[node]] = level
    return np.asarray(breaks)


def find_gaps(
    const uint8_t[::1] breaks,
    const uint8_t[::1] tag,
    const int32_t[::1] nodes,
    int line_break,
    int paragraph,
):
    """The strongest break from just after one of these nodes to the next; two line breaks in a row
    are a paragraph's distance."""
    cdef Py_ssize_t number, at = 0
    cdef uint8_t[::1] gaps = np.zeros(nodes.shape[0], dtype=np.uint8)
    cdef int n_lines
    cdef uint8_t highest
    for number in range(nodes.shape[0]):
        n_lines = 0
        highest = 0
        while at <= nodes[number]:
            highest = max(highest, breaks[at])
            n_lines += tag[at] == line_break
            at += 1
        gaps[number] = paragraph if n_lines > 1 else highest
    return np.asarray(gaps)
