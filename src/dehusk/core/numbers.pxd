"""Counts and shares as features have them."""

from libc.math cimport log1pf


cdef inline float log_of(double count) noexcept:
    """A count, on a scale where large ones differ less."""
    return log1pf(<float>count) if count > 0 else 0


cdef inline float share_of(double part, double whole) noexcept:
    """The share that a part is of the whole; of nothing, none."""
    return <float>(part / (whole if whole > 1 else 1))
