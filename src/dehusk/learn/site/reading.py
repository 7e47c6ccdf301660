"""A page's blocks as they read: how long they are, what they are made of, hashes of what they say.

A word is hashed as the sum of its letters, each times a power of one base; a block as such a sum of
its words. Case, punctuation and white space do not count.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.core import reading as core
from dehusk.model import TEXT, Indices, Ints, Tree
from dehusk.parse.blocks import Break, find_gaps

Hashes = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float32]

GRAM = 3
"""Words in a row that are remembered together."""

COUNTS = ("chars", "words", "digits", "capitals", "stops", "commas", "marks")
"""What is counted of each block: marks are bars, arrows and other signs that are no punctuation."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The blocks of a page: leaves that stand in one line, each array in their order.

    `first_leaf` has one more entry than there are blocks. `exact` and `loose` are hashes of what a
    block says, as it is and with every number taken for the same. `word` are the exact hashes of
    all words, `first_word` where each block's begin; `gram` those of words in a row.
    """

    block: Ints
    first_leaf: Ints
    counts: Floats
    exact: Hashes
    loose: Hashes
    word: Hashes
    first_word: Indices
    gram: Hashes
    first_gram: Indices
    leaf_words: Indices
    ends_sentence: Floats

    def __len__(self) -> int:
        return len(self.exact)

    @property
    def words(self) -> Floats:
        """The number of words of each block."""
        words: Floats = self.counts[:, 1]
        return words


def read_blocks(tree: Tree) -> Reading:
    """Cut the page into blocks and read them."""
    leaves = tree.leaves
    is_first = find_gaps(tree, leaves) >= Break.CELL
    is_first[:1] = True
    start = tree.start[leaves]
    # An image says nothing.
    stop = np.where(tree.tag[leaves] == TEXT, tree.stop[leaves], start)
    counts, exact, loose, first_word, ends_sentence, word, leaf_words = core.read_leaves(
        tree.markup, start, stop, is_first.view(np.uint8)
    )
    gram, first_gram = core.join_words(word, first_word, GRAM)
    return Reading(
        block=np.cumsum(is_first, dtype=np.int32) - np.int32(1),
        first_leaf=np.append(is_first.nonzero()[0], len(leaves)).astype(np.int32),
        counts=counts,
        exact=exact,
        loose=loose,
        word=word,
        first_word=first_word,
        gram=gram,
        first_gram=first_gram,
        leaf_words=leaf_words,
        ends_sentence=ends_sentence,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The hashes of words, as they are and with every number taken for the same."""

    exact: Hashes
    loose: Hashes


def read_text(text: str) -> Words:
    """The words of a text, as a page that says it has them."""
    return Words(*core.read_words(text.encode("utf-8", "surrogatepass")))


def hash_runs(words: Hashes, first: Indices) -> Hashes:
    """The hash of each run of words; those that say nothing do not count."""
    return core.hash_runs(words, first.astype(np.int64, copy=False))
