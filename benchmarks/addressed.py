"""Sites with truth as sources whose pages have addresses, and what is known of those pages.

Feeds and tables of topics name pages by their addresses, which files in a folder have not.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.corpus import find_folder
from dehusk.evaluate.truth import TruthPage, TruthSite

TOPICS: Mapping[str, frozenset[str]] = {
    "business": frozenset("business companies economy finance markets money".split()),
    "entertainment": frozenset("arts celebrity entertainment movies music showbiz tv".split()),
    "politics": frozenset("election elections politics tech-policy".split()),
    "sport": frozenset("baseball cricket football golf nba nfl nhl soccer sport sports".split()),
    "technology": frozenset("gadgets gaming science tech technology".split()),
    "world": frozenset("africa americas asia europe middleeast world".split()),
}
"""The sections of newspapers, by the folders that are so called on several of their sites."""

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_table(site: TruthSite, folder: Path) -> str:
    """The site's pages as a table that is named after the site; where it is."""
    path = folder / f"{site.set_name}-{site.name}.parquet"
    columns = {
        "url": [find_address(site, page) for page in site.pages],
        "html": [page.path.read_bytes() for page in site.pages],
    }
    pq.write_table(pa.table(columns), path)
    return str(path)


def find_address(site: TruthSite, page: TruthPage) -> str:
    """The page's own address, or one made up of its name."""
    return page.url or f"https://{site.name}.example/{page.id}"


def find_feed(site: TruthSite) -> Path:
    """Where the site's own feed is, if it has one."""
    return find_folder(site).parent / "feed.xml"


def write_feed(sites: Iterable[TruthSite], path: Path) -> Path:
    """A feed made of truth: an item for each page of the sites, with its whole text."""
    items = "".join(_write_item(site, page) for site in sites for page in site.scored)
    channel = f"<channel><title>{escape(path.stem)}</title>\n{items}</channel>"
    path.write_text(f'<rss version="2.0">{channel}</rss>\n', encoding="utf-8")
    return path


def has_topics(site: TruthSite) -> bool:
    """Does the address of any page name a topic?"""
    return any(find_topic(page.url or "") for page in site.pages)


def write_topics(sites: Iterable[TruthSite], path: Path) -> Path:
    """A table of the pages whose address names a topic."""
    rows = [{"url": url, "topic": topic} for url, topic in _list_topics(sites)]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def find_topic(url: str) -> str | None:
    """What the first folder that is a section says.

    >>> find_topic("http://a.example/news/2012/sports/x.html"), find_topic("http://a.example/tv")
    ('sport', None)
    """
    folders = urlsplit(url).path.lower().split("/")[:-1]
    named = (topic for name in folders for topic, names in TOPICS.items() if name in names)
    return next(named, None)


def _list_topics(sites: Iterable[TruthSite]) -> Iterator[tuple[str, str]]:
    for site in sites:
        for page in site.pages:
            topic = find_topic(page.url or "")
            if topic:
                yield find_address(site, page), topic


def _write_item(site: TruthSite, page: TruthPage) -> str:
    lines = _NO_XML.sub(" ", page.text).split("\n")
    body = "".join(f"<p>{escape(line)}</p>\n" for line in lines)
    link = escape(find_address(site, page))
    return f"<item><link>{link}</link><description>{escape(body)}</description></item>\n"
