"""Pages shown to a browser while they are crawled: it asks us, and we ask the network.

The browser itself stays behind the wall of `dehusk.render`, cut off from the world. What a page
asks for is fetched like everything else: guarded, allowed by robots.txt, one request at a time a
host, with its pause. It is put into the archive, so that the page can be drawn from there later.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass

from dehusk.crawl.address import Address, Refusal, read_address
from dehusk.crawl.crew import Crew
from dehusk.crawl.failures import FetchFailed
from dehusk.crawl.fetch import Wanted
from dehusk.crawl.records import digest_bytes, write_exchange
from dehusk.crawl.response import Response
from dehusk.errors import NotRendered, PageError
from dehusk.parse.encoding import decode_html
from dehusk.render import RenderSettings
from dehusk.render.browser import get_browser
from dehusk.render.resource import MOST_BYTES, Resource
from dehusk.render.scripts import read_document
from dehusk.render.tab import Opened

_CACHE_BYTES = 64 * 1024 * 1024
_MOST_REDIRECTS = 5
_log = logging.getLogger(__name__)


class PageBuilder:
    """Has pages built by their scripts, one at a time."""

    def __init__(self, crew: Crew, settings: RenderSettings) -> None:
        self._crew = crew
        self._settings = settings
        self._shelf = _Shelf()
        self._turn = asyncio.Lock()

    async def build(self, address: Address, answer: Response) -> bytes | None:
        """The document that the page's scripts make of it; nothing where they fail."""
        async with self._turn:
            loop = asyncio.get_running_loop()
            beside = _Beside(address.url, self, loop, self._settings.timeout_s)
            try:
                return await asyncio.to_thread(self._draw, answer, beside)
            except (NotRendered, PageError) as error:
                _log.info("%s: %s", address.url, error)
                return None

    def _draw(self, answer: Response, beside: "_Beside") -> bytes | None:
        html, _ = decode_html(answer.content, answer.charset)
        most = self._crew.settings.limits.body_bytes
        opened = Opened(html, beside, read_document(most), self._settings)
        drawn = get_browser(self._settings).draw(opened)
        if drawn.answer["origin"] == "null" or drawn.answer["html"] is None:
            return None
        return str(drawn.answer["html"]).encode("utf-8", "replace")

    async def find(self, url: str) -> Resource | None:
        """What a page asks for, from the shelf or from the network."""
        known = self._shelf.find(url)
        if known is not None:
            return known
        address = read_address(url)
        for _ in range(_MOST_REDIRECTS):
            if isinstance(address, Refusal) or not await self._is_allowed(address):
                return None
            answer = await self._fetch(address)
            if answer is None or answer.redirect is None:
                break
            address = read_address(answer.redirect, address.url)
        else:
            return None
        if answer is None or not 200 <= answer.status < 300:
            return None
        return self._shelf.put(url, Resource(answer.content, answer.header("Content-Type")))

    async def _is_allowed(self, address: Address) -> bool:
        rules = self._crew.robots.find(address.origin, time.time())
        if rules is None:
            from dehusk.crawl.asking_robots import RobotsAsker

            await RobotsAsker(self._crew).ask(address.origin)
            rules = self._crew.robots.find(address.origin, time.time())
        return rules is not None and rules.allows(address.url, self._crew.token)

    async def _fetch(self, address: Address) -> Response | None:
        try:
            answer = await self._crew.ask_aside(address, Wanted(MOST_BYTES))
        except FetchFailed as failure:
            _log.info("%s: %s", address.url, failure)
            return None
        self._crew.tally.n_bytes += len(answer.body)
        with self._crew.together():
            self._crew.archive.add(write_exchange(answer, digest_bytes(answer.body)))
        return answer


@dataclass(frozen=True, slots=True)
class _Beside:
    """What a page being built may ask for: all that we may."""

    address: str
    builder: PageBuilder
    loop: asyncio.AbstractEventLoop
    timeout_s: float

    @property
    def hosts(self) -> str:
        """Any: what is asked for is judged when it is."""
        return "http: https:"

    def find(self, url: str) -> Resource | None:
        """Called in the browser's thread; the crawl's own does the work."""
        asking = asyncio.run_coroutine_threadsafe(self.builder.find(url), self.loop)
        try:
            return asking.result(self.timeout_s)
        except TooLate:
            asking.cancel()
            return None
        except (CancelledError, RuntimeError):
            # The crawl is over; the page is not waited for.
            return None


class _Shelf:
    """The last things that pages asked for: most of them share their scripts."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Resource] = OrderedDict()
        self._n_bytes = 0

    def find(self, url: str) -> Resource | None:
        if url in self._known:
            self._known.move_to_end(url)
        return self._known.get(url)

    def put(self, url: str, resource: Resource) -> Resource:
        self._known[url] = resource
        self._n_bytes += len(resource.body)
        while self._n_bytes > _CACHE_BYTES:
            _, old = self._known.popitem(last=False)
            self._n_bytes -= len(old.body)
        return resource
