"""Microdata attributes to what they say of the page: `itemprop` in the scope of an article or page.

A property counts where the thing it belongs to can be the page. Where several such things on one
page have it, as on listings, only that with the page's headline in it is the page.
"""

import re
from collections.abc import Iterator
from itertools import islice

from dehusk.model import Tree
from dehusk.parse.attributes import find_marked, read_attributes
from dehusk.parse.tags import TAG_IDS
from dehusk.parse.values import read_people, read_text

_PROPERTIES = frozenset(("author", "datePublished", "dateModified", "headline", "description"))
_PAGE_TYPES = re.compile(
    r"\w*(Article|Posting|Page|CreativeWork|Recipe|Product|Book|Movie|Report)/?$", re.I
)
_ITEMPROP = re.compile(
    rb'((?:[^"]* )?(?:author|datePublished|dateModified|headline|description)[^"]*)"'
)
_NAME = re.compile(rb'(name)"')
_SCOPE = b" itemscope="
_H1 = TAG_IDS["h1"]
_MOST_PROPERTIES = 100
_MOST_NAMES = 20


def read_properties(tree: Tree) -> dict[str, tuple[str, ...]]:
    """The values of the page's own properties, in document order."""
    owners: dict[str, dict[int, list[str]]] = {}
    # A property within one of the same name is a part of it, and not to be read again.
    passed: dict[str, int] = {}
    for node, names in islice(find_marked(tree, "itemprop", _ITEMPROP), _MOST_PROPERTIES):
        owner = _find_owner(tree, node)
        if owner is None:
            continue
        for name in _PROPERTIES.intersection(names.split()):
            if node >= passed.get(name, 0):
                passed[name] = int(tree.end[node])
                owners.setdefault(name, {}).setdefault(owner, []).extend(_read(tree, node, name))
    return {name: tuple(_choose(tree, by_owner)) for name, by_owner in owners.items()}


def _find_owner(tree: Tree, node: int) -> int | None:
    """The thing a property belongs to, if it can be the page; -1 where there is none about it."""
    above = int(tree.parent[node])
    while above >= 0 and tree.markup.find(_SCOPE, tree.start[above], tree.stop[above]) < 0:
        above = int(tree.parent[above])
    kind = read_attributes(tree, above).get("itemtype", "") if above >= 0 else ""
    kind = kind.strip().rpartition("/")[2]
    return above if not kind or _PAGE_TYPES.match(kind) else None


def _choose(tree: Tree, by_owner: dict[int, list[str]]) -> list[str]:
    if len(by_owner) == 1:
        return next(iter(by_owner.values()))
    headlined = [owner for owner in by_owner if owner >= 0 and _has_headline(tree, owner)]
    return by_owner[headlined[0]] if len(headlined) == 1 else []


def _has_headline(tree: Tree, node: int) -> bool:
    return bool((tree.tag[node : tree.end[node]] == _H1).any())


def _read(tree: Tree, node: int, name: str) -> Iterator[str]:
    value = read_people(_read_names(tree, node)) if name == "author" else _read_value(tree, node)
    if value:
        yield value


def _read_value(tree: Tree, node: int) -> str | None:
    attributes = read_attributes(tree, node)
    declared = attributes.get("content") or attributes.get("datetime")
    return read_text(declared or tree.text_of(node))


def _read_names(tree: Tree, node: int) -> list[str]:
    """The names within a person, or else all its text."""
    named = islice(find_marked(tree, "itemprop", _NAME, node), _MOST_NAMES)
    own = [at for at, _ in named]
    return [value for at in own or [node] if (value := _read_value(tree, at))]
