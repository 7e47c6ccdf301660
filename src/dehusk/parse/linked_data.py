"""JSON-LD scripts to what they say of the page they stand on.

Of all the things such scripts tell of, only those that can be the page itself are read, articles
before other works and those before bare web pages; of several articles only the one whose address
is the page's, since the others are listed or related. Reviews and questions are the page only where
nothing else is, but for the question of a page of answers.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dehusk.parse.addresses import join_address, read_place
from dehusk.parse.dates import read_epoch
from dehusk.parse.values import read_escaped_text, read_people

_MOST_CHARS = 500_000
_MOST_THINGS = 500
_MOST_AUTHORS = 20
_DEEPEST = 6

Thing = Mapping[str, object]

_ARTICLE = re.compile(r"(\w*Article|\w*Posting|Report|Recipe|HowTo|QAPage)$")
_WORK = re.compile(
    r"(Product|ProductGroup|Book|Movie|Event|\w+Event|Course|Dataset|CreativeWork|Game|VideoGame"
    r"|MusicAlbum|MusicRecording|SoftwareApplication|MobileApplication|TVSeries|PodcastEpisode)$"
)
_WEB_PAGE = re.compile(r"(\w*Page|\w*PageElement)$")
_OPINION = re.compile(r"(Review|Question)$")
_RANKS = (_ARTICLE, _WORK, _WEB_PAGE, _OPINION)
_LAST = len(_RANKS) - 1
_LISTING = frozenset(("JobPosting",))
_ROOM = re.compile(r"^(?:\s|<!--|/\*.*?\*/|//|<!\[CDATA\[|\*/|\ufeff)+", re.S)
_DECODER = json.JSONDecoder(strict=False)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")


@dataclass(frozen=True, slots=True)
class LinkedData:
    """The things that can be the page, best first, and every thing by its identifier."""

    pages: tuple[Thing, ...] = ()
    sites: tuple[Thing, ...] = ()
    by_id: Mapping[str, Thing] | None = None

    def texts(self, *properties: str) -> Iterator[str]:
        """What the page's things say under these names, the first name of a thing first."""
        for thing in self.pages:
            for name in properties:
                yield from _read_texts(thing.get(name))

    def dates(self, *properties: str) -> Iterator[str]:
        """The same of dates, which may also be numbers."""
        for thing in self.pages:
            for name in properties:
                value = thing.get(name)
                moment = read_epoch(value) if isinstance(value, int | float) else None
                yield from [moment] if moment else _read_texts(value)

    def authors(self) -> Iterator[str]:
        """The authors each of the page's things names, joined."""
        for thing in self.pages:
            names = self._name(thing.get("author") or thing.get("creator"))
            if people := read_people(names):
                yield people

    def site_names(self) -> Iterator[str]:
        """What the page says it is a part of, or who publishes it."""
        for thing in self.sites:
            yield from self._name(thing)
        for thing in self.pages:
            for owner in ("isPartOf", "publisher"):
                if not _is_page(self._resolve(thing.get(owner))):
                    yield from self._name(thing.get(owner))

    def _name(self, value: object) -> list[str]:
        values = value if isinstance(value, list) else [value]
        names: list[str] = []
        for item in values[:_MOST_AUTHORS]:
            known = self._resolve(item)
            names += _read_texts(known.get("name") if isinstance(known, dict) else known)
        return names

    def _resolve(self, value: object) -> object:
        """A thing that is only pointed at is the thing of that identifier."""
        if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
            return (self.by_id or {}).get(value["@id"], value)
        return value


def read_linked_data(scripts: Sequence[str], own: str | None, start: str = "") -> LinkedData:
    """What the scripts say; `own` is the page's address, `start` where relative ones lead from."""
    things = [thing for script in scripts for thing in _list_things(_load(script), 0)]
    things = things[:_MOST_THINGS]
    by_id = {str(thing["@id"]): thing for thing in reversed(things) if "@id" in thing}
    sites = tuple(thing for thing in things if "WebSite" in _types(thing))
    return LinkedData(tuple(_choose_pages(things, own, start)), sites, by_id)


def _load(script: str) -> object:
    """The value a script holds; None where it is no JSON even to a forgiving reader."""
    if len(script) > _MOST_CHARS:
        return None
    text = _ROOM.sub("", script)
    loaded = _load_first(text)
    return _load_first(_TRAILING_COMMA.sub(r"\1", text)) if loaded is None else loaded


def _load_first(text: str) -> object:
    """The first value in a text: what follows is the end of a comment, or junk."""
    try:
        return _DECODER.raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None


def _list_things(value: object, depth: int) -> Iterator[Thing]:
    """The things told of at the top, and those that are said to be the page's main matter."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for item in value[:_MOST_THINGS]:
            yield from _list_things(item, depth + 1)
    elif isinstance(value, dict):
        yield value
        for name in ("@graph", "mainEntity", "mainEntityOfPage"):
            yield from _list_things(value.get(name), depth + 1)


def _choose_pages(things: Sequence[Thing], own: str | None, start: str) -> Iterator[Thing]:
    by_rank: dict[int, list[Thing]] = {}
    for thing in things:
        if (rank := _rank(thing)) is not None:
            by_rank.setdefault(rank, []).append(thing)
    if any(_has_opinions(thing) for rank in by_rank if rank < _LAST for thing in by_rank[rank]):
        by_rank.pop(_LAST, None)
    for _, alike in sorted(by_rank.items()):
        yield from alike if len(alike) == 1 else _choose_own(alike, own, start)


def _has_opinions(thing: Thing) -> bool:
    """Are reviews and questions on a page about this thing, and not the page itself?"""
    return "QAPage" not in _types(thing)


def _choose_own(alike: Sequence[Thing], own: str | None, start: str) -> Sequence[Thing]:
    """Those at the page's address; all where they have but one address between them."""
    places = [[read_place(join_address(start, at)) for at in _addresses(thing)] for thing in alike]
    at_own = [n for n, at in enumerate(places) if own and read_place(own) in at]
    is_one = len({at[0] for at in places if at}) <= 1
    return [alike[n] for n in at_own] or (alike if is_one else [])


def _rank(thing: Thing) -> int | None:
    types = [name for name in _types(thing) if name not in _LISTING]
    ranks = (n for n, rank in enumerate(_RANKS) if any(rank.match(name) for name in types))
    return next(ranks, None)


def _is_page(value: object) -> bool:
    return isinstance(value, dict) and _rank(value) is not None


def _types(thing: Thing) -> list[str]:
    return [name.rpartition("/")[2] for name in _read_texts(thing.get("@type"))]


def _addresses(thing: Thing) -> Iterator[str]:
    main = thing.get("mainEntityOfPage")
    about = main.get("@id") or main.get("url") if isinstance(main, dict) else main
    for value in (thing.get("url"), about, thing.get("@id")):
        yield from _read_texts(value)


def _read_texts(value: object) -> list[str]:
    """The texts in a value that should be one, or a list of them."""
    values = value if isinstance(value, list) else [value]
    flat = [item.get("@value") if isinstance(item, dict) else item for item in values[:50]]
    texts = (read_escaped_text(item) for item in flat if isinstance(item, str))
    return [text for text in texts if text]
