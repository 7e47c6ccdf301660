"""A crawl from its start to its end, whatever ends it."""

import asyncio
import signal
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from dehusk.crawl.address import Refusal
from dehusk.crawl.archive import ArchiveFile
from dehusk.crawl.crew import Crew
from dehusk.crawl.fetch import Fetcher, Network
from dehusk.crawl.frontier import AHEAD, Frontier, Turn
from dehusk.crawl.leads import LeadBook
from dehusk.crawl.learning import Learner
from dehusk.crawl.opening import find_state, open_crawl
from dehusk.crawl.outcome import Ending, Outcome
from dehusk.crawl.progress import Snapshot, Speed, Watcher
from dehusk.crawl.render import PageBuilder
from dehusk.crawl.seeds import Seeds
from dehusk.crawl.settings import CrawlSettings
from dehusk.crawl.settle import Settler
from dehusk.crawl.state import State
from dehusk.crawl.tally import count_all
from dehusk.crawl.visit import Visitor
from dehusk.errors import OutputUnwritable

MOST_WAITING = 50_000
"""With more addresses waiting, the input is left to wait, too."""

SEEDS_AT_ONCE = 50
"""Then the crawl has its turn: a long list is no reason to wait."""

LOOKUPS_AT_ONCE = 32
TICK_S = 0.25
SYNC_S = 5.0
GRACE_S = 3.0
"""What is on its way when a crawl is interrupted may take so long to arrive."""


@dataclass(frozen=True, slots=True)
class CrawlRequest:
    """What is to be crawled, how, and where it goes; `network` is another one in tests only."""

    seeds: Seeds
    archive: Path
    settings: CrawlSettings
    network: Network | None = None

    def identify(self) -> dict[str, object]:
        """What two crawls must share for one to go on with the other."""
        return {"start": list(self.seeds.named), **asdict(self.settings.reach)}


def crawl_site(request: CrawlRequest, watcher: Watcher) -> Outcome:
    """Crawl until all is done, a budget is used up, or somebody wants it to end."""
    with _naming_state(request.archive):
        state, archive = open_crawl(request.archive, request.settings, request.identify())
        try:
            return asyncio.run(_crawl(request, state, archive, watcher))
        finally:
            archive.close()
            state.close()


