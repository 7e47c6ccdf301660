"""A page as the tree method sees it: the nodes that hold something to read, and what each is like.

Everything is on arrays. Two nodes with the same `build` have the same elements with the same names
below them, whatever they say.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Ints, Tree, stable_hash

Hashes = npt.NDArray[np.uint64]

SHAPE_LEVELS = 3
"""So deep below an element its shape is looked at."""

_DIGITS = re.compile(r"\d+")
_STEP, _LEVEL, _PATH = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03), 0x100000001B3
_ALL_BITS = 2**64 - 1


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The nodes of a page with leaves at or below them, in document order.

    `nodes` are their numbers in the tree; `parent` and `end` are places in this outline. The
    children of place i are `children[first[i] : first[i + 1]]`.
    """

    tree: Tree
    nodes: Ints
    parent: Ints
    end: Ints
    first: list[int]
    children: list[int]
    build: list[int]
    names: list[frozenset[str]]
    paths: tuple[list[int], ...]
    depth: Ints
    shapes: dict[int, frozenset[int]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.nodes)

    def tag_name(self, place: int) -> str:
        """The tag's name; "-text" for a text."""
        return self.tree.name(int(self.nodes[place]))

    def list_children(self, place: int) -> list[int]:
        """The children of an element, in order."""
        return self.children[self.first[place] : self.first[place + 1]]

    def shape(self, place: int) -> frozenset[int]:
        """The ways of tags from an element to what is a few levels below it, each hashed."""
        if place not in self.shapes:
            ways: set[int] = set()
            level = [place]
            for paths in self.paths:
                level = [child for one in level for child in self.list_children(one)]
                ways.update([paths[one] for one in level])
            self.shapes[place] = frozenset(ways) - _NO_WAY
        return self.shapes[place]

    def list_ways(self, place: int) -> tuple[str, ...]:
        """The same ways in words, such as `ul/li/a`."""
        ways: set[str] = set()
        level = [("", place)]
        for _ in self.paths:
            level = [
                (f"{way}/{self.tag_name(child)}", child)
                for way, one in level
                for child in self.list_children(one)
                if self.tree.tag[self.nodes[child]] != TEXT
            ]
            ways.update(way[1:] for way, _ in level)
        return tuple(sorted(ways))


def hash_way(way: str) -> int:
    """A way of tags as `Outline.shape` has it."""
    hashed = 0
    for name in way.split("/"):
        hashed = (hashed * _PATH + _hash_name(name)) & _ALL_BITS
    return hashed


def draw_outline(tree: Tree) -> Outline:
    """The outline of a page."""
    everything = np.arange(len(tree))
    held = np.searchsorted(tree.leaves, tree.end) > np.searchsorted(tree.leaves, everything)
    nodes = np.flatnonzero(held).astype(np.int32)
    place_of = np.cumsum(held, dtype=np.int32) - 1
    parent = place_of[tree.parent[nodes]]
    if len(nodes):
        parent[0] = -1
    end = np.searchsorted(nodes, tree.end[nodes]).astype(np.int32)
    depth = tree.depth[nodes]
    names, labels = _read_names(tree, nodes)
    tags = np.array([_hash_name(name) for name in tree.tag_names], dtype=np.uint64)[tree.tag[nodes]]
    children = np.argsort(parent[1:], kind="stable") + 1
    counts = np.bincount(parent[1:], minlength=len(nodes))
    return Outline(
        tree=tree,
        nodes=nodes,
        parent=parent,
        end=end,
        first=[0, *np.cumsum(counts).tolist()],
        children=children.tolist(),
        build=_hash_builds(tags + labels * _LEVEL, depth, end).tolist(),
        names=names,
        paths=_hash_paths(np.where(tree.tag[nodes] == TEXT, 0, tags), parent),
        depth=depth,
    )


def _read_names(tree: Tree, nodes: Ints) -> tuple[list[frozenset[str]], Hashes]:
    """What each element is called by its class and id, and a hash of it."""
    names = [_NAMELESS] * len(nodes)
    labels = np.zeros(len(nodes), dtype=np.uint64)
    classes, ids = tree.attribute("class"), tree.attribute("id")
    named = np.fromiter({**classes, **ids}, dtype=np.int64)
    places = np.searchsorted(nodes, named)
    held = places < len(nodes)
    held[held] = nodes[places[held]] == named[held]
    for node, place in zip(named[held].tolist(), places[held].tolist(), strict=True):
        names[place], labels[place] = _name(classes.get(node, ""), ids.get(node, ""))
    return names, labels


_NAMELESS: frozenset[str] = frozenset()
_NO_WAY = frozenset((0,))


@lru_cache(maxsize=65_536)
def _name(classes: str, identity: str) -> tuple[frozenset[str], int]:
    """The words of a class and an id, numbers in them aside.

    >>> sorted(_name("post post-12", "p7")[0])
    ['#p0', 'post', 'post-0']
    """
    words = {_DIGITS.sub("0", word) for word in classes.split()}
    words.update(f"#{_DIGITS.sub('0', word)}" for word in identity.split())
    words -= {"0", "#0"}
    return frozenset(words), stable_hash(" ".join(sorted(words))) if words else 0


@lru_cache(maxsize=4_096)
def _hash_name(name: str) -> int:
    return stable_hash(name) | 1


def _hash_builds(labels: Hashes, depth: Ints, end: Ints) -> Hashes:
    """A hash of the labels and levels from each node to the end of its subtree.

    Sums of products modulo 2^64: what stands before a subtree is divided out.
    """
    n = len(labels)
    if not n:
        return np.zeros(0, dtype=np.uint64)
    steps, inverse_steps = _powers(int(_STEP), n), _powers(pow(int(_STEP), -1, 2**64), n)
    deepest = int(depth.max()) + 1
    levels, inverse_levels = (
        _powers(int(_LEVEL), deepest),
        _powers(pow(int(_LEVEL), -1, 2**64), deepest),
    )
    terms = _mix(labels) * steps * levels[depth]
    sums = np.zeros(n + 1, dtype=np.uint64)
    np.cumsum(terms, out=sums[1:])
    return _mix((sums[end] - sums[:-1]) * inverse_steps * inverse_levels[depth])


def _powers(base: int, n: int) -> Hashes:
    row = np.full(n, base, dtype=np.uint64)
    row[:1] = 1
    return np.multiply.accumulate(row)


def _mix(values: Hashes) -> Hashes:
    """Spread what differs over all bits."""
    mixed = values ^ (values >> np.uint64(31))
    mixed = mixed * np.uint64(0xBF58476D1CE4E5B9)
    result: Hashes = mixed ^ (mixed >> np.uint64(29))
    return result


def _hash_paths(tags: Hashes, parent: Ints) -> tuple[list[int], ...]:
    """For each node the hash of the tags on the last 1, 2, … levels down to it; 0 is no way."""
    paths = [tags]
    above = tags
    up = np.maximum(parent, 0)
    factor = np.uint64(1)
    at = up
    for _ in range(SHAPE_LEVELS - 1):
        factor = np.uint64(int(factor) * _PATH & _ALL_BITS)
        above = tags[at]
        paths.append(np.where(tags == 0, np.uint64(0), paths[-1] + above * factor))
        at = up[at]
    return tuple(path.tolist() for path in paths)
