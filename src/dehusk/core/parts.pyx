"""The parts around blocks: what they hold, and which of them hold what is new on a page."""

import numpy as np

from dehusk.core.hashing cimport find_key
from dehusk.core.numbers cimport log_of, share_of
from libc.stdint cimport int32_t, uint8_t, uint64_t

cdef enum:
    WORDS, LINKED, STOPS, COMMAS, KNOWN, HERE, FIXED, TITLED, WHOLE, NOVEL, VARIED, N_SUMS

cdef enum:
    # What is learned of a part.
    PAGES, ALL_WORDS, NEW_WORDS, NEW_SHARE

cdef enum:
    HALF, USUAL, MOST, VARYING, N_CHOICES


def add_up(
    const float[:, ::1] counts,
    const float[::1] linked,
    const float[::1] known,
    const float[::1] here,
    const uint8_t[::1] titled,
):
    """Running sums over blocks, from nothing on: what any part holds is a difference of two."""
    cdef Py_ssize_t n_blocks = counts.shape[0], block
    cdef int row
    cdef double[:, ::1] totals = np.zeros((N_SUMS, n_blocks + 1), dtype=np.float64)
    cdef double[N_SUMS] one
    cdef double words, unlinked
    for block in range(n_blocks):
        words = counts[block, 1]
        unlinked = max(words - linked[block], 0)
        one[WORDS], one[LINKED] = words, linked[block]
        one[STOPS], one[COMMAS] = counts[block, 4], counts[block, 5]
        one[KNOWN], one[HERE], one[FIXED] = words * known[block], words * here[block], here[block]
        one[TITLED] = titled[block]
        one[WHOLE] = linked[block] >= words and words > 0
        one[NOVEL], one[VARIED] = unlinked * (1 - known[block]), unlinked * (1 - here[block])
        for row in range(N_SUMS):
            totals[row, block + 1] = totals[row, block] + one[row]
    return np.asarray(totals)


def describe_around(
    const double[:, ::1] totals,
    const int32_t[::1] low,
    const int32_t[::1] high,
    const int32_t[:, ::1] around,
    const uint64_t[::1] slot,
    const uint64_t[::1] keys,
    const float[:, ::1] values,
    int own,
    int n_others,
):
    """What the smallest part around each block holds, here and on the site's other pages.

    Rows: blocks, words, words a block; its share of the page's words, new words, varied words;
    support; the shares of links, linked blocks, stops, commas, known words, words said here, fixed
    blocks, titles; how much is usually new, and what share of what is new.
    """
    cdef Py_ssize_t n_blocks = around.shape[0], block, place
    cdef float[:, ::1] rows = np.zeros((17, n_blocks), dtype=np.float32)
    cdef double[N_SUMS] held
    cdef double blocks, others
    cdef int32_t node
    cdef int row
    for block in range(n_blocks):
        node = around[block, 0]
        for row in range(N_SUMS):
            held[row] = totals[row, high[node]] - totals[row, low[node]]
        blocks = high[node] - low[node]
        rows[0, block] = log_of(blocks)
        rows[1, block] = log_of(held[WORDS])
        rows[2, block] = log_of(share_of(held[WORDS], blocks))
        rows[3, block] = share_of(held[WORDS], totals[WORDS, n_blocks])
        rows[4, block] = share_of(held[NOVEL], totals[NOVEL, n_blocks])
        rows[5, block] = share_of(held[VARIED], totals[VARIED, n_blocks])
        rows[7, block] = share_of(held[LINKED], held[WORDS])
        rows[8, block] = share_of(held[WHOLE], blocks)
        rows[9, block] = share_of(held[STOPS], held[WORDS])
        rows[10, block] = share_of(held[COMMAS], held[WORDS])
        rows[11, block] = share_of(held[KNOWN], held[WORDS])
        rows[12, block] = share_of(held[HERE], held[WORDS])
        rows[13, block] = share_of(held[FIXED], blocks)
        rows[14, block] = share_of(held[TITLED], held[WHOLE])
        place = find_key(keys, slot[node])
        others = values[place, PAGES] - own if place >= 0 else 0
        # What only the page itself has tells nothing of its site.
        if others > 0:
            rows[6, block] = others / max(n_others, 1)
            rows[15, block] = share_of(values[place, NEW_WORDS], values[place, ALL_WORDS])
            rows[16, block] = share_of(values[place, NEW_SHARE], values[place, PAGES])
    return np.asarray(rows)


