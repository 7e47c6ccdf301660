"""Text so that Markdown reads it as text, and no more escaped than that needs."""

import re
from functools import cache
from string import ascii_letters, digits

_SPECIAL = re.compile(r"[`\\<&~*\[\]!]")
_INLINE = (
    r"`"
    r"|\\(?=[!-/:-@\[-`{-~\n]|\Z)"
    r"|<(?=[A-Za-z/!?])"
    r"|&(?=(?:\#|[A-Za-z])[0-9A-Za-z]{1,31};)"
    r"|~(?=~)|(?<=~)~"
    r"|(?<![ \n])\*|\*(?![ \n])"
    r"|\](?=[(:])"
    r"|\[(?=\^)"
)
_IN_LABEL = r"|[\[\]]"
_ENTITY_START = r"|&(?=[#0-9A-Za-z]*\Z)"
_AT_END = {"[": r"|[!\]]\Z", "^": r"|\[\Z", "~": r"|~\Z"}
_AT_END |= dict.fromkeys("(:", r"|\]\Z") | dict.fromkeys("/!?", r"|<\Z")
_AT_END |= dict.fromkeys(digits + "#;", _ENTITY_START)
_AT_END |= dict.fromkeys(ascii_letters, r"|<\Z" + _ENTITY_START)
"""What means something else at the end of a text, by the character that comes next."""

_UNDERSCORES = re.compile(r"_+")
_LINE_START = re.compile(
    r"(\d{1,9})(?=[.)](?:\s|$))"
    r"|(?=(?:\#{1,6}|[-+*]|\[[ xX]\])(?:\s|$)"
    r"|>|=+$|([-_*])(?:\s*\2){2,}$|[:| ]*-[-:| ]*$)"
)
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|^)#+$")


def escape_text(text: str, after: str = "") -> str:
    r"""Words of a paragraph, and the character that comes `after` them.

    >>> print(escape_text("snake_case *is* 2 * 3 <b> & &lt; [1] C:\\dir"))
    snake_case \*is\* 2 * 3 \<b> & \&lt; [1] C:\dir
    >>> print(escape_text("Wow!", "*"), escape_text("Wow!", "["))
    Wow! Wow\!
    """
    return _escape(text, _INLINE, after)


def escape_label(text: str, after: str = "") -> str:
    """Words within a link or an image, where a bracket would end it."""
    return _escape(text, _INLINE + _IN_LABEL, after)


def _escape(text: str, special: str, after: str) -> str:
    if _SPECIAL.search(text):
        text = _compile(special + _AT_END.get(after, "")).sub(r"\\\g<0>", text)
    return _UNDERSCORES.sub(_escape_underscores, text) if "_" in text else text


_compile = cache(re.compile)


def _escape_underscores(found: re.Match[str]) -> str:
    """Within a word or between spaces they mean nothing."""
    before = found.string[found.start() - 1 : found.start()]
    after = found.string[found.end() : found.end() + 1]
    is_inner = before.isalnum() and after.isalnum()
    if is_inner or (before and after and before.isspace() and after.isspace()):
        return found[0]
    return "\\_" * len(found[0])


def escape_lines(text: str) -> str:
    r"""A paragraph whose lines must not be taken for headings, items, rules or tables.

    >>> print(escape_lines("1986. A year"))
    1986\. A year
    """
    if "\n" not in text:
        return _LINE_START.sub(r"\1\\", text, count=1) if _LINE_START.match(text) else text
    return "\n".join(map(escape_lines, text.split("\n")))


def escape_heading(text: str) -> str:
    r"""A heading whose last word is no closing mark.

    >>> print(escape_heading("Notes on C #"))
    Notes on C \#
    """
    return _CLOSING_HASHES.sub(r"\\\g<0>", text) if text[-1] == "#" else text
