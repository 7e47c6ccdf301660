"""The pages of a cluster to the nodes of a template, from the top down.

All elements that are one node of the template are taken together: their children are sorted into
kinds, each kind is a node of its own, and the rows that the children come in are one expression.
Elements of one build are looked at once.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dehusk.learn.tree.kinds import Kind, find_kind, make_kind
from dehusk.learn.tree.matcher import Node
from dehusk.learn.tree.outline import Outline
from dehusk.learn.tree.sequence import Row, learn_expression

INLINE = frozenset(
    "-text a abbr acronym b bdi bdo big cite code data dfn em font i img ins kbd label mark nobr q"
    " rp rt ruby s samp small span strike strong sub sup time tt u var wbr".split()
)
"""Tags whose order among one another says nothing."""


class _Place(NamedTuple):
    """An element on a page, and how many pages have one of its build at the same place."""

    outline: Outline
    place: int
    pages: int


def induce_nodes(outlines: Sequence[Outline]) -> list[Node]:
    """The nodes of the template that all these pages match; the root is the first."""
    roots = [_Place(outline, 0, 1) for outline in outlines if len(outline)]
    if not roots:
        return []
    nodes: list[Node] = []
    waiting = deque([(make_kind(roots[0].outline, 0), _group(roots))])
    n_nodes = 1
    while waiting:
        kind, places = waiting.popleft()
        kinds, families, rows = _sort_children(places)
        inline = frozenset(number for number, one in enumerate(kinds) if one.tag in INLINE)
        children = tuple(range(n_nodes, n_nodes + len(kinds)))
        n_nodes += len(kinds)
        expression = learn_expression(rows, inline)
        nodes.append(Node(kind, tuple(kinds), children, expression))
        waiting.extend(zip(kinds, map(_group, families), strict=True))
    return nodes


def _group(places: Iterable[_Place]) -> list[_Place]:
    """One element of each build, those on the most pages first."""
    pages: Counter[int] = Counter()
    first: dict[int, _Place] = {}
    for one in places:
        build = one.outline.build[one.place]
        pages[build] += one.pages
        first.setdefault(build, one)

    def order(build: int) -> tuple[int, int, int]:
        # Of as many pages, those with the most names: a kind is the same by what it is called.
        one = first[build]
        return -pages[build], -len(one.outline.names[one.place]), build

    ordered = sorted(first, key=order)
    return [first[build]._replace(pages=pages[build]) for build in ordered]


def _sort_children(
    places: Sequence[_Place],
) -> tuple[list[Kind], list[list[_Place]], Counter[Row]]:
    """The kinds of the children of these elements, the children of each kind, and their rows."""
    children = [
        [_Place(one.outline, child, one.pages) for child in one.outline.list_children(one.place)]
        for one in places
    ]
    kinds: list[Kind] = []
    kind_of: dict[int, int] = {}
    for child in _group(child for row in children for child in row):
        kind = find_kind(kinds, child.outline, child.place)
        if kind < 0:
            kind = len(kinds)
            kinds.append(make_kind(child.outline, child.place))
        kind_of[child.outline.build[child.place]] = kind
    families: defaultdict[int, list[_Place]] = defaultdict(list)
    rows: Counter[Row] = Counter()
    for one, row in zip(places, children, strict=True):
        numbers = tuple([kind_of[child.outline.build[child.place]] for child in row])
        rows[numbers] += one.pages
        for number, child in zip(numbers, row, strict=True):
            families[number].append(child)
    return kinds, [families[number] for number in range(len(kinds))], rows
