"""One turn: an address asked for, and what becomes of it."""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from dehusk.crawl.address import Address, Refusal, read_address
from dehusk.crawl.asking_robots import RobotsAsker, explain_refusal
from dehusk.crawl.conditional import make_conditions
from dehusk.crawl.crew import Crew
from dehusk.crawl.empty import needs_scripts
from dehusk.crawl.failures import FetchFailed, Kind
from dehusk.crawl.fetch import Wanted
from dehusk.crawl.frontier import Turn
from dehusk.crawl.listing import XML_TYPES
from dehusk.crawl.render import PageBuilder
from dehusk.crawl.response import Response, read_retry_after
from dehusk.crawl.robots import Rules
from dehusk.crawl.settle import Built, Settler
from dehusk.crawl.state import Role, Status, Waiting
from dehusk.errors import DehuskError
from dehusk.ingest.archive import HTML_TYPES

MOST_STRIKES = 8
"""A host that does not answer so often in a row, or only that it is busy, is given up."""

_log = logging.getLogger(__name__)


class Visitor:
    """Does what a turn asks for."""

    def __init__(self, crew: Crew, settler: Settler, builder: PageBuilder | None) -> None:
        self._crew = crew
        self._settler = settler
        self._builder = builder
        self._robots = RobotsAsker(crew)

    async def visit(self, turn: Turn) -> None:
        """Ask for an address, once its robots.txt is known; settle what comes of it."""
        try:
            await self._visit(turn)
        except (DehuskError, sqlite3.Error, OSError):
            raise
        except Exception:
            # A page that finds a fault in us costs only itself.
            _log.exception("%s", turn.waiting.url)
            self._settler.fail(turn, Kind.FAULT)
        finally:
            self._crew.frontier.finish(turn)

    async def _visit(self, turn: Turn) -> None:
        address = read_address(turn.waiting.url)
        if isinstance(address, Refusal):
            self._crew.frontier.pass_on(turn.host)
            self._settler.fail(turn, Kind.BAD_ANSWER, str(address))
            return
        with self._giving_back(turn.host):
            rules = self._crew.robots.find(address.origin, time.time())
            is_allowed = rules is not None and self._heed(rules, turn.host, address)
        if rules is None:
            await self._ask_robots(turn, address)
        elif not is_allowed:
            self._crew.frontier.pass_on(turn.host)
            self._settler.fail(turn, explain_refusal(rules))
        else:
            await self._ask(turn, address)

    @contextmanager
    def _giving_back(self, host: str) -> Iterator[None]:
        """A host is given back where something goes wrong before it is asked."""
        try:
            yield
        except BaseException:
            self._crew.frontier.pass_on(host)
            raise

    def _heed(self, rules: Rules, host: str, address: Address) -> bool:
        """Whether the address may be asked for; if so, as slowly as is wanted."""
        if not rules.allows(address.url, self._crew.token):
            return False
        self._crew.frontier.slow_down(host, rules.wanted_delay(self._crew.token))
        return True

    async def _ask_robots(self, turn: Turn, address: Address) -> None:
        """The turn is given back: the request for robots.txt is one of its own."""
        frontier = self._crew.frontier
        frontier.hold(turn.host)
        frontier.put_back(turn)
        try:
            await self._robots.ask(address.origin)
        finally:
            frontier.free(turn.host)

    async def _ask(self, turn: Turn, address: Address) -> None:
        try:
            answer = await self._fetch(turn, address)
        except FetchFailed as failure:
            self._take_failure(turn, failure)
            return
        if self._is_to_repeat(turn, answer):
            return
        built = await self._build(turn, address, answer)
        self._settler.settle(turn, address, answer, built)

    async def _fetch(self, turn: Turn, address: Address) -> Response:
        try:
            return await self._crew.fetcher.fetch(address, self._want(turn.waiting))
        finally:
            self._crew.frontier.release(turn.host)

    def _want(self, waiting: Waiting) -> Wanted:
        limits = self._crew.settings.limits
        conditions = make_conditions(waiting)
        if waiting.role is Role.LISTING:
            return Wanted(limits.listing_bytes, headers=conditions)
        # What was named may be a sitemap or a feed.
        types = HTML_TYPES | XML_TYPES if waiting.depth == 0 else HTML_TYPES
        return Wanted(limits.body_bytes, types, conditions)

    def _take_failure(self, turn: Turn, failure: FetchFailed) -> None:
        crew = self._crew
        _log.info("%s: %s", turn.waiting.url, failure)
        strikes = crew.frontier.count_strike(turn.host, is_one=failure.kind.is_of_host)
        limits = crew.settings.limits
        if failure.kind.may_pass and turn.waiting.tries < limits.retries:
            wait_s = limits.retry_s * 2**turn.waiting.tries
            if failure.kind.is_of_host:
                crew.frontier.hold_off(turn.host, wait_s)
            self._settler.postpone(turn, wait_s, str(failure.kind))
            return
        self._settler.fail(turn, failure.kind, failure.detail)
        if strikes >= MOST_STRIKES:
            self._settler.give_up(turn.host, Status.FAILED, str(Kind.HOST_GONE))

    def _is_to_repeat(self, turn: Turn, answer: Response) -> bool:
        """Whether the server is to be asked again, later: it is busy, or says it is broken."""
        limits = self._crew.settings.limits
        is_busy = answer.status in (429, 503)
        strikes = self._crew.frontier.count_strike(turn.host, is_one=is_busy)
        if answer.status < 500 and not is_busy:
            return False
        asked_s = read_retry_after(answer.header("Retry-After"), answer.captured)
        wait_s = limits.retry_s * 2**turn.waiting.tries if asked_s is None else asked_s
        if is_busy and (wait_s > limits.patience_s or strikes >= MOST_STRIKES):
            self._settler.fail(turn, Kind.ASKED_TO_WAIT, f"in {wait_s:,.0f} s")
            self._settler.give_up(turn.host, Status.FAILED, str(Kind.ASKED_TO_WAIT))
            return True
        if is_busy:
            self._settler.hold_off(turn.host, wait_s)
        if turn.waiting.tries >= limits.retries:
            return False
        wait_s = min(wait_s, limits.patience_s)
        self._settler.postpone(turn, wait_s, f"{Kind.STATUS} {answer.status}")
        return True

    async def _build(self, turn: Turn, address: Address, answer: Response) -> Built | None:
        """A page that says nothing by itself, as its scripts make it, if that is wanted."""
        if turn.waiting.role is not Role.PAGE or not answer.is_page:
            return None
        if not needs_scripts(answer.content, answer.charset):
            return None
        html = await self._builder.build(address, answer) if self._builder else None
        return Built(html)
