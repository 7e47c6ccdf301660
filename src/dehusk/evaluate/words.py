"""The runs of words of a text, counted."""

from collections import Counter

from dehusk.parse.words import split_words

Grams = Counter[tuple[str, ...]]
"""How often each run of words occurs."""

GRAM = 4


def count_grams(text: str, n: int = GRAM) -> Grams:
    """The runs of n words; a text too short for one is a run by itself.

    >>> count_grams("so it goes, so it goes", n=2)[("so", "it")]
    2
    """
    words = split_words(text)
    if len(words) < n:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))
