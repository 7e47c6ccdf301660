"""Tables of data to pipe tables; tables that only lay out a page are told from them."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np

from dehusk.model import Indices, Mask, Tree
from dehusk.parse.blocks import Break
from dehusk.parse.tags import PREFORMATTED, TAG_IDS, table_of, tag_ids
from dehusk.write.layout import Run

_TABLE, _THEAD, _TH = TAG_IDS["table"], TAG_IDS["thead"], TAG_IDS["th"]
_IS_CELL = table_of(tag_ids("td th"))
_APART = tag_ids("table h1 h2 h3 h4 h5 h6 hr")
_IS_APART = table_of(_APART)
"""What no cell of a pipe table can hold."""

_IS_BLOCK = table_of(_APART | tag_ids("ul ol dl menu dir blockquote fieldset") | PREFORMATTED)
"""What a cell can hold only as words in a row."""

_IS_HEADER = table_of(tag_ids("th thead"))

_WIDEST = 100
"""Columns; a span may ask for any number of them."""

Columns = Mapping[int, int]
"""The column of each cell that is written, by its node."""


def find_data_tables(tree: Tree, runs: Sequence[Run]) -> dict[int, Columns]:
    """The tables that hold data: rows and columns, and headers or single lines in their cells."""
    tables, is_headed = _find_flat_tables(tree)
    if not len(tables) or not runs:
        return {}
    nodes = np.array([run.node for run in runs])
    is_paragraph = np.array([run.gap == Break.PARAGRAPH for run in runs])
    cells = np.flatnonzero(_IS_CELL[tree.tag])
    cell_of = np.searchsorted(cells, nodes, side="right") - 1
    first, last = np.searchsorted(nodes, tables), np.searchsorted(nodes, tree.end[tables])
    places = (tables.tolist(), is_headed.tolist(), first.tolist(), last.tolist())
    found = {}
    for table, headed, start, stop in zip(*places, strict=True):
        used = cell_of[start:stop]
        has_paragraphs = is_paragraph[start + 1 : stop][np.diff(used) == 0].any()
        if len(used) < 3 or (has_paragraphs and not headed):
            continue
        columns = _place_cells(tree, table, frozenset(cells[np.unique(used[used >= 0])].tolist()))
        if columns and _is_two_dimensional(tree, columns):
            found[table] = columns
    return found


def _find_flat_tables(tree: Tree) -> tuple[Indices, Mask]:
    """The tables without blocks, or with a header and only such as can be words; which have one."""
    tables: Indices = np.flatnonzero(tree.tag == _TABLE)
    is_headed = _flag_holding(tree, tables, _IS_HEADER)
    is_mixed = _flag_holding(tree, tables, _IS_BLOCK) & ~is_headed
    is_flat = ~_flag_holding(tree, tables, _IS_APART) & ~is_mixed
    return tables[is_flat], is_headed[is_flat]


def _flag_holding(tree: Tree, tables: Indices, is_held: Mask) -> Mask:
    """Which of the tables have elements of such tags in them."""
    held = np.flatnonzero(is_held[tree.tag])
    first = np.searchsorted(held, tables, side="right")
    flags: Mask = first < np.searchsorted(held, tree.end[tables])
    return flags


def _place_cells(tree: Tree, table: int, used: frozenset[int]) -> Columns:
    """The columns of the cells in use, counted among the columns in use."""
    cells = np.flatnonzero(_IS_CELL[tree.tag[table : tree.end[table]]]) + table
    columns = _number_columns(tree, cells.tolist())
    here = {cell: columns[cell] for cell in used if cell in columns}
    rank = {column: at for at, column in enumerate(sorted(set(here.values())))}
    return {cell: rank[column] for cell, column in here.items()}


def _number_columns(tree: Tree, cells: Sequence[int]) -> dict[int, int]:
    """The column of each cell; none at all where they are too many."""
    wide, high = tree.attribute("colspan"), tree.attribute("rowspan")
    columns: dict[int, int] = {}
    # Of each column, for how many rows to come a cell above still takes it.
    taken: dict[int, int] = {}
    for _, row in groupby(cells, lambda cell: int(tree.parent[cell])):
        taken = {column: rows - 1 for column, rows in taken.items() if rows > 1}
        started: dict[int, int] = {}
        column = 0
        for cell in row:
            while column in taken:
                column += 1
            columns[cell] = column
            stop = column + _read_span(wide.get(cell, ""))
            started.update(dict.fromkeys(range(column, stop), _read_span(high.get(cell, ""))))
            column = stop
        if column > _WIDEST:
            return {}
        taken |= started
    return columns


def _read_span(value: str) -> int:
    """How many rows or columns a cell takes.

    >>> _read_span("2"), _read_span(""), _read_span("0"), _read_span("100%"), _read_span("9999")
    (2, 1, 1, 1, 101)
    """
    value = value.strip()
    is_number = value.isascii() and value.isdigit() and len(value) < 5
    return max(1, min(int(value), _WIDEST + 1)) if is_number else 1


def _is_two_dimensional(tree: Tree, columns: Columns) -> bool:
    rows = {int(tree.parent[cell]) for cell in columns}
    return len(rows) > 1 and len(set(columns.values())) > 1


def render_table(tree: Tree, columns: Columns, texts: Mapping[int, str]) -> str:
    """A pipe table of cells with their texts; without a header the first row stays empty."""
    rows = [list(row) for _, row in groupby(texts, lambda cell: int(tree.parent[cell]))]
    n_columns = max(columns[cell] for cell in texts) + 1
    lines = [_render_row(row, columns, texts) for row in rows]
    if not _is_header(tree, rows[0]):
        lines.insert(0, "|" + "  |" * n_columns)
    elif missing := n_columns - columns[rows[0][-1]] - 1:
        lines[0] += "  |" * missing
    lines.insert(1, "|" + " --- |" * n_columns)
    return "\n".join(lines)


def _render_row(row: Sequence[int], columns: Columns, texts: Mapping[int, str]) -> str:
    line, at = "|", 0
    for cell in row:
        line += "  |" * (columns[cell] - at) + f" {_escape_pipes(texts[cell])} |"
        at = columns[cell] + 1
    return line


def _escape_pipes(text: str) -> str:
    """A pipe ends a cell even within code."""
    return text.replace("|", "\\|")


def _is_header(tree: Tree, row: Sequence[int]) -> bool:
    section = int(tree.parent[tree.parent[row[0]]])
    return bool(tree.tag[section] == _THEAD) or all(tree.tag[cell] == _TH for cell in row)
