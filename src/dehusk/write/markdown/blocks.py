"""Runs of a page's layout to blocks: what stands on lines of its own, with all it stands in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dehusk.model import Tree
from dehusk.parse.blocks import BREAK_OF_TAG, Break
from dehusk.parse.tags import TAG_IDS
from dehusk.write.layout import Run
from dehusk.write.markdown.context import Context, Contexts
from dehusk.write.markdown.inline import CODE, RAW, Mark, Piece
from dehusk.write.text import SEPARATORS

_BR, _HR = TAG_IDS["br"], TAG_IDS["hr"]
_RAW = Mark(RAW)
_IS_PARTING = [bool(level >= Break.CELL) and tag != _BR for tag, level in enumerate(BREAK_OF_TAG)]
"""Of each tag, whether what it holds and what stands around it are never one paragraph."""


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces of text under one context, or a rule across the page."""

    context: Context
    pieces: list[Piece]
    is_rule: bool = False


class _Step(NamedTuple):
    """A run where it stands, and what lies between it and the one before."""

    run: Run
    tag: int
    context: Context
    is_parted: bool
    has_line_end: bool


def cut_blocks(
    tree: Tree, runs: Sequence[Run], contexts: Contexts, raw: Mapping[int, str]
) -> list[Block]:
    """The blocks in order; `raw` is what to write for nodes that are not just their text."""
    blocks: list[Block] = []
    last: Context | None = None
    for step in _walk(tree, runs, contexts):
        context = step.context
        if step.tag == _HR:
            blocks.append(Block(context, [], is_rule=True))
            last = None
            continue
        gap = None if last is None else _find_gap(last, step)
        piece = _make_piece(step, gap or "", raw)
        if gap is None:
            blocks.append(Block(context, [piece]))
        else:
            _join_piece(blocks[-1].pieces, piece)
        last = context
    return blocks


def _walk(tree: Tree, runs: Sequence[Run], contexts: Contexts) -> Iterator[_Step]:
    """Every element above a run is entered once, however deep the page is."""
    tags, parents, ends = tree.tag.tolist(), tree.parent.tolist(), tree.end.tolist()
    above, inner = [-1], [Context()]
    for run, has_line_end in zip(runs, _flag_line_ends(tree, runs), strict=True):
        is_parted = False
        while above[-1] >= 0 and ends[above[-1]] <= run.node:
            is_parted |= _IS_PARTING[tags[above.pop()]]
            inner.pop()
        entered = []
        node = parents[run.node]
        while node != above[-1]:
            entered.append(node)
            node = parents[node]
        for element in reversed(entered):
            tag = tags[element]
            is_parted |= _IS_PARTING[tag]
            above.append(element)
            context = contexts.enter(inner[-1], element, tag)
            inner.append(context)
        yield _Step(run, tags[run.node], inner[-1], is_parted, has_line_end)


def _flag_line_ends(tree: Tree, runs: Sequence[Run]) -> list[bool]:
    """Whether a line was broken before each run."""
    line_ends = np.flatnonzero(tree.tag == _BR)
    counted = np.searchsorted(line_ends, np.array([run.node for run in runs], dtype=np.int32))
    flags: list[bool] = (np.diff(counted, prepend=0) > 0).tolist()
    return flags


def _find_gap(last: Context, step: _Step) -> str | None:
    """What stands between two runs of one block; nothing at all where a new one starts."""
    context, gap = step.context, step.run.gap
    if context.pre >= 0 or last.pre >= 0:
        return SEPARATORS[gap] if context.pre == last.pre else None
    space = " " if gap else ""
    if context.cell >= 0 or (gap < Break.LINE and not step.is_parted):
        return space if context.cell == last.cell else None
    is_same_heading = context.heading >= 0 and context.heading == last.heading
    if is_same_heading and not (step.is_parted and gap == Break.PARAGRAPH):
        return space
    is_line = step.has_line_end and not step.is_parted and gap == Break.LINE
    return "\n" if is_line else None


def _make_piece(step: _Step, gap: str, raw: Mapping[int, str]) -> Piece:
    run, marks = step.run, step.context.marks
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
