"""The kept leaves of a page as plain text, with the white space and breaks a reader sees."""

import numpy as np

from dehusk.model import TEXT, Indices, Mask, Tree
from dehusk.parse.blocks import Break, Breaks, find_gaps, flag_preformatted

_SEPARATORS = ("", " ", "\t", "\n", "\n\n")
"""What stands for each Break, from NONE to PARAGRAPH."""


def render_text(tree: Tree, is_kept: Mask) -> str:
    """The text of the leaves that are kept; images say nothing here."""
    preformatted = flag_preformatted(tree)
    nodes = _choose_texts(tree, is_kept, preformatted)
    gaps = _part_at_holes(tree, nodes, find_gaps(tree, nodes)).tolist()
    is_verbatim = preformatted[nodes].tolist()
    pieces: list[str] = []
    before, ends_blank, was_verbatim = 0, False, False
    for text, gap, verbatim in zip(tree.texts(nodes), gaps, is_verbatim, strict=True):
        words = text if verbatim else " ".join(text.split())
        gap = max(gap, before)
        if verbatim and was_verbatim and gap == Break.SPACE:
            gap = Break.NONE
        elif gap == Break.NONE and not verbatim and (ends_blank or text[0].isspace()):
            gap = Break.SPACE
        if not words:
            before = max(gap, Break.SPACE)
            continue
        if was_verbatim and gap >= Break.LINE:
            pieces[-1] = pieces[-1].rstrip("\n")
        pieces += (_SEPARATORS[gap], words)
        before, ends_blank, was_verbatim = 0, not verbatim and text[-1].isspace(), verbatim
    rendered = "".join(pieces)
    if any(is_verbatim):
        rendered = "\n".join(line.rstrip(" \t") for line in rendered.split("\n"))
    return rendered.lstrip("\n").rstrip()


def _part_at_holes(tree: Tree, nodes: Indices, gaps: Breaks) -> Breaks:
    """Where something was taken out between two texts, they must not run together."""
    up_to = np.searchsorted(tree.leaves, nodes, side="right")
    before = np.searchsorted(tree.leaves, nodes, side="left")
    has_hole = before[1:] > up_to[:-1]
    gaps[1:][has_hole & (gaps[1:] == Break.NONE)] = Break.SPACE
    return gaps


def _choose_texts(tree: Tree, is_kept: Mask, preformatted: Mask) -> Indices:
    """The kept text leaves, and the blanks between two of them where blanks are meant."""
    is_text = tree.tag == TEXT
    chosen: Indices = tree.leaves[is_kept & is_text[tree.leaves]]
    if not preformatted.any():
        return chosen
    blanks = np.setdiff1d(np.flatnonzero(is_text & preformatted), tree.leaves)
    after = np.searchsorted(tree.leaves, blanks)
    inner = (after > 0) & (after < len(tree.leaves))
    blanks, after = blanks[inner], after[inner]
    blanks = blanks[is_kept[after - 1] & is_kept[after]]
    return np.union1d(chosen, blanks)
