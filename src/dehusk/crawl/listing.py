"""Sitemaps (sitemaps.org), their indexes, RSS and Atom feeds, and lists of lines, to addresses.

XML is read as a stream, and refused as soon as it declares an entity: what entities expand to could
be anything, and lists of addresses need none.
"""

from dataclasses import dataclass, field
from xml.parsers import expat

from dehusk.errors import OverCap
from dehusk.ingest.http import decode_body
from dehusk.ingest.kinds import GZIP_MAGIC

MOST_ADDRESSES = 50_000
"""What the standard allows a sitemap to name."""

TYPES = frozenset(
    (
        *("application/xml", "text/xml", "application/rss+xml", "application/atom+xml"),
        *("application/rdf+xml", "application/gzip", "application/x-gzip", "text/plain"),
        *("application/octet-stream", "application/feed+xml"),
    )
)
XML_TYPES = TYPES - {"text/plain", "application/octet-stream"}

_ROOTS = frozenset(("urlset", "sitemapindex", "rss", "feed", "rdf"))


@dataclass(slots=True)
class Listing:
    """The pages that a listing names, and other listings."""

    pages: list[str] = field(default_factory=list)
    listings: list[str] = field(default_factory=list)


class NotAListing(ValueError):
    """Something else than a sitemap, a feed or a list of addresses."""


def read_listing(content: bytes, max_bytes: int) -> Listing:
    """All that a listing names; raises NotAListing, or OverCap where it grows too large."""
    if content.startswith(GZIP_MAGIC):
        content = decode_body(content, b"", b"gzip", max_bytes)
        if content.startswith(GZIP_MAGIC):
            raise NotAListing("compressed twice, or not as it says")
    if len(content) > max_bytes:
        raise OverCap("bytes", len(content), max_bytes)
    head = content[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"<") or content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _read_xml(content)
    return _read_lines(content)


def _read_lines(content: bytes) -> Listing:
    lines = (line.strip() for line in content.decode("utf-8-sig", "replace").splitlines())
    named = [line for line in lines if line and not line.startswith("#")]
    if not named or not named[0].lower().startswith(("http://", "https://")):
        raise NotAListing("neither XML nor lines of addresses")
    return Listing(named[:MOST_ADDRESSES])


def _read_xml(content: bytes) -> Listing:
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.EntityDeclHandler = _refuse_entities
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.take_text
    parser.buffer_text = True
    try:
        parser.Parse(content, True)  # noqa: FBT003
    except expat.ExpatError as error:
        # Half a sitemap is better than none, if it was one.
        if not reader.found.pages and not reader.found.listings:
            raise NotAListing(str(error)) from error
    except _Enough:
        pass
    return reader.found


class _Enough(Exception):
    """A listing named as much as it may."""


def _refuse_entities(*_: object) -> None:
    raise NotAListing("it declares entities")


class _Reader:
    """Follows the elements of a listing; what counts is the local name of each."""

    def __init__(self) -> None:
        self.found = Listing()
        self._way: list[str] = []
        self._text: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2].lower()
        if not self._way and local not in _ROOTS:
            raise NotAListing(f"its root is <{local}>")
        self._way.append(local)
        self._text = []
        is_entry = local == "link" and self._way[-2:-1] == ["entry"]
        if is_entry and "href" in attributes and attributes.get("rel") in (None, "alternate"):
            self._take(attributes["href"])

    def end(self, _: str) -> None:
        parent, local = ([*self._way, ""])[-3:-1] if len(self._way) > 1 else ("", self._way[-1])
        text = "".join(self._text).strip()
        if text and (parent, local) in (("url", "loc"), ("item", "link")):
            self._take(text)
        elif text and (parent, local) == ("sitemap", "loc"):
            self.found.listings.append(text)
            if len(self.found.listings) >= MOST_ADDRESSES:
                raise _Enough
        self._way.pop()
        self._text = []

    def take_text(self, text: str) -> None:
        if self._way and self._way[-1] in ("loc", "link"):
            self._text.append(text)

    def _take(self, address: str) -> None:
        self.found.pages.append(address)
        if len(self.found.pages) >= MOST_ADDRESSES:
            raise _Enough
