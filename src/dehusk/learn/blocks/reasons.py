"""Why each leaf of a page is scored as it is, where it is its block that decides."""

from collections.abc import Sequence

from dehusk.learn.blocks.cut import Blocks
from dehusk.model import Reason, Scores


def explain_blocks(blocks: Blocks, scores: Scores, why: Sequence[str]) -> list[Reason]:
    """One reason a leaf, from one score and one reason a block."""
    tree = blocks.tree
    rows = zip(tree.leaves.tolist(), tree.leaf_texts(), blocks.of_leaf.tolist(), strict=True)
    return [
        Reason(tree.path(node), text, float(scores[block]), why[block])
        for node, text, block in rows
    ]
