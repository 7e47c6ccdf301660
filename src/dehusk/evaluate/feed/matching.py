"""The items of a feed and the pages they are about, found by address, path or title."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dehusk.evaluate.feed.items import FeedItem
from dehusk.model import Extract, PageRef
from dehusk.parse.addresses import read_place
from dehusk.parse.words import split_words

Name = tuple[str, str]
"""What a page may be known by, and which kind of name it is."""

_COUNTS = "utm_"
"""Queries that only count where readers come from start so."""

_ENDING = re.compile(r"\.[a-zA-Z]{2,5}$")


@dataclass(frozen=True, slots=True)
class FeedPage:
    """A page that a feed may be about: made clean, and all its text."""

    row: Extract
    whole: str


Matched = tuple[FeedItem, FeedPage]


def match_items(items: Iterable[FeedItem], pages: Iterable[FeedPage]) -> list[Matched]:
    """Each item with its page: by link, id, path or title, the first that only one page has.

    Of several items about one page the first in the feed is taken, which is the newest.
    """
    index: defaultdict[Name, list[FeedPage]] = defaultdict(list)
    for one in pages:
        for name in set(_name_page(one.row)):
            index[name].append(one)
    matched: dict[tuple[str, str], Matched] = {}
    for item in items:
        page = _choose_page(item, index)
        if page:
            matched.setdefault((page.row.site, page.row.url or page.row.source), (item, page))
    return list(matched.values())


def _choose_page(item: FeedItem, index: Mapping[Name, Sequence[FeedPage]]) -> FeedPage | None:
    for name in name_item(item):
        pages = index.get(name, ())
        if len({page.row.url or page.row.source for page in pages}) == 1:
            return max(pages, key=lambda page: (page.row.captured or "", page.row.source))
    return None


def name_item(item: FeedItem) -> Iterator[Name]:
    """All that an item may be known by, the surest first."""
    places = [read_item_place(address) for address in (item.link, item.id) if "://" in address]
    yield from (("url", place) for place in places)
    yield from (("canonical", place) for place in places)
    yield from _name_path(item.link)
    yield from _name_title(item.title)


def _name_page(row: Extract) -> Iterator[Name]:
    if row.url:
        yield "url", read_item_place(row.url)
    if row.canonical:
        yield "canonical", read_item_place(row.canonical)
    if not row.url and not row.canonical:
        yield from _name_path(row.source)
    yield from _name_title(row.title or "")


def name_ref(ref: PageRef) -> Iterator[Name]:
    """The names of a page that has not been read."""
    return iter([("url", read_item_place(ref.url))]) if ref.url else _name_path(ref.source)


def read_item_place(address: str) -> str:
    """Where an address leads, without what differs between its spellings or counts readers.

    >>> read_item_place("http://www.a.example/x/?id=3&utm_source=rss#top")
    'a.example/x?id=3'
    """
    place, _, query = read_place(address).partition("?")
    kept = [pair for pair in query.split("&") if pair and not pair.startswith(_COUNTS)]
    return f"{place}?{'&'.join(kept)}" if kept else place


def _name_path(path: str) -> Iterator[Name]:
    """The last part of a path; a page may be a folder's index."""
    parts = re.split(r"[?#]", path)[0].rstrip("/").split("/")
    last = _ENDING.sub("", parts.pop())
    if last == "index" and parts:
        last = parts.pop()
    if last:
        yield "path", last


def _name_title(title: str) -> Iterator[Name]:
    if words := split_words(title):
        yield "title", " ".join(words)
