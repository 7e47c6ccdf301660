"""What the parts of a page hold, here and on the site's other pages.

A block is described by the parts around it; many blocks are in the same part. So each part is
described once, and its blocks look it up.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.learn.site.columns import Columns, log, ratio
from dehusk.learn.site.containers import Container, find_containers
from dehusk.learn.site.memory import ClusterMemory
from dehusk.learn.site.places import LEVELS
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import View
from dehusk.model import Indices, Ints

CONTAINERS = ("half", "usual", "varied")

OF_PARTS = (
    "blocks", "words", "share", "link share", "linked blocks", "words a block", "stops", "commas",
    "known", "here", "fixed", "novel share", "varied share", "titles", "support", "usually new",
    "usual share",
)  # fmt: skip
"""What is told of a part: of its words which are linked, known elsewhere, said here too, new; which
of its blocks are links, fixed or titles; what it holds on the site's other pages."""


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What other pages tell of a page's blocks by themselves; `others` are those of its cluster."""

    linked: Floats
    known: Floats
    here: Floats
    titled: Floats
    others: int
    is_learned: bool


def describe_parts(
    view: View, cluster: ClusterMemory, told: Told
) -> tuple[Columns, Sequence[Container]]:
    """The features of the parts around each block, and the parts that hold what is new."""
    places, words = view.places, view.reading.words
    sums = _Sums(view, told)
    parts = np.flatnonzero(places.high - places.low > 1).astype(np.int32)
    learned = cluster.parts.look_up(places.slot[parts])
    usual = ratio(learned[:, 3], learned[:, 0]) * (told.others > 0)
    containers = find_containers(view, sums.share_new(parts), usual, parts)
    nodes = [*places.around.T, *(container.child for container in containers)]
    distinct = np.unique(np.concatenate(nodes))
    matrix = sums.describe(distinct, cluster, told)
    row_of = np.zeros(len(view.page.tree), dtype=np.int32)
    row_of[distinct] = np.arange(len(distinct), dtype=np.int32)
    heads = [f"around {level}" for level in range(LEVELS)]
    heads += [f"{name} child" for name in CONTAINERS]
    columns: Columns = {}
    for head, part in zip(heads, nodes, strict=True):
        found = matrix[:, row_of[part]]
        columns |= {f"{head} {name}": found[at] for at, name in enumerate(OF_PARTS)}
    before = np.cumsum(words) - words
    for name, container in zip(CONTAINERS, containers, strict=True):
        columns |= _place_in(view, name, container, before)
    return columns, containers


class _Sums:
    """Running sums over blocks: what any part holds is a difference of two."""

    def __init__(self, view: View, told: Told) -> None:
        counts = view.reading.counts
        words = counts[:, 1]
        unlinked = np.maximum(words - told.linked, 0)
        values = np.stack(
            (
                np.ones_like(words), words, told.linked, counts[:, 4], counts[:, 5],
                words * told.known, words * told.here, told.here, told.titled,
                (told.linked >= words) * (words > 0),
                unlinked * (1 - told.known), unlinked * (1 - told.here),
            )
        )  # fmt: skip
        self._places = view.places
        self._totals = np.zeros((len(values), len(words) + 1), dtype=np.float64)
        np.cumsum(values, axis=1, out=self._totals[:, 1:])

    def within(self, nodes: Indices | Ints) -> Floats:
        """A row for each sum, a column for each node."""
        places, totals = self._places, self._totals
        inside: Floats = (totals[:, places.high[nodes]] - totals[:, places.low[nodes]]).astype(
            np.float32
        )
        return inside

    def share_new(self, nodes: Ints) -> Floats:
        """The shares of the page's new text, and of what varies, that each node holds."""
        whole = np.maximum(self._totals[-2:, -1:], 1)
        shares: Floats = (self.within(nodes)[-2:] / whole).astype(np.float32)
        return shares

    def describe(self, nodes: Ints, cluster: ClusterMemory, told: Told) -> Floats:
        """A row for each feature of parts."""
        blocks, words, linked, stops, commas, known, here, fixed, titled, whole, novel, varied = (
            self.within(nodes)
        )
        totals = np.maximum(self._totals[:, -1], 1)
        learned = cluster.parts.look_up(self._places.slot[nodes])
        others = np.maximum(learned[:, 0] - told.is_learned, 0)
        learned[others == 0] = 0
        rows = (
            log(blocks), log(words), words / totals[1], ratio(linked, words),
            ratio(whole, blocks), log(words / np.maximum(blocks, 1)), ratio(stops, words),
            ratio(commas, words), ratio(known, words), ratio(here, words), ratio(fixed, blocks),
            novel / totals[-2], varied / totals[-1], ratio(titled, np.maximum(whole, 1)),
            others / max(told.others, 1),
            ratio(learned[:, 2], learned[:, 1]), ratio(learned[:, 3], learned[:, 0]),
        )  # fmt: skip
        return np.stack(rows).astype(np.float32)


def _place_in(view: View, name: str, container: Container, before: Floats) -> Columns:
    """Where each block stands in a container."""
    places, words, depth = view.places, view.reading.words, view.page.tree.depth
    low, high = int(places.low[container.node]), int(places.high[container.node])
    inside = float(words[low:high].sum())
    start = float(before[low]) if high > low else 0.0
    at = np.clip((before - start) / max(inside, 1.0), -1, 2)
    below = log(depth[places.element] - depth[container.node])
    return {
        f"{name} inside": container.is_inside.astype(np.float32),
        f"{name} before": (np.arange(len(view)) < low).astype(np.float32),
        f"{name} at": at.astype(np.float32),
        f"{name} depth": below * container.is_inside,
        f"{name} share": np.full(
            len(view), inside / max(float(words.sum()), 1.0), dtype=np.float32
        ),
    }
