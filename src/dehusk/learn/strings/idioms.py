"""The second level: what recurs on many sites is no site's template, but a figure of speech."""

from collections.abc import Sequence
from dataclasses import replace

from ahocorasick_rs import AhoCorasick

from dehusk.learn.strings.corpus import Token
from dehusk.learn.strings.matcher import to_characters
from dehusk.learn.strings.mine import StringSet

MANY_SITES = 0.2
"""The share of sites, at least two, that make a string an idiom."""

_BORDER = 0


def drop_idioms(sites: Sequence[StringSet], many: float = MANY_SITES) -> list[StringSet]:
    """Each site's strings without those that are within the strings of many sites."""
    if len(sites) < 2:
        return list(sites)
    codes: dict[Token, int] = {}
    texts = []
    numbers: dict[str, int] = {}
    for site in sites:
        words = [
            to_characters([codes.setdefault(token, len(codes) + 1) for token in string.tokens])
            for string in site.strings
        ]
        texts.append(words)
        for word in words:
            numbers.setdefault(word, len(numbers))
    if not numbers:
        return list(sites)
    automaton = AhoCorasick(list(numbers))
    n_sites = [0] * len(numbers)
    for words in texts:
        joined = chr(_BORDER).join(words)
        rows = automaton.find_matches_as_indexes(joined, overlapping=True)
        for number in {row[0] for row in rows}:
            n_sites[number] += 1
    enough = max(2, many * len(sites))
    return [
        replace(
            site,
            strings=tuple(
                string
                for string, word in zip(site.strings, words, strict=True)
                if n_sites[numbers[word]] < enough
            ),
        )
        for site, words in zip(sites, texts, strict=True)
    ]
