"""The parts of a page that hold what is new on it, and where in them each block stands.

Seen from a block upwards, parts are of all sizes; seen from the part that holds most of the new
text, blocks of very different pages stand in comparable places.
"""

from dataclasses import dataclass

import numpy as np

from dehusk.learn.site.columns import Columns, Numbers
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import View
from dehusk.model import Indices, Ints, Mask

CONTAINERS = ("half", "usual", "varied")

HALF, MOST, LEARNED, VARIED = 0.5, 0.8, 0.6, 0.7
"""Shares of the new text: of the page, in a smaller and a larger part; of the site's pages; of what
varies."""

_FEWEST_LEARNED = 0.1
"""A part that usually holds the new text must hold at least so much of this page's."""


@dataclass(frozen=True, slots=True, eq=False)
class Containers:
    """Some parts of the page; by container and block the child of the part that the block is in."""

    nodes: Ints
    child: Ints


def find_containers(view: View, shares: Numbers, usual: Floats, parts: Indices) -> Containers:
    """The smallest part with half of the page's new text, the usual one, and the one with most of
    what differs from what other pages have in the same place.

    `parts` are all nodes with several blocks, `shares` what of the new and of the varied text each
    of them holds, `usual` the share of new text that it has on the site's other pages; zeros where
    nothing is known.
    """
    new, varied = shares
    is_usual = (usual >= LEARNED) & (new >= _FEWEST_LEARNED)
    wanted = (new >= HALF, is_usual if is_usual.any() else new >= MOST, varied >= VARIED)
    width = (view.places.high - view.places.low)[parts]
    nodes = np.array([_choose(parts, width, is_one) for is_one in wanted], dtype=np.int32)
    return Containers(nodes, np.stack([_find_child(view, node) for node in nodes.tolist()]))


def _choose(parts: Indices, width: Ints, is_one: Mask) -> int:
    """The smallest such part, the innermost of equal ones; the root if there is none."""
    chosen = is_one.nonzero()[0]
    if not len(chosen):
        return 0
    # The last of the smallest: parts are in document order.
    last = len(chosen) - 1 - int(width[chosen][::-1].argmin())
    return int(parts[chosen[last]])


def _find_child(view: View, node: int) -> Ints:
    """The child that each block is in; the part itself for those outside."""
    low, high = int(view.places.low[node]), int(view.places.high[node])
    child = np.full(len(view), node, dtype=np.int32)
    children = (view.page.tree.parent == node).nonzero()[0]
    if len(children):
        first_node = view.page.tree.leaves[view.reading.first_leaf[low:high]]
        # A block may begin before the part that the rest of it is in.
        place = np.maximum(children.searchsorted(first_node, side="right") - 1, 0)
        child[low:high] = children[place]
    return child


def describe_containers(columns: Columns, view: View, containers: Containers) -> None:
    """Where each block stands in each container."""
    places, words, depth = view.places, view.reading.words, view.page.tree.depth
    total = np.append(np.float32(0), np.cumsum(words))
    low, high = (side[containers.nodes][:, None] for side in (places.low, places.high))
    inside = total[high] - total[low]
    order = np.arange(len(view))
    is_inside = (order >= low) & (order < high)
    at = np.clip((total[:-1] - total[low]) / np.maximum(inside, 1), -1, 2)
    below = (depth[places.element] - depth[containers.nodes][:, None]) * is_inside
    share = inside / max(float(total[-1]), 1.0)
    rows = {"inside": is_inside, "before": order < low, "at": at}
    for what, values in rows.items():
        columns.note_all([f"{name} {what}" for name in CONTAINERS], values)
    for number, name in enumerate(CONTAINERS):
        columns.note_log(f"{name} depth", below[number])
    columns.note_page(
        **{f"{name}_share": float(one) for name, one in zip(CONTAINERS, share[:, 0], strict=True)}
    )
