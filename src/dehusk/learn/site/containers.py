"""The parts of a page that hold what is new on it, and where in them each block stands.

Seen from a block upwards, parts are of all sizes; seen from the part that holds most of the new
text, blocks of very different pages stand in comparable places.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.core import parts as core
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.memory import Table
from dehusk.learn.site.view import View
from dehusk.model import Ints

CONTAINERS = ("half", "usual", "varied")

HALF, MOST, LEARNED, VARIED = 0.5, 0.8, 0.6, 0.7
"""Shares of the new text: of the page, in a smaller and a larger part; of the site's pages; of what
varies."""

_FEWEST_LEARNED = 0.1
"""A part that usually holds the new text must hold at least so much of this page's."""

_FEATURES = tuple(
    f"{name} {what}" for name in CONTAINERS for what in ("inside", "before", "at", "depth", "share")
)

Sums = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Containers:
    """Some parts of the page; by container and block the child of the part that the block is in."""

    nodes: Ints
    child: Ints


def find_containers(view: View, sums: Sums, learned: Table, *, is_known: bool) -> Containers:
    """The smallest part with half of the page's new text, the usual one, and the one with most of
    what differs from what other pages have in the same place.

    `learned` tells of parts on the site's other pages, where there are any.
    """
    tree, places = view.page.tree, view.places
    nodes = core.find_containers(
        sums, places.low, places.high, places.slot, learned.keys, learned.values,
        is_known, HALF, MOST, LEARNED, _FEWEST_LEARNED, VARIED,
    )  # fmt: skip
    first_leaf = view.reading.first_leaf
    child = core.find_children(nodes, tree.end, places.low, places.high, tree.leaves, first_leaf)
    return Containers(nodes, child)


def describe_containers(columns: Columns, view: View, sums: Sums, containers: Containers) -> None:
    """Where each block stands in each container."""
    places, depth = view.places, view.page.tree.depth
    rows = core.describe_containers(
        sums, containers.nodes, places.low, places.high, depth, places.element
    )
    columns.note(_FEATURES, rows)
