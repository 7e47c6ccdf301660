"""A page to where it leads: links, frames, its next page, its canonical address, its feeds."""

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from dehusk.errors import PageError
from dehusk.parse import DEFAULT_CAPS
from dehusk.parse.encoding import decode_html

MOST_LINKS = 5_000
"""Of a page with more, the first ones are taken."""

_SELECTOR = "a[href], area[href], link[href], frame[src], iframe[src], meta[content], base[href]"
_FOLLOWED = frozenset(("next", "prev", "previous", "canonical"))
_FEEDS = frozenset(("application/rss+xml", "application/atom+xml", "application/rdf+xml"))
_REFRESH = re.compile(r"\s*[\d.]*\s*[;,]?\s*(?:url\s*=)?\s*['\"]?([^'\">]+)", re.I)
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
    except PageError:
        return found
    has_base = False
    for node in LexborHTMLParser(html).css(_SELECTOR):
        if node.tag == "base":
            if not has_base:
                found.base, has_base = _read(node, "href") or url, True
        else:
            _take(node, found)
    if found.is_closed:
        return Links(found.base, is_closed=True)
    found.pages = list(dict.fromkeys(found.pages))[:MOST_LINKS]
    return found


def _take(node: LexborNode, found: Links) -> None:
    if node.tag == "meta":
        _take_meta(node, found)
        return
    link = _read(node, "href" if node.tag in ("a", "area", "link") else "src")
    if not link or link.startswith("#") or _SCRIPTED.match(link):
        return
    relations = (_read(node, "rel") or "").lower().split()
    if node.tag == "link":
        if "alternate" in relations and (_read(node, "type") or "").lower() in _FEEDS:
            found.feeds.append(link)
        elif _FOLLOWED.intersection(relations):
            found.pages.append(link)
    elif "nofollow" not in relations:
        found.pages.append(link)


def _take_meta(node: LexborNode, found: Links) -> None:
    content = _read(node, "content") or ""
    if (_read(node, "http-equiv") or "").lower() == "refresh":
        target = _REFRESH.fullmatch(content)
        if target and not target[1].strip().isdecimal():
            found.pages.append(target[1].strip())
    elif (_read(node, "name") or "").lower() in ("robots", "dehusk"):
        words = content.lower().replace(",", " ").split()
        found.is_closed = found.is_closed or "nofollow" in words or "none" in words


def _read(node: LexborNode, name: str) -> str | None:
    value = node.attributes.get(name)
    return value.strip() if value else None
