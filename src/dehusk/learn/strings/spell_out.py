"""An expression in the words that every engine understands alike.

`\\d` and `\\w` are ASCII to one engine and not to another, `.` and `[^…]` match what separates
words, and much else is known to one engine only. What can be spelled out is; the rest is refused.
"""

import re

from dehusk.learn.strings.characters import (
    Range,
    read_members,
    spell_members,
    spell_plain,
    subtract,
)
from dehusk.learn.strings.tokens import SEPARATORS

_CLASSES = {"d": "0-9", "w": "0-9A-Za-z_"}
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_MEANINGFUL = frozenset("\\.+*?()|[]{}^$")

_PIECE = re.compile(
    r"""
      \\(?P<escape>.)
    | \[(?P<negated>\^?)(?P<members>\]?(?:\\.|\[:[a-z^]+:\]|[^\]\\])*)\]
    | \((?P<flags>\?(?!:)[^)]{0,3})
    | (?P<any>[.])
    | (?P<anchor>[\^$])
    | (?P<repeat>(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})[?]?)(?P<again>[*+?{])?
    | (?P<broken>[\[\\{]|\(\*)
    | (?P<group>\((?:\?:)?)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_MEMBER = re.compile(r"(?P<posix>\[[:.=])|\\(?P<escape>.)|(?P<other>.)", re.DOTALL)


class NotPortable(ValueError):
    """Something that engines understand in different ways, or not at all."""


def _list_separators() -> list[Range]:
    ranges: list[Range] = []
    for code in sorted(map(ord, SEPARATORS)):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    return ranges


SEPARATOR_RANGES = tuple(_list_separators())
SEPARATOR_MEMBERS = spell_members(SEPARATOR_RANGES)
"""What is between the brackets of the class of separators."""


def spell_out(expression: str) -> str:
    r"""The same expression for every engine, without groups that capture.

    >>> spell_out(r"\d+(st|nd)[\w.]*")
    '[0-9]+(?:st|nd)[0-9A-Za-z_.]*'
    """
    return "".join(map(_spell_piece, _PIECE.finditer(expression)))


def escape(text: str) -> str:
    r"""The text as an expression that matches just it.

    >>> escape("a.b\x01")
    'a\\.b\\x01'
    """
    return "".join(
        f"\\{character}" if character in _MEANINGFUL else spell_plain(character)
        for character in text
    )


def _spell_piece(piece: re.Match[str]) -> str:
    kind = piece.lastgroup
    if kind == "escape":
        return _spell_escape(piece["escape"])
    if kind == "members":
        return _spell_class(piece["members"], is_negated=bool(piece["negated"]))
    if kind == "any":
        return f"[^{SEPARATOR_MEMBERS}]"
    if kind == "group":
        # A group that captures would move the numbers of the others.
        return "(?:"
    if kind == "repeat":
        return piece[0]
    if kind != "other":
        raise NotPortable(f"without {piece[0]}, which other engines read otherwise")
    if piece[0].isspace():
        raise NotPortable("without spaces: it is matched with a word")
    return piece[0] if piece[0] in "()|" else escape(piece[0])


def _spell_escape(character: str) -> str:
    if character in _CLASSES:
        return f"[{_CLASSES[character]}]"
    if character in _PUNCTUATION:
        return escape(character)
    raise NotPortable(f"without \\{character}, which other engines read otherwise")


def _spell_class(members: str, *, is_negated: bool) -> str:
    if not members:
        raise NotPortable("without [], which other engines read otherwise")
    try:
        ranges = read_members("".join(map(_spell_member, _MEMBER.finditer(members))))
    except NotPortable:
        raise
    except ValueError as error:
        raise NotPortable(f"without [{members}]: {error}") from error
    if is_negated:
        return f"[^{SEPARATOR_MEMBERS}{spell_members(subtract(ranges, SEPARATOR_RANGES))}]"
    # A range may have separators in its middle.
    ranges = subtract(ranges, SEPARATOR_RANGES)
    if not ranges:
        raise NotPortable(f"without [{members}], which matches no part of a word")
    return f"[{spell_members(ranges)}]"


def _spell_member(member: re.Match[str]) -> str:
    if member["posix"]:
        raise NotPortable(f"without {member[0]}, which other engines read otherwise")
    if member["escape"] in _CLASSES:
        if member.string.endswith("-", 1, member.start()):
            raise NotPortable(f"without -{member[0]}, which other engines read otherwise")
        return _CLASSES[member["escape"]]
    if member["escape"] is not None and member["escape"] not in _PUNCTUATION:
        raise NotPortable(f"without {member[0]}, which other engines read otherwise")
    return member[0]
