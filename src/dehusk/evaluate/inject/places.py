"""Where a page can take in a part of a template: at its ends, and around its own text."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.learn.evidence import SiteEvidence
from dehusk.model import TEXT, Page, Tree, flag_below, stable_hash
from dehusk.parse.tags import TAG_IDS, table_of, tag_ids

_IS_BLOCK = table_of(
    tag_ids(
        "p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote figure table div section article main aside"
        " header footer nav center form hr"
    )
)
_TAKES_BLOCKS = table_of(
    tag_ids("body div section article main aside header footer nav center td th li dd blockquote")
)
# A sentence in a link, a label or a drawing would be a part of that, not of the text around it.
_NO_PROSE = table_of(
    tag_ids(
        "a button label select option textarea legend summary svg math object map pre code h1 h2 h3"
        " h4 h5 h6 caption figcaption noscript marquee"
    )
)
_BODY = TAG_IDS["body"]
_END_OF_BODY = b"</body>"

_OWN_CHARS = 40
"""A text of its own that is shorter may be a label; it is taken only where none is longer."""


@dataclass(frozen=True, slots=True)
class Places:
    """Bytes of the markup before which something can stand.

    `before_own`: before each block that holds text of no other page, in document order;
    `before_longest`: before the block of the longest such text, `after_longest`: right after it.
    """

    top: int
    bottom: int
    before_own: tuple[int, ...]
    before_longest: int | None
    after_longest: int | None


def find_places(page: Page, evidence: SiteEvidence) -> Places | None:
    """The places of a page, or nothing for one without a body, such as a frameset."""
    tree = page.tree
    bodies = np.flatnonzero(tree.tag == _BODY)
    bottom = tree.markup.rfind(_END_OF_BODY)
    if not len(bodies) or bottom < 0:
        return None
    own = _list_own_texts(tree, evidence)
    blocks = {leaf: _find_block(tree, leaf) for leaf in own}
    longest = max(own, key=lambda leaf: (_n_bytes(tree, leaf), -leaf), default=None)
    return Places(
        top=int(tree.stop[bodies[0]]),
        bottom=bottom,
        before_own=tuple(sorted({at for at in blocks.values() if at is not None})),
        before_longest=blocks[longest] if longest is not None else None,
        after_longest=int(tree.stop[longest]) if longest is not None else None,
    )


def _list_own_texts(tree: Tree, evidence: SiteEvidence) -> Sequence[int]:
    """The text nodes of prose that no other page of the site has, as nodes."""
    barred = flag_below(np.flatnonzero(_NO_PROSE[tree.tag]), tree.end)
    leaves = tree.leaves[(tree.tag[tree.leaves] == TEXT) & ~barred[tree.leaves]]
    own = [
        node
        for node, text in zip(leaves.tolist(), tree.texts(leaves), strict=True)
        if evidence.text_pages.get(stable_hash(" ".join(text.split())), 0) <= 1
    ]
    return [node for node in own if _n_bytes(tree, node) >= _OWN_CHARS] or own


def _n_bytes(tree: Tree, node: int) -> int:
    return int(tree.stop[node] - tree.start[node])


def _find_block(tree: Tree, node: int) -> int | None:
    """Where the block around a text starts, if something may stand before it."""
    while node > 0:
        parent = int(tree.parent[node])
        if _IS_BLOCK[tree.tag[node]] and _TAKES_BLOCKS[tree.tag[parent]]:
            return int(tree.start[node])
        node = parent
    return None
