"""A tab of the browser, in which one page after another is opened and asked."""

import time
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dehusk.errors import NotRendered
from dehusk.render.resource import Surroundings
from dehusk.render.scripts import IS_LOADING, wait_for_quiet
from dehusk.render.settings import RenderSettings
from dehusk.render.wall import Gate, make_context_options

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import CDPSession, Page, Route

Answer = Mapping[str, Any]

_POLL_MS = 20
_LARGEST_PICTURE = 16_384
"""What Chromium draws at most, each way."""

_WAITING_SHARE = 0.7
"""Of a page's time, so much may pass until its scripts are done; the rest is for measuring."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A page to open: its markup, what lies beside it, what is asked of it, and how."""

    html: bytes
    surroundings: Surroundings
    question: str
    settings: RenderSettings
    wants_picture: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the page answered, and what it had asked for, with the digest of what it got."""

    answer: Answer
    told: Mapping[str, str | None]
    picture: bytes | None = None


class Tab:
    """A window of its own, with nothing in it that another page left there."""

    def __init__(self, chromium: "Chromium", settings: RenderSettings) -> None:
        size = settings.width, settings.height
        options = make_context_options(*size, javascript=settings.javascript)
        self._context = chromium.new_context(**options)
        self._context.set_default_timeout(0)
        self._context.route("**/*", self._answer)
        self._page: Page = self._context.new_page()
        self._context.on("page", _shut)
        self._session = self._context.new_cdp_session(self._page)
        self._gate: Gate | None = None

    def draw(self, page: Opened) -> Drawn:
        """Open the page, wait until it stands still, then ask."""
        stop = time.monotonic() + page.settings.timeout_s * _WAITING_SHARE
        self._gate = gate = Gate(page.html, page.surroundings, page.settings.javascript)
        # Playwright would wait for ever for a page that wants to go elsewhere and may not.
        self._page.goto(page.surroundings.address, wait_until="commit")
        world = _World(self._session)
        self._wait_until_loaded(world, stop)
        if page.settings.javascript:
            world.ask(wait_for_quiet(max(int((stop - time.monotonic()) * 1000), 1)))
            self._wait_until_loaded(world, stop)
        answer = world.ask(page.question)
        return Drawn(answer, gate.told, self._take_picture() if page.wants_picture else None)

    def _take_picture(self) -> bytes:
        size = self._session.send("Page.getLayoutMetrics")["cssContentSize"]
        sides = {side: min(size[side], _LARGEST_PICTURE) for side in ("width", "height")}
        clip = {**size, **sides, "scale": 1}
        # A larger window would draw the page anew, and not as it was measured.
        options = {"format": "png", "captureBeyondViewport": True, "clip": clip}
        return b64decode(self._session.send("Page.captureScreenshot", options)["data"])

    def _wait_until_loaded(self, world: "_World", stop: float) -> None:
        """Wait for all that the page asked for, or until it is time to take it as it stands."""
        while world.ask(IS_LOADING) and time.monotonic() < stop:
            self._page.wait_for_timeout(_POLL_MS)

    def close(self) -> None:
        """Forget everything the pages left."""
        self._context.close()

    # Playwright leaves a mark on what a bound method belongs to.
    @property
    def _answer(self) -> Any:
        def answer(route: "Route") -> None:
            if self._gate is None:
                route.abort("blockedbyclient")
            else:
                self._gate.answer(route)

        return answer


def _shut(window: "Page") -> None:
    with suppress(Exception):
        window.close()


class _World:
    """A place in the page to ask from that the page's own scripts cannot see or change."""

    def __init__(self, session: "CDPSession") -> None:
        self._session = session
        frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        made = session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "dehusk"})
        self._context = made["executionContextId"]

    def ask(self, expression: str) -> Any:
        """What the expression gives, or what its promise does."""
        told = self._session.send(
            "Runtime.evaluate",
            {
                "contextId": self._context,
                "expression": expression,
                "awaitPromise": True,
                "returnByValue": True,
            },
        )
        if "exceptionDetails" in told:
            raise NotRendered(f"it cannot be measured: {told['exceptionDetails']['text']}")
        return told["result"].get("value")
