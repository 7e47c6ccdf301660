"""The titles of a site's pages and its domain to the site's name, where pages declare none."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from dehusk.ingest.identity import site_of
from dehusk.learn.titles import TitleEnds, part_key, split_title

_FEWEST_TITLES = 3
_NEARLY_ALL = 0.9
"""A part on so many titles and so large a share of them is the site's name."""

_SHARED = 0.5
"""On this share it is if the domain says so, too."""

_SHORTEST_KEY = 3
"""Fewer letters are in a domain by chance."""

_LOOSE_TAIL = re.compile(r"\s*[,:(\[_–—-]\s*(.*\w.*)$")
_LOOSE_HEAD = re.compile(r"(.*\w.*?)\s*[,:)\]_–—-]\s*$")


def read_domain(site: str) -> tuple[str, ...]:
    """What titles may call the site at this host: the host, its domain, that without its ending.

    >>> read_domain("en.wikipedia.org"), read_domain("me.github.io"), read_domain("folder")
    (('en.wikipedia.org', 'wikipedia.org', 'wikipedia'), ('me.github.io', 'me'), ())
    """
    if "." not in site:
        return ()
    domain = site_of(f"http://{site}") or site
    return tuple(dict.fromkeys((site, domain, domain.partition(".")[0])))


def find_domain_names(titles: Iterable[str], domain: Sequence[str]) -> list[str]:
    """The outer parts of at least half of the titles that are named like the domain."""
    split = [split_title(title) for title in set(titles)]
    names: list[str] = []
    for at in (-1, 0):
        parts = Counter(part[at] for part in split if len(part) > 1)
        enough = max(_FEWEST_TITLES, len(split) * _SHARED)
        names += (part for part, n in parts.items() if n >= enough and _is_like(part, domain))
    return sorted(set(names))


def find_name(ends: TitleEnds, titles: Sequence[str], domain: Sequence[str]) -> str | None:
    """What titles call the site: at their ends on nearly all, or on half and like its domain."""
    counts = _count_parts(ends, titles)
    in_domain = [part for part in counts if _is_like(part, domain)]
    for parts, share in ((in_domain, _SHARED), (list(counts), _NEARLY_ALL)):
        enough = [
            part for part in parts if counts[part] >= max(_FEWEST_TITLES, len(titles) * share)
        ]
        if enough:
            # Of as many, the first: the last part of titles.
            return max(enough, key=lambda part: counts[part])
    return None


def _count_parts(ends: TitleEnds, titles: Sequence[str]) -> Counter[str]:
    """On how many titles each part stands that may be the name, tails first."""
    counts: Counter[str] = Counter()
    for parts, at in (((*ends.names, *ends.tails), -1), ((*ends.names, *ends.heads), 0)):
        outer = [split_title(title) for title in titles]
        spellings = Counter(part[at] for part in outer if len(part) > 1)
        keys = {part_key(part) for part in parts}
        counts.update(_merge_spellings(spellings, keys))
    for end in ends.loose_tails:
        if found := _LOOSE_TAIL.match(end):
            counts[_strip(found[1])] += sum(title.endswith(end) for title in titles)
    for end in ends.loose_heads:
        if found := _LOOSE_HEAD.match(end):
            counts[_strip(found[1])] += sum(title.startswith(end) for title in titles)
    return counts


def _merge_spellings(spellings: Counter[str], keys: set[str]) -> dict[str, int]:
    """The counts of parts with these keys, each in its commonest spelling."""
    by_key: dict[str, list[str]] = {}
    for part in sorted(spellings, key=lambda part: (-spellings[part], part)):
        if (key := part_key(part)) in keys:
            by_key.setdefault(key, []).append(part)
    return {same[0]: sum(spellings[part] for part in same) for same in by_key.values()}


def _strip(words: str) -> str:
    """Without a bracket whose other one was the joint."""
    for opening, closing in ("()", "[]"):
        if words.endswith(closing) and words.count(closing) > words.count(opening):
            return words[:-1]
    return words


def _is_like(part: str, domain: Sequence[str]) -> bool:
    """Is one in the other, and are both more than a few letters?"""
    key = part_key(part)
    if len(key) < _SHORTEST_KEY:
        return False
    names = [part_key(name) for name in domain]
    return any(key in name or (len(name) >= _SHORTEST_KEY and name in key) for name in names)
