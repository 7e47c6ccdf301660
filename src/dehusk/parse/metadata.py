"""What a page says of itself: facts read from its tree."""

import re

import numpy as np

from dehusk.model import Tree, unescape
from dehusk.parse.tags import TAG_IDS

_BODY = TAG_IDS["body"]
_TITLE_OR_DRAWING = re.compile(rb"<title(?: [^>]*)?>([^<]*)<|<svg[ >].*?</svg>", re.S)
_LANG = re.compile(rb' (?:xml:)?lang="([^"]*)"')


def read_title(tree: Tree) -> str | None:
    """The text of the first title element that has any and is not a drawing's."""
    for found in _TITLE_OR_DRAWING.finditer(tree.markup):
        title = " ".join(unescape((found[1] or b"").decode()).split())
        if title:
            return title
    return None


def read_language(tree: Tree) -> str | None:
    """The language that the root element declares, or else the body."""
    for node in (0, *np.flatnonzero(tree.tag == _BODY)[:1].tolist()):
        declared = _LANG.search(tree.markup, tree.start[node], tree.stop[node])
        if declared and declared[1].strip():
            return unescape(declared[1].decode()).strip()
    return None
