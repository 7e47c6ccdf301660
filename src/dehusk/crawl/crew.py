"""All that the parts of one crawl share while it runs."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dehusk.crawl.address import Address
from dehusk.crawl.archive import ArchiveFile
from dehusk.crawl.failures import FetchFailed, Kind
from dehusk.crawl.fetch import Fetcher, Wanted
from dehusk.crawl.frontier import Frontier
from dehusk.crawl.response import Response
from dehusk.crawl.robots import RobotsBook
from dehusk.crawl.scope import Scope
from dehusk.crawl.settings import CrawlSettings
from dehusk.crawl.state import State
from dehusk.crawl.tally import Tally, note_counts
from dehusk.crawl.traps import TrapBook


@dataclass(slots=True)
class Crew:
    """The state, the archive, and whoever works on them."""

    settings: CrawlSettings
    state: State
    archive: ArchiveFile
    frontier: Frontier
    fetcher: Fetcher
    tally: Tally
    scope: Scope = field(init=False)
    robots: RobotsBook = field(init=False)
    traps: TrapBook = field(init=False)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    on_page: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        self.scope = Scope(self.settings.reach, self.state.list_folders())
        self.robots = RobotsBook(self.state)
        self.traps = TrapBook(self.state)

    @property
    def token(self) -> str:
        """What robots.txt files call us."""
        return self.settings.manners.token

    @contextmanager
    def together(self) -> Iterator[None]:
        """What goes to the archive and what is said of it: both, or neither."""
        start, counts = self.archive.stop, self.tally.list_counts()
        try:
            with self.state.together():
                yield
                note_counts(self.state, self.tally)
                if self.archive.stop != start:
                    self.state.note("stop", self.archive.stop)
        except BaseException:
            self.archive.cut_back(start)
            self.traps.forget()
            self.tally.take_back(counts)
            raise

    async def ask_aside(self, address: Address, wanted: Wanted) -> Response:
        """An answer beside a host's turns, but not beside its manners."""
        patience_s = self.settings.limits.timeout_s + 2 * self.settings.manners.delay_s
        stop = time.monotonic() + patience_s
        while (left_s := self.frontier.try_borrow(address.host)) > 0:
            if time.monotonic() + left_s > stop:
                raise FetchFailed(Kind.ASKED_TO_WAIT, f"{address.host} wants to be left alone")
            await asyncio.sleep(left_s)
        try:
            return await self.fetcher.fetch(address, wanted)
        finally:
            self.frontier.release(address.host)
            self.wake.set()
