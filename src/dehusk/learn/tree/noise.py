"""How surely each leaf of a page is noise: by what it says at its place, its line and its section.

The paper takes the mean of a section alone. Here the line that a leaf stands in counts as well: a
word in a sentence goes with the sentence, an item of a list is more than the list.
"""

import numpy as np
import numpy.typing as npt

from dehusk.learn.tree.matcher import NOWHERE
from dehusk.learn.tree.support import Support
from dehusk.model import Ints, Tree
from dehusk.parse.blocks import Break, find_gaps
from dehusk.parse.words import split_words
from dehusk.section.importance import Sizes, measure_leaves

Noise = npt.NDArray[np.float64]
"""One value a leaf, from 0 to 1."""

LINE_WEIGHT = 0.6
"""Of a leaf's line; the rest is that of its section (chosen on gold data: docs/explanation)."""

LONG_TEXT = 4
"""Words of a text that does not recur by chance, even if it is not on most pages."""

_READ_CHARACTERS = 200
"""So much of a text tells whether it is long."""

_ROOT = 1 / 3


def read_confidence(
    nodes: list[int], values: list[tuple[str, str, str]], support: list[Support]
) -> Noise:
    """The noise confidence of each leaf by itself; a long text is surer than its share."""
    shares = read_shares(nodes, values, support)
    for leaf in np.flatnonzero(shares).tolist():
        if len(split_words(values[leaf][0][:_READ_CHARACTERS])) >= LONG_TEXT:
            shares[leaf] **= _ROOT
    return shares


def read_shares(
    nodes: list[int], values: list[tuple[str, str, str]], support: list[Support]
) -> Noise:
    """On which share of its place's pages each leaf says the same: the highest of what it says."""
    shares = [0.0] * len(nodes)
    for leaf, (node, said) in enumerate(zip(nodes, values, strict=True)):
        if node == NOWHERE or support[node].pages < 2 or not any(said):
            continue
        confidence = support[node].confidence
        shares[leaf] = max([confidence(at, value) for at, value in enumerate(said) if value])
    return np.array(shares)


def blend(tree: Tree, confidence: Noise, of_leaf: Ints, line_weight: float = LINE_WEIGHT) -> Noise:
    """What is true of a leaf with its line and its section, `of_leaf` being their numbers."""
    if not len(confidence):
        return confidence
    sizes = measure_leaves(tree)
    lines = np.cumsum(find_gaps(tree, tree.leaves) >= Break.LINE, dtype=np.int32)
    of_line = _average(lines, sizes, confidence)
    return line_weight * of_line + (1 - line_weight) * _average(of_leaf, sizes, confidence)


def _average(groups: Ints, sizes: Sizes, confidence: Noise) -> Noise:
    """The mean of each leaf's group, by size."""
    means = np.bincount(groups, sizes * confidence) / np.maximum(np.bincount(groups, sizes), 1e-9)
    result: Noise = means[groups]
    return result
