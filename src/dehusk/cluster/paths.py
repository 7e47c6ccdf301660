"""A page to the set of its paths, as hashes: what pages of one template have in common.

After Kulkarni and Kulkarni, "Template extraction from heterogeneous web pages" (2015): every node
stands for the tags from the root down to it, a text with its words. The hash of a path is a sum
over the tags above a node, and so a node's is its parent's and one more. The head is left out:
nobody reads it, and the parser adds one to each page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from dehusk.core.places import hash_element_paths, hash_tag_paths
from dehusk.model import TEXT, Indices, Ints, Mask, Tree, flag_below, stable_hash
from dehusk.parse.tags import TAG_IDS

Paths = npt.NDArray[np.uint64]
"""Hashes of paths."""

_ALL_BITS = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15
_FIRST_FACTOR, _SECOND_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64."""

_HEAD = TAG_IDS["head"]
_SPELLED = re.compile(r'(/.*?)(?:/"(.*)"|\[(@.*)\])?', re.S)


class PathReader(Protocol):
    """What is taken for the paths of a page."""

    def read(self, tree: Tree) -> Paths:
        """The page's paths, each once, in the order of their hashes."""

    def spell(self, tree: Tree, wanted: Paths) -> Mapping[int, str]:
        """Those of the wanted paths that the page has, as a person reads them."""

    def hash_spelled(self, path: str) -> int:
        """The hash of a path that was spelled."""


@dataclass(frozen=True, slots=True)
class TagPaths:
    """The paper's paths: elements and texts; by option, with attributes (its future work)."""

    attributes: tuple[str, ...] = ()

    def read(self, tree: Tree) -> Paths:
        """Every element, every text, every value of an attribute asked for."""
        places = hash_places(tree)
        found = [hash_elements(tree)]
        for _, nodes, extras in self._list_extras(tree):
            found.append(_mix(places[nodes] ^ _hash_all(extras)))
        return np.unique(np.concatenate(found))

    def spell(self, tree: Tree, wanted: Paths) -> Mapping[int, str]:
        """Paths as in `/html/body/p`, `/html/body/p/"text"`, `/html/body/p[@class=name]`."""
        places = hash_places(tree)
        spelled = spell_elements(tree, wanted)
        for form, nodes, extras in self._list_extras(tree):
            hashes = _mix(places[nodes] ^ _hash_all(extras))
            found = np.flatnonzero(np.isin(hashes, wanted))
            for at, place in zip(found.tolist(), spell_nodes(tree, nodes[found]), strict=True):
                spelled[int(hashes[at])] = place + form.format(extras[at])
        return spelled

    def _list_extras(self, tree: Tree) -> Iterator[tuple[str, Indices, list[str]]]:
        """The nodes that have more than tags to tell, what it is, and how it is spelled."""
        yield '/"{}"', *_list_texts(tree)
        for name in self.attributes:
            yield "[{}]", *_list_values(tree, name)

    def hash_spelled(self, path: str) -> int:
        """The same hash that reading gives.

        >>> paths = TagPaths()
        >>> paths.hash_spelled("/html/body") == paths.hash_spelled('/html/body/"body"')
        False
        """
        found = _SPELLED.fullmatch(path)
        place, text, value = found.groups() if found else (path, None, None)
        return _hash_spelled(place, value if text is None else text)


def hash_places(tree: Tree) -> Paths:
    """One hash a node: of the tags from the root to it, or to the element a text stands in."""
    tags = _hash_tags(tuple(tree.tag_names))
    return hash_tag_paths(tree.tag, tree.parent, tree.depth, tags)


def flag_body(tree: Tree) -> Mask:
    """The elements outside the head."""
    heads: Indices = np.flatnonzero(tree.tag == _HEAD)
    is_body: Mask = (tree.tag != TEXT) & ~flag_below(heads, tree.end)
    return is_body


