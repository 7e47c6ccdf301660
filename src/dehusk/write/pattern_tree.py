"""An expression of a pattern as a tree, and back: what can be reckoned with.

It reads what `spell_out` writes, no more. Whether a repetition prefers many or few is forgotten:
where a token ends is told by what comes after it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dehusk.learn.strings.characters import (
    Range,
    invert,
    read_character,
    read_members,
    spell_members,
)
from dehusk.learn.strings.spell_out import escape

_LAST = 0x10FFFF
_REPEATS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_PIECE = re.compile(
    r"""
      \[(?P<negated>\^?)(?P<members>(?:\\.|[^\]\\])+)\]
    | (?P<opens>\(\?:)
    | (?P<closes>\))
    | (?P<or>\|)
    | (?P<sign>[*+?])[?]?
    | \{(?P<least>[0-9]+)(?P<range>,(?P<most>[0-9]*))?\}[?]?
    | (?P<one>\\x[0-9a-f]{2}|\\.|.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these characters."""

    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One part after the other."""

    parts: tuple["Tree", ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any of the branches."""

    branches: tuple["Tree", ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part, at least and at most so many times; without end where there is no most."""

    part: "Tree"
    least: int
    most: int | None


Tree = OneOf | Row | Choice | Repeat


def read_tree(expression: str) -> Tree:
    """The tree of an expression that was spelled out."""
    # Of each group that is open, the branches so far; the last is not finished.
    groups: list[list[list[Tree]]] = [[[]]]
    for piece in _PIECE.finditer(expression):
        row = groups[-1][-1]
        if piece["opens"]:
            groups.append([[]])
        elif piece["or"]:
            groups[-1].append([])
        elif piece["closes"]:
            closed = choose(join(branch) for branch in groups.pop())
            groups[-1][-1].append(closed if closed is not None else Row(()))
        elif piece["sign"] or piece["least"]:
            row.append(_read_repeat(row.pop(), piece))
        else:
            row.append(OneOf(tuple(_read_ranges(piece))))
    whole = choose(join(branch) for branch in groups[0])
    assert whole is not None
    return whole


def _read_repeat(part: Tree, piece: re.Match[str]) -> Repeat:
    if piece["sign"]:
        return Repeat(part, *_REPEATS[piece["sign"]])
    least = int(piece["least"])
    if piece["range"] is None:
        return Repeat(part, least, least)
    return Repeat(part, least, int(piece["most"]) if piece["most"] else None)


def _read_ranges(piece: re.Match[str]) -> Sequence[Range]:
    if piece["one"]:
        code = read_character(piece["one"])
        return [(code, code)]
    ranges = read_members(piece["members"])
    return invert(ranges) if piece["negated"] else ranges


def join(parts: Iterable[Tree]) -> Tree:
    """The parts in a row, or the only one."""
    row = tuple(parts)
    return row[0] if len(row) == 1 else Row(row)


def choose(branches: Iterable[Tree | None]) -> Tree | None:
    """Any of those that can match, each once; none, if there are none."""
    able = tuple(dict.fromkeys(branch for branch in branches if branch is not None))
    if not able:
        return None
    return able[0] if len(able) == 1 else Choice(able)


def can_be_empty(tree: Tree) -> bool:
    """Does it match nothing at all, too?"""
    match tree:
        case OneOf():
            return False
        case Row(parts):
            return all(map(can_be_empty, parts))
        case Choice(branches):
            return any(map(can_be_empty, branches))
        case Repeat(part, least):
            return least == 0 or can_be_empty(part)


def spell_tree(tree: Tree) -> str:
    r"""The expression of a tree.

    >>> spell_tree(read_tree(r"a(?:b|[^c]+?){2,}\."))
    'a(?:b|[^c]+){2,}\\.'
    """
    match tree:
        case OneOf(ranges):
            return _spell_set(ranges)
        case Row(parts):
            return "".join(map(_spell_part, parts))
        case Choice(branches):
            return f"(?:{'|'.join(map(spell_tree, branches))})"
        case Repeat(part, least, most):
            return _spell_part(part, is_repeated=True) + _spell_times(least, most)


def _spell_part(tree: Tree, *, is_repeated: bool = False) -> str:
    spelled = spell_tree(tree)
    return f"(?:{spelled})" if is_repeated and isinstance(tree, Row | Repeat) else spelled


def _spell_set(ranges: Sequence[Range]) -> str:
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return escape(chr(ranges[0][0]))
    if any(last == _LAST for _, last in ranges):
        return f"[^{spell_members(invert(ranges))}]"
    return f"[{spell_members(ranges)}]"


def _spell_times(least: int, most: int | None) -> str:
    for sign, times in _REPEATS.items():
        if times == (least, most):
            return sign
    if least == most:
        return f"{{{least}}}"
    return f"{{{least},{'' if most is None else most}}}"
