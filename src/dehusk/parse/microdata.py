"""Microdata attributes to what they say of the page: `itemprop` in the scope of an article or page.

A property counts where the thing it belongs to can be the page. Where several such things on one
page have it, as on listings, only that with the page's headline in it is the page.
"""

import re
from collections.abc import Iterator

import numpy as np

from dehusk.model import Tree
from dehusk.parse.tags import TAG_IDS
from dehusk.parse.values import read_people, read_text

_PAGE_TYPES = re.compile(
    r"\w*(Article|Posting|Page|CreativeWork|Recipe|Product|Book|Movie|Report)/?$", re.I
)
_META, _TIME, _H1 = TAG_IDS["meta"], TAG_IDS["time"], TAG_IDS["h1"]
_MOST_PROPERTIES = 200
_NOWHERE = -1


def read_properties(tree: Tree) -> dict[str, tuple[str, ...]]:
    """The values of the page's own properties, in document order."""
    if b' itemprop="' not in tree.markup:
        return {}
    owners: dict[str, dict[int, list[str]]] = {}
    for node, names in list(tree.attribute("itemprop").items())[:_MOST_PROPERTIES]:
        owner = _find_owner(tree, node)
        if owner is not None:
            for name in names.split():
                owners.setdefault(name, {}).setdefault(owner, []).extend(_read(tree, node, name))
    return {name: tuple(_choose(tree, by_owner)) for name, by_owner in owners.items()}


def _find_owner(tree: Tree, node: int) -> int | None:
    """The thing a property belongs to, if it can be the page; -1 where there is none about it."""
    scopes = tree.attribute("itemscope")
    above = int(tree.parent[node])
    while above >= 0 and above not in scopes:
        above = int(tree.parent[above])
    kind = tree.attribute("itemtype").get(above, "").strip().rpartition("/")[2]
    return above if above == _NOWHERE or not kind or _PAGE_TYPES.match(kind) else None


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
    attribute = {_META: "content", _TIME: "datetime"}.get(int(tree.tag[node]))
    declared = tree.attribute(attribute).get(node) if attribute else None
    return read_text(declared or tree.attribute("content").get(node) or tree.text_of(node))


def _read_names(tree: Tree, node: int) -> list[str]:
    """The names within a person, or else all its text."""
    inside = np.arange(node + 1, tree.end[node]).tolist()
    properties = tree.attribute("itemprop")
    named = [at for at in inside if properties.get(at) == "name"] or [node]
    return [value for at in named if (value := _read_value(tree, at))]
