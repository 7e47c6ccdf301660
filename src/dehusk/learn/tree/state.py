"""A tree as plain JSON values, and back: nodes by number, rows as expressions of these numbers."""

import re
from collections.abc import Mapping, Sequence

from dehusk.learn.method import State
from dehusk.learn.saved import (
    LARGEST_COUNT,
    read_count,
    read_mapping,
    read_rows,
    read_text,
    read_texts,
)
from dehusk.learn.tree.kinds import Kind
from dehusk.learn.tree.matcher import Node
from dehusk.learn.tree.outline import hash_way
from dehusk.learn.tree.sequence import MOST_ITEMS, Expression, Item
from dehusk.learn.tree.support import FEATURES, Support

_ITEM = re.compile(r"(?:([0-9]+)|\(([0-9]+(?:\|[0-9]+)*)\))([*?]?)")


def dump_tree(pages: int, nodes: Sequence[Node], support: Sequence[Support]) -> State:
    """The tree and what recurs at its leaves."""
    rows = [_dump_node(node, known) for node, known in zip(nodes, support, strict=True)]
    return {"pages": pages, "nodes": rows}


def _dump_node(node: Node, known: Support) -> dict[str, object]:
    row: dict[str, object] = {"tag": node.kind.tag, "pages": known.pages}
    if node.kind.names:
        row["names"] = sorted(node.kind.names)
    if node.kind.ways:
        row["ways"] = list(node.kind.ways)
    if node.expression:
        row["children"] = spell(node.expression, [str(child) for child in node.children])
    for feature, values in zip(FEATURES, known.values, strict=True):
        if values:
            row[feature] = dict(values)
    return row


def spell(expression: Expression, names: Sequence[str]) -> str:
    """An expression in words, each kind by its name.

    >>> spell((Item(frozenset((0, 1)), star=True), Item(frozenset((2,)))), ["li", "p", "div"])
    '(li|p)* div'
    """
    return " ".join(_spell_item(item, names) for item in expression)


def _spell_item(item: Item, names: Sequence[str]) -> str:
    kinds = [names[kind] for kind in sorted(item.kinds)]
    return f"({'|'.join(kinds)}){item.mark}" if len(kinds) > 1 else f"{kinds[0]}{item.mark}"


def load_tree(state: State) -> tuple[int, list[Node], list[Support]]:
    """The tree that gave this state."""
    rows = read_rows(state, "nodes")
    kinds = [_load_kind(row) for row in rows]
    nodes = [_load_node(number, row, kinds) for number, row in enumerate(rows)]
    _check_tree(nodes)
    return read_count(state, "pages"), nodes, [_load_support(row) for row in rows]


def _load_kind(row: Mapping[str, object]) -> Kind:
    ways = read_texts(row, "ways") if "ways" in row else ()
    names = read_texts(row, "names") if "names" in row else ()
    return Kind(read_text(row, "tag"), frozenset(names), frozenset(map(hash_way, ways)), ways)


def _load_node(number: int, row: Mapping[str, object], kinds: Sequence[Kind]) -> Node:
    given = row.get("children", "")
    if not isinstance(given, str):
        raise TypeError(f"children of node {number} is not a text")
    words = given.split()
    if len(words) > MOST_ITEMS:
        raise ValueError(f"children of node {number}: more than {MOST_ITEMS} items")
    parts = [_load_item(part, number, len(kinds)) for part in words]
    children = tuple(sorted({child for part, _ in parts for child in part}))
    places = {child: place for place, child in enumerate(children)}
    items = [
        Item(frozenset(places[child] for child in part), mark == "?", mark == "*")
        for part, mark in parts
    ]
    return Node(kinds[number], tuple(kinds[child] for child in children), children, tuple(items))


def _load_item(part: str, number: int, n_nodes: int) -> tuple[list[int], str]:
    match = _ITEM.fullmatch(part)
    if not match:
        raise ValueError(f"children of node {number}: {part!r} is no item such as 7, 7? or (7|8)*")
    children = [int(child) for child in (match[1] or match[2]).split("|")]
    if not all(number < child < n_nodes for child in children):
        raise ValueError(f"children of node {number}: {part!r} names no later node")
    return children, match[3]


def _check_tree(nodes: Sequence[Node]) -> None:
    """No node is the child of two others; one that is of none, cut off by hand, is never met."""
    seen: set[int] = set()
    for number, node in enumerate(nodes):
        for child in node.children:
            if child in seen:
                raise ValueError(f"node {child} is a child of two nodes, the second is {number}")
            seen.add(child)


def _load_support(row: Mapping[str, object]) -> Support:
    values = tuple(_load_values(row, feature) for feature in FEATURES)
    return Support(read_count(row, "pages"), values)


def _load_values(row: Mapping[str, object], feature: str) -> dict[str, int]:
    if feature not in row:
        return {}
    given = read_mapping(row, feature)
    return {value: read_count(given, value, LARGEST_COUNT) for value in given}
