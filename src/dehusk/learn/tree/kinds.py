"""The children of like elements sorted into kinds: what is alike may stand in for one another."""

from collections.abc import Sequence
from dataclasses import dataclass

from dehusk.learn.tree.outline import Outline

ALIKE = 0.5
"""Two elements of one tag are alike from this likeness on."""

MOST_KINDS = 24
"""Of one tag under one element; what is like none of so many counts as the last."""


_ALWAYS_ALIKE = frozenset(("html", "body"))
"""A page has one of each; without a place for it, it would have none for anything."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What elements of a kind look like: the first of them stands for all."""

    tag: str
    names: frozenset[str]
    shape: frozenset[int]
    ways: tuple[str, ...]

    def is_like(self, names: frozenset[str], shape: frozenset[int]) -> bool:
        """Whether an element of the same tag is of this kind."""
        if self.tag in _ALWAYS_ALIKE:
            return True
        likeness = _share_ways(self.shape, shape)
        if self.names and names:
            shared = len(self.names & names) / min(len(self.names), len(names))
            likeness = (likeness + shared) / 2
        return likeness >= ALIKE


def _share_ways(one: frozenset[int], other: frozenset[int]) -> float:
    """Dice's coefficient; where there is nothing to tell apart, they are the same."""
    total = len(one) + len(other)
    return 2 * len(one & other) / total if total else 1.0


def find_kind(kinds: Sequence[Kind], outline: Outline, place: int) -> int:
    """The number of the first kind that the element is like; -1 if it is like none."""
    tag = outline.tag_name(place)
    of_tag = [number for number, kind in enumerate(kinds) if kind.tag == tag]
    if not of_tag:
        return -1
    names, shape = outline.names[place], outline.shape(place)
    for number in of_tag:
        if kinds[number].is_like(names, shape):
            return number
    return of_tag[-1] if len(of_tag) >= MOST_KINDS else -1


def make_kind(outline: Outline, place: int) -> Kind:
    """A kind that begins with this element."""
    return Kind(
        outline.tag_name(place),
        outline.names[place],
        outline.shape(place),
        outline.list_ways(place),
    )
