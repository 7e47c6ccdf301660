"""The parts of a page that hold what is new on it, and where in them each block stands.

Seen from a block upwards, parts are of all sizes; seen from the part that holds most of the new
text, blocks of very different pages stand in comparable places.
"""

from dataclasses import dataclass

import numpy as np

from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import View
from dehusk.model import Ints, Mask

HALF, MOST, LEARNED, VARIED = 0.5, 0.8, 0.6, 0.7
"""Shares of the new text: of the page, in a smaller and a larger part; of the site's pages; of what
varies."""

_FEWEST_LEARNED = 0.1
"""A part that usually holds the new text must hold at least so much of this page's."""


@dataclass(frozen=True, slots=True, eq=False)
class Container:
    """A part of the page; by block whether it is inside, and the child of the part it is in."""

    node: int
    is_inside: Mask
    child: Ints


def find_containers(view: View, shares: Floats, usual: Floats, parts: Ints) -> list[Container]:
    """The smallest part with half of the page's new text, the usual one, and the one with most of
    what differs from what other pages have in the same place.

    `parts` are all nodes with several blocks, `shares` what of the new and of the varied text each
    of them holds, `usual` the share of new text that it has on the site's other pages; zeros where
    nothing is known.
    """
    new, varied = shares
    half = _choose(view, parts, new >= HALF)
    is_usual = (usual >= LEARNED) & (new >= _FEWEST_LEARNED)
    usually = _choose(view, parts, is_usual if is_usual.any() else new >= MOST)
    various = _choose(view, parts, varied >= VARIED)
    return [_look_into(view, node) for node in (half, usually, various)]


def _choose(view: View, parts: Ints, is_one: Mask) -> int:
    """The smallest such part, the innermost of equal ones; the root if there is none."""
    chosen = parts[is_one]
    if not len(chosen):
        return 0
    width = (view.places.high - view.places.low)[chosen]
    return int(chosen[np.flatnonzero(width == width.min())[-1]])


def _look_into(view: View, node: int) -> Container:
    tree, places = view.page.tree, view.places
    blocks = np.arange(len(view))
    is_inside = (blocks >= places.low[node]) & (blocks < places.high[node])
    children = np.flatnonzero(tree.parent == node)
    first_node = tree.leaves[view.reading.first_leaf[:-1]]
    if not len(children):
        return Container(node, is_inside, np.full(len(view), node, dtype=np.int32))
    place = np.maximum(np.searchsorted(children, first_node, side="right") - 1, 0)
    child = np.where(is_inside, children[place], node).astype(np.int32)
    return Container(node, is_inside, child)
