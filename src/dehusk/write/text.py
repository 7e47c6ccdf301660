"""The kept leaves of a page as plain text, with the white space and breaks a reader sees."""

import re

import numpy as np

from dehusk.model import TEXT, Indices, Mask, Tree
from dehusk.parse.blocks import Break, find_gaps, flag_preformatted

_SEPARATORS = {
    Break.NONE: "",
    Break.SPACE: " ",
    Break.CELL: "\t",
    Break.LINE: "\n",
    Break.PARAGRAPH: "\n\n",
}
_EDGE_BLANKS = re.compile(r"[ \t]+(?=\n)|^\n+|\s+\Z")


def render_text(tree: Tree, is_kept: Mask) -> str:
    """The text of the leaves that are kept; images say nothing here."""
    nodes = _choose_texts(tree, is_kept)
    gaps = find_gaps(tree, nodes).tolist()
    is_verbatim = flag_preformatted(tree)[nodes].tolist()
    pieces: list[str] = []
    glued = True
    for text, gap, verbatim in zip(tree.texts(nodes), gaps, is_verbatim, strict=True):
        words = text if verbatim else " ".join(text.split())
        if not verbatim and gap == Break.NONE and (not glued or text[:1].isspace()):
            gap = Break.SPACE
        pieces.append(_SEPARATORS[Break(gap)])
        pieces.append(words)
        glued = verbatim or not text[-1:].isspace()
    return _EDGE_BLANKS.sub("", "".join(pieces))


def _choose_texts(tree: Tree, is_kept: Mask) -> Indices:
    """The kept text leaves, and the blanks between two of them where blanks are meant."""
    is_text = tree.tag[tree.leaves] == TEXT
    chosen: Indices = tree.leaves[is_kept & is_text]
    blanks = np.flatnonzero((tree.tag == TEXT) & flag_preformatted(tree))
    blanks = np.setdiff1d(blanks, tree.leaves)
    if not len(blanks):
        return chosen
    after = np.searchsorted(tree.leaves, blanks)
    inner = (after > 0) & (after < len(tree.leaves))
    blanks, after = blanks[inner], after[inner]
    blanks = blanks[is_kept[after - 1] & is_kept[after]]
    return np.union1d(chosen, blanks).astype(np.int32)
