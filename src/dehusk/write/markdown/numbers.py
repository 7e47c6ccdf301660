"""The numbers that items of ordered lists have on their page, whatever is kept of them."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from dehusk.model import Tree
from dehusk.parse.tags import TAG_IDS, table_of, tag_ids

_OL, _LI = TAG_IDS["ol"], TAG_IDS["li"]
_IS_LIST = table_of(tag_ids("ol ul menu dir"))
_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,9})(?![0-9])")


def number_items(tree: Tree) -> dict[int, int]:
    """The number of each item of an ordered list."""
    if not (tree.tag == _OL).any():
        return {}
    groups = _group_items(tree).items()
    return {item: number for owner, items in groups for item, number in _count(tree, owner, items)}


def _group_items(tree: Tree) -> dict[int, list[int]]:
    """The items of each ordered list, which need not stand right in it."""
    found: dict[int, list[int]] = {}
    open_lists: list[int] = []
    for node in np.flatnonzero(_IS_LIST[tree.tag] | (tree.tag == _LI)).tolist():
        while open_lists and tree.end[open_lists[-1]] <= node:
            open_lists.pop()
        if tree.tag[node] != _LI:
            open_lists.append(node)
        elif open_lists and tree.tag[open_lists[-1]] == _OL:
            found.setdefault(open_lists[-1], []).append(node)
    return found


def _count(tree: Tree, owner: int, items: Sequence[int]) -> Iterator[tuple[int, int]]:
    is_reversed = owner in tree.attribute("reversed")
    start = read_number(tree.attribute("start").get(owner, ""))
    number = (len(items) if is_reversed else 1) if start is None else start
    values = tree.attribute("value")
    for item in items:
        value = read_number(values[item]) if item in values else None
        number = number if value is None else value
        yield item, number
        number += -1 if is_reversed else 1


def read_number(value: str) -> int | None:
    """A number as browsers read it, and none that is too long to be written.

    >>> read_number(" 4."), read_number("-1"), read_number("iv"), read_number("12345678901")
    (4, -1, None, None)
    """
    found = _NUMBER.match(value)
    return int(found[1]) if found else None
