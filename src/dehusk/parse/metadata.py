"""What a page says of itself: facts read from its tree."""

import re

import numpy as np

from dehusk.model import Tree, unescape
from dehusk.parse.tags import TAG_IDS

_BODY = TAG_IDS["body"]
_TITLE = re.compile(rb"<title(?: [^>]*)?>([^<]*)<")
_LANG = re.compile(rb' (?:xml:)?lang="([^"]*)"')


def read_title(tree: Tree) -> str | None:
    """The text of the first title element that is not a drawing's."""
    for found in _TITLE.finditer(tree.markup):
        before = tree.markup[: found.start()]
        if before.rfind(b"<svg") <= before.rfind(b"</svg"):
            return " ".join(unescape(found[1].decode()).split()) or None
    return None


def read_language(tree: Tree) -> str | None:
    """The language that the root element declares, or else the body."""
    for node in (0, *np.flatnonzero(tree.tag == _BODY)[:1].tolist()):
        declared = _LANG.search(tree.markup, tree.start[node], tree.stop[node])
        if declared:
            return unescape(declared[1].decode()).strip() or None
    return None
