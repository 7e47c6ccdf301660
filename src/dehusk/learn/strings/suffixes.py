"""The suffixes of a corpus in order, and how much each shares with the one before it."""

from typing import NamedTuple

import numpy as np
import pydivsufsort

from dehusk.model import Ints


class Suffixes(NamedTuple):
    """`order[i]`: where the i-th suffix starts; `shared[i]`: its tokens shared with the last."""

    order: Ints
    shared: Ints


def sort_suffixes(ids: Ints) -> Suffixes:
    """Suffix array and longest common prefixes, in linear time; the first shares nothing.

    >>> sort_suffixes(np.array([1, 2, 1, 2, 9], dtype=np.int32))
    Suffixes(order=array([0, 2, 1, 3, 4], dtype=int32), shared=array([0, 2, 0, 1, 0], dtype=int32))
    """
    if len(ids) < 2:
        return Suffixes(np.arange(len(ids), dtype=np.int32), np.zeros(len(ids), dtype=np.int32))
    order = np.asarray(pydivsufsort.divsufsort(ids), dtype=np.int32)
    with_next = np.asarray(pydivsufsort.kasai(ids, order), dtype=np.int32)
    shared = np.zeros(len(ids), dtype=np.int32)
    shared[1:] = with_next[: len(ids) - 1]
    return Suffixes(order, shared)
