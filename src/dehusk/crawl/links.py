"""A page to where it leads: links, frames, its next page, its canonical address, its feeds."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser

from dehusk.errors import PageError
from dehusk.parse import DEFAULT_CAPS
from dehusk.parse.encoding import decode_html

Attributes = Mapping[str, str | None]

MOST_LINKS = 5_000
"""Of a page with more, the first ones are taken."""

MOST_FEEDS = 20
"""A page has two or three: one of the site, one of its comments, one of its subject."""

_SELECTOR = "a[href], area[href], link[href], frame[src], iframe[src], meta[content], base[href]"
_FOLLOWED = frozenset(("next", "prev", "previous", "canonical"))
_FEEDS = frozenset(("application/rss+xml", "application/atom+xml", "application/rdf+xml"))
_REFRESH = re.compile(r"[\d.]*\s?[;,]\s?(?:url\s?=\s?)?['\"]?([^'\">]+)", re.I)
_SCRIPTED = re.compile(r"\s*(?:javascript|data|mailto|tel|about|blob):", re.I)


@dataclass(slots=True)
class Links:
    """Where a page leads, as it is written there; `base` is what it is relative to."""

    base: str
    pages: list[str] = field(default_factory=list)
    feeds: list[str] = field(default_factory=list)
    is_closed: bool = False


def find_links(content: bytes, charset: str | None, url: str) -> Links:
    """The links of a page, each once; none where it asks robots not to follow them."""
    found = Links(url)
    try:
        DEFAULT_CAPS.check_size(len(content))
        html, _ = decode_html(content, charset)
        DEFAULT_CAPS.check_markup(html)
    except PageError:
        return found
    has_base = False
    for node in LexborHTMLParser(html).css(_SELECTOR):
        tag, attributes = node.tag or "", node.attributes
        if tag == "base":
            if not has_base:
                found.base, has_base = _read(attributes, "href") or url, True
        elif tag == "meta":
            _take_meta(attributes, found)
        else:
            _take(tag, attributes, found)
    if found.is_closed:
        return Links(found.base, is_closed=True)
    found.pages = list(dict.fromkeys(found.pages))[:MOST_LINKS]
    found.feeds = list(dict.fromkeys(found.feeds))[:MOST_FEEDS]
    return found


def _take(tag: str, attributes: Attributes, found: Links) -> None:
    link = _read(attributes, "href" if tag in ("a", "area", "link") else "src")
    if not link or link.startswith("#") or _SCRIPTED.match(link):
        return
    relations = (attributes.get("rel") or "").lower().split()
    if tag == "link":
        if "alternate" in relations and (attributes.get("type") or "").lower() in _FEEDS:
            found.feeds.append(link)
        elif _FOLLOWED.intersection(relations):
            found.pages.append(link)
    elif "nofollow" not in relations:
        found.pages.append(link)


def _take_meta(attributes: Attributes, found: Links) -> None:
    content = attributes.get("content") or ""
    if (attributes.get("http-equiv") or "").lower() == "refresh":
        target = _REFRESH.match(content.strip())
        if target:
            found.pages.append(target[1].strip())
    elif (attributes.get("name") or "").lower() in ("robots", "dehusk"):
        words = content.lower().replace(",", " ").split()
        found.is_closed = found.is_closed or "nofollow" in words or "none" in words


def _read(attributes: Attributes, name: str) -> str | None:
    value = attributes.get(name)
    return value.strip() if value else None
