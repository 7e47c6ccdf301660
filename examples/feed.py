"""The feed of a sample site: its newest detail pages as RSS 2.0, with their whole text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from email.utils import format_datetime
from html import escape
from itertools import islice

from .page import SamplePage

FEEDS = {"news": "article", "blog": "post"}
"""The sites with a feed, and the kind of page it is about."""

ITEMS = 20


def make_feed(site: str, pages: Iterable[SamplePage]) -> bytes:
    """Make the feed of a site's pages, which come newest first; equal pages give equal bytes."""
    own = islice((page for page in pages if page.page_kind == FEEDS[site]), ITEMS)
    items = "".join(map(write_item, own))
    feed = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">\n'
        f"<channel>\n<title>{site}</title>\n<link>https://{site}.example/</link>\n"
        f"<description>What is new</description>\n{items}</channel>\n</rss>\n"
    )
    return feed.encode()


def write_item(page: SamplePage) -> str:
    """Write an item as sites do: the link with the campaign it is counted by, markup escaped."""
    title, *lines = page.text.split("\n")
    body = "".join(f"<p>{escape(line)}</p>\n" for line in lines)
    day = datetime.fromisoformat(f"{page.published}T06:00:00+00:00")
    return (
        f"<item>\n<title>{escape(title)}</title>\n"
        f"<link>{page.url}?utm_source=rss&amp;utm_medium=feed</link>\n"
        f'<guid isPermaLink="false">{page.id}</guid>\n'
        f"<pubDate>{format_datetime(day)}</pubDate>\n"
        f"<description>{escape(page.description)}</description>\n"
        f"<content:encoded>{escape(body)}</content:encoded>\n</item>\n"
    )
