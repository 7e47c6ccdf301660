"""Canonical markup to the nodes of a tree, in one pass: tags are cut, named and nested."""

import numpy as np

from dehusk.core.hashing cimport start_hash, take_byte
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memchr, memcmp


cdef enum:
    TEXT = 0
    # Kinds of tags, bits of a table.
    VOID = 1
    IMAGE = 2
    SILENT = 4
    FALLBACK = 8

LARGEST = 2**31 - 2
"""So many bytes of markup at most: places in it are numbers of four bytes."""

UNNAMED = 255
"""The number of tags that the table does not know."""

VOID_TAG, IMAGE_TAG, SILENT_TAG, FALLBACK_TAG = VOID, IMAGE, SILENT, FALLBACK


cdef class Names:
    """The names of tags by number, found by what they are spelled like."""

    cdef list spelled
    cdef const char* letters[256]
    cdef Py_ssize_t sizes[256]
    cdef int32_t[::1] numbers
    cdef Py_ssize_t room

    def __init__(self, names):
        cdef Py_ssize_t number, place
        cdef bytes name
        # They are held as long as there are pointers to them.
        self.spelled = [one.encode() for one in names]
        if len(self.spelled) > 255:
            raise ValueError("a tag is one byte")
        for number, name in enumerate(self.spelled):
            self.letters[number], self.sizes[number] = name, len(name)
        self.room = 1024
        self.numbers = np.full(self.room, -1, dtype=np.int32)
        for number, name in enumerate(self.spelled):
            place = self.place_of(name, len(name))
            while self.numbers[place] >= 0:
                place = (place + 1) & (self.room - 1)
            self.numbers[place] = number

    cdef Py_ssize_t place_of(self, const char* name, Py_ssize_t size) noexcept:
        cdef uint64_t key = start_hash()
        cdef Py_ssize_t at
        for at in range(size):
            key = take_byte(key, <uint8_t>name[at])
        return <Py_ssize_t>(key >> 40) & (self.room - 1)

    cdef int find(self, const char* name, Py_ssize_t size) except -2:
        """The number of a name; -1 where it is not among them."""
        cdef Py_ssize_t place = self.place_of(name, size)
        cdef int number
        while self.numbers[place] >= 0:
            number = self.numbers[place]
            if self.sizes[number] == size and memcmp(self.letters[number], name, size) == 0:
                return number
            place = (place + 1) & (self.room - 1)
        return -1


cdef Py_ssize_t count_nodes(const char* markup, Py_ssize_t size) noexcept:
    """Not fewer than there are: a text and an element for each tag."""
    cdef Py_ssize_t n_tags = 0
    cdef const char* at = markup
    cdef const char* end = markup + size
    while True:
        at = <const char*>memchr(at, c"<", end - at)
        if at == NULL:
            return 2 * n_tags + 1
        n_tags += 1
        at += 1


cdef inline bint names_same(const char* opening, const char* closing, Py_ssize_t size) noexcept:
    """Whether a tag that was opened has the name of one that closes, which is so long and comes
    later in the same markup."""
    cdef char after = opening[size]
    return (after == c" " or after == c">") and memcmp(opening, closing, size) == 0


def survey(bytes html):
    """How many "<" there are, how many of them close, and the longest stretch without any."""
    cdef const char* first = html
    cdef const char* end = first + len(html)
    cdef const char* last = first
    cdef const char* at = first
    cdef Py_ssize_t n_tags = 0, n_closing = 0, longest = 0
    while True:
        at = <const char*>memchr(at, c"<", end - at)
        longest = max(longest, (end if at == NULL else at) - last)
        if at == NULL:
            return n_tags, n_closing, longest
        last = at
        at += 1
        n_tags += 1
        # Behind the last byte is a zero.
        n_closing += at[0] == c"/"


def find_comments(bytes markup):
    """Where comments may start."""
    cdef const char* first = markup
    cdef const char* end = first + len(markup)
    cdef const char* at = first
    cdef list found = []
    while True:
        at = <const char*>memchr(at, c"<", end - at)
        if at == NULL:
            return found
        if at[1] == c"!" and end - at >= 4 and at[2] == c"-" and at[3] == c"-":
            found.append(at - first)
        at += 1


