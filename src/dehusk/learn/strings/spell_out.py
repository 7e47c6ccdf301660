"""An expression in the words that every engine understands alike.

`\\d` and `\\w` are ASCII to one engine and not to another, `.` and `[^…]` match what separates
words, and much else is known to one engine only. What can be spelled out is; the rest is refused.
"""

import re

from dehusk.learn.strings.tokens import SEPARATORS

_DIGITS, _LETTERS = "0-9", "0-9A-Za-z_"
_CLASSES = {"d": _DIGITS, "w": _LETTERS}
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_MEANINGFUL = frozenset("\\.+*?()|[]{}^$")
_ESCAPED_IN_CLASS = frozenset("\\]^[&~|-")
_NOT_SEPARATOR = f"[^{SEPARATORS}]"

_PIECE = re.compile(
    r"""
      \\(?P<escape>.)
    | \[(?P<negated>\^?)(?P<members>\]?(?:\\.|\[:[a-z^]+:\]|[^\]\\])*)\]
    | \((?P<flags>\?(?!:)[^)]{0,3})
    | (?P<any>[.])
    | (?P<anchor>[\^$])
    | (?P<repeat>[*+?}])(?P<kind>[+])
    | (?P<broken>[\[\\])
    | (?P<other>[^\[\\])
    """,
    re.VERBOSE | re.DOTALL,
)
_MEMBER = re.compile(r"\\(?P<escape>.)|(?P<posix>\[:[a-z^]+:\])|(?P<other>.)", re.DOTALL)


class NotPortable(ValueError):
    """Something that engines understand in different ways, or not at all."""


def spell_out(expression: str) -> str:
    r"""The same expression for every engine.

    >>> spell_out(r"\d+(?:st|nd)[\w.]*")
    '[0-9]+(?:st|nd)[0-9A-Za-z_.]*'
    """
    pieces = []
    for piece in _PIECE.finditer(expression):
        if piece["escape"] is not None:
            pieces.append(_spell_escape(piece["escape"]))
        elif piece["members"] is not None:
            pieces.append(_spell_class(piece["members"], is_negated=bool(piece["negated"])))
        elif piece["any"]:
            pieces.append(_NOT_SEPARATOR)
        elif piece["flags"] or piece["anchor"] or piece["kind"] or piece["broken"]:
            raise NotPortable(f"without {piece[0]}, which other engines read otherwise")
        elif piece[0].isspace():
            raise NotPortable("without spaces: it is matched with a word")
        else:
            pieces.append(piece[0])
    return "".join(pieces)


def escape(text: str) -> str:
    r"""The text as an expression that matches just it.

    >>> escape("a.b\x01")
    'a\\.b\\x01'
    """
    return "".join(
        f"\\{character}"
        if character in _MEANINGFUL
        else character
        if character.isprintable() or ord(character) > 0x7F
        else f"\\x{ord(character):02x}"
        for character in text
    )


def _spell_escape(character: str) -> str:
    if character in _CLASSES:
        return f"[{_CLASSES[character]}]"
    if character in _PUNCTUATION:
        return escape(character)
    raise NotPortable(f"without \\{character}, which other engines read otherwise")


def _spell_class(members: str, *, is_negated: bool) -> str:
    spelled = []
    for member in _MEMBER.finditer(members):
        if member["posix"]:
            raise NotPortable(f"without {member[0]}, which other engines read otherwise")
        if member["escape"] in _CLASSES:
            spelled.append(_CLASSES[member["escape"]])
        elif member["escape"] is not None and member["escape"] not in _PUNCTUATION:
            raise NotPortable(f"without {member[0]}, which other engines read otherwise")
        else:
            character = member["escape"] or member["other"]
            is_range = character == "-" and member["escape"] is None
            is_range &= bool(member.start()) and member.end() < len(members)
            escaped = character in _ESCAPED_IN_CLASS and not is_range
            spelled.append(f"\\{character}" if escaped else character)
    if is_negated:
        return f"[^{SEPARATORS}{''.join(spelled)}]"
    return f"[{''.join(spelled)}]"
