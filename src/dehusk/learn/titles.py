"""What a site adds to the titles of its pages, and titles without it."""

import re
from dataclasses import dataclass
from functools import lru_cache

_JOINT = re.compile(r"(\s+[-–—|·•»«›‹/~:]+\s+|\s*[|｜»«]\s*)")
"""What parts a title: "Rain - News - The Daily"."""

_DANGLING = re.compile(r"^\s*[-–—|｜·•»«›‹:]+\s+|\s+[-–—|｜·•»«›‹:]+\s*$|\s*[|｜]\s*$")
_NO_KEY = re.compile(r"[\W_]+")
MOST_ROUNDS = 4
"""So many parts at most are cut from one end."""


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
        for _ in range(MOST_ROUNDS):
            before = rest
            # A page may call its site by a name of its own, but only some sites put names in front.
            heads = (*self.heads, own_name) if self.heads else ()
            rest = _cut_parts(rest, _keys(heads), _keys((*self.tails, *names)))
            rest = _cut_loose(rest, self.loose_heads, self.loose_tails)
            rest = _cut_inner(rest, _keys(names))
            if rest == before:
                break
        rest = _DANGLING.sub("", _DANGLING.sub("", rest))
        return rest if part_key(rest) else _drop_repeats(title)


@lru_cache(maxsize=4096)
def split_title(title: str) -> tuple[str, ...]:
    """The parts of a title and the joints between them, in turns.

    >>> split_title("Rain - The Daily")
    ('Rain', ' - ', 'The Daily')
    """
    return tuple(_JOINT.split(title))


@lru_cache(maxsize=4096)
def part_key(part: str) -> str:
    """What parts are compared by: letters and digits in one case.

    >>> part_key("The Daily.com")
    'thedailycom'
    """
    return _NO_KEY.sub("", part.casefold())


def _drop_repeats(title: str) -> str:
    """One part of a title that says the same in all, as on the page about the site itself."""
    parts = split_title(title)[::2]
    is_one = len(set(map(part_key, parts))) == 1 and part_key(title)
    return parts[0] if is_one else title


@lru_cache(maxsize=1024)
def _keys(parts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(part_key, parts)) - {""}


def _cut_parts(title: str, heads: frozenset[str], tails: frozenset[str]) -> str:
    """Without the outer parts that are the site's; parts and joints take turns."""
    parts = list(split_title(title))
    while parts and part_key(parts[-1]) in tails:
        del parts[-2:]
    while parts and part_key(parts[0]) in heads:
        del parts[:2]
    return "".join(parts)


def _cut_loose(title: str, heads: tuple[str, ...], tails: tuple[str, ...]) -> str:
    for head in heads:
        title = title.removeprefix(head)
    for tail in tails:
        title = title.removesuffix(tail)
    return title


def _cut_inner(title: str, names: frozenset[str]) -> str:
    """Without the site's name between other parts, as in "News | The Daily | Page 2"."""
    first, *others = split_title(title)
    pairs = zip(others[::2], others[1::2], strict=True)
    return first + "".join(joint + part for joint, part in pairs if part_key(part) not in names)
