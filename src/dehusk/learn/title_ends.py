"""The titles of a site's pages to the parts that the site adds at their ends.

A title falls into parts at its joints ("Rain - News - The Daily"). The last part of a title is the
site's when it is the site's name, when it stands there on nearly all titles, or when it recurs and
the headlines of those pages do without it; then the part before it is looked at, and so on. The
same goes for first parts. Parts that tell pages apart stay. Joints that also stand within sentences
count only for parts on most titles, mere spaces only on nearly all.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice

from dehusk.learn.titles import MOST_ROUNDS, TitleEnds, part_key, split_title

LONGEST_TITLE = 300
"""Nobody reads on in a longer one; what is cut off cannot be shared."""

_LOOSE_JOINT = re.compile(r",\s+|:\s+|\s+[(\[]|[-–—]\s+|(?<=\w)[-_–—](?=\w)")
_SPACE = re.compile(r"\s+")

_FEWEST_TITLES = 3
_SHARED = 0.5
"""On at least so many titles and so large a share of them, an end with a loose joint may count."""

_NEARLY_ALL = 0.9
"""On this share a part is the site's; words that no joint sets off if headlines do without them."""

_MOST_ALIKE = 0.1
"""Where more titles than this would become like others without it, a part tells pages apart."""

_FEWEST_BARE = 2
_RECURRING = 0.03
"""A section's part recurs on this share, and at least so many pages have a headline without it."""

_MOST_SPLITS = 8
"""So many words or loose joints from an end, a title is no longer the site's."""


@dataclass(frozen=True, slots=True)
class Titled:
    """A page's title, the keys of its headlines, and of its title as other places give it."""

    title: str
    headlines: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()


def learn_title_ends(pages: Iterable[Titled], names: Sequence[str]) -> TitleEnds:
    """The ends that recur on the titles of these pages; the order of pages does not count."""
    titled = sorted(set(pages), key=lambda page: page.title)
    if len(titled) < _FEWEST_TITLES:
        return TitleEnds(heads=_find_proven(titled, names), names=tuple(names))
    ends = TitleEnds(
        # A name in front of one title makes it the site's front page.
        heads=_find_named(titled, names),
        loose_heads=_find_glued(titled, names),
        names=tuple(names),
    )
    for _ in range(MOST_ROUNDS):
        found = _find_next_ends(titled, ends)
        if found == ends:
            break
        ends = found
    return ends


def _find_next_ends(titled: Sequence[Titled], ends: TitleEnds) -> TitleEnds:
    """Also what shows once the ends known are cut; loose ends only where nothing else does."""
    rest = [Titled(ends.cut(page.title), page.headlines, page.others) for page in titled]
    tails, heads = _choose(rest, _last_parts), _choose(rest, _first_parts)
    if tails or heads:
        return replace(ends, heads=_join(ends.heads, heads), tails=_join(ends.tails, tails))
    loose_tails = _choose_loose(rest, _loose_tails) or _choose_loose(rest, _last_words)
    loose_heads = _choose_loose(rest, _loose_heads) or _choose_loose(rest, _first_words)
    return replace(
        ends,
        loose_heads=_join(ends.loose_heads, loose_heads),
        loose_tails=_join(ends.loose_tails, loose_tails),
    )


def _join(known: tuple[str, ...], found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *found)))


Splits = Iterable[tuple[str, str]]
"""Ways to part a title: what is left, and the end that may be the site's."""

_Use = tuple[str, str, Titled]
"""An end on one title: what is left, the end, and the page."""


def _choose(titled: Sequence[Titled], split: Callable[[str], Splits]) -> list[str]:
    """The parts that are the site's or a section's, in the order of their spelling."""
    by_key: defaultdict[str, list[_Use]] = defaultdict(list)
    for page in titled:
        for rest, part in split(page.title):
            by_key[part_key(part)].append((rest, part, page))
    sites = {key: uses for key, uses in by_key.items() if key and _is_sites(uses, len(titled))}
    telling = _find_telling(sites, {page.title for page in titled})
    return sorted(_find_spelling(uses) for key, uses in sites.items() if key not in telling)


def _find_telling(sites: Mapping[str, Sequence[_Use]], titles: Set[str]) -> set[str]:
    """The parts without which titles would be alike that are not, as those of variants are."""
    rests = {key: {rest for rest, _, _ in uses} for key, uses in sites.items()}
    n_ways = Counter(rest for group in rests.values() for rest in group)
    n_ways.update(titles)
    return {
        key
        for key, group in rests.items()
        if sum(n_ways[rest] > 1 for rest in group) > len(group) * _MOST_ALIKE
    }


def _find_spelling(uses: Sequence[_Use]) -> str:
    spellings = Counter(part for _, part, _ in uses)
    return min(spellings, key=lambda part: (-spellings[part], part))


def _choose_loose(titled: Sequence[Titled], split: Callable[[str], Splits]) -> list[str]:
    """The longest end on enough titles, with its joint."""
    is_enough = _is_unjoined if split in (_last_words, _first_words) else _is_shared
    by_end: defaultdict[str, list[_Use]] = defaultdict(list)
    for page in titled:
        for rest, end in split(page.title):
            by_end[end].append((rest, end, page))
    ends = ((end, uses) for end, uses in by_end.items() if any(char.isalpha() for char in end))
    longest = sorted(ends, key=lambda end: (len(end[0]), end[0]), reverse=True)
    return list(islice((end for end, uses in longest if is_enough(uses, len(titled))), 1))


