"""The truth of each leaf and block of a page, and how well a choice of leaves meets it."""

from dataclasses import dataclass

import numpy as np

from dehusk.evaluate.align import align_words
from dehusk.evaluate.metrics import Score, make_score
from dehusk.evaluate.truth import TruthPage, TruthSite
from dehusk.model import Indices, Ints, Mask, Tree
from dehusk.parse.blocks import Break, find_gaps, flag_preformatted
from dehusk.parse.words import find_words, split_words
from dehusk.section.choose import keep_all
from dehusk.write.layout import choose_texts, lay_out
from dehusk.write.text import SEPARATORS


@dataclass(frozen=True, slots=True, eq=False)
class LeafTruth:
    """What is true of the leaves of a page, each array in their order.

    A leaf is content when at least half of its words are; one without words goes with those around
    it. What is disputed, or says nothing, does not count.
    """

    is_content: Mask
    n_words: Ints
    is_counted: Mask
    block: Ints

    def score_leaves(self, is_kept: Mask) -> Score:
        """Of the leaves that count: r/t of those kept, r/(r+m) of those that are content."""
        return _score_choice(self.is_content[self.is_counted], is_kept[self.is_counted])

    def score_blocks(self, is_kept: Mask) -> Score:
        """The same of blocks, each by the majority of its words."""
        return _score_choice(self.find_content_blocks(), self._find_most(is_kept))

    def score_block_words(self, is_kept: Mask) -> Score:
        """The same, a block counting as often as it has words."""
        n_words = self._count_words(np.ones_like(is_kept))
        n_words = n_words[n_words > 0]
        return _score_choice(self.find_content_blocks(), self._find_most(is_kept), n_words)

    def find_content_blocks(self) -> Mask:
        """Which blocks are content, of those that say what counts."""
        return self._find_most(self.is_content)

    def _find_most(self, is_one: Mask) -> Mask:
        """Which blocks have at least half of their words in such leaves."""
        n_words = self._count_words(np.ones_like(is_one))
        says = n_words > 0
        is_most: Mask = 2 * self._count_words(is_one)[says] >= n_words[says]
        return is_most

    def _count_words(self, is_one: Mask) -> Ints:
        """The words of each block that count, and are in such leaves."""
        words = np.where(self.is_counted & is_one, self.n_words, 0)
        return np.bincount(self.block, words).astype(np.int32)


def _score_choice(is_content: Mask, is_kept: Mask, weight: Ints | int = 1) -> Score:
    hits, kept, content = (
        int((is_one * weight).sum()) for is_one in (is_content & is_kept, is_kept, is_content)
    )
    return make_score(hits, kept, content)


def label_leaves(tree: Tree, page: TruthPage, site: TruthSite) -> LeafTruth:
    """The truth of the page's leaves, from aligning its words with the wanted ones."""
    reading = _read(tree)
    is_wanted = align_words(reading.words, split_words(page.text))
    n_words = reading.count(np.ones(len(reading.words), dtype=np.bool_))
    is_content = _label(reading.count(is_wanted), n_words)
    disputed = _find_comments(reading, is_wanted, page.comments)
    is_disputed = (2 * reading.count(disputed) >= n_words) & ~is_content
    is_disputed |= _find_optional(tree, site.forgiven)
    return LeafTruth(is_content, n_words, (n_words > 0) & ~is_disputed, reading.block)


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    """A page's words as its whole text has them, and the leaf that each starts in."""

    words: list[str]
    leaf: Indices
    block: Ints

    def count(self, is_one: Mask) -> Ints:
        """How many such words start in each leaf."""
        return np.bincount(self.leaf[is_one], minlength=len(self.block)).astype(np.int32)


def _read(tree: Tree) -> _Reading:
    preformatted = flag_preformatted(tree)
    nodes = choose_texts(tree, keep_all(tree), preformatted)
    runs = lay_out(tree, nodes, preformatted)
    # Letters may change in number when they are made small, so that is done before counting them.
    parts = [part for run in runs for part in (SEPARATORS[run.gap], run.text.lower())]
    ends = np.cumsum([len(part) for part in parts])
    text_starts = ends[::2]
    found = list(find_words("".join(parts)))
    word_starts = np.array([match.start() for match in found], dtype=np.int64)
    run_of_word = np.searchsorted(text_starts, word_starts, side="right") - 1
    node_of_run = np.array([run.node for run in runs], dtype=np.int32)
    leaf_of_word = np.searchsorted(tree.leaves, node_of_run[run_of_word])
    block = np.cumsum(find_gaps(tree, tree.leaves) >= Break.LINE).astype(np.int32)
    return _Reading([match[0] for match in found], leaf_of_word, block)


def _label(n_wanted: Ints, n_words: Ints) -> Mask:
    """Which leaves are content; one without words only between two that are."""
    says = np.flatnonzero(n_words)
    if not len(says):
        return np.zeros(len(n_words), dtype=np.bool_)
    is_content = 2 * n_wanted >= n_words
    places = np.arange(len(n_words))
    before = np.searchsorted(says, places, side="right") - 1
    after = np.searchsorted(says, places)
    is_inner = (before >= 0) & (after < len(says))
    around = is_content[says[before]] & is_content[says[np.minimum(after, len(says) - 1)]]
    return np.where(n_words > 0, is_content, is_inner & around)


def _find_comments(reading: _Reading, is_wanted: Mask, comments: str) -> Mask:
    """Which of the words that are not wanted are of readers' comments."""
    is_comment = np.zeros(len(reading.words), dtype=np.bool_)
    if comments:
        rest = np.flatnonzero(~is_wanted)
        words = [reading.words[place] for place in rest.tolist()]
        is_comment[rest] = align_words(words, split_words(comments))
    return is_comment


def _find_optional(tree: Tree, forgiven: frozenset[tuple[str, ...]]) -> Mask:
    """Which leaves say just what may be missing."""
    if not forgiven:
        return np.zeros(len(tree.leaves), dtype=np.bool_)
    said = (tuple(split_words(text)) in forgiven for text in tree.leaf_texts())
    return np.fromiter(said, dtype=np.bool_)
