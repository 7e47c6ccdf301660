"""A feed's bytes to its items: where each leads, what it is called, and its text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

import feedparser

from dehusk.errors import NotAFeed, NothingToCompare
from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from dehusk.write.text import render_whole

MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class FeedItem:
    """What a feed says of a page; its addresses are as they stand."""

    link: str
    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Feed:
    """The items of a feed, each once; `fault` says why some may be missing."""

    items: tuple[FeedItem, ...]
    fault: str | None = None


def read_feed(path: Path) -> Feed:
    """The items of an RSS or Atom file; nothing is fetched."""
    try:
        with path.open("rb") as file:
            body = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise NotAFeed(str(path), error.strerror or str(error)) from error
    if len(body) > MOST_BYTES:
        raise NotAFeed(str(path), f"it has more than {MOST_BYTES:,} bytes")
    # A file object, because feedparser takes strings and even bytes for addresses to open.
    feed = feedparser.parse(BytesIO(body), sanitize_html=False, resolve_relative_uris=False)
    if not feed.entries and not feed.get("version"):
        raise NotAFeed(str(path), str(feed.get("bozo_exception", "it is in another format")))
    if not feed.entries:
        raise NothingToCompare(f"{path} is a feed without items", "give one that has some")
    return Feed(tuple(map(_read_item, _drop_repeated(feed.entries))), _find_fault(feed))


def _drop_repeated(entries: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Each item once: those with one id, or with one link and title, are the same."""
    seen: set[tuple[str, ...]] = set()
    for entry in entries:
        link, title = entry.get("link", ""), entry.get("title", "")
        names: set[tuple[str, ...]] = {(link, title or entry.get("summary", ""))}
        if entry.get("id"):
            names.add((entry["id"],))
        if names.isdisjoint(seen):
            yield entry
        seen |= names


def _find_fault(feed: Mapping[str, Any]) -> str | None:
    """What broke the feed; that it is in another encoding than it says breaks nothing."""
    error = feed.get("bozo_exception")
    if error is None or isinstance(error, feedparser.CharacterEncodingOverride):
        return None
    return str(error)


def _read_item(entry: Mapping[str, Any]) -> FeedItem:
    return FeedItem(
        link=entry.get("link", ""),
        id=entry.get("id", ""),
        title=_read_text(entry.get("title_detail")),
        text=_read_whole_text(entry) or _read_text(entry.get("summary_detail")),
    )


def _read_whole_text(entry: Mapping[str, Any]) -> str:
    """An item may give its text in several forms."""
    return max(map(_read_text, entry.get("content", ())), key=len, default="")


def _read_text(part: Mapping[str, Any] | None) -> str:
    """A part of an item as a reader sees it, by the same parser and renderer as pages."""
    value = (part or {}).get("value") or ""
    html = escape(value) if (part or {}).get("type") == "text/plain" else value
    body = f"<!DOCTYPE html><body>{html}".encode("utf-8", "replace")
    page = parse_page(RawPage(PageRef("item", "feed", "", len(body), charset="utf-8"), body))
    return render_whole(page.tree) if isinstance(page, Page) else ""
