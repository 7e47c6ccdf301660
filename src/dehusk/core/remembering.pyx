"""On how many pages things are, and what they add up to: by hash, page after page."""

import os

import numpy as np

cimport cython
from dehusk.core.hashing cimport mix
from libc.stdint cimport int32_t, uint64_t

# Nobody can choose what meets in a table: where things are in it is different in every process,
# and never leaves it.
cdef uint64_t SECRET = int.from_bytes(os.urandom(8), "little")
cdef uint64_t FACTOR = int.from_bytes(os.urandom(8), "little") | 1


@cython.final
cdef class Ledger:
    """A line for each hash: on how many pages it is, and sums of what was noted with it."""

    cdef uint64_t[::1] keys
    cdef int32_t[::1] lines, pages, last_page
    cdef double[:, ::1] sums
    cdef Py_ssize_t room, n_columns
    cdef int shift
    cdef readonly Py_ssize_t size
    cdef int32_t page

    def __init__(self, Py_ssize_t n_columns=0):
        self.n_columns = n_columns
        self.size = 0
        self.page = 0
        self.room, self.shift = 1024, 54
        self.lines = np.full(self.room, -1, dtype=np.int32)
        self.keys = np.empty(self.room, dtype=np.uint64)
        self.pages = np.zeros(self.room, dtype=np.int32)
        self.last_page = np.full(self.room, -1, dtype=np.int32)
        self.sums = np.zeros((self.room, n_columns), dtype=np.float64)

    def turn_page(self):
        """What is noted from here on is of another page."""
        self.page += 1

    cdef Py_ssize_t find_line(self, uint64_t key) except -1:
        """The line of a hash, a new one where it has none yet; the page is counted."""
        cdef Py_ssize_t place = self.find_place(key), line = self.lines[place]
        if line < 0:
            if 2 * self.size >= self.room:
                self.grow()
                place = self.find_place(key)
            line = self.size
            self.size += 1
            self.lines[place] = line
            self.keys[line] = key
        if self.last_page[line] != self.page:
            self.last_page[line] = self.page
            self.pages[line] += 1
        return line

    cdef Py_ssize_t find_place(self, uint64_t key) except -1:
        cdef Py_ssize_t place = <Py_ssize_t>(((key ^ SECRET) * FACTOR) >> self.shift)
        while self.lines[place] >= 0 and self.keys[self.lines[place]] != key:
            place = (place + 1) & (self.room - 1)
        return place

    cdef int grow(self) except -1:
        cdef Py_ssize_t line, place, n_known = self.size
        self.room *= 4
        self.shift -= 2
        self.lines = np.full(self.room, -1, dtype=np.int32)
        self.keys = _widen(self.keys, self.room, 0)
        self.pages = _widen(self.pages, self.room, 0)
        self.last_page = _widen(self.last_page, self.room, -1)
        self.sums = _widen(self.sums, self.room, 0)
        for line in range(n_known):
            place = self.find_place(self.keys[line])
            self.lines[place] = line
        return 0

    def count(self, const uint64_t[::1] hashes):
        """Note that these are on the page."""
        cdef Py_ssize_t number
        for number in range(hashes.shape[0]):
            self.find_line(hashes[number])

    def add(self, const uint64_t[::1] hashes, const float[:, ::1] values):
        """The same, with numbers for each, a row for each column."""
        cdef Py_ssize_t number, column, line
        if values.shape[0] != self.n_columns or values.shape[1] != hashes.shape[0]:
            raise ValueError("a number for each hash and column")
        for number in range(hashes.shape[0]):
            line = self.find_line(hashes[number])
            for column in range(self.n_columns):
                self.sums[line, column] += values[column, number]

    def add_different(self, const uint64_t[::1] hashes, const uint64_t[::1] values, Ledger seen, Py_ssize_t column):
        """Count in a column the different values that each hash has; `seen` are those before."""
        cdef Py_ssize_t number, line, n_seen
        if values.shape[0] != hashes.shape[0]:
            raise ValueError("a value for each hash")
        for number in range(hashes.shape[0]):
            line = self.find_line(hashes[number])
            n_seen = seen.size
            seen.find_line(mix(<uint64_t>line, values[number]))
            self.sums[line, column] += seen.size > n_seen

    def finish(self, int fewest):
        """What is on so many pages at least: hashes in order, pages, sums."""
        keys, pages = np.asarray(self.keys)[: self.size], np.asarray(self.pages)[: self.size]
        chosen = (pages >= fewest).nonzero()[0]
        chosen = chosen[keys[chosen].argsort()]
        return keys[chosen], pages[chosen], np.asarray(self.sums)[chosen]


def _widen(array, size, filled):
    """The same with more room behind."""
    old = np.asarray(array)
    wide = np.full((size, *old.shape[1:]), filled, dtype=old.dtype)
    wide[: len(old)] = old
    return wide
