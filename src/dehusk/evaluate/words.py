"""A text as the words that are counted: what every measure of text sees."""

import re
from collections import Counter
from collections.abc import Iterator

_ALONE = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Kana and ideographs: scripts without spaces, where one character counts as a word."""

_WORD = re.compile(rf"[{_ALONE}]|[^\W{_ALONE}]+")

Grams = Counter[tuple[str, ...]]
"""How often each run of words occurs."""

GRAM = 4


def split_words(text: str) -> list[str]:
    """The words of a text, in order.

    >>> split_words("It's 2024: 東京!")
    ['it', 's', '2024', '東', '京']
    """
    return _WORD.findall(text.lower())


def find_words(text: str) -> Iterator[re.Match[str]]:
    """The same words, of a text in small letters, with their places."""
    return _WORD.finditer(text)


def count_grams(text: str, n: int = GRAM) -> Grams:
    """The runs of n words; a text too short for one is a run by itself.

    >>> count_grams("so it goes, so it goes", n=2)[("so", "it")]
    2
    """
    words = split_words(text)
    if len(words) < n:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))
