"""What is written of a page and how far apart: the one reading that all formats share."""

from typing import NamedTuple

import numpy as np

from dehusk.model import TEXT, Indices, Mask, Tree
from dehusk.parse.blocks import Break, Breaks, find_gaps

SOFT_HYPHEN = "\xad"
"""Where a browser may divide a word: nobody reads it, and every search stumbles over it."""


_SPACE = int(Break.SPACE)


class Run(NamedTuple):
    """A node to be written: its text as it is read, and the Break before it.

    Of a node that is no text, such as an image, the text is its tag.
    """

    node: int
    text: str
    gap: int
    is_verbatim: bool = False


def choose_texts(tree: Tree, is_kept: Mask, preformatted: Mask) -> Indices:
    """The kept text leaves, and the blanks between two of them where blanks are meant."""
    is_text = tree.tag == TEXT
    chosen: Indices = tree.leaves[is_kept & is_text[tree.leaves]]
    if not preformatted.any():
        return chosen
    is_blank = is_text & preformatted
    is_blank[tree.leaves] = False
    blanks = keep_between(tree, is_kept, is_blank.nonzero()[0])
    return np.sort(np.concatenate((chosen, blanks)))


def keep_between(tree: Tree, is_kept: Mask, nodes: Indices) -> Indices:
    """Those of some nodes that are no leaves which stand between two kept leaves."""
    after = np.searchsorted(tree.leaves, nodes)
    inner = (after > 0) & (after < len(tree.leaves))
    nodes, after = nodes[inner], after[inner]
    return nodes[is_kept[after - 1] & is_kept[after]]


def lay_out(tree: Tree, nodes: Indices, preformatted: Mask) -> list[Run]:
    """The nodes that say something, in order, with the white space and breaks a reader sees."""
    has_holes = find_holes(tree, nodes)
    gaps = open_holes(find_gaps(tree, nodes), has_holes).tolist()
    is_verbatim = preformatted[nodes]
    if not is_verbatim.any():
        return _lay_out_flowing(nodes.tolist(), tree.texts(nodes), gaps)
    runs: list[Run] = []
    before, ends_blank, was_verbatim = 0, False, False
    for node, text, gap, verbatim, has_hole in zip(
        *(nodes.tolist(), tree.texts(nodes), gaps, is_verbatim.tolist(), has_holes.tolist()),
        strict=True,
    ):
        text = text.replace(SOFT_HYPHEN, "")
        if not text:
            before = max(gap, before, _SPACE)
            continue
        words = text if verbatim else " ".join(text.split())
        gap = max(gap, before)
        if verbatim and was_verbatim and gap == Break.SPACE:
            # Blanks are written as they are; only where something was taken out is one put in.
            joins = has_hole and not (runs[-1].text[-1:].isspace() or text[0].isspace())
            gap = Break.SPACE if joins else Break.NONE
        elif gap == Break.NONE and not verbatim and (ends_blank or text[0].isspace()):
            gap = Break.SPACE
        if not words:
            before = max(gap, Break.SPACE)
            continue
        if was_verbatim and gap >= Break.LINE:
            runs[-1] = runs[-1]._replace(text=runs[-1].text.rstrip("\n"))
        runs.append(Run(node, words, gap, verbatim))
        before, ends_blank, was_verbatim = 0, not verbatim and text[-1].isspace(), verbatim
    return runs


def _lay_out_flowing(nodes: list[int], texts: list[str], gaps: list[int]) -> list[Run]:
    """The same where no blanks are meant as they are written, as on most pages."""
    runs: list[Run] = []
    before, ends_blank = 0, False
    for node, text, gap in zip(nodes, texts, gaps, strict=True):
        text = text.replace(SOFT_HYPHEN, "")
        if not text:
            before = max(gap, before, _SPACE)
            continue
        words = " ".join(text.split())
        gap = max(gap, before)
        if not gap and (ends_blank or text[0].isspace()):
            gap = _SPACE
        if words:
            runs.append(Run(node, words, gap))
            before, ends_blank = 0, text[-1].isspace()
        else:
            before = gap or _SPACE
    return runs


def open_holes(gaps: Breaks, holes: Mask) -> Breaks:
    """Breaks of a space at least where something was taken out: nothing must run together."""
    opened: Breaks = np.maximum(gaps, holes.view(np.uint8) * np.uint8(Break.SPACE))
    return opened


def find_holes(tree: Tree, nodes: Indices) -> Mask:
    """Before which of these nodes a leaf was taken out, since the node before."""
    holes = np.zeros(len(nodes), dtype=np.bool_)
    up_to = np.searchsorted(tree.leaves, nodes, side="right")
    before = np.searchsorted(tree.leaves, nodes, side="left")
    holes[1:] = before[1:] > up_to[:-1]
    return holes