@contextmanager
def _naming_state(archive: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        path = str(find_state(archive))
        raise OutputUnwritable(path, f"{error}; the same command goes on from there") from error


async def _crawl(
    request: CrawlRequest, state: State, archive: ArchiveFile, watcher: Watcher
) -> Outcome:
    settings = request.settings
    # Names are looked up in threads, and one that leads nowhere takes its time.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(LOOKUPS_AT_ONCE))
    # Ranks are looked at anew for each page, where they matter.
    ahead = 1 if settings.until_learned else AHEAD
    frontier = Frontier(state, settings.manners.delay_s, ahead=ahead)
    fetcher = Fetcher(settings, request.network or Network.of(settings))
    try:
        crew = Crew(settings, state, archive, frontier, fetcher, count_all(state))
        return await _Engine(request, crew, watcher).run()
    finally:
        await fetcher.close()


class _Engine:
    """Hands out turns, and watches over what comes of them."""

    def __init__(self, request: CrawlRequest, crew: Crew, watcher: Watcher) -> None:
        self._request = request
        self._settings = request.settings
        self._crew = crew
        self._watcher = watcher
        self._leads = LeadBook(crew)
        self._settler = Settler(crew, self._leads)
        rendering = request.settings.rendering
        builder = PageBuilder(crew, rendering) if rendering else None
        self._visitor = Visitor(crew, self._settler, builder)
        self._learner: Learner | None = None
        if request.settings.until_learned:
            self._learner = Learner(crew, request.archive, self._settler.give_up)
            crew.on_page = self._learner.take_page
        self._in_flight: set[asyncio.Task[None]] = set()
        self._failure: BaseException | None = None
        self._is_fed = False
        self._bad_seeds = 0
        self._is_stopped = False
        self._started = time.monotonic()
        self._speed = Speed(self._started, crew.tally.pages)

    async def run(self) -> Outcome:
        before, unchanged = self._crew.tally.pages, self._crew.tally.unchanged
        self._crew.frontier.restore()
        was_finished = self._crew.tally.waiting == 0 and before > 0
        if before or self._crew.tally.waiting:
            self._watcher.go_on(before, self._crew.tally.waiting)
        helpers = [asyncio.create_task(one) for one in (self._feed(), self._tick())]
        try:
            with self._listening():
                ending = await self._hand_out()
        finally:
            await self._wind_up(helpers)
        if self._failure is not None:
            raise self._failure
        self._show()
        if ending is not Ending.INTERRUPTED:
            self._crew.state.note("asking_again", None)
            self._crew.state.note("ended", 1)
        tally = self._crew.tally
        return Outcome(
            archive=str(self._request.archive),
            tally=tally,
            ending=ending,
            fetched=tally.pages - before - (tally.unchanged - unchanged),
            seconds=time.monotonic() - self._started,
            bad_seeds=self._bad_seeds,
            learned=self._learner.learned() if self._learner else {},
            has_captures=tally.built > 0 or self._crew.state.recall("rounds") is not None,
            was_finished=was_finished and tally.pages == before and tally.waiting == 0,
        )

    async def _hand_out(self) -> Ending:
        """Every turn as soon as it is due."""
        while not self._is_stopped and self._failure is None:
            self._crew.wake.clear()
            spent = self._find_spent_budget()
            if spent is not None and not self._in_flight:
                return spent
            if spent is not None or not self._has_room():
                await self._wait(None)
                continue
            due = self._crew.frontier.take()
            if isinstance(due, Turn):
                self._start(due)
            elif due is None and self._is_idle():
                return Ending.DONE
            else:
                await self._wait(due)
        return Ending.INTERRUPTED

    def _find_spent_budget(self) -> Ending | None:
        tally, settings = self._crew.tally, self._settings
        if settings.max_pages is not None and tally.pages >= settings.max_pages:
            return Ending.PAGES
        if settings.max_bytes is not None and tally.n_bytes >= settings.max_bytes:
            return Ending.BYTES
        return None

    def _has_room(self) -> bool:
        """Each turn under way may become a page: not more of them than are still wanted."""
        most = self._settings.max_pages
        n_turns = len(self._in_flight)
        if most is not None and self._crew.tally.pages + n_turns >= most:
            return False
        return n_turns < self._settings.manners.hosts_at_once

    def _is_idle(self) -> bool:
        is_looking = self._learner is not None and self._learner.is_looking
        return self._is_fed and not self._in_flight and not is_looking

    def _start(self, turn: Turn) -> None:
        task = asyncio.create_task(self._visitor.visit(turn))
        self._in_flight.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._in_flight.discard(task)
        self._crew.wake.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            # Whatever it is, what is written is whole; but nobody knows what it would do next.
            self._failure = self._failure or error

    async def _wait(self, seconds: float | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._crew.wake.wait()

    async def _feed(self) -> None:
        """Take in what was named, as it comes and as there is room for it."""
        seeds = self._request.seeds
        count = 0
        try:
            async for text in seeds.read():
                count += 1
                if isinstance(self._leads.start_from(text), Refusal):
                    self._bad_seeds += 1
                self._crew.wake.set()
                if count % SEEDS_AT_ONCE == 0:
                    await asyncio.sleep(0)
                while seeds.is_list and self._crew.tally.waiting >= MOST_WAITING:
                    await asyncio.sleep(TICK_S)
        except Exception as error:
            self._failure = error
        finally:
            self._is_fed = True
            self._crew.wake.set()

    async def _tick(self) -> None:
        """Tell how it goes, and have the disk keep up."""
        synced_at = time.monotonic()
        try:
            while True:
                self._show()
                await asyncio.sleep(TICK_S)
                if time.monotonic() - synced_at >= SYNC_S:
                    synced = await asyncio.to_thread(self._crew.archive.sync)
                    self._crew.state.note("synced", synced)
                    synced_at = time.monotonic()
        except Exception as error:
            self._failure = error
            self._crew.wake.set()

    def _show(self) -> None:
        tally = self._crew.tally
        self._watcher.show(
            Snapshot(
                pages=tally.pages,
                others=tally.others,
                waiting=tally.waiting,
                hosts=self._crew.frontier.hosts,
                in_flight=len(self._in_flight),
                n_bytes=tally.n_bytes,
                failures=tally.failures,
                pages_a_second=self._speed.measure(time.monotonic(), tally.pages),
                max_pages=self._settings.max_pages,
            )
        )

    async def _wind_up(self, helpers: list["asyncio.Task[None]"]) -> None:
        """What is on its way may arrive; then everybody goes home."""
        for task in helpers:
            task.cancel()
        if self._in_flight:
            await asyncio.wait(self._in_flight, timeout=GRACE_S)
        waited_for = [*helpers, *self._in_flight]
        for task in waited_for:
            task.cancel()
        await asyncio.gather(*waited_for, return_exceptions=True)

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Ctrl-C and its like end the crawl in good order; a second one at once."""
        loop = asyncio.get_running_loop()
        names = [
            getattr(signal, one) for one in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, one)
        ]
        heard = []
        for number in names:
            if signal.getsignal(number) is signal.SIG_IGN:
                # Whoever started us wants it so, as nohup does.
                continue
            # Only the main thread hears signals, and not on every system.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self._stop)
                heard.append(number)
        try:
            yield
        finally:
            for number in heard:
                loop.remove_signal_handler(number)

    def _stop(self) -> None:
        self._is_stopped = True
        self._crew.wake.set()
