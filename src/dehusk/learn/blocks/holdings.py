"""What the blocks of a page hold: how much of each feature, and which terms.

The features follow section 3.2.1 of Debnath, Mitra and Giles (SAC 2005), whose list is made to be
changed: it is what a page can hold today.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dehusk.learn.blocks.cut import Blocks, cut_blocks
from dehusk.model import Ints, Mask, Tree, stable_hash
from dehusk.parse.tags import IMAGES, TAG_IDS, table_of, tag_ids
from dehusk.parse.words import split_words

Values = npt.NDArray[np.float64]
"""One row a block, one column a feature."""

TEXT_FEATURE = "text"
_TAGS_OF_FEATURE = {
    "headings": "h1 h2 h3 h4 h5 h6",
    "images": "img area",
    "links": "a",
    "lists": "ul ol dl menu dir",
    "tables": "table",
    "forms": "form input button select textarea",
    "media": "video audio embed object applet svg canvas",
    "frames": "iframe frame",
    "scripts": "script noscript",
    "styles": "style link",
}
FEATURES = (TEXT_FEATURE, *_TAGS_OF_FEATURE)
"""Text is counted in words, all else in elements."""

SOURCE = "src:"
"""Starts a term that is an image's address. No word has a colon."""

_LONGEST_ADDRESS = 500

_IS_IMAGE = table_of(IMAGES)
_IS_LINK = table_of(frozenset({TAG_IDS["a"]}))


@dataclass(frozen=True, slots=True, eq=False)
class Holdings:
    """The blocks of a page with their counts of features, words in order, and image addresses."""

    blocks: Blocks
    counts: Ints
    words: list[list[str]]
    sources: list[list[str]]

    def terms(self, block: int) -> frozenset[str]:
        """The distinct words and image addresses of a block."""
        return frozenset(self.words[block]).union(self.sources[block])


def read_holdings(tree: Tree, tags: Sequence[str]) -> Holdings:
    """Cut a page into blocks and look into each."""
    blocks = cut_blocks(tree, tags)
    words = _read_words(blocks)
    return Holdings(blocks, _count_features(blocks, words), words, _read_sources(blocks))


def _read_words(blocks: Blocks) -> list[list[str]]:
    texts: list[list[str]] = [[] for _ in range(blocks.n)]
    for block, text in zip(blocks.of_leaf.tolist(), blocks.tree.leaf_texts(), strict=True):
        texts[block].append(text)
    return [split_words("\n".join(parts)) for parts in texts]


def _read_sources(blocks: Blocks) -> list[list[str]]:
    sources: list[list[str]] = [[] for _ in range(blocks.n)]
    tree = blocks.tree
    images = np.flatnonzero(_IS_IMAGE[tree.tag[tree.leaves]])
    addresses = tree.attribute("src") if len(images) else {}
    for leaf in images.tolist():
        address = addresses.get(int(tree.leaves[leaf]))
        if address:
            sources[int(blocks.of_leaf[leaf])].append(_name_source(address))
    return sources


def _name_source(address: str) -> str:
    """An image's address as a term; one that holds the image itself by its hash."""
    if len(address) <= _LONGEST_ADDRESS:
        return SOURCE + address
    return f"{SOURCE}#{stable_hash(address):016x}"


def _count_features(blocks: Blocks, words: Sequence[Sequence[str]]) -> Ints:
    tree = blocks.tree
    feature = _feature_of_tag()[tree.tag]
    feature[_find_anchors(tree)] = 0
    # Text, the first column, is counted by words and not by elements.
    is_counted = (feature > 0) & (blocks.of_node >= 0)
    cells = blocks.of_node[is_counted] * len(FEATURES) + feature[is_counted]
    counts = np.bincount(cells, minlength=blocks.n * len(FEATURES)).astype(np.int32)
    counts = counts.reshape(blocks.n, len(FEATURES))
    counts[:, 0] = [len(said) for said in words]
    return counts


def _find_anchors(tree: Tree) -> Mask:
    """Elements `a` that lead nowhere."""
    is_anchor = _IS_LINK[tree.tag]
    leading = tree.attribute("href") if is_anchor.any() else {}
    is_anchor[np.fromiter(leading, dtype=np.int64, count=len(leading))] = False
    return is_anchor


@lru_cache(maxsize=1)
def _feature_of_tag() -> Ints:
    feature = np.zeros(len(table_of(frozenset())), dtype=np.int32)
    for column, names in enumerate(_TAGS_OF_FEATURE.values(), start=1):
        feature[list(tag_ids(names))] = column
    return feature
