"""What pages declare, read independently of dehusk: the plain tags by CSS selection, no order."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

_SELECTORS: Mapping[str, tuple[str, ...]] = {
    "description": ("meta[name=description i]", 'meta[property="og:description"]'),
    "language": ("html[lang]",),
    "author": ("meta[name=author i]", 'meta[property="article:author"]'),
    "published": ('meta[property="article:published_time"]', "[itemprop=datePublished]"),
    "modified": ('meta[property="article:modified_time"]', "[itemprop=dateModified]"),
    "canonical": ("link[rel=canonical]", 'meta[property="og:url"]'),
    "site_name": ('meta[property="og:site_name"]',),
}
FIELDS = tuple(_SELECTORS)
_JSON_DATES = {
    "published": re.compile(r'"datePublished"\s*:\s*"([^"]+)"'),
    "modified": re.compile(r'"dateModified"\s*:\s*"([^"]+)"'),
}
_LINKED_DATA = 'script[type="application/ld+json"]'
_NO_NAME = re.compile(r"https?://|www\.|^\S+@\S+$")
_WHOLE_ADDRESS = re.compile(r"https?://[^/]+\.")
_DAY = re.compile(r"((?:199|20\d)\d)[-/](\d\d)[-/](\d\d)")

Values = frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """A page as read here: its title, its headlines, and for each field the values declared."""

    title: str
    headlines: tuple[str, ...]
    fields: Mapping[str, Values]


def read_page(path: Path) -> Reading:
    """The page's plain declarations."""
    page = LexborHTMLParser(path.read_bytes())
    titles = [node.text() for node in page.css("head title")]
    headlines = [squeeze(node.text()) for node in page.css("h1, h2, h3")]
    fields = {field: frozenset(_select(page, field)) for field in FIELDS}
    return Reading(squeeze(titles[0]) if titles else "", tuple(filter(None, headlines)), fields)


def squeeze(text: str) -> str:
    """One line."""
    return " ".join(text.split())


def normalize(field: str, value: str) -> str:
    """The value as it is compared; nothing where it cannot be one of this field, or be read."""
    value = squeeze(unescape(unescape(value)))
    if "\ufffd" in value:
        return ""
    if field in ("published", "modified"):
        found = _DAY.search(value)
        return "-".join(found.groups()) if found else ""
    if field == "author":
        return "" if _NO_NAME.search(value) else re.sub(r"^by\s+", "", value, flags=re.I).casefold()
    if field == "canonical":
        return value if _WHOLE_ADDRESS.match(value) else ""
    if field == "language":
        return re.split("[-_]", value)[0].lower()
    return value


def find_constants(pages: Sequence[Reading], field: str) -> Values:
    """The values that stand on nine in ten of at least five pages with any."""
    declaring = [page.fields[field] for page in pages if page.fields[field]]
    counts = Counter(value for values in declaring for value in values)
    fewest = max(5, 0.9 * len(declaring))
    return frozenset(value for value, n in counts.items() if n >= fewest)


def _select(page: LexborHTMLParser, field: str) -> Iterable[str]:
    found = [node for selector in _SELECTORS[field] for node in page.css(selector)]
    for node in found:
        attributes = node.attributes
        declared = [attributes.get(name) for name in ("content", "datetime", "href", "lang")]
        yield normalize(field, next((value for value in declared if value), None) or node.text())
    if field in _JSON_DATES:
        for script in page.css(_LINKED_DATA):
            for value in _JSON_DATES[field].findall(script.text()):
                yield normalize(field, value)