def cut_markup(bytes content, Names names, const uint8_t[::1] kinds):
    """By node: tag, parent, depth, end, start, stop. Then the nodes of unknown name, the depth of
    the deepest, and whether all elements nest. `kinds` tells by tag what it is.

    A tag starts at the first "<" after the last tag; every ">" closes one.
    """
    if len(content) > LARGEST:
        raise ValueError("a place in the markup is four bytes")
    cdef const char* markup = content
    cdef Py_ssize_t size = len(content), room = count_nodes(markup, size)
    cdef uint8_t[::1] tag = np.zeros(room, dtype=np.uint8)
    cdef int32_t[::1] parent = np.empty(room, dtype=np.int32)
    cdef int32_t[::1] depth = np.empty(room, dtype=np.int32)
    cdef int32_t[::1] end = np.empty(room, dtype=np.int32)
    cdef int32_t[::1] start = np.empty(room, dtype=np.int32)
    cdef int32_t[::1] stop = np.empty(room, dtype=np.int32)
    cdef list unknown = []
    cdef Py_ssize_t at = 0, opens, name, past, n_nodes = 0
    cdef int32_t open_node = -1, level = 0, deepest = 0
    cdef int number
    cdef bint is_closing, nests = True
    cdef const char* found
    while at < size:
        found = <const char*>memchr(markup + at, c"<", size - at)
        if found == NULL:
            break
        opens = found - markup
        found = <const char*>memchr(found, c">", size - opens)
        if found == NULL:
            break
        if opens > at:
            parent[n_nodes], depth[n_nodes], end[n_nodes] = open_node, level, n_nodes + 1
            start[n_nodes], stop[n_nodes] = at, opens
            n_nodes += 1
        at = found - markup + 1
        is_closing = markup[opens + 1] == c"/"
        name = opens + 1 + is_closing
        past = name
        while past < at - 1 and markup[past] != c" ":
            past += 1
        if is_closing and open_node >= 0 and names_same(
            markup + start[open_node] + 1, markup + name, past - name
        ):
            # Nearly all tags close what was opened last.
            end[open_node] = n_nodes
            open_node = parent[open_node]
            level -= 1
            continue
        number = names.find(markup + name, past - name)
        if is_closing:
            # Some drawing has an element of a void one's name, and closes it: taken as void too.
            if number >= 0 and kinds[number] & VOID:
                continue
            if open_node < 0:
                nests = False
                continue
            end[open_node] = n_nodes
            open_node = parent[open_node]
            level -= 1
            continue
        if number < 0:
            unknown.append(n_nodes)
            number = UNNAMED
        tag[n_nodes] = number
        parent[n_nodes], depth[n_nodes], end[n_nodes] = open_node, level, n_nodes + 1
        start[n_nodes], stop[n_nodes] = opens, at
        if not (number != UNNAMED and kinds[number] & VOID) and markup[name] != c"?":
            open_node = n_nodes
            level += 1
            deepest = max(deepest, level)
        n_nodes += 1
    return (
        np.asarray(tag)[:n_nodes], np.asarray(parent)[:n_nodes], np.asarray(depth)[:n_nodes],
        np.asarray(end)[:n_nodes], np.asarray(start)[:n_nodes], np.asarray(stop)[:n_nodes],
        unknown, deepest, nests and level == 0,
    )


cdef bint is_inked(const char* markup, Py_ssize_t at, Py_ssize_t stop) noexcept:
    """Whether a text has anything but white space in it."""
    while at < stop:
        if <uint8_t>markup[at] <= 32:
            at += 1
        elif markup[at] == c"&" and stop - at >= 6 and memcmp(markup + at, b"&nbsp;", 6) == 0:
            at += 6
        else:
            return True
    return False


def choose_leaves(
    bytes content,
    const uint8_t[::1] tag,
    const int32_t[::1] parent,
    const int32_t[::1] start,
    const int32_t[::1] stop,
    const uint8_t[::1] kinds,
):
    """Texts that say something, and images, where a reader sees them.

    What stands in for a script is seen only where it outweighs all the rest of the page.
    """
    cdef const char* markup = content
    cdef Py_ssize_t n_nodes = tag.shape[0], node, n_leaves = 0
    cdef uint8_t[::1] within = np.empty(n_nodes, dtype=np.uint8)
    cdef int32_t[::1] leaves = np.empty(n_nodes, dtype=np.int32)
    cdef Py_ssize_t seen = 0, fallback = 0
    cdef bint is_leaf, has_fallback = False
    for node in range(n_nodes):
        if start[node] < 0 or stop[node] > len(content):
            raise IndexError("a node beyond the markup")
        within[node] = kinds[tag[node]] & (SILENT | FALLBACK)
        if parent[node] >= 0:
            within[node] |= within[parent[node]]
        if within[node] & SILENT:
            continue
        if tag[node] == TEXT:
            is_leaf = is_inked(markup, start[node], stop[node])
            if is_leaf and within[node] & FALLBACK:
                fallback += stop[node] - start[node]
            elif is_leaf:
                seen += stop[node] - start[node]
        else:
            is_leaf = kinds[tag[node]] & IMAGE
        if is_leaf:
            leaves[n_leaves] = node
            n_leaves += 1
            has_fallback |= within[node] & FALLBACK
    found = np.asarray(leaves)[:n_leaves].copy()
    if has_fallback and fallback <= seen:
        found = found[(np.asarray(within)[found] & FALLBACK) == 0]
    return found
