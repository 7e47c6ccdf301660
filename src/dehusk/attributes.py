"""The attributes of a page's elements: whose they are, what they are called, where they stand."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dehusk.core.attributes import find_attributes, hash_name

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Attributes:
    """In document order: the element, the key of the name, the value from its start to its stop."""

    node: Ints
    key: npt.NDArray[np.uint64]
    start: Ints
    stop: Ints

    def find(self, *names: str) -> npt.NDArray[np.intp]:
        """Which of them have one of these names."""
        is_named = np.zeros(len(self.key), dtype=np.bool_)
        for name in names:
            is_named |= self.key == _key_of(name)
        return is_named.nonzero()[0]


def read_tags(markup: bytes, tag: npt.NDArray[np.uint8], start: Ints, stop: Ints) -> Attributes:
    """All attributes in the opening tags of elements, each from its start to its stop.

    >>> markup = b'<a id="x" title="an id=">'
    >>> one = np.ones(1, np.int32)
    >>> found = read_tags(markup, one.astype(np.uint8), 0 * one, len(markup) * one)
    >>> at = found.find("id")
    >>> found.start[at].tolist(), found.stop[at].tolist()
    ([7], [8])
    """
    return Attributes(*find_attributes(markup, tag, start, stop))


@lru_cache(maxsize=256)
def _key_of(name: str) -> np.uint64:
    return np.uint64(hash_name(name.encode()))
