"""The names of elements: a hash of each, and what the words in it say for content or against.

Sites name their parts in English, whatever they write in. What a word says was learned from many
sites; a name that holds no known word says nothing, and is then only a name.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from dehusk.learn.site.reading import Hashes
from dehusk.model import Indices, Tree, stable_hash

Weighed = npt.NDArray[np.complex128]

NAMING = ("class", "id", "role", "itemprop")

_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SHORTEST, _LONGEST = 2, 20
_MOST_CHARS = 400
"""Longer names are made by machines; nobody reads on."""

_JOINTS = str.maketrans("-_", "  ")
"""Where no word goes on."""

_MOST_KNOWN = 20_000


class Vocabulary:
    """What words in names say: above zero for content, below zero against it."""

    def __init__(self, says: Mapping[str, float] | None = None) -> None:
        self.says = says or {}
        self._weighed = _Memory(self.says)

    def weigh(self, names: Collection[str]) -> Weighed:
        """What speaks for content in each name, and as imaginary part what speaks against it."""
        if len(self._weighed) > _MOST_KNOWN:
            self._weighed.clear()
        found = map(self._weighed.__getitem__, names)
        return np.fromiter(found, dtype=np.complex128, count=len(names))


class _Memory(dict[str, complex]):
    """What was found in names; sites use the same ones over and over."""

    def __init__(self, says: Mapping[str, float]) -> None:
        super().__init__()
        self._pieces = _Pieces(says)

    def clear(self) -> None:
        """Forget all of it."""
        self._pieces.clear()
        super().clear()

    def __missing__(self, name: str) -> complex:
        said: dict[str, float] = {}
        for piece in name[:_MOST_CHARS].translate(_JOINTS).split():
            said |= self._pieces[piece]
        for_it = sum(one for one in said.values() if one > 0)
        found = complex(for_it, sum(said.values()) - for_it) if said else 0j
        self[name] = found
        return found


class _Pieces(dict[str, Mapping[str, float]]):
    """The words that say something in each piece of a name: pieces are the same on many sites."""

    def __init__(self, says: Mapping[str, float]) -> None:
        super().__init__()
        self._says = says

    def __missing__(self, piece: str) -> Mapping[str, float]:
        # Most pieces are a word.
        words = [piece] if piece in self._says else sorted(cut_words(piece))
        found = {word: self._says[word] for word in words if word in self._says}
        self[piece] = found
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """The elements of a page that have a name of one sort, and which of the different ones."""

    nodes: Indices
    number: Indices
    names: Sequence[str]


def find_names(tree: Tree, attribute: str) -> Named:
    """The names of one sort on a page; most are there many times."""
    return tree.find_once(("named", attribute), partial(_find_names, attribute=attribute))


def _find_names(tree: Tree, attribute: str) -> Named:
    nodes, names = tree.column(attribute)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    number = np.fromiter(map(numbers.__getitem__, names), dtype=np.intp, count=len(names))
    return Named(nodes, number, tuple(numbers))


def hash_classes(tree: Tree) -> Hashes:
    """By node the hash of its class; zero where it has none."""
    hashes = np.zeros(len(tree), dtype=np.uint64)
    found = find_names(tree, "class")
    distinct = np.fromiter(map(hash_class, found.names), dtype=np.uint64, count=len(found.names))
    hashes[found.nodes] = distinct[found.number]
    return hashes


def weigh_names(tree: Tree, vocabulary: Vocabulary) -> Weighed:
    """By node what its own names say for content, and as imaginary part against it."""
    speaks = np.zeros(len(tree), dtype=np.complex128)
    for attribute in NAMING if vocabulary.says else ():
        found = find_names(tree, attribute)
        if len(found.nodes):
            speaks[found.nodes] += vocabulary.weigh(found.names)[found.number]
    return speaks


@lru_cache(maxsize=_MOST_KNOWN)
def hash_class(value: str) -> int:
    """The hash of a class: its names in any order, numbers in them taken for the same."""
    names = value[:_MOST_CHARS].split()
    if len(names) == 1 and names[0].isalpha():
        return stable_hash(names[0])
    names = sorted(set(_DIGITS.sub("0", value[:_MOST_CHARS]).split()))
    return stable_hash(" ".join(names)) if names else 0


def cut_words(name: str) -> frozenset[str]:
    """The words that a name is made of, small.

    >>> sorted(cut_words("relatedPosts post-42"))
    ['post', 'posts', 'related']
    """
    words = (word.lower() for word in _WORD.findall(name[:_MOST_CHARS]))
    return frozenset(word for word in words if _SHORTEST <= len(word) <= _LONGEST)
