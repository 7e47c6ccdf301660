"""The parts around each block: how much of them is linked, known, fixed in place, new."""

import numpy as np
import numpy.typing as npt

from dehusk.learn.site.columns import Columns, ratio
from dehusk.learn.site.containers import Containers, describe_containers, find_containers
from dehusk.learn.site.memory import ClusterMemory
from dehusk.learn.site.site_features import Told
from dehusk.learn.site.view import View
from dehusk.model import Indices, Ints

Sums = npt.NDArray[np.float64]


def describe_parts(columns: Columns, view: View, cluster: ClusterMemory, told: Told) -> Containers:
    """The features of the part around each block; returned are the parts that hold what is new."""
    places = view.places
    sums = _Sums(view, told)
    parts = (places.high - places.low > 1).nonzero()[0]
    learned = cluster.parts.look_up(places.slot[parts])
    usual = ratio(learned[:, 3], learned[:, 0]) * (told.others > 0)
    containers = find_containers(view, sums.share_new(parts), usual, parts)
    _describe_around(columns, sums, cluster, told)
    describe_containers(columns, view, containers)
    return containers


class _Sums:
    """Running sums over blocks: what any part holds is a difference of two."""

    def __init__(self, view: View, told: Told) -> None:
        counts = view.reading.counts
        words = counts[:, 1]
        unlinked = np.maximum(words - view.linked, 0)
        values = np.array(
            (
                words, view.linked, counts[:, 4], counts[:, 5], words * told.known,
                words * told.here, told.here, told.titled, (view.linked >= words) & (words > 0),
                unlinked * (1 - told.known), unlinked * (1 - told.here),
            )
        )  # fmt: skip
        self.places = view.places
        self.totals = np.zeros((len(values), len(words) + 1), dtype=np.float64)
        np.cumsum(values, axis=1, out=self.totals[:, 1:])

    def within(self, nodes: Indices | Ints, rows: slice = slice(None)) -> Sums:
        """A row for each sum, a column for each node."""
        places, totals = self.places, self.totals[rows]
        inside: Sums = totals[:, places.high[nodes]] - totals[:, places.low[nodes]]
        return inside

    def share_new(self, nodes: Indices) -> Sums:
        """The shares of the page's new text, and of what varies, that each node holds."""
        newest = slice(-2, None)
        return self.within(nodes, newest) / np.maximum(self.totals[newest, -1:], 1)


def _describe_around(columns: Columns, sums: _Sums, cluster: ClusterMemory, told: Told) -> None:
    """What the smallest part around each block holds, here and on the site's other pages."""
    places = sums.places
    nodes = places.around[:, 0]
    blocks = places.high[nodes] - places.low[nodes]
    words, linked, stops, commas, known, here, fixed, titled, whole, novel, varied = sums.within(
        nodes
    )
    totals = np.maximum(sums.totals[:, -1], 1)
    learned = cluster.parts.look_up(places.slot[nodes])
    others = np.maximum(learned[:, 0] - told.is_learned, 0)
    learned[others == 0] = 0
    columns.note_log("around blocks", blocks)
    columns.note_log("around words", words)
    columns.note_log("around words a block", words / np.maximum(blocks, 1))
    columns.note_all(
        ("around share", "around novel share", "around varied share", "around support"),
        (
            words / totals[0], novel / totals[-2], varied / totals[-1],
            others / max(told.others, 1),
        ),
    )  # fmt: skip
    for name, part, of_all in (
        ("link share", linked, words), ("linked blocks", whole, blocks), ("stops", stops, words),
        ("commas", commas, words), ("known", known, words), ("here", here, words),
        ("fixed", fixed, blocks), ("titles", titled, whole),
        ("usually new", learned[:, 2], learned[:, 1]),
        ("usual share", learned[:, 3], learned[:, 0]),
    ):  # fmt: skip
        columns.note_share(f"around {name}", part, of_all)
