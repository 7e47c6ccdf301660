"""The kept leaves of a page as plain text, with the white space and breaks a reader sees."""

from dataclasses import dataclass

import numpy as np

from dehusk.core.said import lay_out as write_pieces
from dehusk.model import Indices, Mask, Tree
from dehusk.parse.blocks import find_gaps, flag_preformatted
from dehusk.write.layout import Run, choose_texts, find_holes, lay_out, open_holes

SEPARATORS = ("", " ", "\t", "\n", "\n\n")
"""What stands for each Break, from NONE to PARAGRAPH."""

_LINE_BLANKS = " \t"


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A text, and of each node in it where it starts and ends, in characters."""

    text: str
    nodes: Indices
    starts: Indices
    ends: Indices


def render_text(tree: Tree, is_kept: Mask) -> str:
    """The text of the leaves that are kept; images say nothing here."""
    preformatted = flag_preformatted(tree)
    nodes = choose_texts(tree, is_kept, preformatted)
    is_verbatim = preformatted[nodes]
    holes = find_holes(tree, nodes)
    gaps = open_holes(find_gaps(tree, nodes), holes)
    joined = write_pieces(
        tree.markup, tree.start[nodes], tree.stop[nodes],
        gaps, is_verbatim.view(np.uint8), holes.view(np.uint8), SEPARATORS,
    ).decode()  # fmt: skip
    return _trim_ends(_trim_lines(joined) if is_verbatim.any() else joined)


def render_whole(tree: Tree) -> str:
    """All that the page says, nothing removed."""
    return render_text(tree, np.ones(len(tree.leaves), dtype=np.bool_))


def place_text(tree: Tree, is_kept: Mask) -> Placed:
    """The same text as rendered, with the place of each node."""
    runs, is_ragged = _lay_out_kept(tree, is_kept)
    joined = _join_runs(runs)
    ends = np.cumsum([len(SEPARATORS[run.gap]) + len(run.text) for run in runs], dtype=np.int64)
    starts = ends - np.array([len(run.text) for run in runs], dtype=np.int64)
    if is_ragged:
        starts, ends = _follow_lines(joined, starts), _follow_lines(joined, ends)
        joined = _trim_lines(joined)
    n_before = len(joined) - len(joined.lstrip("\n"))
    text = _trim_ends(joined)
    starts, ends = (np.clip(places - n_before, 0, len(text)) for places in (starts, ends))
    return Placed(text, np.array([run.node for run in runs], dtype=np.int64), starts, ends)


def _lay_out_kept(tree: Tree, is_kept: Mask) -> tuple[list[Run], bool]:
    """What is written, and whether there may be blanks at the ends of its lines."""
    preformatted = flag_preformatted(tree)
    nodes = choose_texts(tree, is_kept, preformatted)
    return lay_out(tree, nodes, preformatted), bool(preformatted[nodes].any())


def _join_runs(runs: list[Run]) -> str:
    """Texts one after another, each after its break."""
    return "".join([part for _, text, gap, _ in runs for part in (SEPARATORS[gap], text)])


def _trim_lines(text: str) -> str:
    return "\n".join(line.rstrip(_LINE_BLANKS) for line in text.split("\n"))


def _trim_ends(text: str) -> str:
    return text.lstrip("\n").rstrip()


def _follow_lines(text: str, places: Indices) -> Indices:
    """Where places in a text are once its lines are trimmed."""
    lines = text.split("\n")
    lengths = np.array([len(line) + 1 for line in lines], dtype=np.int64)
    trimmed = np.array([len(line.rstrip(_LINE_BLANKS)) for line in lines], dtype=np.int64)
    starts, new_starts = np.cumsum(lengths) - lengths, np.cumsum(trimmed + 1) - trimmed - 1
    line = np.searchsorted(starts, places, side="right") - 1
    followed: Indices = new_starts[line] + np.minimum(places - starts[line], trimmed[line])
    return followed
