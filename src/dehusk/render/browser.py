"""One Chromium a process, started when the first page needs it.

Playwright runs in a thread of its own, because it may be used from one thread only and not beside
an event loop. Whoever waits for a page also holds the clock: when a page's time is over the browser
is killed, which no page can prevent, and the next page gets a new one.
"""

import atexit
import os
import re
import shutil
import signal
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from dehusk.errors import BadBrowser, NotRendered
from dehusk.render.settings import RenderSettings
from dehusk.render.tab import Drawn, Opened, Tab
from dehusk.render.thread import OneThread
from dehusk.render.wall import FLAGS, UNWANTED_FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import CDPSession, Playwright

PAGES_A_BROWSER = 500
"""Then it starts anew: what a browser does not give back stays bounded."""

_SAID = re.compile(r"\[err\] *(\S.*)")
"""A line of what the browser said, among what it was started with: flags name the sandbox, too."""

_PROFILE = re.compile(r"--user-data-dir=(.+?)(?= --|$)")
_PROFILES = "playwright_"
_SOCKET_FOLDERS = ("org.chromium.", "com.google.")
_START_TIMEOUT_S = 60.0
_STOP_TIMEOUT_S = 10.0


def get_browser(settings: RenderSettings) -> "Browser":
    """The process's browser; a process that was forked off has its own."""
    return _open_browser(settings.browser or "", sandbox=settings.sandbox, process=os.getpid())


@lru_cache(maxsize=4)
def _open_browser(path: str, *, sandbox: bool, process: int) -> "Browser":
    return Browser(path, process, sandbox=sandbox)


class Browser:
    """A browser that pages may hang or crash; it is there again for the next one."""

    def __init__(self, path: str, process: int, *, sandbox: bool) -> None:
        self._path = path
        self._process = process
        self._sandbox = sandbox
        self._lock = Lock()
        self._thread = OneThread("dehusk-render")
        self._running: _Running | None = None
        self._has_run = False
        atexit.register(self.stop)

    def draw(self, page: Opened) -> Drawn:
        """Open the page and ask it; raises NotRendered where it does not answer in time."""
        with self._lock:
            return self._draw(page)

    def _draw(self, page: Opened) -> Drawn:
        running = self._start()
        drawing = self._thread.submit(partial(running.draw, page))
        try:
            return drawing.result(page.settings.timeout_s)
        except TooLate:
            self._kill(running, drawing)
            raise NotRendered(f"not done within {page.settings.timeout_s:g} s") from None
        except Exception as error:
            self._kill(running, drawing)
            raise NotRendered(_tell(error)) from error
        except BaseException:
            self._kill(running, drawing)
            raise

    def stop(self) -> None:
        """End the browser; another is started when there is more to do."""
        running, self._running = self._running, None
        if running is not None and self._process == os.getpid():
            with suppress(Exception):
                self._thread.submit(running.stop).result(_STOP_TIMEOUT_S)
            running.kill()
            running.sweep()

    def _start(self) -> "_Running":
        if self._running is not None and self._running.pages >= PAGES_A_BROWSER:
            self.stop()
        if self._running is None:
            try:
                starting = self._thread.submit(partial(_Running, self._path, sandbox=self._sandbox))
                self._running = starting.result(2 * _START_TIMEOUT_S)
            except Exception as error:
                why = f"it does not start: {_tell_start(error)}"
                if self._has_run:
                    raise NotRendered(why) from error
                raise BadBrowser(self._path, why) from error
            self._has_run = True
        return self._running

    def _kill(self, running: "_Running", drawing: "Future[Drawn]") -> None:
        """End the browser without asking it; what waits for it in the thread then fails."""
        running.kill()
        with suppress(Exception):
            drawing.result(_STOP_TIMEOUT_S)
        self.stop()


def _tell(error: Exception) -> str:
    """The first line says what went wrong, the others where in the browser's log."""
    if isinstance(error, NotRendered):
        return error.why
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _tell_start(error: Exception) -> str:
    """What the browser itself said last, if anything; what Playwright adds is of no use."""
    said = _SAID.findall(str(error))
    if any("sandbox" in line for line in said):
        return "its sandbox is not allowed here, as in some containers; see --no-browser-sandbox"
    return said[-1] if said else _tell(error)


class _Running:
    """A browser while it runs; all but `kill` in the thread that started it."""

    def __init__(self, path: str, *, sandbox: bool) -> None:
        from playwright.sync_api import sync_playwright

        self.pages = 0
        self._tab: tuple[RenderSettings, Tab] | None = None
        self._playwright: Playwright = sync_playwright().start()
        try:
            self._chromium: Chromium = self._playwright.chromium.launch(
                executable_path=path,
                chromium_sandbox=sandbox,
                args=list(FLAGS),
                ignore_default_args=list(UNWANTED_FLAGS),
                timeout=_START_TIMEOUT_S * 1000,
            )
        except BaseException:
            self._playwright.stop()
            raise
        session = self._chromium.new_browser_cdp_session()
        self._process: int | None = _find_process(session)
        self._profile = _find_profile(session)
        self._socket = _find_socket(self._profile)
        session.detach()

    def draw(self, page: Opened) -> Drawn:
        self.pages += 1
        if page.settings.javascript:
            tab = Tab(self._chromium, page.settings)
            drawn = tab.draw(page)
            tab.close()
            return drawn
        # Without scripts nothing of a page outlives it, and a new tab takes longer than a page.
        if self._tab is None or self._tab[0] != page.settings:
            if self._tab is not None:
                self._tab[1].close()
            self._tab = page.settings, Tab(self._chromium, page.settings)
        return self._tab[1].draw(page)

    def stop(self) -> None:
        try:
            self._chromium.close()
            # It is gone, and its number may soon be another's.
            self._process = None
        finally:
            self._playwright.stop()

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def sweep(self) -> None:
        """Remove the folders of a browser that was killed: who should may have ended before."""
        for folder in (self._socket, self._profile):
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)


def _find_process(session: "CDPSession") -> int:
    told = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return next(int(one["id"]) for one in told if one["type"] == "browser")


def _find_profile(session: "CDPSession") -> Path | None:
    """The folder that Playwright made for what the browser keeps, to be removed with it."""
    profile = _PROFILE.search(session.send("SystemInfo.getInfo")["commandLine"])
    return Path(profile[1]) if profile and Path(profile[1]).name.startswith(_PROFILES) else None


def _find_socket(profile: Path | None) -> Path | None:
    """The folder that Chromium makes for its socket, and leaves behind when it is killed."""
    try:
        folder = Path(profile, "SingletonSocket").readlink().parent if profile else None
    except OSError:
        return None
    return folder if folder and folder.name.startswith(_SOCKET_FOLDERS) else None
