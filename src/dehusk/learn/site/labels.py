"""What remembered hashes are of, so that a person who reads a saved site can tell."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from dehusk.learn.site.memory import KNOWN_PAGES, Known
from dehusk.learn.site.reading import Hashes
from dehusk.learn.site.view import View
from dehusk.model import Tree

Labels = Mapping[int, str]
"""What a hash is of."""

_LONGEST_TEXT, _LONGEST_NAME = 80, 40


def label_texts(views: Sequence[View], known: Known) -> Labels:
    """The beginning of each text that pages share, as the first page that says it has it."""
    loose = known.cluster.loose
    keys = loose.keys[loose.pages >= KNOWN_PAGES]
    labels: dict[int, str] = {}
    for view in views:
        leaves = view.reading.first_leaf
        for block, key in _find_new(view.reading.loose, keys, labels):
            nodes = view.page.tree.leaves[leaves[block] : leaves[block + 1]]
            text = " ".join(
                " ".join(view.page.tree.texts(nodes[view.page.tree.tag[nodes] == 0])).split()
            )
            labels[key] = text[:_LONGEST_TEXT]
    return labels


def label_ways(views: Sequence[View], known: Known) -> Labels:
    """The way from the root of each slot and part that pages share."""
    tables = known.cluster.slots, known.cluster.parts
    shared = [table.keys[table.values[:, 0] >= KNOWN_PAGES] for table in tables]
    keys = np.union1d(*shared)
    labels: dict[int, str] = {}
    for view in views:
        tree, classes = view.page.tree, view.page.tree.attribute("class")
        for node, key in _find_new(view.places.slot, keys, labels):
            labels[key] = _write_way(tree, classes, node)
    return labels


def _find_new(hashes: Hashes, keys: Hashes, labels: Labels) -> Iterator[tuple[int, int]]:
    """The place and the hash of what is remembered and not labelled yet, each once."""
    found, first = np.unique(hashes, return_index=True)
    is_known = np.isin(found, keys)
    for key, place in zip(found[is_known].tolist(), first[is_known].tolist(), strict=True):
        if key not in labels:
            yield place, key


def _write_way(tree: Tree, classes: Mapping[int, str], node: int) -> str:
    """Tags and classes from the root, as in `html/body/div.story/p`."""
    names = []
    while node >= 0:
        if tree.tag[node]:
            named = ".".join(("", *classes.get(node, "").split()))
            names.append(tree.name(node) + named[:_LONGEST_NAME])
        node = int(tree.parent[node])
    return "/".join(reversed(names))
