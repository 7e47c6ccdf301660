"""Runs of a page's layout to blocks: what stands on lines of its own, with all it stands in."""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from dehusk.model import Indices, Tree
from dehusk.parse.blocks import BREAK_OF_TAG, Break
from dehusk.parse.tags import TAG_IDS
from dehusk.write.layout import Run
from dehusk.write.markdown.context import IS_MEANT, Context, Contexts
from dehusk.write.markdown.inline import CODE, RAW, Mark, Marks, Piece
from dehusk.write.text import SEPARATORS

_BR, _HR = TAG_IDS["br"], TAG_IDS["hr"]
_RAW = Mark(RAW)
_IS_PARTING = BREAK_OF_TAG >= Break.CELL
_IS_PARTING[_BR] = False
"""Of each tag, whether what it holds and what stands around it are never one paragraph."""


class Seam(IntEnum):
    """What lies between two runs besides a gap."""

    NONE = 0
    LINE_END = 1
    BLOCK = 2


class Block(NamedTuple):
    """Pieces of text under one context, or a rule across the page."""

    context: Context
    pieces: list[Piece]
    is_rule: bool = False


def cut_blocks(
    tree: Tree, runs: Sequence[Run], contexts: Contexts, raw: Mapping[int, str]
) -> list[Block]:
    """The blocks in order; `raw` is what to write for nodes that are not just their text."""
    blocks: list[Block] = []
    last: Context | None = None
    nodes = np.array([run.node for run in runs], dtype=np.int32)
    is_rule = (tree.tag[nodes] == _HR).tolist()
    seams = _find_seams(tree, nodes)
    walk = _flatten_cells(runs, _walk(tree, nodes, contexts))
    for (run, context), seam, rule in zip(walk, seams, is_rule, strict=True):
        if rule:
            blocks.append(Block(context, [], is_rule=True))
            last = None
            continue
        if context.cell >= 0 and not run.text:
            continue
        gap = None if last is None else _find_gap(last, context, run.gap, seam)
        piece = _make_piece(run, gap or "", context.marks, raw)
        if gap is None:
            blocks.append(Block(context, [piece]))
        else:
            _join_piece(blocks[-1].pieces, piece)
        last = context
    return blocks


def _find_seams(tree: Tree, nodes: Indices) -> list[int]:
    """What lies before each node: the edge of a block that holds one of them, or a line's end."""
    seams = np.zeros(len(nodes) + 1, dtype=np.uint8)
    line_ends = np.flatnonzero(tree.tag == _BR)
    seams[np.searchsorted(nodes, line_ends)] = Seam.LINE_END
    _, first, after = _find_above(tree, nodes, np.flatnonzero(_IS_PARTING[tree.tag]))
    seams[first] = Seam.BLOCK
    seams[after] = Seam.BLOCK
    found: list[int] = seams[:-1].tolist()
    return found


def _find_above(tree: Tree, nodes: Indices, elements: Indices) -> tuple[Indices, Indices, Indices]:
    """The elements above some nodes, each with the first of them and the one after the last."""
    first, after = np.searchsorted(nodes, elements), np.searchsorted(nodes, tree.end[elements])
    is_above = first < after
    return elements[is_above], first[is_above], after[is_above]


def _walk(tree: Tree, nodes: Indices, contexts: Contexts) -> Iterator[Context]:
    """The context of each node; every element that means something is entered once."""
    meant = np.flatnonzero(IS_MEANT[tree.tag])
    if contexts.notes.labels:
        meant = np.union1d(meant, list(contexts.notes.labels))
    above, first, after = _find_above(tree, nodes, meant)
    elements = zip(
        above.tolist(), tree.tag[above].tolist(), first.tolist(), after.tolist(), strict=True
    )
    entering = next(elements, None)
    context, leaving = Context(), [len(nodes)]
    outer: list[Context] = []
    for at in range(len(nodes)):
        while leaving[-1] <= at:
            leaving.pop()
            context = outer.pop()
        while entering is not None and entering[2] == at:
            outer.append(context)
            leaving.append(entering[3])
            context = contexts.enter(context, entering[0], entering[1])
            entering = next(elements, None)
        yield context


def _flatten_cells(runs: Sequence[Run], walk: Iterator[Context]) -> Iterator[tuple[Run, Context]]:
    """A cell holds but one line: what is verbatim in it becomes words, those of blanks none."""
    was_blank = False
    for run, context in zip(runs, walk, strict=True):
        if context.cell < 0 or not (run.is_verbatim or was_blank):
            was_blank = False
            yield run, context
            continue
        gap = Break.SPACE if was_blank or run.text[:1].isspace() else Break.NONE
        was_blank = run.is_verbatim and not run.text[-1:].strip()
        yield run._replace(text=" ".join(run.text.split()), gap=max(run.gap, gap)), context


def _find_gap(last: Context, context: Context, gap: int, seam: int) -> str | None:
    """What stands between two runs of one block; nothing at all where a new one starts."""
    if context.pre >= 0 or last.pre >= 0:
        return SEPARATORS[gap] if context.pre == last.pre else None
    space = " " if gap else ""
    if context.cell >= 0 or (gap < Break.LINE and seam < Seam.BLOCK):
        return space if context.cell == last.cell else None
    is_parted = seam == Seam.BLOCK
    is_same_heading = context.heading >= 0 and context.heading == last.heading
    if is_same_heading and not (is_parted and gap == Break.PARAGRAPH):
        return space
    return "\n" if seam == Seam.LINE_END and gap == Break.LINE else None


def _make_piece(run: Run, gap: str, marks: Marks, raw: Mapping[int, str]) -> Piece:
    if run.node not in raw:
        return Piece(gap, run.text, marks)
    # What is written as it is can hold no more, and code takes nothing in but words.
    outer = tuple(mark for mark in marks if mark.kind != CODE)
    return Piece(gap, raw[run.node], (*outer, _RAW))


def _join_piece(pieces: list[Piece], piece: Piece) -> None:
    """Add a piece; two stretches of code without a space between them could not be told apart."""
    last = pieces[-1]
    if piece.marks and not piece.gap and _is_code(piece) and _is_code(last):
        *outer, code = piece.marks
        if tuple(outer) == last.marks[:-1] and code != last.marks[-1]:
            piece = piece._replace(marks=last.marks)
    pieces.append(piece)


def _is_code(piece: Piece) -> bool:
    return bool(piece.marks) and piece.marks[-1].kind == CODE
