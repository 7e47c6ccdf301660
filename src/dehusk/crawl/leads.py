"""What an answer leads to: links and listings, sifted by scope and traps, into the state."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import xxhash

from dehusk.crawl.address import Address, Refusal, read_address, read_link
from dehusk.crawl.crew import Crew
from dehusk.crawl.links import Links, find_links
from dehusk.crawl.listing import Listing
from dehusk.crawl.scope import Outside, is_same_site
from dehusk.crawl.state import Lead, Role
from dehusk.crawl.tally import count_listings
from dehusk.run.sample import shape_of

_MOST_REMEMBERED = 50_000
_MOST_NESTED = 3
"""Sitemap indexes that name others, one within another."""

MOST_LISTINGS = 1_000
"""Sitemaps and feeds that are read on behalf of a host: enough for 50 million pages."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where leads were found, and how far they are from what was named.

    `owner` is the host on whose behalf a listing is read, where that is another.
    """

    host: str
    url: str
    depth: int
    hops: int = 0
    owner: str | None = None


class LeadBook:
    """Takes in what was found, each address once."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._met: set[int] = set()
        self._ranks: dict[str, int] = {}
        self._listings = count_listings(crew.state)

    def take_links(self, content: bytes, charset: str | None, origin: Origin) -> None:
        """Take in where a page leads."""
        if self._crew.settings.reach.depth == 0:
            return
        links = find_links(content, charset, origin.url)
        base = _find_base(links.base, origin.url)
        self.take_pages(links.pages, base, Origin(origin.host, origin.url, origin.depth + 1))
        if self._crew.settings.reach.sitemaps:
            self._take_feeds(links, base, origin)

    def take_listing(self, listing: Listing, origin: Origin) -> None:
        """Take in what a sitemap or feed names."""
        base = _find_base(origin.url, origin.url)
        owner = origin.owner or origin.host
        self.take_pages(listing.pages, base, replace(origin, host=owner))
        if origin.hops >= _MOST_NESTED:
            return
        nested = replace(origin, hops=origin.hops + 1, owner=owner)
        for text in listing.listings:
            address = read_link(text, base)
            # By the standard they are on one host; nobody should be able to send us everywhere.
            if isinstance(address, Address) and is_same_site(address.host, origin.host):
                self._add_listing(address, nested)

    def take_pages(self, texts: Iterable[str], base: Address, origin: Origin) -> None:
        """Take in addresses of pages as far as they are wanted."""
        for text in texts:
            address = read_link(text, base)
            if isinstance(address, Address) and not self._has_met(address.url, origin):
                self._take_page(address, origin)

    def take_redirect(self, address: Address, origin: Origin, role: Role) -> Outside | None:
        """Take in where an address was sent on to; why not, if it is not wanted."""
        is_start = origin.depth == 0 and is_same_site(address.host, origin.host)
        if role is Role.PAGE and not is_start:
            outside = self._crew.scope.judge(address, origin.host, origin.depth)
            if outside is not None:
                return outside
        folder = self._crew.scope.start_from(address) if role is Role.PAGE and is_start else None
        if folder is not None:
            self._crew.state.note_folder(folder)
        self._add(address, role, origin)
        return None

    def start_from(self, text: str) -> Address | Refusal:
        """Take in an address that was named."""
        address = read_address(text)
        if isinstance(address, Address):
            self._crew.scope.start_from(address)
            self._add(address, Role.PAGE, Origin(address.host, address.url, 0))
        return address

    def _take_feeds(self, links: Links, base: Address, origin: Origin) -> None:
        for text in links.feeds:
            address = read_link(text, base)
            if isinstance(address, Address) and self._crew.scope.is_inside(address, origin.host):
                self._add_listing(address, Origin(origin.host, "", origin.depth + 1))

    def _take_page(self, address: Address, origin: Origin) -> None:
        crew = self._crew
        outside = crew.scope.judge(address, origin.host, origin.depth)
        if outside is not None:
            crew.tally.left_out[outside] += 1
            return
        if crew.state.knows(address.url):
            return
        trap = crew.traps.judge(address)
        if trap is not None:
            crew.tally.left_out[trap] += 1
            return
        crew.traps.admit(address)
        self._add(address, Role.PAGE, origin)

    def _add_listing(self, address: Address, origin: Origin) -> None:
        """They count towards no budget of pages, so there is one of their own."""
        owner = origin.owner or origin.host
        if self._listings[owner] < MOST_LISTINGS:
            self._listings[owner] += self._add(address, Role.LISTING, origin)
        elif not self._crew.state.knows(address.url):
            self._crew.tally.left_out[Outside.LISTINGS] += 1

    def _add(self, address: Address, role: Role, origin: Origin) -> int:
        rank = self._rank(address.url) if self._crew.settings.until_learned else 0
        lead = Lead(address.url, address.host, role, origin.depth, origin.hops, rank, origin.owner)
        new = self._crew.state.add([lead])
        self._crew.tally.waiting += len(new)
        self._crew.frontier.wake(new)
        return len(new)

    def _rank(self, url: str) -> int:
        """The first of each shape come first, then the second: all templates are seen soon."""
        shape = shape_of(url)
        self._ranks[shape] = self._ranks.get(shape, 0) + 1
        return self._ranks[shape]

    def _has_met(self, url: str, origin: Origin) -> bool:
        """Whether an address was just seen: most links of a page are on every other one, too."""
        depth = 0 if self._crew.settings.reach.depth is None else origin.depth
        number = xxhash.xxh3_64_intdigest(f"{origin.host} {depth} {url}".encode())
        if number in self._met:
            return True
        if len(self._met) >= _MOST_REMEMBERED:
            self._met.clear()
        self._met.add(number)
        return False

    def forget(self) -> None:
        """What was just seen may not have been written."""
        self._met.clear()


def _find_base(text: str, url: str) -> Address:
    """What links are relative to: what the page says, if that can be, or else the page."""
    base = read_address(text, url)
    page = read_address(url)
    assert isinstance(page, Address)
    return base if isinstance(base, Address) else page
