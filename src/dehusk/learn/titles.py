"""The titles of a site's pages to the parts that the site adds at their ends.

A title falls into parts at its joints ("Rain - News - The Daily"). The last part of a title is the
site's when it is the site's name, when it stands there on most titles, or when it recurs and the
headlines of those pages do without it; then the part before it is looked at, and so on. The same
goes for first parts. Joints that also stand within sentences count only for parts on most titles.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

LONGEST_TITLE = 300
"""Nobody reads on in a longer one; what is cut off cannot be shared."""

_JOINT = re.compile(r"(\s+[-–—|·•»«›‹/~:]+\s+|\s*[|｜»«]\s*|\s*::\s*)")
_LOOSE_JOINT = re.compile(r",\s+|:\s+|\s+[(\[]|(?<=\w)[-_–—](?=\w)")
_DANGLING = re.compile(r"^\s*[-–—|｜·•»«›‹:]+\s+|\s+[-–—|｜·•»«›‹:]+\s*$|\s*[|｜]\s*$")

_FEWEST_TITLES = 3
_SHARED = 0.5
"""On at least so many titles and so large a share of them, a part is the site's."""

_FEWEST_BARE = 2
_RECURRING = 0.03
"""A section's part recurs on this share, and at least so many pages have a headline without it."""

_MOST_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class TitleEnds:
    """The parts a site adds to titles: in front, at the end, and its names, also between parts.

    Loose ones are whole with their joint; the others count whatever joint sets them off.
    """

    heads: tuple[str, ...] = ()
    tails: tuple[str, ...] = ()
    loose_heads: tuple[str, ...] = ()
    loose_tails: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def cut(self, title: str, own_name: str = "") -> str:
        """The title without them; whole where nothing else would be left.

        `own_name` is what the title's page calls its site.

        >>> TitleEnds(tails=("The Daily",), names=("The Daily",)).cut("Rain | The Daily")
        'Rain'
        """
        names = (*self.names, own_name)
        rest = title
        for _ in range(_MOST_ROUNDS):
            before = rest
            rest = _cut_parts(rest, _keys(self.heads), _keys((*self.tails, *names)))
            rest = _cut_loose(rest, self.loose_heads, self.loose_tails)
            rest = _cut_inner(rest, _keys(names))
            if rest == before:
                break
        rest = _DANGLING.sub("", _DANGLING.sub("", rest))
        return rest if part_key(rest) else title


@dataclass(frozen=True, slots=True)
class Titled:
    """A page's title, the keys of its headlines, and of its title as other places give it."""

    title: str
    headlines: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()


def part_key(part: str) -> str:
    """What parts are compared by: letters and digits in one case.

    >>> part_key("The Daily.com")
    'thedailycom'
    """
    return "".join(char for char in part.casefold() if char.isalnum())


def learn_title_ends(pages: Iterable[Titled], names: Sequence[str]) -> TitleEnds:
    """The ends that recur on the titles of these pages; the order of pages does not count."""
    titled = sorted(set(pages), key=lambda page: page.title)
    if len(titled) < _FEWEST_TITLES:
        return TitleEnds(heads=tuple(names), names=tuple(names))
    ends = TitleEnds(
        # A name in front of one title makes it the site's front page.
        heads=_find_named(titled, names),
        loose_heads=_find_glued(titled, names),
        names=tuple(names),
    )
    for _ in range(_MOST_ROUNDS):
        found = _find_next_ends(titled, ends)
        if found == ends:
            break
        ends = found
    return ends


def find_name(ends: TitleEnds, titles: Sequence[str]) -> str | None:
    """The site's name as most titles give it, at the end or in front."""
    if ends.loose_tails:
        return ends.loose_tails[0].strip(" ,:-_–—()[]")
    n_enough = max(_FEWEST_TITLES, len(titles) * _SHARED)
    for parts, split in ((ends.tails, _last_parts), (ends.heads, _first_parts)):
        keys = Counter(part_key(part) for title in titles for _, part in split(title))
        named = [part for part in parts if keys[part_key(part)] >= n_enough]
        if named:
            return max(named, key=lambda part: (keys[part_key(part)], part))
    return None


def _find_next_ends(titled: Sequence[Titled], ends: TitleEnds) -> TitleEnds:
    """Also what shows once the ends known are cut; loose ends only where nothing else does."""
    rest = [Titled(ends.cut(page.title), page.headlines, page.others) for page in titled]
    tails, heads = _choose(rest, _last_parts), _choose(rest, _first_parts)
    if tails or heads:
        return TitleEnds(
            _join(ends.heads, heads),
            _join(ends.tails, tails),
            ends.loose_heads,
            ends.loose_tails,
            ends.names,
        )
    loose_tails, loose_heads = _choose_loose(rest, _loose_tails), _choose_loose(rest, _loose_heads)
    return TitleEnds(
        ends.heads,
        ends.tails,
        _join(ends.loose_heads, loose_heads),
        _join(ends.loose_tails, loose_tails),
        ends.names,
    )


def _join(known: tuple[str, ...], found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *found)))


Splits = Iterable[tuple[str, str]]
"""Ways to part a title: what is left, and the end that may be the site's."""


