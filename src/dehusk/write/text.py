"""The kept leaves of a page as plain text, with the white space and breaks a reader sees."""

import numpy as np

from dehusk.model import Mask, Tree
from dehusk.parse.blocks import flag_preformatted
from dehusk.write.layout import Run, choose_texts, lay_out

SEPARATORS = ("", " ", "\t", "\n", "\n\n")
"""What stands for each Break, from NONE to PARAGRAPH."""


def render_text(tree: Tree, is_kept: Mask) -> str:
    """The text of the leaves that are kept; images say nothing here."""
    preformatted = flag_preformatted(tree)
    nodes = choose_texts(tree, is_kept, preformatted)
    rendered = _join_runs(lay_out(tree, nodes, preformatted))
    if preformatted[nodes].any():
        rendered = "\n".join(line.rstrip(" \t") for line in rendered.split("\n"))
    return rendered.lstrip("\n").rstrip()


def render_whole(tree: Tree) -> str:
    """All that the page says, nothing removed."""
    return render_text(tree, np.ones(len(tree.leaves), dtype=np.bool_))


def _join_runs(runs: list[Run]) -> str:
    """Texts one after another, each after its break."""
    return "".join([part for _, text, gap, _ in runs for part in (SEPARATORS[gap], text)])
