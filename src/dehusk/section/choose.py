"""Scores to the leaves that are kept."""

import numpy as np

from dehusk.model import TEMPLATE_SCORE, TEXT, Mask, Scores, Tree


def choose_content(scores: Scores) -> Mask:
    """Whether each leaf is content."""
    return scores < TEMPLATE_SCORE


def removed_share(tree: Tree, is_kept: Mask) -> float:
    """The share of the page's text that is not kept, by characters."""
    n_chars = (tree.stop - tree.start)[tree.leaves] * (tree.tag[tree.leaves] == TEXT)
    total = int(n_chars.sum())
    return round(float(n_chars[~is_kept].sum()) / total, 4) if total else 0.0


def keep_all(tree: Tree) -> Mask:
    """The mask of a page with nothing removed."""
    return np.ones(len(tree.leaves), dtype=np.bool_)
