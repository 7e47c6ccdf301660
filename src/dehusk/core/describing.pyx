"""What blocks of a page are like, in numbers: a row for each thing told, a column a block."""

import numpy as np

from dehusk.core.grouping cimport group_same
from dehusk.core.numbers cimport log_of, share_of
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

cdef enum:
    CHARS, WORDS, DIGITS, CAPITALS, STOPS, COMMAS, MARKS


def describe_text(
    const float[:, ::1] counts,
    const float[::1] linked,
    const float[::1] ends_sentence,
    const int64_t[::1] leaf_words,
    const int32_t[::1] block_of_leaf,
):
    """Words, chars, silent leaves; word length, digits, capitals, stops, commas, marks, links;
    whether it ends a sentence, whether all of it is linked."""
    cdef Py_ssize_t n_blocks = counts.shape[0], block, leaf
    cdef float[:, ::1] rows = np.zeros((12, n_blocks), dtype=np.float32)
    cdef float chars, words
    for leaf in range(leaf_words.shape[0]):
        rows[2, block_of_leaf[leaf]] += leaf_words[leaf] == 0
    for block in range(n_blocks):
        chars, words = counts[block, CHARS], counts[block, WORDS]
        rows[0, block] = log_of(words)
        rows[1, block] = log_of(chars)
        rows[2, block] = log_of(rows[2, block])
        rows[3, block] = share_of(chars, words)
        rows[4, block] = share_of(counts[block, DIGITS], chars)
        rows[5, block] = share_of(counts[block, CAPITALS], chars)
        rows[6, block] = share_of(counts[block, STOPS], words)
        rows[7, block] = share_of(counts[block, COMMAS], words)
        rows[8, block] = share_of(counts[block, MARKS], chars)
        rows[9, block] = share_of(linked[block], words)
        rows[10, block] = ends_sentence[block]
        rows[11, block] = linked[block] >= words and words > 0
    return np.asarray(rows)


def describe_place(
    const float[:, ::1] counts, const float[::1] linked, const int32_t[::1] depth, const int32_t[::1] element
):
    """The page's blocks, words and links; the block's number, words before and after, depth."""
    cdef Py_ssize_t n_blocks = counts.shape[0], block
    cdef float[:, ::1] rows = np.empty((7, n_blocks), dtype=np.float32)
    cdef double total = 0, total_linked = 0, before = 0
    for block in range(n_blocks):
        total += counts[block, WORDS]
        total_linked += linked[block]
    total = max(total, 1)
    cdef float log_blocks = log_of(n_blocks), log_words = log_of(total)
    for block in range(n_blocks):
        rows[0, block] = log_blocks
        rows[1, block] = log_words
        rows[2, block] = total_linked / total
        rows[3, block] = <double>block / n_blocks
        rows[4, block] = before / total
        before += counts[block, WORDS]
        rows[5, block] = (total - before) / total
        rows[6, block] = log_of(depth[element[block]])
    return np.asarray(rows)


cdef int32_t[::1] count_copies(const int32_t[::1] first):
    """At the first of each value, how many there are."""
    cdef int32_t[::1] copies = np.zeros(first.shape[0], dtype=np.int32)
    cdef Py_ssize_t place
    for place in range(first.shape[0]):
        copies[first[place]] += 1
    return copies


def describe_repeats(
    const float[:, ::1] counts,
    const uint64_t[::1] loose,
    const uint64_t[::1] gram,
    const int64_t[::1] first_gram,
    const int32_t[::1] repeats,
    const int32_t[::1] element,
    const int32_t[::1] holder,
    const int32_t[:, ::1] around,
):
    """Copies of the block, whether it is a later one, words that are repeated; siblings like its
    element, its holder, the two smallest parts around it."""
    cdef Py_ssize_t n_blocks = counts.shape[0], block
    cdef float[:, ::1] rows = np.zeros((7, n_blocks), dtype=np.float32)
    cdef int32_t[::1] same = group_same(loose), same_gram = group_same(gram)
    cdef int32_t[::1] copies = count_copies(same), gram_copies = count_copies(same_gram)
    cdef int64_t place, repeated
    for block in range(n_blocks):
        if counts[block, WORDS] > 0:
            rows[0, block] = log_of(copies[same[block]] - 1)
            rows[1, block] = same[block] < block
        repeated = 0
        for place in range(first_gram[block], first_gram[block + 1]):
            repeated += gram_copies[same_gram[place]] > 1
        rows[2, block] = share_of(repeated, first_gram[block + 1] - first_gram[block])
        rows[3, block] = log_of(repeats[element[block]] - 1)
        rows[4, block] = log_of(repeats[holder[block]] - 1)
        rows[5, block] = log_of(repeats[around[block, 0]] - 1)
        rows[6, block] = log_of(repeats[around[block, 1]] - 1)
    return np.asarray(rows)


