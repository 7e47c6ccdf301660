"""A page to its marks: what tells the kind of a page, whatever it talks about.

Marks are the element paths of a page, its class names with their tags, and which of those occur
more than once: a list of posts has many of what a post has one of. Texts are no marks, nor is where
on the page a class stands, which one box more or less would change.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dehusk.cluster.paths import Paths, hash_element, hash_elements, spell_elements
from dehusk.model import TEXT, Indices, Tree, stable_hash, unescape
from dehusk.parse.tags import table_of, tag_ids

_CLASS = b' class="'
_QUOTE = ord('"')
_LONGEST_CLASS = 1000
"""Longer lists of names are data, not design."""

_SAYS = table_of(tag_ids("title h1"))
_LONGEST_SAID, _MOST_SAID = 200, 3

_AGAIN = " twice"
_TWICE = stable_hash(_AGAIN)


@dataclass(frozen=True, slots=True)
class Marks:
    """Element paths, class names, and class names that occur again."""

    def read(self, tree: Tree) -> Paths:
        """The page's marks, each once, in the order of their hashes."""
        found = (
            _hash_names(tag, names) * min(times, 2)
            for (tag, names), times in _count_classes(tree).items()
        )
        classes, times = np.unique(np.frombuffer(b"".join(found), np.uint64), return_counts=True)
        repeated = classes[times > 1] ^ np.uint64(_TWICE)
        said = np.array([stable_hash(mark) for mark in _list_said(tree)], dtype=np.uint64)
        return np.unique(np.concatenate((hash_elements(tree), classes, repeated, said)))

    def spell(self, tree: Tree, wanted: Paths) -> Mapping[int, str]:
        """Marks as in `/html/body/p`, `p.lead`, `p.lead twice`."""
        spelled = spell_elements(tree, wanted)
        hashes = set(wanted.tolist())
        for tag, names in _count_classes(tree):
            for path in _spell_names(tag, names):
                once = stable_hash(path)
                marks = {once: path, once ^ _TWICE: path + _AGAIN}
                spelled |= {mark: marks[mark] for mark in marks.keys() & hashes}
        said = {stable_hash(mark): mark for mark in _list_said(tree)}
        return spelled | {mark: said[mark] for mark in said.keys() & hashes}

    def hash_spelled(self, path: str) -> int:
        """The same hash that reading gives."""
        if path.startswith("/"):
            return hash_element(path)
        once = stable_hash(path.removesuffix(_AGAIN))
        return once ^ _TWICE if path.endswith(_AGAIN) else once


def _list_said(tree: Tree) -> list[str]:
    """Titles and headings: most are of one page, but those of error pages are all the same."""
    said = []
    for node in np.flatnonzero(_SAYS[tree.tag])[:_MOST_SAID].tolist():
        text = " ".join(tree.text_of(node).split())
        if 0 < len(text) <= _LONGEST_SAID:
            said.append(f'{tree.name(node)} "{text}"')
    return said


def _count_classes(tree: Tree) -> Counter[tuple[str, bytes]]:
    """How often each tag has which list of class names."""
    chars = np.frombuffer(tree.markup, dtype=np.uint8)
    at = _find_word(tree.markup, _CLASS)
    nodes = np.searchsorted(tree.start, at, side="right") - 1
    # The same characters in a text are no attribute.
    is_class = tree.tag[nodes] != TEXT
    at, tags = at[is_class] + len(_CLASS), tree.tag[nodes[is_class]].tolist()
    quotes = np.flatnonzero(chars == _QUOTE)
    stops = quotes[np.searchsorted(quotes, at)]
    markup, names = tree.markup, tree.tag_names
    spans = zip(tags, at.tolist(), stops.tolist(), strict=True)
    return Counter(
        (names[tag], markup[start:stop])
        for tag, start, stop in spans
        if stop - start <= _LONGEST_CLASS
    )


def _find_word(markup: bytes, word: bytes) -> Indices:
    """Where eight bytes occur, all places at once."""
    if len(markup) < len(word):
        return np.zeros(0, dtype=np.intp)
    windows = np.ndarray(len(markup) - len(word) + 1, np.dtype("<u8"), markup, strides=(1,))
    return np.flatnonzero(windows == int.from_bytes(word, "little"))


@lru_cache(maxsize=20_000)
def _hash_names(tag: str, names: bytes) -> bytes:
    """The marks of a tag with these class names, as the bytes of an array."""
    return np.array([stable_hash(path) for path in _spell_names(tag, names)], np.uint64).tobytes()


def _spell_names(tag: str, names: bytes) -> list[str]:
    return [f"{tag}.{name}" for name in dict.fromkeys(unescape(names.decode()).split())]
