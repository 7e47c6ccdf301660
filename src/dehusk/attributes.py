"""The attributes of a page's elements: whose they are, what they are called, where they stand."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dehusk.core.attributes import find_attributes, find_keys
from dehusk.core.names import begin_hash

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Attributes:
    """In document order: the element, the key of the name, the value from its start to its stop."""

    node: Ints
    key: npt.NDArray[np.uint64]
    start: Ints
    stop: Ints
    _found: dict[tuple[str, ...], Ints] = field(init=False, repr=False, default_factory=dict)

    def find(self, *names: str) -> Ints:
        """Which of them have one of these names: those of the first name first."""
        # Some are asked for again and again, classes and links above all.
        if names not in self._found:
            self._found[names] = find_keys(self.key, _keys_of(names))
        return self._found[names]


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
def _keys_of(names: tuple[str, ...]) -> npt.NDArray[np.uint64]:
    return np.array([begin_hash(name.encode()) for name in names], dtype=np.uint64)
