"""What becomes of an address: archived, written down, and what it leads to taken in, at once."""

import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from dehusk.crawl.address import Address, Refusal, read_address
from dehusk.crawl.conditional import is_unchanged, write_answer
from dehusk.crawl.crew import Crew
from dehusk.crawl.failures import Kind
from dehusk.crawl.frontier import Turn
from dehusk.crawl.leads import LeadBook, Origin
from dehusk.crawl.listing import XML_TYPES, Listing, NotAListing, read_listing
from dehusk.crawl.records import digest_bytes, write_built, write_date
from dehusk.crawl.response import Response
from dehusk.crawl.state import Kept, Role, Status
from dehusk.errors import OverCap

_MEDIA_TYPE = re.compile(r"[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,80}")
"""Nothing else that a server says is told: it goes to a terminal."""


@dataclass(frozen=True, slots=True)
class Built:
    """A page that needs its scripts; the document they made, if they were run."""

    html: bytes | None


@dataclass(frozen=True, slots=True)
class _Fate:
    """What an address ends as, and why."""

    status: Status
    reason: str | None = None


class Settler:
    """Writes fates down; all that belongs to one in one go."""

    def __init__(self, crew: Crew, leads: LeadBook) -> None:
        self._crew = crew
        self._leads = leads

    def settle(self, turn: Turn, address: Address, answer: Response, built: Built | None) -> None:
        """An answer that is final."""
        crew, tally = self._crew, self._crew.tally
        digest = digest_bytes(answer.body)
        try:
            with crew.together():
                same = is_unchanged(turn.waiting, answer, digest)
                is_repeat = self._is_repeat(digest)
                kept = self._keep(turn, answer, digest, built)
                fate = self._follow(turn, address, answer, built)
                if same and answer.status == 304:
                    is_page = turn.waiting.role is Role.PAGE
                    fate = _Fate(Status.PAGE if is_page else Status.OTHER)
                tally.n_bytes += len(answer.body)
                tally.unchanged += same
                if fate.status is Status.PAGE:
                    crew.traps.note_answer(address, is_repeat=is_repeat and not same)
                crew.state.settle(turn.waiting, fate.status, fate.reason, kept)
        except BaseException:
            self._leads.forget()
            raise
        self._count(fate)
        if fate.status is Status.PAGE and crew.on_page is not None:
            crew.on_page(address.host)

    def fail(self, turn: Turn, kind: Kind, detail: str = "") -> None:
        """No answer that can be taken."""
        has_type = kind is Kind.OTHER_TYPE and _MEDIA_TYPE.fullmatch(detail)
        reason = f"{kind} ({detail})" if has_type else str(kind)
        fate = _Fate(Status.FAILED, reason)
        self._crew.state.settle(turn.waiting, fate.status, fate.reason, None)
        self._count(fate)

    def postpone(self, turn: Turn, wait_s: float, reason: str) -> None:
        """Not now, but later."""
        self._crew.state.postpone(turn.waiting, time.time() + wait_s, reason)

    def hold_off(self, host: str, wait_s: float) -> None:
        """A host is not to be asked for a while, by a crawl that goes on neither."""
        self._crew.frontier.hold_off(host, wait_s)
        self._crew.state.hold_off(host, time.time() + wait_s)

    def give_up(self, host: str, status: Status, reason: str) -> None:
        """Nothing more of a host."""
        # What is under way is counted by whoever is at work on it.
        under_way = self._crew.frontier.list_under_way(host)
        left = self._crew.state.leave(host, status, reason, under_way)
        self._crew.frontier.forget_ahead(host)
        self._crew.tally.waiting -= left
        if status is Status.FAILED and left:
            self._crew.tally.failures[reason] += left
        elif left:
            self._crew.tally.left_out[reason] += left

    def _count(self, fate: _Fate) -> None:
        tally = self._crew.tally
        tally.waiting -= 1
        if fate.status is Status.PAGE:
            tally.pages += 1
        elif fate.status is Status.OTHER:
            tally.others += 1
        elif fate.status is Status.FAILED:
            tally.failures[fate.reason or ""] += 1

    def _is_repeat(self, digest: str) -> bool:
        found = self._crew.state.rows.execute(
            "SELECT 1 FROM addresses WHERE digest = ? LIMIT 1", (digest,)
        )
        return found.fetchone() is not None

    def _keep(self, turn: Turn, answer: Response, digest: str, built: Built | None) -> Kept | None:
        """Put the answer into the archive; where what was kept is, unless it is what was before."""
        known = turn.waiting
        archive, tally = self._crew.archive, self._crew.tally
        span = archive.add(write_answer(known, answer, digest))
        captured = write_date(answer.captured)
        n_bytes = len(answer.content)
        if built is not None:
            tally.scripted += 1
            if built.html is not None:
                tally.built += 1
                now = datetime.now(UTC)
                span = archive.add(write_built(answer.url, built.html, now))
                captured, n_bytes = write_date(now), len(built.html)
        if is_unchanged(known, answer, digest) and (built is None or built.html is None):
            return None
        marks = answer.header("ETag"), answer.header("Last-Modified")
        return Kept(*span, n_bytes, captured, digest, *marks)

    def _follow(self, turn: Turn, address: Address, answer: Response, built: Built | None) -> _Fate:
        """Take in what the answer leads to; what the address thereby is."""
        waiting = turn.waiting
        if answer.redirect is not None:
            return self._follow_redirect(turn, address, answer.redirect)
        if not 200 <= answer.status < 300:
            return _Fate(Status.FAILED, f"{Kind.STATUS} {answer.status}")
        if not answer.content.strip():
            return _Fate(Status.OTHER, "nothing in it")
        origin = Origin(address.host, address.url, waiting.depth, waiting.hops, waiting.owner)
        if waiting.role is Role.LISTING or answer.media_type in XML_TYPES:
            return self._follow_listing(answer, origin)
        content, charset = answer.content, answer.charset
        if built is not None and built.html is not None:
            content, charset = built.html, "utf-8"
        if "nofollow" not in (answer.header("X-Robots-Tag") or "").lower():
            self._leads.take_links(content, charset, origin)
        return _Fate(Status.PAGE)

    def _follow_redirect(self, turn: Turn, address: Address, location: str) -> _Fate:
        waiting = turn.waiting
        if waiting.hops >= self._crew.settings.limits.redirects:
            return _Fate(Status.FAILED, str(Kind.REDIRECTS))
        target = read_address(location, address.url)
        if isinstance(target, Refusal):
            return _Fate(Status.FAILED, f"a redirect to what is {target}")
        origin = Origin(address.host, address.url, waiting.depth, waiting.hops + 1, waiting.owner)
        outside = self._leads.take_redirect(target, origin, waiting.role)
        if outside is not None:
            return _Fate(Status.LEFT, f"redirects: {outside}")
        return _Fate(Status.OTHER, "redirect")

    def _follow_listing(self, answer: Response, origin: Origin) -> _Fate:
        limits = self._crew.settings.limits
        try:
            listing: Listing = read_listing(answer.content, limits.listing_bytes)
        except NotAListing:
            return _Fate(Status.FAILED, "not a sitemap or feed")
        except OverCap:
            return _Fate(Status.FAILED, str(Kind.TOO_LARGE))
        self._leads.take_listing(listing, origin)
        return _Fate(Status.OTHER, "sitemap or feed")
