"""On how many pages each leaf of a template is, and each text, link and image found there.

Memory is bounded: where there are too many values, the rarer half of them is forgotten. What is on
few pages cannot be noise.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from dehusk.learn.tree.matcher import NOWHERE, Mapped
from dehusk.model import TEXT, Tree, stable_hash
from dehusk.parse.tags import TAG_IDS

FEATURES = ("texts", "links", "images")
"""What a leaf may say: its text, where it links to, its image's source."""

MOST_VALUES = 400_000
"""Counts held at once while pages are read."""

LEAST_SHARE = 0.02
"""Of a leaf's pages: what is on fewer says nothing, and is not kept."""

LONGEST_VALUE = 320
"""Characters of a value that is kept as it is: images may stand in their addresses."""

_A = TAG_IDS["a"]


class Said(NamedTuple):
    """What a leaf of a page says, and the template's node that it is."""

    node: int
    feature: int
    value: str


@dataclass(frozen=True, slots=True)
class Support:
    """On how many pages a node of the template was found, and the values that recur there."""

    pages: int
    values: tuple[Mapping[str, int], ...] = ({}, {}, {})

    def confidence(self, feature: int, value: str) -> float:
        """The share of the node's pages on which it says so."""
        return min(self.values[feature].get(value, 0) / self.pages, 1.0) if self.pages else 0.0


@dataclass(slots=True)
class Counts:
    """Counts of pages, as they come in."""

    n_nodes: int
    pages: int = 0
    most: int = MOST_VALUES
    _of_node: Counter[int] = field(default_factory=Counter)
    _of_value: Counter[Said] = field(default_factory=Counter)

    def add(self, mapped: Mapped) -> None:
        """Count a page."""
        self.pages += 1
        self._of_node.update(np.unique(mapped.template[mapped.template != NOWHERE]).tolist())
        self._of_value.update(set(read_leaves(mapped)))
        if len(self._of_value) > self.most:
            self._forget()

    def _forget(self) -> None:
        # As many again fit in before the next time, so that pages cost the same on average.
        rare = sorted(self._of_value.values(), reverse=True)[self.most // 2]
        kept = {said: n for said, n in self._of_value.items() if n > rare}
        self._of_value = Counter(kept)

    def list_support(self, min_support: float) -> list[Support]:
        """The support of each node, with the values that recur at nodes on enough pages."""
        values: list[tuple[dict[str, int], ...]] = [({}, {}, {}) for _ in range(self.n_nodes)]
        for said, pages in sorted(self._of_value.items()):
            found = self._of_node[said.node]
            if pages >= max(2, LEAST_SHARE * found) and found >= min_support * self.pages:
                values[said.node][said.feature][said.value] = pages
        return [Support(self._of_node[node], values[node]) for node in range(self.n_nodes)]


def read_leaves(mapped: Mapped) -> Iterator[Said]:
    """All that the leaves of a page say for which the template has a place."""
    for node, said in zip(find_nodes(mapped), read_values(mapped.outline.tree), strict=True):
        if node != NOWHERE:
            for feature, value in enumerate(said):
                if value:
                    yield Said(node, feature, value)


def find_nodes(mapped: Mapped) -> list[int]:
    """The template's node of each leaf of the page, or -1."""
    outline = mapped.outline
    found: list[int] = mapped.template[np.searchsorted(outline.nodes, outline.tree.leaves)].tolist()
    return found


def read_values(tree: Tree) -> list[tuple[str, str, str]]:
    """What each leaf says, a value a feature; empty where it has none."""
    sources = tree.attribute("src")
    images = [""] * len(tree.leaves)
    for leaf in np.flatnonzero(tree.tag[tree.leaves] != TEXT).tolist():
        images[leaf] = sources.get(int(tree.leaves[leaf]), "")
    texts = [shorten(" ".join(text.split())) for text in tree.leaf_texts()]
    links = [shorten(link) for link in _find_links(tree)]
    return list(zip(texts, links, map(shorten, images), strict=True))


def shorten(value: str) -> str:
    """A value that is kept whole up to a few lines, and past that by its start and a hash.

    >>> shorten("Home"), len(shorten("x" * 1_000_000))
    ('Home', 320)
    """
    if len(value) <= LONGEST_VALUE:
        return value
    return f"{value[: LONGEST_VALUE - 20]}… #{stable_hash(value):017x}"


def _find_links(tree: Tree) -> Sequence[str]:
    """Where each leaf links to."""
    links = [""] * len(tree.leaves)
    targets = tree.attribute("href")
    anchors = np.flatnonzero(tree.tag == _A)
    first = np.searchsorted(tree.leaves, anchors).tolist()
    last = np.searchsorted(tree.leaves, tree.end[anchors]).tolist()
    for node, start, stop in zip(anchors.tolist(), first, last, strict=True):
        if start < stop and node in targets:
            links[start:stop] = [targets[node]] * (stop - start)
    return links
