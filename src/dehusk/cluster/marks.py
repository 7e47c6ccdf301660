"""A page to its marks: what tells the kind of a page, whatever it talks about.

Marks are the element paths of a page, its class names with their tags, which of those occur more
than once (a list of posts has many of what a post has one of), and its title, which error pages
share. Other texts are no marks, nor is where on the page a class stands, which one box more or less
would change.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape

import numpy as np

from dehusk.cluster.paths import (
    Paths,
    hash_element,
    hash_elements,
    keep_distinct,
    spell_elements,
)
from dehusk.core.names import begin_hash, hash_marks, hash_text
from dehusk.markup import unescape
from dehusk.model import Tree, stable_hash
from dehusk.parse.tags import TAG_IDS

_LONGEST_CLASS = 1000
"""Longer lists of names are data, not design."""

_TITLE = TAG_IDS["title"]
_LONGEST_TITLE = 200

_BLANKS = re.compile(rb"[\x00-\x20]+")

_TITLED = "title "
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
        for path in _list_classes(tree):
            mark = _hash_class(path)
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
        if path.startswith(_TITLED):
            return stable_hash(path)
        once = _hash_class(path.removesuffix(_AGAIN))
        return once ^ _TWICE if path.endswith(_AGAIN) else once


def _read_marks(tree: Tree) -> Paths:
    classes = np.sort(_hash_classes(tree))
    repeated = classes[1:][classes[1:] == classes[:-1]] ^ np.uint64(_TWICE)
    titles = np.array([stable_hash(mark) for mark in _list_titles(tree)], dtype=np.uint64)
    return keep_distinct(np.concatenate((hash_elements(tree), classes, repeated, titles)))


def _list_titles(tree: Tree) -> list[str]:
    """The title as a mark: most are of one page, but those of error pages are all the same."""
    title = np.flatnonzero(tree.tag == _TITLE)[:1].tolist()
    texts = (" ".join(tree.text_of(node).split()) for node in title)
    return [f'{_TITLED}"{text}"' for text in texts if 0 < len(text) <= _LONGEST_TITLE]


def _hash_classes(tree: Tree) -> Paths:
    """Each class name of each element with its tag."""
    known = tree.own_attributes()
    found = known.find("class")
    tags = _begin_tags(tuple(tree.tag_names))[tree.tag[known.node[found]]]
    return hash_marks(tree.markup, known.start[found], known.stop[found], tags, _LONGEST_CLASS)


@lru_cache(maxsize=64)
def _begin_tags(names: tuple[str, ...]) -> Paths:
    """By tag, how the marks of its classes begin."""
    return np.array([begin_hash(_escape(f"{name}.")) for name in names], dtype=np.uint64)


def _hash_class(path: str) -> int:
    """The hash of a class name with its tag; names are hashed as markup spells them."""
    return hash_text(_escape(path))


def _escape(text: str) -> bytes:
    escaped = escape(text).replace("&#x27;", "'").replace("\xa0", "&nbsp;")
    return escaped.encode("utf-8", "surrogatepass")


def _list_classes(tree: Tree) -> dict[str, None]:
    """The class names of the page with their tags, each once; parted as they are when hashed."""
    known = tree.own_attributes()
    found = known.find("class")
    spans = zip(
        tree.tag[known.node[found]].tolist(),
        known.start[found].tolist(),
        known.stop[found].tolist(),
        strict=True,
    )
    return dict.fromkeys(
        f"{tree.tag_names[tag]}.{unescape(name.decode())}"
        for tag, start, stop in spans
        for name in _BLANKS.split(tree.markup[start:stop])
        if name
    )
