"""What the elements about a section say it is for: landmarks, declared roles and types, names.

Landmarks and what is declared by ARIA or schema.org come before names. What stands in a part of one
role is of that role, as links in a footer; only a header is made of parts that have roles of
their own.
"""

import re
from typing import NamedTuple

import numpy as np

from dehusk.model import Tree
from dehusk.parse.tags import TAG_IDS
from dehusk.section.importance import Sizes
from dehusk.section.role_names import (
    ADVERTISEMENT,
    COMMENTS,
    FOOTER,
    FORM,
    HEADER,
    MAIN,
    METADATA,
    NAVIGATION,
    RELATED,
)
from dehusk.section.role_words import read_role

_ARTICLE = "article"
"""No role, but what is a header or an aside in it is not the page's."""

_TAGS = {
    "nav": NAVIGATION,
    "header": HEADER,
    "footer": FOOTER,
    "main": MAIN,
    "aside": RELATED,
    "form": FORM,
    "search": FORM,
    "article": _ARTICLE,
}
_ROLE_OF_TAG = {TAG_IDS[name]: role for name, role in _TAGS.items()}
_VAGUE_TAGS = frozenset(TAG_IDS[name] for name in ("article", "aside"))
_PLAIN_WORDS = frozenset((COMMENTS, RELATED, ADVERTISEMENT, NAVIGATION))
"""Tags that hold many things, and the roles that their names may then tell."""

_PLAIN_TAGS = frozenset(TAG_IDS[name] for name in ("html", "body"))
"""Their names say what is on the page, not what it is for."""

_DECLARED = {
    b"role": {
        "banner": HEADER,
        "navigation": NAVIGATION,
        "menu": NAVIGATION,
        "menubar": NAVIGATION,
        "contentinfo": FOOTER,
        "complementary": RELATED,
        "main": MAIN,
        "search": FORM,
        "article": _ARTICLE,
    },
    b"itemprop": {
        "articlebody": MAIN,
        "comment": COMMENTS,
        "author": METADATA,
        "datepublished": METADATA,
        "datemodified": METADATA,
        "breadcrumb": NAVIGATION,
    },
    b"itemtype": {
        "comment": COMMENTS,
        "usercomments": COMMENTS,
        "sitenavigationelement": NAVIGATION,
        "breadcrumblist": NAVIGATION,
        "wpheader": HEADER,
        "wpfooter": FOOTER,
        "wpsidebar": RELATED,
        "wpadblock": ADVERTISEMENT,
    },
}
_ATTRIBUTE = re.compile(rb' (class|id|role|itemprop|itemtype)="([^"]*)"')

_MOST_OF_PAGE = 0.6
"""An element with so much of a page's text is its layout, whatever it is called."""

_MOST_OF_PAGE_AS_COMMENTS = 0.95
"""Readers may write more than the author."""


class Mark(NamedTuple):
    """What is known of a place by the elements about it; `is_sure`: not by a name alone."""

    role: str | None = None
    is_sure: bool = False
    is_inside: bool = False


NO_MARK = Mark()


class Marks:
    """The marks of a page's places, each element read once."""

    def __init__(self, tree: Tree, sizes: Sizes) -> None:
        self._tree = tree
        self._known: dict[int, Mark] = {-1: NO_MARK}
        self._before = np.concatenate(([0.0], np.cumsum(sizes)))

    def get(self, node: int) -> Mark:
        """What the node and all above it say."""
        above = []
        while node not in self._known:
            above.append(node)
            node = int(self._tree.parent[node])
        mark = self._known[node]
        for node in reversed(above):
            mark = self._known[node] = self._add(node, mark)
        return mark

    def _add(self, node: int, outer: Mark) -> Mark:
        """What is known below a node, from what is known above it."""
        is_settled = outer.role is not None and outer.role not in (HEADER, MAIN)
        found = None if is_settled else self._read(node)
        if found is None:
            return outer
        role, is_sure = found
        share = self._share(node)
        if role in (MAIN, _ARTICLE):
            return Mark(MAIN if role == MAIN else outer.role, is_sure, is_inside=True)
        if share > (_MOST_OF_PAGE_AS_COMMENTS if role == COMMENTS else _MOST_OF_PAGE):
            return outer
        if outer.is_inside and role in (HEADER, FOOTER):
            return outer
        return Mark(role, is_sure and not (outer.is_inside and role == RELATED), outer.is_inside)

    def _read(self, node: int) -> tuple[str, bool] | None:
        tree = self._tree
        tag = int(tree.tag[node])
        if tag in _PLAIN_TAGS:
            return None
        names: list[str] = []
        found = _ATTRIBUTE.findall(tree.markup, int(tree.start[node]), int(tree.stop[node]))
        for attribute, value in found:
            words = value.decode().split()
            known = _DECLARED.get(attribute)
            if known is None:
                names += words
                continue
            for word in words:
                role = known.get(word.rpartition("/")[2].lower())
                if role is not None:
                    return role, True
        told = (read_role(name) for name in names)
        role = next((role for role in told if role is not None), None)
        if tag in _ROLE_OF_TAG and (tag not in _VAGUE_TAGS or role not in _PLAIN_WORDS):
            return _ROLE_OF_TAG[tag], True
        return None if role is None else (role, False)

    def _share(self, node: int) -> float:
        """The share of the page's text below a node."""
        first, last = np.searchsorted(self._tree.leaves, (node, self._tree.end[node]))
        whole = float(self._before[-1])
        return float(self._before[last] - self._before[first]) / whole if whole else 0.0
