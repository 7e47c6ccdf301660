"""The only entities of canonical markup, as they read."""

from libc.stdint cimport uint8_t
from libc.string cimport memcmp


cdef inline Py_ssize_t read_entity(const uint8_t* at, Py_ssize_t left, uint8_t* reads) noexcept:
    """How long the entity at an "&" is, and the sign that it reads as; a lone "&" is itself."""
    reads[0] = c"&"
    if left >= 6 and memcmp(at, <const char*>b"&nbsp;", 6) == 0:
        reads[0] = c" "
        return 6
    if left >= 4 and memcmp(at, <const char*>b"&lt;", 4) == 0:
        reads[0] = c"<"
        return 4
    if left >= 4 and memcmp(at, <const char*>b"&gt;", 4) == 0:
        reads[0] = c">"
        return 4
    if left >= 6 and memcmp(at, <const char*>b"&quot;", 6) == 0:
        reads[0] = c'"'
        return 6
    return 5 if left >= 5 and memcmp(at, <const char*>b"&amp;", 5) == 0 else 1
