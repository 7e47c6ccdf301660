"""How surely each leaf of a page is noise: by what it says at its place, its line and its section.

The paper takes the mean of a section alone. Here the line that a leaf stands in counts as well: a
word in a sentence goes with the sentence, an item of a list is more than the list. So each leaf has
the mean of its line and that of its section, the longer leaves before the shorter, and of these two
a mean with fixed weights.
"""

from dataclasses import dataclass

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
        text = values[leaf][0]
        share = support[nodes[leaf]].confidence(0, text)
        if share and len(split_words(text[:_READ_CHARACTERS])) >= LONG_TEXT:
            shares[leaf] = max(shares[leaf], share**_ROOT)
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


@dataclass(frozen=True, slots=True, eq=False)
class Company:
    """How surely the line and the section that each leaf is in are noise."""

    line: Noise
    section: Noise

    def blend(self, line_weight: float = LINE_WEIGHT) -> Noise:
        """How surely each leaf is, in this company."""
        return line_weight * self.line + (1 - line_weight) * self.section


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The leaves of a page: the template's node of each, what it says, and how surely it is noise.

    `own` is by itself, `company` by its line and its section.
    """

    nodes: list[int]
    values: list[tuple[str, str, str]]
    own: Noise
    company: Company


def blend(tree: Tree, confidence: Noise, of_leaf: Ints, line_weight: float = LINE_WEIGHT) -> Noise:
    """What is true of a leaf with its line and its section, `of_leaf` being their numbers."""
    return find_company(tree, confidence, of_leaf).blend(line_weight)


def find_company(tree: Tree, confidence: Noise, of_leaf: Ints) -> Company:
    """The lines and sections that leaves of this confidence are in."""
    if not len(confidence):
        return Company(confidence, confidence)
    sizes = measure_leaves(tree)
    lines = np.cumsum(find_gaps(tree, tree.leaves) >= Break.LINE, dtype=np.int32)
    return Company(_average(lines, sizes, confidence), _average(of_leaf, sizes, confidence))


def _average(groups: Ints, sizes: Sizes, confidence: Noise) -> Noise:
    """The mean of each leaf's group, by size."""
    means = np.bincount(groups, sizes * confidence) / np.maximum(np.bincount(groups, sizes), 1e-9)
    result: Noise = means[groups]
    return result
