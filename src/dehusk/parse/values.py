"""Declared values made comparable: texts, names of people, tags of languages."""

import re
from html import unescape

_LONGEST = 2_000
"""More than any title, name or description; a longer value is cut."""

_UNSPEAKABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\ufeff\ufffe\uffff\ud800-\udfff]")
_ESCAPE = re.compile(r"&(?:#?\w{1,32});")
_ATTRIBUTES = r"""(?:\s+[\w:-]+=(?:"[^"]*"|'[^']*'|[^\s"'<>]+))*\s*"""
_INLINE_TAG = re.compile(rf"</?(?:b|i|em|strong|span|a){_ATTRIBUTES}>", re.I)
_BREAK_TAG = re.compile(rf"</?(?:br|p){_ATTRIBUTES}/?>", re.I)
_BY = re.compile(
    r"(?:written |posted |published |view all (?:posts|articles) )?by(?:[:\s]\s*|$)", re.I
)
_ADDRESS = re.compile(r"\S+@\S+\.\S+|(?:https?:)?//\S*|www\.\S+|@\w+", re.I)
_LONGEST_NAME = 200
_LANGUAGE = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z0-9])", re.I
)
_NO_LANGUAGE = frozenset(("und", "zxx", "mul", "mis"))


def read_text(value: str) -> str | None:
    """One line, without what cannot be printed.

    >>> read_text(" Rain\\n &amp; <sun>\\x00 ")
    'Rain &amp; <sun>'
    """
    text = value[:_LONGEST]
    if not text.isprintable():
        text = _UNSPEAKABLE.sub("", text)
    return " ".join(text.split()) or None


def read_escaped_text(value: str) -> str | None:
    """One line, as programs print it that escape a value once more than needed or leave markup in.

    >>> read_escaped_text("Rain &amp; <b>sun</b><br>in <details> if a<b and c>d")
    'Rain & sun in <details> if a<b and c>d'
    """
    text = value[:_LONGEST]
    if "&" in text:
        text = _ESCAPE.sub(lambda escape: unescape(escape[0]), text)
    if "<" in text:
        text = _BREAK_TAG.sub(" ", _INLINE_TAG.sub("", text))
    return read_text(text)


def read_person(value: str) -> str | None:
    """A name; an address is none, nor is what only says "by".

    >>> read_person("By Ann Alder"), read_person("https://social.example/ann")
    ('Ann Alder', None)
    """
    name = read_text(_BY.sub("", value.strip(), count=1) if _BY.match(value.strip()) else value)
    if not name or len(name) > _LONGEST_NAME or _ADDRESS.fullmatch(name):
        return None
    return name.strip(" ,;|") if any(char.isalpha() for char in name) else None


def read_people(values: list[str]) -> str | None:
    """Several names in one line, each once."""
    names = [name for name in map(read_person, values) if name]
    return ", ".join(dict.fromkeys(names)) or None


def read_language_tag(value: str) -> str | None:
    """The first language named, in the spelling of BCP 47.

    >>> read_language_tag("pt_br"), read_language_tag("zh-hant-TW, en"), read_language_tag("utf-8")
    ('pt-BR', 'zh-Hant-TW', None)
    """
    found = _LANGUAGE.match(value.strip())
    if not found or found[1].lower() in _NO_LANGUAGE or value.lower().startswith("utf"):
        return None
    parts = (found[1].lower(), (found[2] or "").title(), (found[3] or "").upper())
    return "-".join(part for part in parts if part)
