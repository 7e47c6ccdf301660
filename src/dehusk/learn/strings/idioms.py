"""The second level: what recurs on many sites is no site's template, but a figure of speech."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ahocorasick_rs import AhoCorasick

from dehusk.learn.strings.corpus import Token
from dehusk.learn.strings.matcher import MOST_KNOWN_TOKENS, to_characters
from dehusk.learn.strings.mine import StringSet

MANY_SITES = 0.2
"""The share of sites, at least two, that make a string an idiom."""

_BORDER = 0


def drop_idioms(sites: Sequence[StringSet], many: float = MANY_SITES) -> list[StringSet]:
    """Each site's strings without those that are within the strings of many sites."""
    enough = max(2, many * len(sites))
    codes = _number_common_tokens(sites, enough)
    texts = [
        [
            to_characters([codes.get(token, _BORDER) for token in string.tokens])
            for string in strings
        ]
        for strings in (site.strings for site in sites)
    ]
    n_sites = _count_sites(texts)
    return [
        replace(
            site,
            strings=tuple(
                string
                for string, text in zip(site.strings, texts_of_site, strict=True)
                if n_sites.get(text, 0) < enough
            ),
        )
        for site, texts_of_site in zip(sites, texts, strict=True)
    ]


def _number_common_tokens(sites: Sequence[StringSet], enough: float) -> dict[Token, int]:
    """Those on enough sites; there may be more of the others than there are characters."""
    counts = Counter(
        token
        for site in sites
        for token in {token: None for string in site.strings for token in string.tokens}
    )
    common = [token for token, count in counts.items() if count >= enough]
    return {token: number for number, token in enumerate(common[:MOST_KNOWN_TOKENS], 1)}


def _count_sites(texts: Sequence[Sequence[str]]) -> dict[str, int]:
    """Within the strings of how many sites each string of common tokens is."""
    border = chr(_BORDER)
    common = list({text: None for site in texts for text in site if border not in text})
    if not common:
        return {}
    automaton = AhoCorasick(common)
    counts: Counter[int] = Counter()
    for site in texts:
        rows = automaton.find_matches_as_indexes(border.join(site), overlapping=True)
        counts.update({row[0] for row in rows})
    return {common[number]: count for number, count in counts.items()}
