"""The system's Chromium: where it is, and which one."""

import logging
import os
import shutil
import subprocess
from dataclasses import replace
from importlib.util import find_spec

from dehusk.errors import BadBrowser, MissingBrowser, MissingExtra
from dehusk.render.settings import RenderSettings

EXTRA, LIBRARY = "render", "playwright"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_VERSION_TIMEOUT_S = 30.0

_log = logging.getLogger(__name__)


def prepare_rendering(settings: RenderSettings) -> RenderSettings:
    """The same settings with the browser found; says what to install where something is missing."""
    if find_spec(LIBRARY) is None:
        raise MissingExtra(EXTRA, LIBRARY)
    browser = _find_browser(settings.browser)
    sandbox = settings.sandbox and not _is_root()
    if settings.javascript and not sandbox:
        _log.warning("scripts run without Chromium's sandbox: run as another user than root")
    return replace(settings, browser=browser, sandbox=sandbox, version=_read_version(browser))


def _is_root() -> bool:
    """Chromium refuses root its sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _find_browser(named: str | None) -> str:
    for name in (named,) if named else NAMES:
        found = shutil.which(name)
        if found:
            return found
    raise MissingBrowser(named, NAMES)


def _read_version(browser: str) -> str:
    """What the browser says of itself, asked without starting it."""
    try:
        done = subprocess.run(  # noqa: S603 - the browser that the user has or names
            [browser, "--version"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_VERSION_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadBrowser(browser, str(error)) from error
    if done.returncode != 0 or not done.stdout.strip():
        said = (done.stderr.strip() or f"exit status {done.returncode}").splitlines()[-1]
        raise BadBrowser(browser, f"it does not tell its version: {said}")
    return done.stdout.strip()
