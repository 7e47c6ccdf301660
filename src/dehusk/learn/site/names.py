"""The names of elements: a hash of each, and what the words in it say for content or against.

Sites name their parts in English, whatever they write in. What a word says was learned from many
sites; a name that holds no known word says nothing, and is then only a name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from dehusk.learn.site.reading import Floats, Hashes
from dehusk.model import Tree, stable_hash

NAMING = ("class", "id", "role", "itemprop")

_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SHORTEST, _LONGEST = 2, 20
_MOST_CHARS = 400
"""Longer names are made by machines; nobody reads on."""

_MOST_KNOWN = 20_000


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What words in names say: above zero for content, below zero against it."""

    says: Mapping[str, float] = field(default_factory=dict)
    _known: dict[str, tuple[float, float]] = field(default_factory=dict, repr=False, compare=False)

    def weigh(self, name: str) -> tuple[float, float]:
        """What speaks for content and what against it in a name."""
        found = self._known.get(name)
        if found is None:
            said = [self.says[word] for word in cut_words(name) if word in self.says]
            found = sum(one for one in said if one > 0), sum(one for one in said if one < 0)
            if len(self._known) < _MOST_KNOWN:
                self._known[name] = found
        return found


def hash_classes(tree: Tree) -> Hashes:
    """By node the hash of its class; zero where it has none."""
    hashes = np.zeros(len(tree), dtype=np.uint64)
    classes = tree.attribute("class")
    nodes = np.fromiter(classes.keys(), dtype=np.intp, count=len(classes))
    values = (hash_class(value) for value in classes.values())
    hashes[nodes] = np.fromiter(values, dtype=np.uint64, count=len(classes))
    return hashes


def weigh_names(tree: Tree, vocabulary: Vocabulary) -> Floats:
    """By node what its own names say for content and against it."""
    speaks = np.zeros((len(tree), 2), dtype=np.float32)
    for attribute in NAMING:
        named = tree.attribute(attribute) if vocabulary.says else {}
        if named:
            nodes = np.fromiter(named.keys(), dtype=np.intp, count=len(named))
            speaks[nodes] += np.array([vocabulary.weigh(value) for value in named.values()])
    return speaks


@lru_cache(maxsize=_MOST_KNOWN)
def hash_class(value: str) -> int:
    """The hash of a class: its names in any order, numbers in them taken for the same."""
    names = sorted(set(_DIGITS.sub("0", value[:_MOST_CHARS]).split()))
    return stable_hash(" ".join(names)) if names else 0


def cut_words(name: str) -> frozenset[str]:
    """The words that a name is made of, small.

    >>> sorted(cut_words("relatedPosts post-42"))
    ['post', 'posts', 'related']
    """
    words = (word.lower() for word in _WORD.findall(name[:_MOST_CHARS]))
    return frozenset(word for word in words if _SHORTEST <= len(word) <= _LONGEST)
