"""Sets of characters, as expressions write them between brackets: `a-z0-9_`."""

import re
from collections.abc import Iterable, Sequence

Range = tuple[int, int]
"""The first character and the last."""

_LAST = 0x10FFFF
_ESCAPED = frozenset("\\]^[&~|-")
_MEMBER = r"\\x[0-9a-f]{2}|\\.|[^\\]"
_MEMBERS = re.compile(f"(?P<first>{_MEMBER})(?:-(?P<last>{_MEMBER}))?", re.DOTALL)


def read_members(members: str) -> list[Range]:
    r"""The ranges, in the order in which they are written.

    >>> read_members(r"a-z\-\x09")
    [(97, 122), (45, 45), (9, 9)]
    """
    ranges = []
    for member in _MEMBERS.finditer(members):
        first = read_character(member["first"])
        last = first if member["last"] is None else read_character(member["last"])
        if last < first:
            raise ValueError(f"{member[0]} ends before it begins")
        ranges.append((first, last))
    return ranges


def read_character(written: str) -> int:
    r"""A character, or what is escaped with a backslash.

    >>> read_character(r"\x41"), read_character(r"\]")
    (65, 93)
    """
    if written.startswith(r"\x") and len(written) == 4:
        return int(written[2:], 16)
    return ord(written[-1])


def spell_members(ranges: Iterable[Range]) -> str:
    r"""The ranges between the brackets of an expression; a line break is never written as such.

    >>> spell_members([(97, 122), (45, 45), (9, 9)])
    'a-z\\-\\x09'
    """
    return "".join(
        spell_member(first) + (f"-{spell_member(last)}" if last > first else "")
        for first, last in ranges
    )


def spell_member(code: int) -> str:
    """A character between brackets."""
    if chr(code) in _ESCAPED:
        return f"\\{chr(code)}"
    return spell_plain(chr(code))


def spell_plain(character: str) -> str:
    r"""A character without a meaning of its own, one that cannot be seen by its number.

    Above U+00FF, engines agree on no way to write a number.
    """
    is_seen = character.isprintable() and character != " "
    return character if is_seen or ord(character) > 0xFF else f"\\x{ord(character):02x}"


def subtract(ranges: Iterable[Range], others: Sequence[Range]) -> list[Range]:
    """What is in the ranges and in none of the others.

    >>> subtract([(1, 9)], [(4, 5), (9, 12)])
    [(1, 3), (6, 8)]
    """
    left = list(ranges)
    for first, last in others:
        left = [
            part
            for low, high in left
            for part in ((low, min(high, first - 1)), (max(low, last + 1), high))
            if part[0] <= part[1]
        ]
    return left


def invert(ranges: Iterable[Range]) -> list[Range]:
    """All other characters."""
    return subtract([(0, _LAST)], sorted(ranges))


def has_character(ranges: Iterable[Range], character: str) -> bool:
    """Is it one of them?"""
    return any(first <= ord(character) <= last for first, last in ranges)
