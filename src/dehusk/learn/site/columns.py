"""Features by name, each a number a block."""

import numpy as np
import numpy.typing as npt

from dehusk.learn.site.reading import Floats

Columns = dict[str, Floats]


def log(values: "npt.NDArray[np.generic]") -> Floats:
    """Counts on a scale where large ones differ less."""
    logged: Floats = np.log1p(np.maximum(values, 0)).astype(np.float32)
    return logged


def ratio(part: "npt.NDArray[np.generic]", whole: "npt.NDArray[np.generic]") -> Floats:
    """The share that a part is of the whole; of nothing, none."""
    share: Floats = (part / np.maximum(whole, 1)).astype(np.float32)
    return share