def _is_sites(uses: Sequence[_Use], n_titles: int) -> bool:
    n = len({rest for rest, _, _ in uses})
    # Set off and on nearly all titles, it is the site's even if headlines repeat it.
    is_everywhere = n >= max(_FEWEST_TITLES, n_titles * _NEARLY_ALL)
    return is_everywhere or _is_sections(uses, n_titles * _RECURRING)


def _is_shared(uses: Sequence[_Use], n_titles: int) -> bool:
    n = len({rest for rest, _, _ in uses})
    if n < max(_FEWEST_TITLES, n_titles * _NEARLY_ALL):
        return _is_sections(uses, n_titles * _SHARED)
    bare, whole = _count_headlines(uses)
    return whole <= bare or whole * 2 < n


def _is_unjoined(uses: Sequence[_Use], n_titles: int) -> bool:
    n = len({rest for rest, _, _ in uses})
    if n < max(_FEWEST_TITLES, n_titles * _NEARLY_ALL):
        return False
    # Nothing but a whole headline proves that a title does not begin or end within its words.
    bare = sum(_is_headline(part_key(rest), page) for rest, _, page in uses)
    whole = sum(part_key(page.title) in page.headlines for _, _, page in uses)
    return bare * 2 >= n and bare > whole


def _is_sections(uses: Sequence[_Use], n_enough: float) -> bool:
    n = len({rest for rest, _, _ in uses})
    # A number tells pages apart that are alike but for it.
    is_numbered = any(char.isdigit() for char in uses[0][1])
    if is_numbered or n < max(_FEWEST_TITLES, n_enough):
        return False
    bare, whole = _count_headlines(uses)
    return bare >= _FEWEST_BARE and bare > whole


def _count_headlines(uses: Sequence[_Use]) -> tuple[int, int]:
    """On how many pages a headline is the title without the part, and on how many with it."""
    bare = sum(_has_bare_headline(rest, page) for rest, _, page in uses)
    whole = sum(part_key(page.title) in page.headlines for _, _, page in uses)
    return bare, whole


def _has_bare_headline(rest: str, page: Titled) -> bool:
    """Is what is left of a title a headline, or would be without more of its outer parts?"""
    if not page.headlines and not page.others:
        return False
    parts = split_title(rest)
    cuts = range(0, len(parts), 2)
    ends = ["".join(parts[at:]) for at in cuts[:MOST_ROUNDS]]
    starts = ["".join(parts[:at]) for at in cuts[1:][-MOST_ROUNDS:]]
    return any(_is_headline(part_key(outer), page) for outer in ends + starts)


def _is_headline(key: str, page: Titled) -> bool:
    return key in page.headlines or key in page.others


def _last_parts(title: str) -> Splits:
    *rest, part = split_title(title[:LONGEST_TITLE])
    if rest:
        yield "".join(rest[:-1]), part


def _first_parts(title: str) -> Splits:
    part, *rest = split_title(title[:LONGEST_TITLE])
    if rest:
        yield "".join(rest[1:]), part


def _loose_tails(title: str) -> Splits:
    title = title[:LONGEST_TITLE]
    first = title.rfind(split_title(title)[-1])
    for joint in list(_LOOSE_JOINT.finditer(title, first))[-_MOST_SPLITS:]:
        yield title[: joint.start()], title[joint.start() :]


def _loose_heads(title: str) -> Splits:
    title = title[:LONGEST_TITLE]
    for joint in islice(_LOOSE_JOINT.finditer(split_title(title)[0]), _MOST_SPLITS):
        yield title[joint.end() :], title[: joint.end()]


def _last_words(title: str) -> Splits:
    for space in list(_SPACE.finditer(title, 1, LONGEST_TITLE))[-_MOST_SPLITS:]:
        yield title[: space.start()], title[space.start() :]


def _first_words(title: str) -> Splits:
    for space in islice(_SPACE.finditer(title, 1, LONGEST_TITLE), _MOST_SPLITS):
        yield title[space.end() :], title[: space.end()]


def _find_named(titled: Sequence[Titled], names: Sequence[str]) -> tuple[str, ...]:
    """The names that stand as first part of several titles."""
    firsts = Counter(part_key(part) for page in titled for _, part in _first_parts(page.title))
    return tuple(name for name in names if firsts[part_key(name)] >= _FEWEST_TITLES)


def _find_proven(titled: Sequence[Titled], names: Sequence[str]) -> tuple[str, ...]:
    """The names in front of titles that a headline does without, or that end them, too.

    The title of a front page has its site's name in front for good.
    """
    keys = {
        part_key(part)
        for page in titled
        for rest, part in _first_parts(page.title)
        if _has_bare_headline(rest, page) or part_key(split_title(rest)[-1]) == part_key(part)
    }
    return tuple(name for name in names if part_key(name) in keys)


def _find_glued(titled: Sequence[Titled], names: Sequence[str]) -> tuple[str, ...]:
    """The names that stand before most titles without even a space, as a template's slip."""
    n_enough = max(_FEWEST_TITLES, len(titled) * _SHARED)
    return tuple(
        name for name in names if sum(_is_glued(page.title, name) for page in titled) >= n_enough
    )


def _is_glued(title: str, name: str) -> bool:
    return title.startswith(name) and title[len(name) : len(name) + 1].isalnum()
