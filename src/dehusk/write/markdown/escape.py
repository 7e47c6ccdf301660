"""Text so that Markdown reads it as text, and no more escaped than that needs."""

import re

_SPECIAL = re.compile(r"[`\\<&~*\]]|\[\^")
_INLINE = re.compile(
    r"`"
    r"|\\(?=[!-/:-@\[-`{-~\n]|\Z)"
    r"|<(?=[A-Za-z/!?])"
    r"|&(?=\#?[0-9A-Za-z]{1,31};)"
    r"|~(?=~)|(?<=~)~"
    r"|(?<![ \n])\*|\*(?![ \n])"
    r"|\](?=[(:])"
    r"|\[(?=\^)"
)
_BRACKET = re.compile(r"(?<!\\)[\[\]]")
_UNDERSCORES = re.compile(r"_+")
_LINE_START = re.compile(
    r"(\d{1,9})(?=[.)](?:\s|$))"
    r"|(?=\#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|=+$|([-_*])(?:\s*\2){2,}$|[:| ]*-[-:| ]*$|\[[ xX]\](?:\s|$))"
)
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|^)#+$")
_JOINING = "<&]!"
"""A text's last character that means something else with what comes next."""


def escape_text(text: str) -> str:
    r"""Words of a paragraph.

    >>> print(escape_text("snake_case *is* 2 * 3 <b> & &lt; [1] C:\\dir"))
    snake_case \*is\* 2 * 3 \<b> & \&lt; [1] C:\dir
    """
    if _SPECIAL.search(text):
        text = _INLINE.sub(r"\\\g<0>", text)
    if "_" in text:
        text = _UNDERSCORES.sub(_escape_underscores, text)
    return text


def escape_label(text: str) -> str:
    """Words within a link or an image, where a bracket would end it."""
    text = escape_text(text)
    return _BRACKET.sub(r"\\\g<0>", text) if "[" in text or "]" in text else text


def seal(text: str) -> str:
    """Escaped text that something is joined to without a space."""
    if text[-1:] and text[-1] in _JOINING and text[-2:-1] != "\\":
        return f"{text[:-1]}\\{text[-1]}"
    return text


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


def _escape_underscores(found: re.Match[str]) -> str:
    """Within a word or between spaces they mean nothing."""
    before = found.string[found.start() - 1 : found.start()]
    after = found.string[found.end() : found.end() + 1]
    is_inner = before.isalnum() and after.isalnum()
    if is_inner or (before and after and before.isspace() and after.isspace()):
        return found[0]
    return "\\_" * len(found[0])
