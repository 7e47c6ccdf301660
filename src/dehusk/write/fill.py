"""What is written between two texts so that they stand as far apart as they did on their page."""

import numpy as np

from dehusk.model import Indices, Mask, Tree
from dehusk.parse.blocks import Break, find_gaps, flag_preformatted
from dehusk.write.layout import find_holes, open_holes
from dehusk.write.outline import Outline

# Cells outside of tables are found in drawings only, and can be written nowhere else.
_FILLERS = (b"", b" ", b"<math><td></td></math>", b"<br>", b"<br><br>")
"""What stands for each Break, from NONE to PARAGRAPH."""

_BORDER = b"<wbr>"
"""Keeps two texts from becoming one, and says nothing."""


def find_fillers(tree: Tree, outline: Outline) -> list[bytes]:
    """What follows each text, for the distance to the next that the elements do not give."""
    at = outline.sketch.leaves
    if not len(at):
        return []
    texts = outline.nodes[at]
    holes = find_holes(tree, texts)
    wanted, given = open_holes(find_gaps(tree, texts), holes), find_gaps(outline.sketch, at)
    is_verbatim = flag_preformatted(tree)[texts]
    both_verbatim = is_verbatim[1:] & is_verbatim[:-1]
    # Between two verbatim texts a space is one that is written in them, or of what was taken out.
    written = both_verbatim & (wanted[1:] == Break.SPACE)
    written[_find_run_together(tree, texts, written & holes[1:])] = False
    wanted[1:][written] = Break.NONE
    missing = np.where(wanted > given, wanted, Break.NONE)[1:].tolist()
    fillers = [_FILLERS[gap] for gap in missing]
    for border in (both_verbatim & _are_neighbours(outline.sketch, at)).nonzero()[0].tolist():
        fillers[border] = fillers[border] or _BORDER
    return [*fillers, b""]


def _find_run_together(tree: Tree, texts: Indices, may_be: Mask) -> list[int]:
    """After which of the texts that may run into the next no blank is written in either."""
    places = may_be.nonzero()[0]
    sides = zip(tree.texts(texts[places]), tree.texts(texts[places + 1]), strict=True)
    return [
        place
        for place, (before, after) in zip(places.tolist(), sides, strict=True)
        if not (before[-1:].isspace() or after[:1].isspace())
    ]


def _are_neighbours(sketch: Tree, at: Indices) -> Mask:
    """Whether no tag stands between a text and the next."""
    result: Mask = (np.diff(at) == 1) & (np.diff(sketch.parent[at]) == 0)
    return result
