"""A page to its marks: what tells the kind of a page, whatever it talks about.

Marks are the element paths of a page, its class names with their tags, which of those occur more
than once (a list of posts has many of what a post has one of), and its title, which error pages
share. Other texts are no marks, nor is where on the page a class stands, which one box more or less
would change.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dehusk.cluster.paths import (
    Paths,
    hash_element,
    hash_elements,
    keep_distinct,
    spell_elements,
)
from dehusk.model import Tree, stable_hash
from dehusk.parse.tags import TAG_IDS

_LONGEST_CLASS = 1000
"""Longer lists of names are data, not design."""

_TITLE = TAG_IDS["title"]
_LONGEST_TITLE = 200

_AGAIN = " twice"
_TWICE = stable_hash(_AGAIN)


@dataclass(frozen=True, slots=True)
class Marks:
    """Element paths, class names, class names that occur again, and the title."""

    def read(self, tree: Tree) -> Paths:
        """The page's marks, each once, in the order of their hashes."""
        return tree.find_once("marks", _read_marks)

    def spell(self, tree: Tree, wanted: Paths) -> Mapping[int, str]:
        """Marks as in `/html/body/p`, `p.lead`, `p.lead twice`."""
        spelled = spell_elements(tree, wanted)
        hashes = set(wanted.tolist())
        for tag, names in _count_classes(tree):
            once = np.frombuffer(_hash_names(tag, names), np.uint64).tolist()
            for mark, path in zip(once, _spell_names(tag, names), strict=True):
                if mark in hashes:
                    spelled[mark] = path
                if mark ^ _TWICE in hashes:
                    spelled[mark ^ _TWICE] = path + _AGAIN
        titles = {stable_hash(mark): mark for mark in _list_titles(tree)}
        return spelled | {mark: titles[mark] for mark in titles.keys() & hashes}

    def hash_spelled(self, path: str) -> int:
        """The same hash that reading gives."""
        if path.startswith("/"):
            return hash_element(path)
        once = stable_hash(path.removesuffix(_AGAIN))
        return once ^ _TWICE if path.endswith(_AGAIN) else once


def _read_marks(tree: Tree) -> Paths:
    found = (
        _hash_names(tag, names) * min(times, 2)
        for (tag, names), times in _count_classes(tree).items()
    )
    classes = np.sort(np.frombuffer(b"".join(found), np.uint64))
    repeated = classes[1:][classes[1:] == classes[:-1]] ^ np.uint64(_TWICE)
    titles = np.array([stable_hash(mark) for mark in _list_titles(tree)], dtype=np.uint64)
    return keep_distinct(np.concatenate((hash_elements(tree), classes, repeated, titles)))


def _list_titles(tree: Tree) -> list[str]:
    """The title as a mark: most are of one page, but those of error pages are all the same."""
    title = np.flatnonzero(tree.tag == _TITLE)[:1].tolist()
    texts = (" ".join(tree.text_of(node).split()) for node in title)
    return [f'title "{text}"' for text in texts if 0 < len(text) <= _LONGEST_TITLE]


def _count_classes(tree: Tree) -> dict[tuple[str, str], int]:
    """How often each tag has which list of class names."""
    nodes, classes = tree.column("class")
    counts = Counter(zip(tree.tag[nodes].tolist(), classes, strict=True))
    return {
        (tree.tag_names[tag], value): times
        for (tag, value), times in counts.items()
        if len(value) <= _LONGEST_CLASS
    }


@lru_cache(maxsize=20_000)
def _hash_names(tag: str, names: str) -> bytes:
    """The marks of a tag with these class names, as the bytes of an array."""
    hashes = map(stable_hash, _spell_names(tag, names))
    return b"".join([mark.to_bytes(8, sys.byteorder) for mark in hashes])


def _spell_names(tag: str, names: str) -> list[str]:
    return [f"{tag}.{name}" for name in dict.fromkeys(names.split())]
