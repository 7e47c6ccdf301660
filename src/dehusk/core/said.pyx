"""All that a page says and points to, laid end to end: what tells pages that are the same."""

import numpy as np

from dehusk.core.entities cimport read_entity
from libc.stdint cimport int32_t, uint8_t


cdef uint8_t[256] PLAIN


def _fill_table():
    """Bytes that begin neither white space nor an entity nor what is not written."""
    cdef int byte
    for byte in range(256):
        PLAIN[byte] = byte > 32 and byte not in (c"&", 0xC2, 0xE1, 0xE2, 0xE3)


_fill_table()


cdef inline bint goes_on(const uint8_t* at, Py_ssize_t left) noexcept:
    """Whether a plain byte stands here, or one space before such a byte: nearly always so within a
    text, and asked at once, so that a processor need not guess where words end."""
    return PLAIN[at[0]] | ((at[0] == c" ") & (left > 1) & PLAIN[at[1]])


cdef inline Py_ssize_t measure_blank(const uint8_t* at, Py_ssize_t left) noexcept:
    """How many bytes the white space here is long; none where there is none."""
    if at[0] <= 32:
        return 9 <= at[0] <= 13 or 28 <= at[0]
    if at[0] < 0xC2:
        return 0
    if at[0] == 0xC2:
        return 2 if left > 1 and (at[1] == 0x85 or at[1] == 0xA0) else 0
    if left < 3 or at[0] > 0xE3:
        return 0
    if at[0] == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0
    if at[0] == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    if at[0] == 0xE2 and at[1] == 0x80:
        return 3 if at[2] <= 0x8A or at[2] in (0xA8, 0xA9, 0xAF) else 0
    return 3 if at[0] == 0xE2 and at[1] == 0x81 and at[2] == 0x9F else 0


def join_words(bytes markup, const int32_t[::1] starts, const int32_t[::1] stops):
    """The words of some pieces of canonical markup as they read, a zero byte after each."""
    cdef const uint8_t* given = markup
    cdef Py_ssize_t size = len(markup), room = 0, piece, at, stop, step, n_written = 0
    cdef Py_ssize_t length
    cdef uint8_t sign
    cdef bint is_open = False
    for piece in range(starts.shape[0]):
        if starts[piece] < 0 or stops[piece] > size:
            raise IndexError("a piece beyond the markup")
        room += max(stops[piece] - starts[piece], 0) + 1
    cdef uint8_t[::1] written = np.empty(room, dtype=np.uint8)
    for piece in range(starts.shape[0]):
        at, stop = starts[piece], stops[piece]
        while at < stop:
            sign = given[at]
            if is_open and goes_on(given + at, stop - at):
                written[n_written] = sign * (sign != c" ")
                n_written += 1
                at += 1
                continue
            step = measure_blank(given + at, stop - at)
            if not step and sign == c"&":
                length = read_entity(given + at, stop - at, &sign)
                at += length - 1
                step = sign == c" "
            if not step:
                written[n_written] = sign
                n_written += 1
                is_open = True
            elif is_open:
                written[n_written] = 0
                n_written += 1
                is_open = False
            at += step if step else 1
        if is_open:
            written[n_written] = 0
            n_written += 1
            is_open = False
    return np.asarray(written)[:n_written].tobytes()


cdef enum:
    NO_GAP, SPACE_GAP, CELL_GAP, LINE_GAP


