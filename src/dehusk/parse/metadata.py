"""What a page says of itself: facts read from its tree."""

import re

import numpy as np

from dehusk.model import Tree, unescape
from dehusk.parse.tags import TAG_IDS

_TITLE, _SVG, _BODY = TAG_IDS["title"], TAG_IDS["svg"], TAG_IDS["body"]
_LANG = re.compile(r' (?:xml:)?lang="([^"]*)"')


def read_title(tree: Tree) -> str | None:
    """The text of the first title element that is not a drawing's."""
    for node in np.flatnonzero(tree.tag == _TITLE).tolist():
        if tree.tag[tree.parent[node]] != _SVG:
            return " ".join(tree.text_of(node).split()) or None
    return None


def read_language(tree: Tree) -> str | None:
    """The language that the root element declares, or else the body."""
    for node in (0, *np.flatnonzero(tree.tag == _BODY)[:1].tolist()):
        declared = _LANG.search(tree.markup, tree.start[node], tree.stop[node])
        if declared:
            return unescape(declared[1]).strip() or None
    return None
