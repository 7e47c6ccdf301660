"""A page to its marks: what tells the kind of a page, whatever it talks about.

Marks are the element paths of a page, its class names with their tags, which of those occur more
than once (a list of posts has many of what a post has one of), and its title, which error pages
share. Other texts are no marks, nor is where on the page a class stands, which one box more or less
would change.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dehusk.cluster.paths import Paths, hash_element, hash_elements, spell_elements
from dehusk.markup import unescape
from dehusk.model import TEXT, Indices, Tree, stable_hash
from dehusk.parse.tags import TAG_IDS

_CLASS = b' class="'
_QUOTE, _SPACE, _GT = b'" >'
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
        found = (
            _hash_names(tag, names) * min(times, 2)
            for (tag, names), times in _count_classes(tree).items()
        )
        classes, times = np.unique(np.frombuffer(b"".join(found), np.uint64), return_counts=True)
        repeated = classes[times > 1] ^ np.uint64(_TWICE)
        titles = np.array([stable_hash(mark) for mark in _list_titles(tree)], dtype=np.uint64)
        return np.unique(np.concatenate((hash_elements(tree), classes, repeated, titles)))

    def spell(self, tree: Tree, wanted: Paths) -> Mapping[int, str]:
        """Marks as in `/html/body/p`, `p.lead`, `p.lead twice`."""
        spelled = spell_elements(tree, wanted)
        hashes = set(wanted.tolist())
        for tag, names in _count_classes(tree):
            for path in _spell_names(tag, names):
                once = stable_hash(path)
                marks = {once: path, once ^ _TWICE: path + _AGAIN}
                spelled |= {mark: marks[mark] for mark in marks.keys() & hashes}
        titles = {stable_hash(mark): mark for mark in _list_titles(tree)}
        return spelled | {mark: titles[mark] for mark in titles.keys() & hashes}

    def hash_spelled(self, path: str) -> int:
        """The same hash that reading gives."""
        if path.startswith("/"):
            return hash_element(path)
        once = stable_hash(path.removesuffix(_AGAIN))
        return once ^ _TWICE if path.endswith(_AGAIN) else once


def _list_titles(tree: Tree) -> list[str]:
    """The title as a mark: most are of one page, but those of error pages are all the same."""
    title = np.flatnonzero(tree.tag == _TITLE)[:1].tolist()
    texts = (" ".join(tree.text_of(node).split()) for node in title)
    return [f'title "{text}"' for text in texts if 0 < len(text) <= _LONGEST_TITLE]


def _count_classes(tree: Tree) -> dict[tuple[str, bytes], int]:
    """How often each tag has which list of class names."""
    chars = np.frombuffer(tree.markup + b'"', dtype=np.uint8)
    at = _find_word(tree.markup, _CLASS)
    nodes = np.searchsorted(tree.start, at, side="right") - 1
    quotes = np.flatnonzero(chars == _QUOTE)
    # The same characters in a text are no attribute.
    is_class = tree.tag[nodes] != TEXT
    after = chars[at + len(_CLASS)]
    # They may end another value. Names may hold quotes: it must look like an end, too.
    doubtful = np.flatnonzero((after == _SPACE) | (after == _GT))
    starts = tree.start[nodes[doubtful]]
    opened = np.searchsorted(quotes, at[doubtful]) - np.searchsorted(quotes, starts)
    is_class[doubtful] &= opened % 2 == 0
    at, tags = at[is_class] + len(_CLASS), tree.tag[nodes[is_class]].tolist()
    stops = quotes[np.searchsorted(quotes, at)]
    markup, names = tree.markup, tree.tag_names
    spans = zip(at.tolist(), stops.tolist(), strict=True)
    counts = Counter(zip(tags, [markup[start:stop] for start, stop in spans], strict=True))
    return {
        (names[tag], value): times
        for (tag, value), times in counts.items()
        if len(value) <= _LONGEST_CLASS
    }


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
