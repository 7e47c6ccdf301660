"""How important each section is: what its leaves' scores say, the longer leaves before the shorter.

Importance = 1 - the mean score of its leaves, each weighted by its size (Mehta and Madaan, WWW
2008). All methods scale their scores alike: from one half on, a leaf is template.
"""

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Ints, Scores, Tree

Sizes = npt.NDArray[np.float64]
"""One size a leaf, in bytes of text."""

NOISE_IMPORTANCE = 0.25
"""Below it a section is noise, by the paper, whose scores are confidences of noise."""

_IMAGE_SIZE = 100.0
"""An image weighs as much as a sentence."""

_DIGITS = 4


def measure_leaves(tree: Tree) -> Sizes:
    """The size of each leaf."""
    size = (tree.stop - tree.start)[tree.leaves].astype(np.float64)
    size[tree.tag[tree.leaves] != TEXT] = _IMAGE_SIZE
    return size


def weigh_sections(of_leaf: Ints, sizes: Sizes, scores: Scores) -> Sizes:
    """The importance of each section, 0 … 1."""
    total = np.bincount(of_leaf, weights=sizes)
    noise = np.bincount(of_leaf, weights=sizes * scores)
    return np.clip(np.round(1.0 - noise / total, _DIGITS), 0.0, 1.0)
