"""A text as its words: what methods learn from, and what every measure of text sees."""

import re
from collections.abc import Iterator

_ALONE = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Kana and ideographs: scripts without spaces, where one character counts as a word."""

_WORD = re.compile(rf"[{_ALONE}]|[^\W{_ALONE}]+")


def split_words(text: str) -> list[str]:
    """The words of a text, in order.

    >>> split_words("It's 2024: 東京!")
    ['it', 's', '2024', '東', '京']
    """
    return _WORD.findall(text.lower())


def find_words(text: str) -> Iterator[re.Match[str]]:
    """The same words, of a text in small letters, with their places."""
    return _WORD.finditer(text)
