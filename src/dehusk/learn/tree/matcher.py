"""A page against a template: for every node of the page the template's node that it is.

From the top down, an element's children by their kinds. What was met before at the same place of
the template, with the same elements below it, is not walked a second time.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from dehusk.learn.tree.kinds import Kind, find_kind
from dehusk.learn.tree.memory import Memory
from dehusk.learn.tree.outline import Outline, draw_outline
from dehusk.learn.tree.sequence import Expression, Row, place_row
from dehusk.model import Ints, Tree

LARGEST_REMEMBERED = 256
"""Nodes of a subtree that is remembered whole, and children of a row that is."""

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Node:
    """An element of the template: its children by kinds, and the rows that they come in.

    `children` are the numbers of the template's nodes, one a kind.
    """

    kind: Kind
    kinds: tuple[Kind, ...] = ()
    children: tuple[int, ...] = ()
    expression: Expression = ()


@dataclass(frozen=True, slots=True, eq=False)
class Mapped:
    """For each node in a page's outline its node of the template, or -1.

    `item` is the place of each among its siblings, where that is a star; -1 elsewhere.
    """

    outline: Outline
    template: Ints
    item: Ints

    @property
    def is_whole(self) -> bool:
        """Whether the template has a place for all of the page."""
        return bool((self.template != NOWHERE).all())

    def find_stars(self) -> Ints:
        """For each node the number of the uppermost star that it is in, or -1."""
        end, parent = self.outline.end, self.outline.parent
        marked = np.flatnonzero(self.item != NOWHERE)
        before = np.maximum.accumulate(end[marked])
        is_upper = np.ones(len(marked), dtype=np.bool_)
        is_upper[1:] = marked[1:] >= before[:-1]
        upper = marked[is_upper]
        keys = parent[upper].astype(np.int64) << 32 | self.item[upper]
        _, numbers = np.unique(keys, return_inverse=True)
        stars = np.full(len(self.item), NOWHERE, dtype=np.int32)
        for first, last, number in zip(
            upper.tolist(), end[upper].tolist(), numbers.tolist(), strict=True
        ):
            stars[first:last] = number
        return stars


_Numbers: TypeAlias = "array[int]"
"""A number a node; much faster than numpy where stretches are short."""

_Found = tuple[_Numbers, _Numbers]
"""For the nodes of a subtree their nodes of the template; and their items, the root's left out."""


@dataclass(frozen=True, slots=True)
class Matcher:
    """A template's nodes, the root first, and what they met before."""

    nodes: Sequence[Node]
    _kinds: Memory[tuple[int, int], int] = field(default_factory=Memory, repr=False, compare=False)
    _places: Memory[tuple[int, Row], list[int]] = field(
        default_factory=Memory, repr=False, compare=False
    )
    _known: Memory[tuple[int, int], _Found] = field(
        default_factory=Memory, repr=False, compare=False
    )

    def match(self, tree: Tree) -> Mapped:
        """The page's nodes as those of the template."""
        return self.match_outline(draw_outline(tree))

    def match_outline(self, outline: Outline) -> Mapped:
        """The same of a page whose outline is there already."""
        walk = _Walk(self, outline)
        walk.walk()
        template, item = (np.array(one, dtype=np.int32) for one in (walk.template, walk.item))
        return Mapped(outline, template, item)

    def has_root(self, tag: str) -> bool:
        """Whether the template begins with such an element; one of no pages has none."""
        return bool(self.nodes) and self.nodes[0].kind.tag == tag

    def kind_of(self, at: int, outline: Outline, child: int) -> int:
        """The kind of a child of a node that is the template's node `at`."""
        key = at, outline.build[child]
        kind = self._kinds.recall(key)
        if kind is None:
            kind = find_kind(self.nodes[at].kinds, outline, child)
            self._kinds.keep(key, kind)
        return kind

    def place(self, at: int, row: Row) -> list[int]:
        """The item that each child is at, of a node that is the template's node `at`."""
        known = self._places.recall((at, row))
        if known is None:
            known = place_row(self.nodes[at].expression, row)
            if len(row) <= LARGEST_REMEMBERED:
                self._places.keep((at, row), known, 2 * len(row))
        return known

    def recall(self, at: int, build: int) -> _Found | None:
        """What a subtree of this build was found to be."""
        return self._known.recall((at, build))

    def remember(self, at: int, build: int, found: _Found) -> None:
        """Keep what a subtree was found to be."""
        # Two rows of numbers, each half as large as those that are counted.
        self._known.keep((at, build), found, len(found[0]))


class _Walk:
    """One page on its way through the template."""

    def __init__(self, matcher: Matcher, outline: Outline) -> None:
        self._matcher = matcher
        self._outline = outline
        self.template = array("i", [NOWHERE]) * len(outline)
        self.item = array("i", [NOWHERE]) * len(outline)

    def walk(self) -> None:
        outline, matcher = self._outline, self._matcher
        if not len(outline) or not matcher.has_root(outline.tag_name(0)):
            return
        end = outline.end.tolist()
        waiting, walked = [(0, 0)], []
        while waiting:
            place, at = waiting.pop()
            known = matcher.recall(at, outline.build[place])
            if known is None:
                walked.append((place, at))
                waiting += self._step(place, at)
            else:
                stop = end[place]
                self.template[place:stop] = known[0]
                self.item[place + 1 : stop] = known[1]
        for place, at in walked:
            stop = end[place]
            if stop - place <= LARGEST_REMEMBERED:
                found = self.template[place:stop], self.item[place + 1 : stop]
                matcher.remember(at, outline.build[place], found)

    def _step(self, place: int, at: int) -> list[tuple[int, int]]:
        """Find what an element's children are; they are to be walked next."""
        outline, matcher = self._outline, self._matcher
        self.template[place] = at
        children = outline.list_children(place)
        if not children:
            return []
        row = tuple([matcher.kind_of(at, outline, child) for child in children])
        node = matcher.nodes[at]
        for child, item in zip(children, matcher.place(at, row), strict=True):
            if item != NOWHERE and node.expression[item].star:
                self.item[child] = item
        return [
            (child, node.children[kind])
            for child, kind in zip(children, row, strict=True)
            if kind != NOWHERE
        ]
