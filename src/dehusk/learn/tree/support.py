"""On how many pages each leaf of a template is, and each text, link and image found there.

Memory is bounded: once in so many features the rarest are forgotten, as in lossy counting. What is
on few pages cannot be noise.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from dehusk.learn.tree.matcher import NOWHERE, Mapped
from dehusk.model import TEXT, Ints, Tree
from dehusk.parse.tags import TAG_IDS

TEXTS, LINKS, IMAGES = "texts", "links", "images"
FEATURES = (TEXTS, LINKS, IMAGES)

MOST_FEATURES = 400_000
"""Counts held at once."""

_A = TAG_IDS["a"]


class Feature(NamedTuple):
    """Something said at a leaf of the template: a text, a link, or an image's source."""

    node: int
    kind: str
    value: str


@dataclass(slots=True)
class Support:
    """Counts of pages, as they come in."""

    pages: int = 0
    of_node: Counter[int] = field(default_factory=Counter)
    of_feature: Counter[Feature] = field(default_factory=Counter)
    forgotten: int = 0
    most: int = MOST_FEATURES

    def add(self, mapped: Mapped) -> None:
        """Count a page."""
        self.pages += 1
        self.of_node.update(np.unique(mapped.template[mapped.template != NOWHERE]).tolist())
        features = read_features(mapped)
        self.of_feature.update({one for row in features for one in row})
        if len(self.of_feature) > self.most:
            self._forget()

    def _forget(self) -> None:
        """Drop the rarest features until there is room."""
        while len(self.of_feature) > self.most // 2:
            self.forgotten += 1
            self.of_feature = Counter(
                {one: n for one, n in self.of_feature.items() if n > self.forgotten}
            )


def find_leaves(mapped: Mapped) -> Ints:
    """The template's node of each leaf of the page, or -1."""
    outline = mapped.outline
    places = np.searchsorted(outline.nodes, outline.tree.leaves)
    return mapped.template[places]


def read_features(mapped: Mapped) -> list[tuple[Feature, ...]]:
    """What each leaf of a page says that the template has a place for; nothing of the others."""
    tree = mapped.outline.tree
    nodes = find_leaves(mapped).tolist()
    sources = tree.attribute("src")
    links = find_links(tree)
    rows: list[tuple[Feature, ...]] = []
    for node, leaf, text, link in zip(
        nodes, tree.leaves.tolist(), tree.leaf_texts(), links, strict=True
    ):
        if node == NOWHERE:
            rows.append(())
            continue
        row = []
        words = " ".join(text.split())
        if words:
            row.append(Feature(node, TEXTS, words))
        if link:
            row.append(Feature(node, LINKS, link))
        if tree.tag[leaf] != TEXT and leaf in sources:
            row.append(Feature(node, IMAGES, sources[leaf]))
        rows.append(tuple(row))
    return rows


def find_links(tree: Tree) -> list[str]:
    """Where each leaf links to; empty where it does not."""
    links = [""] * len(tree.leaves)
    targets = tree.attribute("href")
    for node in np.flatnonzero(tree.tag == _A).tolist():
        if node in targets:
            first, last = np.searchsorted(tree.leaves, (node, tree.end[node])).tolist()
            for leaf in range(first, last):
                links[leaf] = targets[node]
    return links
