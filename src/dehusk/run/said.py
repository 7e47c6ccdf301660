"""All words of a page, and the names of all that it points to: read off its bytes, no text made."""

import numpy as np

from dehusk.core import said
from dehusk.model import TEXT, Tree


def join_words(title: str, tree: Tree) -> bytes:
    """The words of the title and of all leaves, as splitting their texts would give them, a zero
    byte after each. Of an image, what stands for it.
    """
    starts, stops = tree.start[tree.leaves], tree.stop[tree.leaves]
    images = (tree.tag[tree.leaves] != TEXT).nonzero()[0]
    if len(images):
        known = tree.own_attributes()
        spoken = known.find("alt")
        starts[images] = stops[images] = 0
        leaf = tree.leaves.searchsorted(known.node[spoken])
        is_leaf = np.append(tree.leaves, -1)[leaf] == known.node[spoken]
        leaf, spoken = leaf[is_leaf], spoken[is_leaf]
        starts[leaf], stops[leaf] = known.start[spoken], known.stop[spoken]
    words = "".join(f"{word}\0" for word in title.split()).encode("utf-8", "surrogatepass")
    return words + said.join_words(tree.markup, starts, stops)


def join_names(tree: Tree) -> bytes:
    """The last names in the addresses of all that the page shows or links, a zero byte after each:
    neither host nor folder, nor what a session adds.
    """
    known = tree.own_attributes()
    found = np.concatenate((known.find("src"), known.find("href")))
    return said.join_names(tree.markup, known.start[found], known.stop[found])