def _choose(titled: Sequence[Titled], split: Callable[[str], Splits]) -> list[str]:
    """The parts that are the site's or a section's, in the order of their spelling."""
    by_key: defaultdict[str, list[tuple[str, str, Titled]]] = defaultdict(list)
    for page in titled:
        for rest, part in split(page.title):
            by_key[part_key(part)].append((rest, part, page))
    chosen = []
    for key, uses in by_key.items():
        if key and _is_sites(uses, len(titled)):
            spellings = Counter(part for _, part, _ in uses)
            chosen.append(min(spellings, key=lambda part: (-spellings[part], part)))
    return sorted(chosen)


def _choose_loose(titled: Sequence[Titled], split: Callable[[str], Splits]) -> list[str]:
    """The longest end on most titles, with its joint."""
    by_end: defaultdict[str, list[tuple[str, str, Titled]]] = defaultdict(list)
    for page in titled:
        for rest, end in split(page.title):
            by_end[end].append((rest, end, page))
    shared = [end for end, uses in by_end.items() if _is_shared(uses, len(titled))]
    return [max(shared, key=lambda end: (len(end), end))] if shared else []


def _is_sites(uses: Sequence[tuple[str, str, Titled]], n_titles: int) -> bool:
    return _is_shared(uses, n_titles) or _is_sections(uses, n_titles)


def _is_shared(uses: Sequence[tuple[str, str, Titled]], n_titles: int) -> bool:
    n = len({rest for rest, _, _ in uses})
    bare, whole = _count_headlines(uses)
    return n >= max(_FEWEST_TITLES, n_titles * _SHARED) and (whole <= bare or whole * 2 < n)


def _is_sections(uses: Sequence[tuple[str, str, Titled]], n_titles: int) -> bool:
    n = len({rest for rest, _, _ in uses})
    bare, whole = _count_headlines(uses)
    # A number tells pages apart that are alike but for it.
    is_numbered = any(char.isdigit() for char in uses[0][1])
    is_recurring = n >= max(_FEWEST_TITLES, n_titles * _RECURRING)
    return is_recurring and not is_numbered and bare >= _FEWEST_BARE and bare > whole


def _count_headlines(uses: Sequence[tuple[str, str, Titled]]) -> tuple[int, int]:
    """On how many pages a headline is the title without the part, and on how many with it."""
    bare = sum(_has_bare_headline(rest, page) for rest, _, page in uses)
    whole = sum(part_key(page.title) in page.headlines for _, _, page in uses)
    return bare, whole


def _has_bare_headline(rest: str, page: Titled) -> bool:
    """Is what is left of a title a headline, or would be without more of its outer parts?"""
    parts = _JOINT.split(rest)
    cuts = range(0, len(parts), 2)
    outer = ["".join(parts[:at]) for at in cuts[1:]] + ["".join(parts[at:]) for at in cuts]
    return not (page.headlines | page.others).isdisjoint(map(part_key, outer))


def _last_parts(title: str) -> Splits:
    *rest, part = _JOINT.split(title[:LONGEST_TITLE])
    if rest:
        yield "".join(rest[:-1]), part


def _first_parts(title: str) -> Splits:
    part, *rest = _JOINT.split(title[:LONGEST_TITLE])
    if rest:
        yield "".join(rest[1:]), part


def _loose_tails(title: str) -> Splits:
    title = title[:LONGEST_TITLE]
    first = title.rfind(_JOINT.split(title)[-1])
    for joint in _LOOSE_JOINT.finditer(title, first):
        yield title[: joint.start()], title[joint.start() :]


def _loose_heads(title: str) -> Splits:
    title = title[:LONGEST_TITLE]
    for joint in _LOOSE_JOINT.finditer(_JOINT.split(title)[0]):
        yield title[joint.end() :], title[: joint.end()]


def _find_named(titled: Sequence[Titled], names: Sequence[str]) -> tuple[str, ...]:
    """The names that stand as first part of several titles."""
    firsts = Counter(part_key(part) for page in titled for _, part in _first_parts(page.title))
    return tuple(name for name in names if firsts[part_key(name)] >= _FEWEST_TITLES)


def _find_glued(titled: Sequence[Titled], names: Sequence[str]) -> tuple[str, ...]:
    """The names that stand before most titles without even a space, as a template's slip."""
    n_enough = max(_FEWEST_TITLES, len(titled) * _SHARED)
    return tuple(
        name for name in names if sum(_is_glued(page.title, name) for page in titled) >= n_enough
    )


def _is_glued(title: str, name: str) -> bool:
    return title.startswith(name) and title[len(name) : len(name) + 1].isalnum()


@lru_cache(maxsize=1024)
def _keys(parts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(part_key, parts)) - {""}


def _cut_parts(title: str, heads: frozenset[str], tails: frozenset[str]) -> str:
    """Without the outer parts that are the site's; parts and joints take turns."""
    parts = _JOINT.split(title)
    while parts and part_key(parts[-1]) in tails:
        del parts[-2:]
    while parts and part_key(parts[0]) in heads:
        del parts[:2]
    return "".join(parts)


def _cut_inner(title: str, names: frozenset[str]) -> str:
    """Without the site's name between other parts, as in "News | The Daily | Page 2"."""
    first, *others = _JOINT.split(title)
    pairs = zip(others[::2], others[1::2], strict=True)
    return first + "".join(joint + part for joint, part in pairs if part_key(part) not in names)


def _cut_loose(title: str, heads: tuple[str, ...], tails: tuple[str, ...]) -> str:
    for head in heads:
        title = title.removeprefix(head)
    for tail in tails:
        title = title.removesuffix(tail)
    return title
