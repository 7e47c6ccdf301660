"""Makes the five sample sites: one page, a stream of pages, or a folder of them with gold rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from .blog import draft_blog
from .docs import draft_docs
from .feed import FEEDS, make_feed
from .forum import draft_forum
from .news import draft_news
from .page import Draft, SamplePage
from .plan import Plan
from .shell import OWN, SHELL_NAMES, render_page
from .shop import draft_shop

DRAFTERS: dict[str, Callable[[Plan, int], Draft]] = {
    "news": draft_news,
    "blog": draft_blog,
    "shop": draft_shop,
    "forum": draft_forum,
    "docs": draft_docs,
}
SITES = tuple(DRAFTERS)


def make_page(site: str, index: int, pages: int, seed: int = 0, shell: str = OWN) -> SamplePage:
    """Make the page at `index` of a site of `pages` pages; the same call gives the same bytes.

    The shell "plain" gives the same content as a mirror shows it.
    """
    if site not in DRAFTERS:
        raise ValueError(f"unknown site {site!r}; the sites are {', '.join(SITES)}")
    if not 0 <= index < pages:
        raise ValueError(f"page {index} is outside a site of {pages} pages (counted from 0)")
    if shell not in SHELL_NAMES:
        raise ValueError(f"unknown shell {shell!r}; the shells are {', '.join(SHELL_NAMES)}")
    plan = Plan(site, pages, seed)
    return render_page(plan, index, DRAFTERS[site](plan, index), shell)


def make_site(site: str, pages: int = 40, seed: int = 0, shell: str = OWN) -> Iterator[SamplePage]:
    """Make a site's pages one by one; none is kept."""
    return (make_page(site, index, pages, seed, shell) for index in range(pages))


def write_site(
    site: str, folder: str | Path, pages: int = 40, seed: int = 0, shell: str = OWN
) -> int:
    """Write `pages/<id>.html`, `gold.jsonl`, and the `feed.xml` of some sites; count the pages."""
    target = Path(folder)
    (target / "pages").mkdir(parents=True, exist_ok=True)
    written = 0
    with (target / "gold.jsonl").open("w", encoding="utf-8", newline="\n") as gold:
        for page in make_site(site, pages, seed, shell):
            (target / "pages" / f"{page.id}.html").write_bytes(page.html)
            gold.write(write_gold_row(page))
            written += 1
    if site in FEEDS:
        (target / "feed.xml").write_bytes(make_feed(site, make_site(site, pages, seed)))
    return written


def write_gold_row(page: SamplePage) -> str:
    """Write a page's truth as one line of JSON."""
    row = {
        "id": page.id,
        "url": page.url,
        "page_kind": page.page_kind,
        "title": page.title,
        "language": page.language,
        "text": page.text,
        "comments": page.comments,
        "description": page.description,
        "author": page.author,
        "published": page.published,
        "scored": True,
    }
    return json.dumps(row, ensure_ascii=False) + "\n"
