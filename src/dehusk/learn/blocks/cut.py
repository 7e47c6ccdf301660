"""A page to blocks: `GetBlockSet` of Debnath, Mitra and Giles (SAC 2005), on the tree.

The page is one part at first. For each tag of an ordered set, every part is split by it: the nodes
under one such element, and under no further one inside it, are a part of their own, as is what is
left over. A tag that holds nothing (`hr`) cuts the part it stands in into what is before and after
it. A part with leaves is a block. Rows and cells never split an innermost table; other tags of the
set that stand in it do, for layout tables hold whole pages.

Elements nest, so that a run of tags that hold something gives the same in any order, in one step:
a node goes to the nearest element above it. The order tells where `hr` cuts: a small part, if it
comes last, or across the page, if it comes first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from dehusk.errors import BadSetting
from dehusk.model import Ints, Mask, Tree
from dehusk.parse.tags import TAG_IDS, TAG_NAMES, VOID

PAPER_TAGS = ("table", "tr", "p", "hr", "ul")
"""Those that the paper names, tables before all."""

DEFAULT_TAGS = (
    *("table", "div", "section", "article", "nav", "aside", "header", "footer", "main"),
    *("ul", "ol", "dl", "form", "fieldset", "hr"),
)
"""What cuts today's pages into parts."""

_ROWS_AND_CELLS = frozenset("caption colgroup col thead tbody tfoot tr td th".split())
_SEPARATORS = frozenset(TAG_NAMES[tag] for tag in VOID)
_TABLE = TAG_IDS["table"]


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The blocks of a page, numbered as their first leaves come; -1 is in no block."""

    tree: Tree
    of_node: Ints
    of_leaf: Ints
    n: int


def cut_blocks(tree: Tree, tags: Sequence[str]) -> Blocks:
    """The blocks of a page for an ordered set of tags."""
    part: Ints = np.zeros(len(tree), dtype=np.int32)
    for is_separator, names in _list_steps(tags):
        is_one = np.array([name in names for name in tree.tag_names], dtype=np.bool_)[tree.tag]
        is_one &= ~_flag_inner_rows(tree, names)
        part = _cut_at(part, is_one) if is_separator else _pair(part, find_nearest(tree, is_one))
    return _number(tree, part)


def check_tags(method: str, setting: str, given: object) -> tuple[str, ...]:
    """The names of tags that a setting gives, in order."""
    names = given.split(",") if isinstance(given, str) else given
    if isinstance(names, list | tuple) and all(isinstance(name, str) for name in names):
        tags = tuple(dict.fromkeys(name.strip().lower() for name in names))
        if tags and all(tags):
            return tags
    raise BadSetting(method, setting, given, "tag names in their order, such as table,div,hr")


def find_nearest(tree: Tree, is_one: Mask) -> Ints:
    """For each node the nearest of these nodes at or above it, or else the root."""
    nodes = np.arange(len(tree), dtype=np.int32)
    above = np.where(is_one | (tree.parent < 0), nodes, tree.parent)
    while True:
        # Each step looks twice as far up as the one before.
        further = above[above]
        if np.array_equal(further, above):
            return above
        above = further


def _list_steps(tags: Sequence[str]) -> Iterator[tuple[bool, frozenset[str]]]:
    for is_separator, names in groupby(tags, _SEPARATORS.__contains__):
        yield is_separator, frozenset(names)


def _flag_inner_rows(tree: Tree, names: frozenset[str]) -> Mask:
    """Which nodes are rows or cells of a table without tables in it."""
    if not names & _ROWS_AND_CELLS:
        return np.zeros(len(tree), dtype=np.bool_)
    is_table = tree.tag == _TABLE
    tables = np.flatnonzero(is_table)
    following = np.append(tables[1:], len(tree))
    is_innermost = np.zeros(len(tree), dtype=np.bool_)
    is_innermost[tables] = following >= tree.end[tables]
    is_row = np.array([name in _ROWS_AND_CELLS for name in tree.tag_names], dtype=np.bool_)
    return is_row[tree.tag] & is_innermost[find_nearest(tree, is_table)]


def _cut_at(part: Ints, is_separator: Mask) -> Ints:
    """Each part cut where a separator stands in it; the separator goes with what follows."""
    if not is_separator.any():
        return part
    order = np.argsort(part, kind="stable")
    n_before = np.empty(len(part), dtype=np.int32)
    n_before[order] = np.cumsum(is_separator[order])
    return _pair(part, n_before)


def _pair(first: Ints, second: Ints) -> Ints:
    """A number for each two numbers that stand together."""
    pairs = first.astype(np.int64) * (int(second.max(initial=0)) + 1) + second
    numbers: Ints = np.unique(pairs, return_inverse=True)[1].astype(np.int32)
    return numbers


def _number(tree: Tree, part: Ints) -> Blocks:
    parts, first = np.unique(part[tree.leaves], return_index=True)
    number = np.full(int(part.max(initial=-1)) + 1, -1, dtype=np.int32)
    number[parts[np.argsort(first)]] = np.arange(len(parts), dtype=np.int32)
    of_node = number[part] if len(part) else part
    return Blocks(tree, of_node, of_node[tree.leaves], len(parts))
