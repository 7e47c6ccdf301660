"""The names of elements: a hash of each, and what the words in it say for content or against.

Sites name their parts in English, whatever they write in. What a word says was learned from many
sites; a name that holds no known word says nothing, and is then only a name.
"""

import re
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from dehusk.core.names import Words, hash_names
from dehusk.learn.site.reading import Hashes
from dehusk.model import Tree

Weighed = npt.NDArray[np.float64]

NAMING = ("class", "id", "role", "itemprop")

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SHORTEST, _LONGEST = 2, 20
_MOST_CHARS = 400
"""Longer names are made by machines; nobody reads on."""


class Vocabulary:
    """What words in names say: above zero for content, below zero against it."""

    def __init__(self, says: Mapping[str, float] | None = None) -> None:
        self.says = says or {}
        self._words = Words([*self.says], [*self.says.values()])

    def __reduce__(self) -> tuple[type["Vocabulary"], tuple[Mapping[str, float]]]:
        # A process that is sent a vocabulary makes its own table.
        return Vocabulary, (self.says,)

    def weigh(self, tree: Tree) -> Weighed:
        """By node what the names of all that it is in say for content, and against it."""
        known = tree.own_attributes()
        chosen = known.find(*NAMING) if self.says else np.zeros(0, dtype=np.intp)
        return self._words.weigh(
            tree.markup, known.node[chosen], known.start[chosen], known.stop[chosen], tree.parent
        )


def hash_classes(tree: Tree) -> Hashes:
    """By node the hash of its class; zero where it has none. Names count in any order, each once,
    and numbers in them are all the same.
    """
    known = tree.own_attributes()
    found = known.find("class")
    return hash_names(
        tree.markup, known.node[found], known.start[found], known.stop[found], len(tree)
    )


def cut_words(name: str) -> frozenset[str]:
    """The words that a name is made of, small.

    >>> sorted(cut_words("relatedPosts post-42"))
    ['post', 'posts', 'related']
    """
    words = (word.lower() for word in _WORD.findall(name[:_MOST_CHARS]))
    return frozenset(word for word in words if _SHORTEST <= len(word) <= _LONGEST)
