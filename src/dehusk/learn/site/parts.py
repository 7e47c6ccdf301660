"""The parts around each block: how much of them is linked, known, fixed in place, new."""

import numpy as np

from dehusk.core import parts as core
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.containers import Containers, Sums, describe_containers, find_containers
from dehusk.learn.site.memory import ClusterMemory
from dehusk.learn.site.site_features import Told
from dehusk.learn.site.view import View

_FEATURES = tuple(
    f"around {what}"
    for what in (
        "blocks", "words", "words a block", "share", "novel share", "varied share", "support",
        "link share", "linked blocks", "stops", "commas", "known", "here", "fixed", "titles",
        "usually new", "usual share",
    )
)  # fmt: skip


def describe_parts(columns: Columns, view: View, cluster: ClusterMemory, told: Told) -> Containers:
    """The features of the part around each block; returned are the parts that hold what is new."""
    places, learned = view.places, cluster.parts
    sums = add_up(view, told)
    containers = find_containers(view, sums, learned, is_known=told.others > 0)
    around = core.describe_around(
        sums, places.low, places.high, places.around, places.slot,
        learned.keys, learned.values, told.is_learned, told.others,
    )  # fmt: skip
    columns.note(_FEATURES, around)
    describe_containers(columns, view, sums, containers)
    return containers


def add_up(view: View, told: Told) -> Sums:
    """Running sums over blocks: what any part holds is a difference of two."""
    titled = told.titled.view(np.uint8)
    return core.add_up(view.reading.counts, view.linked, told.known, told.here, titled)
