"""Attributes of single elements, where reading a whole column of them would cost too much."""

import re
from collections.abc import Iterator

from dehusk.markup import unescape
from dehusk.model import Tree

_ATTRIBUTE = re.compile(rb' ([^ =">]+)="([^"]*)"')


def read_attributes(tree: Tree, node: int) -> dict[str, str]:
    """All attributes of an element."""
    found = _ATTRIBUTE.findall(tree.markup, tree.start[node], tree.stop[node])
    return {name.decode(): unescape(value.decode()) for name, value in found}


def find_marked(
    tree: Tree, name: str, value: re.Pattern[bytes], within: int | None = None
) -> Iterator[tuple[int, str]]:
    """The elements that have this attribute with such a value, and what its first group caught.

    Of a whole page, or of what is below one node.
    """
    known = tree.own_attributes()
    at = known.find(name)
    nodes = known.node[at]
    if within is not None:
        is_within = (nodes > within) & (nodes < tree.end[within])
        at, nodes = at[is_within], nodes[is_within]
    for node, start in zip(nodes.tolist(), known.start[at].tolist(), strict=True):
        if found := value.match(tree.markup, start):
            yield node, unescape(found[1].decode())