def hash_elements(tree: Tree) -> Paths:
    """The paths of a page's elements outside the head."""
    tags = _hash_tags(tuple(tree.tag_names))
    return hash_element_paths(tree.tag, tree.parent, tree.depth, tree.end, tags, _HEAD)


def keep_distinct(hashes: Paths) -> Paths:
    """Each once, in order; for the few hashes of a page `np.unique` takes twice as long."""
    hashes = np.sort(hashes)
    is_first = np.ones(len(hashes), dtype=np.bool_)
    np.not_equal(hashes[1:], hashes[:-1], out=is_first[1:])
    return hashes[is_first]


def hash_element(path: str) -> int:
    """The hash of a spelled element."""
    return _hash_spelled(path, None)


def spell_elements(tree: Tree, wanted: Paths) -> dict[int, str]:
    """Those of the wanted paths that are elements of the page, spelled."""
    hashes = _mix(hash_places(tree))
    is_wanted = flag_body(tree) & np.isin(hashes, wanted)
    _, first = np.unique(hashes[is_wanted], return_index=True)
    nodes = np.flatnonzero(is_wanted)[first]
    return dict(zip(hashes[nodes].tolist(), spell_nodes(tree, nodes), strict=True))


def spell_nodes(tree: Tree, nodes: Indices) -> list[str]:
    """The elements at nodes or, of texts, those they stand in: `/html/body/p`."""
    parent = tree.parent.tolist()
    spelled = {-1: ""}
    at = np.where(tree.tag[nodes] == TEXT, tree.parent[nodes], nodes).tolist()
    for node in at:
        unknown = []
        while node not in spelled:
            unknown.append(node)
            node = parent[node]
        for below in reversed(unknown):
            spelled[below] = f"{spelled[parent[below]]}/{tree.name(below)}"
    return [spelled[node] for node in at]


def _list_texts(tree: Tree) -> tuple[Ints, list[str]]:
    """The text leaves and what they say."""
    texts = tree.leaves[tree.tag[tree.leaves] == TEXT]
    return texts, [" ".join(text.split()) for text in tree.texts(texts)]


def _list_values(tree: Tree, name: str) -> tuple[Indices, list[str]]:
    """The nodes that have an attribute, once for each word of a class."""
    nodes, values = [], []
    is_body = flag_body(tree)
    for node, value in tree.attribute(name).items():
        if is_body[node]:
            words = value.split() if name == "class" else [value]
            nodes += [node] * len(words)
            values += [f"@{name}={word}" for word in words]
    return np.array(nodes, dtype=np.int32), values


def _hash_spelled(place: str, extra: str | None) -> int:
    names = place.strip("/").split("/")
    total = sum(_hash_step(name, depth) for depth, name in enumerate(names)) & _ALL_BITS
    return _mix_one(total if extra is None else total ^ stable_hash(extra))


@lru_cache(maxsize=20_000)
def _hash_step(name: str, depth: int) -> int:
    """What an element at this depth adds to the hash of its path."""
    return _mix_one(stable_hash(name) ^ _mix_one(depth))


@lru_cache(maxsize=64)
def _hash_tags(names: tuple[str, ...]) -> Paths:
    return _hash_all(names)


def _hash_all(texts: Sequence[str]) -> Paths:
    return np.array([stable_hash(text) for text in texts], dtype=np.uint64)


def _mix(values: Paths) -> Paths:
    """Spread numbers over all bits, as SplitMix64 does: sums of them then hardly ever meet."""
    values = values + np.uint64(_GAMMA)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(_FIRST_FACTOR)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(_SECOND_FACTOR)
    return values ^ (values >> np.uint64(31))


def _mix_one(value: int) -> int:
    """The same of one number, for which an array would take ten times as long."""
    value = (value + _GAMMA) & _ALL_BITS
    value = ((value ^ (value >> 30)) * _FIRST_FACTOR) & _ALL_BITS
    value = ((value ^ (value >> 27)) * _SECOND_FACTOR) & _ALL_BITS
    return value ^ (value >> 31)
