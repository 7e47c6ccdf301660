"""Asking for a robots.txt: redirects, retries, and what the answer changes."""

import logging
import sqlite3
import time
from collections import Counter

from dehusk.crawl.address import Address, Refusal, read_address
from dehusk.crawl.crew import Crew
from dehusk.crawl.failures import FetchFailed, Kind
from dehusk.crawl.fetch import Wanted
from dehusk.crawl.records import digest_bytes, write_exchange
from dehusk.crawl.response import Response, read_retry_after
from dehusk.crawl.robots import MOST_BYTES, MOST_DELAY_S, MOST_REDIRECTS, Rules, Verdict, read_rules
from dehusk.crawl.state import Lead, Role
from dehusk.errors import DehuskError

_READ_BYTES = 4 * MOST_BYTES
"""More than is looked at, so that the archive tells what the rest is."""

_MOST_SITEMAPS = 100
"""They may be on any host: nobody should be able to send us everywhere."""

_log = logging.getLogger(__name__)


class RobotsAsker:
    """Finds the rules of an origin; counts how often in vain."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._tries: Counter[str] = Counter()

    async def ask(self, origin: str) -> None:
        """Learn the rules of an origin, or have its host wait until they are asked for again."""
        try:
            await self._ask(origin)
        except (DehuskError, sqlite3.Error, OSError):
            raise
        except Exception:
            # Rules that find a fault in us cost their origin, and no other.
            _log.exception("%s/robots.txt", origin)
            self._crew.robots.put(origin, Rules(Verdict.UNREACHABLE, time.time()))

    async def _ask(self, origin: str) -> None:
        address = read_address(f"{origin}/robots.txt")
        assert isinstance(address, Address)
        try:
            rules = await self._follow(address)
        except FetchFailed as failure:
            kind = Kind.ROBOTS_GONE if failure.kind is Kind.TOO_LARGE else failure.kind
            rules = Rules(Verdict.UNREACHABLE, time.time(), why=kind)
        if rules.verdict is Verdict.UNREACHABLE and self._may_try_again(
            address.host, origin, rules
        ):
            return
        self._put(address, rules)

    async def _follow(self, address: Address) -> Rules:
        """Redirects lead where they lead, each address guarded anew; the rules are the first's."""
        start = address
        for _ in range(MOST_REDIRECTS + 1):
            answer = await self._fetch(address, start)
            if answer is None or answer.redirect is None:
                self._note_patience(start.host, answer)
                return read_rules(answer, time.time())
            target = read_address(answer.redirect, address.url)
            if isinstance(target, Refusal):
                return Rules(Verdict.UNREACHABLE, time.time())
            address = target
        return Rules(Verdict.NO_RULES, time.time())

    async def _fetch(self, address: Address, start: Address) -> Response | None:
        try:
            answer = await self._crew.ask_aside(address, Wanted(_READ_BYTES, cuts=True))
        except FetchFailed:
            if address.origin == start.origin:
                raise
            return None
        with self._crew.together():
            self._crew.archive.add(write_exchange(answer, digest_bytes(answer.body)))
        return answer

    def _note_patience(self, host: str, answer: Response | None) -> None:
        if answer is not None and answer.status in (429, 503):
            wait_s = read_retry_after(answer.header("Retry-After"), answer.captured)
            if wait_s is not None:
                wait_s = min(wait_s, self._crew.settings.limits.patience_s)
                self._crew.frontier.hold_off(host, wait_s)
                self._crew.state.hold_off(host, time.time() + wait_s)

    def _may_try_again(self, host: str, origin: str, rules: Rules) -> bool:
        limits = self._crew.settings.limits
        # A name that never led anywhere is most likely mistyped.
        is_mistyped = rules.why is Kind.NAME and not self._crew.tally.pages
        is_final = is_mistyped or rules.why in (Kind.PRIVATE, Kind.TLS)
        if is_final or self._tries[origin] >= limits.retries:
            return False
        self._crew.frontier.hold_off(host, limits.retry_s * 2 ** self._tries[origin])
        self._tries[origin] += 1
        return True

    def _put(self, address: Address, rules: Rules) -> None:
        crew = self._crew
        wanted_s = rules.wanted_delay(crew.token)
        if wanted_s <= MOST_DELAY_S:
            crew.frontier.slow_down(address.host, wanted_s)
        with crew.together():
            crew.robots.put(address.origin, rules)
            reach = crew.settings.reach
            if reach.sitemaps and reach.depth != 0:
                self._add_sitemaps(address, rules)

    def _add_sitemaps(self, address: Address, rules: Rules) -> None:
        named = rules.list_sitemaps()[:_MOST_SITEMAPS]
        found = (read_address(one, address.url) for one in named)
        leads = [
            Lead(one.url, one.host, Role.LISTING, depth=1, owner=address.host)
            for one in found
            if isinstance(one, Address)
        ]
        new = self._crew.state.add(leads)
        self._crew.tally.waiting += len(new)
        self._crew.frontier.wake(new)


def explain_refusal(rules: Rules) -> Kind:
    """What an address fails with that the rules do not allow."""
    return rules.why if rules.verdict is Verdict.UNREACHABLE else Kind.ROBOTS