def find_undisplayed(
    const uint8_t[::1] markup, const int32_t[::1] nodes, const int32_t[::1] starts, const int32_t[::1] stops
):
    """Those of the nodes whose style says "display: none"."""
    cdef const uint8_t* wanted = b"display:none"
    cdef Py_ssize_t number, at, begin, matched, n_found = 0
    cdef int32_t[::1] found = np.empty(nodes.shape[0], dtype=np.int32)
    for number in range(nodes.shape[0]):
        begin = starts[number]
        while begin < stops[number]:
            if markup[begin] == c"d":
                matched, at = 0, begin
                while at < stops[number] and matched < 12:
                    if markup[at] == wanted[matched]:
                        matched += 1
                    elif markup[at] != c" ":
                        break
                    at += 1
                if matched == 12:
                    found[n_found] = nodes[number]
                    n_found += 1
                    break
            begin += 1
    return np.asarray(found)[:n_found].copy()


def describe_tags(
    const uint8_t[::1] tag,
    const int32_t[::1] parent,
    const int32_t[::1] element,
    const int32_t[::1] holder,
    const int8_t[::1] own_group,
    const int8_t[::1] inline_group,
    const uint32_t[::1] around_groups,
    const uint8_t[::1] is_heading,
    const int32_t[::1] hidden,
    int n_own,
    int n_inline,
    int n_around,
    int farthest,
):
    """Which group of tags its element is of, and its holder; all groups that it is in; whether it
    is hidden; how far the last heading is, in blocks, and the next."""
    cdef Py_ssize_t n_nodes = tag.shape[0], n_blocks = element.shape[0], node, block, number
    cdef Py_ssize_t after = n_own + n_inline + n_around
    cdef float[:, ::1] rows = np.zeros((after + 3, n_blocks), dtype=np.float32)
    cdef uint32_t[::1] groups = np.empty(n_nodes, dtype=np.uint32)
    cdef uint8_t[::1] is_hidden = np.zeros(n_nodes, dtype=np.uint8)
    cdef Py_ssize_t last, distance
    for number in range(hidden.shape[0]):
        is_hidden[hidden[number]] = 1
    for node in range(n_nodes):
        groups[node] = around_groups[tag[node]]
        if parent[node] >= 0:
            groups[node] |= groups[parent[node]]
            is_hidden[node] |= is_hidden[parent[node]]
    for block in range(n_blocks):
        number = own_group[tag[element[block]]]
        if number >= 0:
            rows[number, block] = 1
        number = inline_group[tag[holder[block]]]
        if number >= 0:
            rows[n_own + number, block] = 1
        for number in range(n_around):
            rows[n_own + n_inline + number, block] = groups[element[block]] >> number & 1
        rows[after, block] = is_hidden[holder[block]]
    last = -n_blocks
    for block in range(n_blocks):
        if is_heading[tag[element[block]]]:
            last = block
        rows[after + 1, block] = log_of(min(block - last, farthest))
    last = 2 * n_blocks
    for block in range(n_blocks - 1, -1, -1):
        rows[after + 2, block] = log_of(min(last - block, farthest))
        if is_heading[tag[element[block]]]:
            last = block
    return np.asarray(rows)


def describe_names(
    const double[:, ::1] said,
    const int32_t[::1] parent,
    const int32_t[::1] element,
    const int32_t[::1] holder,
    int near,
):
    """What all names around a block say for it and against it, and what only the near ones say."""
    cdef Py_ssize_t n_blocks = element.shape[0], block
    cdef float[:, ::1] rows = np.empty((4, n_blocks), dtype=np.float32)
    cdef int32_t above
    cdef int step, side
    for block in range(n_blocks):
        above = element[block]
        for step in range(near):
            above = max(parent[above], 0)
        for side in range(2):
            rows[side, block] = said[side, holder[block]]
            rows[2 + side, block] = said[side, holder[block]] - said[side, above]
    return np.asarray(rows)


def describe_wording(
    const uint64_t[::1] word,
    const int64_t[::1] first_word,
    const uint64_t[::1] keys,
    const float[::1] says,
    const int32_t[::1] places,
    int shift,
    const int32_t[::1] heading,
):
    """What the words of a block say on average, at the worst and at the best; what those of its
    heading say. `places` tells by the first bits of a hash where among the keys it is."""
    cdef Py_ssize_t n_blocks = first_word.shape[0] - 1, block
    cdef float[:, ::1] rows = np.zeros((4, n_blocks), dtype=np.float32)
    cdef int64_t place
    cdef int32_t number
    cdef float one
    cdef double total
    if keys.shape[0]:
        for block in range(n_blocks):
            total = 0
            for place in range(first_word[block], first_word[block + 1]):
                number = places[<Py_ssize_t>(word[place] >> shift)]
                if keys[number] == word[place]:
                    one = says[number]
                    total += one
                    rows[1, block] = min(rows[1, block], one)
                    rows[2, block] = max(rows[2, block], one)
            rows[0, block] = share_of(total, first_word[block + 1] - first_word[block])
    for block in range(n_blocks):
        if heading[block] >= 0:
            rows[3, block] = rows[0, heading[block]]
    return np.asarray(rows)


def find_last(const uint8_t[::1] tag, const int32_t[::1] element, const uint8_t[::1] is_heading):
    """The last heading at or before each block; -1 before the first."""
    cdef Py_ssize_t block
    cdef int32_t[::1] found = np.empty(element.shape[0], dtype=np.int32)
    cdef int32_t last = -1
    for block in range(element.shape[0]):
        if is_heading[tag[element[block]]]:
            last = block
        found[block] = last
    return np.asarray(found)
