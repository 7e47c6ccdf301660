"""Boxes as the browser tells them, brought into the order of a page's nodes.

Boxes are kept to a quarter of a pixel, as whole numbers: so a page has the same boxes whether it
was drawn just now or read from the cache.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dehusk.model import Boxes

Quarters = npt.NDArray[np.int32]
"""One row a node: left, top, width, height in quarters of a pixel; NOTHING where nothing is."""

NOTHING = np.iinfo(np.int32).min
_FARTHEST = 1 << 24
"""Beyond it, a float32 has no quarters."""


def place_boxes(n_nodes: int, nodes: Sequence[int], flat: Sequence[float]) -> Quarters:
    """The boxes of these nodes, four numbers each; a node that was drawn in parts has them all."""
    number = np.asarray(nodes, dtype=np.int64)
    is_known = (number >= 0) & (number < n_nodes)
    number = number[is_known]
    told = np.nan_to_num(np.asarray(flat, dtype=np.float64).reshape(-1, 4)[is_known])
    box = np.clip(told, -_FARTHEST, _FARTHEST).astype(np.int32)
    least = np.full((n_nodes, 2), np.iinfo(np.int32).max, dtype=np.int32)
    most = np.full((n_nodes, 2), NOTHING, dtype=np.int32)
    np.minimum.at(least, number, box[:, :2])
    np.maximum.at(most, number, box[:, :2] + box[:, 2:])
    quarters = np.full((n_nodes, 4), NOTHING, dtype=np.int32)
    quarters[number, :2] = least[number]
    quarters[number, 2:] = most[number] - least[number]
    return quarters


def to_pixels(quarters: Quarters) -> Boxes:
    """The boxes of a page in pixels."""
    boxes: Boxes = quarters.astype(np.float32) / np.float32(4)
    boxes[quarters[:, 0] == NOTHING] = np.nan
    return boxes