def find_containers(
    const double[:, ::1] totals,
    const int32_t[::1] low,
    const int32_t[::1] high,
    const uint64_t[::1] slot,
    const uint64_t[::1] keys,
    const float[:, ::1] values,
    bint is_known,
    double half,
    double most,
    double learned,
    double fewest_learned,
    double varied,
):
    """The smallest part with half of the page's new text; that which usually holds it, or else has
    most of it; that with most of what varies. The innermost of equal ones; the root if there is
    none. `is_known` where other pages tell what is usual."""
    cdef Py_ssize_t n_nodes = low.shape[0], n_blocks = totals.shape[1] - 1, node, place
    cdef int32_t[N_CHOICES] chosen, width
    cdef int choice
    cdef int32_t blocks
    cdef double new, varying, usual
    cdef double all_new = max(totals[NOVEL, n_blocks], 1), all_varied = max(totals[VARIED, n_blocks], 1)
    cdef bint[N_CHOICES] is_one
    for choice in range(N_CHOICES):
        chosen[choice], width[choice] = -1, 0
    for node in range(n_nodes):
        blocks = high[node] - low[node]
        if blocks < 2:
            continue
        new = (totals[NOVEL, high[node]] - totals[NOVEL, low[node]]) / all_new
        varying = (totals[VARIED, high[node]] - totals[VARIED, low[node]]) / all_varied
        is_one[HALF], is_one[MOST], is_one[VARYING] = new >= half, new >= most, varying >= varied
        is_one[USUAL] = False
        if is_known and new >= fewest_learned:
            place = find_key(keys, slot[node])
            if place >= 0:
                usual = share_of(values[place, NEW_SHARE], values[place, PAGES])
                is_one[USUAL] = usual >= learned
        for choice in range(N_CHOICES):
            # Parts are in document order: of equal ones the last is the innermost.
            if is_one[choice] and (chosen[choice] < 0 or blocks <= width[choice]):
                chosen[choice], width[choice] = node, blocks
    if chosen[USUAL] < 0:
        chosen[USUAL] = chosen[MOST]
    return np.array(
        (max(chosen[HALF], 0), max(chosen[USUAL], 0), max(chosen[VARYING], 0)), dtype=np.int32
    )


def find_children(
    const int32_t[::1] nodes,
    const int32_t[::1] end,
    const int32_t[::1] low,
    const int32_t[::1] high,
    const int32_t[::1] leaves,
    const int32_t[::1] first_leaf,
):
    """By container and block the child that the block is in; the container for those outside."""
    cdef Py_ssize_t n_blocks = first_leaf.shape[0] - 1, number, block
    cdef int32_t[:, ::1] children = np.empty((nodes.shape[0], n_blocks), dtype=np.int32)
    cdef int32_t node, child
    for number in range(nodes.shape[0]):
        node = nodes[number]
        for block in range(n_blocks):
            children[number, block] = node
        child = node + 1
        if child >= end[node]:
            continue
        # A block may begin before the part that the rest of it is in.
        for block in range(low[node], high[node]):
            while end[child] < end[node] and leaves[first_leaf[block]] >= end[child]:
                child = end[child]
            children[number, block] = child
    return np.asarray(children)


def describe_containers(
    const double[:, ::1] totals,
    const int32_t[::1] nodes,
    const int32_t[::1] low,
    const int32_t[::1] high,
    const int32_t[::1] depth,
    const int32_t[::1] element,
):
    """Where each block stands in each container; for each in turn: whether inside, whether before,
    at which share of its words, how deep below; and the container's share of the page's words."""
    cdef Py_ssize_t n_blocks = element.shape[0], number, block
    cdef float[:, ::1] rows = np.zeros((5 * nodes.shape[0], n_blocks), dtype=np.float32)
    cdef double start, held
    cdef int32_t node
    cdef Py_ssize_t row
    for number in range(nodes.shape[0]):
        node, row = nodes[number], 5 * number
        start = totals[WORDS, low[node]]
        held = totals[WORDS, high[node]] - start
        for block in range(n_blocks):
            if low[node] <= block < high[node]:
                rows[row, block] = 1
                rows[row + 3, block] = log_of(depth[element[block]] - depth[node])
            rows[row + 1, block] = block < low[node]
            rows[row + 2, block] = min(max(share_of(totals[WORDS, block] - start, held), -1), 2)
            rows[row + 4, block] = share_of(held, totals[WORDS, n_blocks])
    return np.asarray(rows)