def lay_out(
    bytes markup,
    const int32_t[::1] starts,
    const int32_t[::1] stops,
    const uint8_t[::1] gaps,
    const uint8_t[::1] is_verbatim,
    const uint8_t[::1] has_hole,
    separators,
):
    """Pieces of canonical markup as text: white space is folded, but where it is meant as it is
    written; before each piece stands what stands for its gap.

    A piece that says nothing hands on its gap. Between two verbatim pieces a space is put only
    where something was taken out. Where a word may be divided is not written: nobody reads it, and
    every search stumbles over it.
    """
    cdef const uint8_t* given = markup
    cdef Py_ssize_t size = len(markup), room = 1, piece, at, stop, step, number
    cdef Py_ssize_t n_written = 0, last_begin = 0
    cdef uint8_t sign, gap, handed_on = NO_GAP
    cdef bint ends_blank = False, was_verbatim = False, verbatim, is_begun, is_blank
    cdef bint starts_blank, after_blank
    cdef list between = [one.encode() for one in separators]
    cdef bytes separator
    cdef Py_ssize_t longest = max([len(one) for one in between], default=0)
    for piece in range(starts.shape[0]):
        if starts[piece] < 0 or stops[piece] > size:
            raise IndexError("a piece beyond the markup")
        if gaps[piece] >= len(between):
            raise IndexError("a gap that nothing stands for")
        room += max(stops[piece] - starts[piece], 0) + longest + 1
    cdef uint8_t[::1] written = np.empty(room, dtype=np.uint8)
    for piece in range(starts.shape[0]):
        at, stop = starts[piece], stops[piece]
        gap, verbatim = max(gaps[piece], handed_on), is_verbatim[piece]
        is_begun = starts_blank = after_blank = False
        while at < stop:
            sign = given[at]
            if is_begun and not after_blank and goes_on(given + at, stop - at):
                written[n_written] = sign
                n_written += 1
                at += 1
                continue
            step = measure_blank(given + at, stop - at)
            is_blank = step > 0
            if step == 0:
                step = 1
                if sign == c"&":
                    step = read_entity(given + at, stop - at, &sign)
                    is_blank = sign == c" "
                elif sign == 0xC2 and stop - at > 1 and given[at + 1] == 0xAD:
                    at += 2
                    continue
            if is_blank and not verbatim:
                after_blank = True
                at += step
                continue
            if not is_begun:
                is_begun = True
                starts_blank = is_blank or after_blank
                if verbatim and was_verbatim and gap == SPACE_GAP:
                    if not has_hole[piece] or ends_blank or starts_blank:
                        gap = NO_GAP
                elif gap == NO_GAP and not verbatim and (
                    starts_blank or (ends_blank and not was_verbatim)
                ):
                    gap = SPACE_GAP
                if was_verbatim and gap >= LINE_GAP:
                    while n_written > last_begin and written[n_written - 1] == c"\n":
                        n_written -= 1
                separator = between[gap]
                for number in range(len(separator)):
                    written[n_written] = separator[number]
                    n_written += 1
                last_begin = n_written
            elif after_blank and not verbatim:
                written[n_written] = c" "
                n_written += 1
            after_blank = is_blank
            if sign == c" " and given[at] == c"&":
                written[n_written], written[n_written + 1] = 0xC2, 0xA0
                n_written += 2
            elif is_blank:
                for number in range(step):
                    written[n_written] = given[at + number]
                    n_written += 1
            else:
                written[n_written] = sign
                n_written += 1
            at += step
        if is_begun:
            ends_blank, was_verbatim, handed_on = after_blank, verbatim, NO_GAP
        else:
            handed_on = max(gap, SPACE_GAP)
    return np.asarray(written)[:n_written].tobytes()


def join_names(bytes markup, const int32_t[::1] starts, const int32_t[::1] stops):
    """What a mirror leaves of addresses, a zero byte after each: neither host nor folder, nor what
    a session adds."""
    cdef const uint8_t* given = markup
    cdef Py_ssize_t size = len(markup), room = 0, piece, at, first, past
    for piece in range(starts.shape[0]):
        if starts[piece] < 0 or stops[piece] > size:
            raise IndexError("a piece beyond the markup")
        room += max(stops[piece] - starts[piece], 0) + 1
    cdef uint8_t[::1] written = np.empty(room, dtype=np.uint8)
    cdef Py_ssize_t n_written = 0
    for piece in range(starts.shape[0]):
        first = past = starts[piece]
        while past < stops[piece] and given[past] not in (c"?", c"#", c";"):
            past += 1
            if given[past - 1] == c"/":
                first = past
        for at in range(first, past):
            written[n_written] = given[at]
            n_written += 1
        written[n_written] = 0
        n_written += 1
    return np.asarray(written)[:n_written].tobytes()
