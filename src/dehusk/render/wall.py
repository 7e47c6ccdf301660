"""The wall around a page: it gets what its own source holds, and nothing else in the world.

Every request is answered here or refused. Behind that stands a second wall, for what a browser
sends without asking: no host name and no address resolves, and all traffic is sent to a proxy that
does not exist. The page itself is told by its security policy that it may not open windows, frames
or dialogs, submit forms, start workers or downloads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dehusk.render.resource import Surroundings

if TYPE_CHECKING:
    from playwright.sync_api import Route

FLAGS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
    # Otherwise loopback addresses go past a proxy.
    "--proxy-bypass-list=<-loopback>",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-file-system",
    "--disable-speech-api",
    "--js-flags=--max-old-space-size=1024",
    "--disable-gpu",
    "--mute-audio",
    "--hide-scrollbars",
)
UNWANTED_FLAGS = ("--disable-popup-blocking",)
"""What Playwright would set: windows are to stay shut."""

_POLICY = (
    "sandbox allow-same-origin{scripts}; form-action 'none'; frame-src 'none'; object-src 'none'; "
    "worker-src 'none'; media-src 'none'; manifest-src 'none'; connect-src {hosts} data: blob:; "
    "default-src {hosts} data: blob: 'unsafe-inline' 'unsafe-eval'"
)
"""Most of what a page asks for is refused by the browser itself, which takes no time."""

_SERVED = frozenset(("stylesheet", "image", "font", "script", "xhr", "fetch"))
_TYPES = {"stylesheet": "text/css", "script": "text/javascript"}
_UNKNOWN_TYPE = "application/octet-stream"
_MOST_REQUESTS = 2_000
"""A page that asks for more is up to something."""


@dataclass(slots=True)
class Gate:
    """Answers what one page asks for; `told` is what was asked, and the digest of each answer."""

    html: bytes
    surroundings: Surroundings
    javascript: bool
    told: dict[str, str | None] = field(default_factory=dict)
    is_open: bool = True

    def answer(self, route: "Route") -> None:
        """Hand out the page once, then what lies beside it."""
        request = route.request
        if request.is_navigation_request():
            self._answer_navigation(route)
        elif request.resource_type in _SERVED and request.method in ("GET", "HEAD"):
            self._answer_request(route)
        else:
            route.abort("blockedbyclient")

    def _answer_navigation(self, route: "Route") -> None:
        if not self.is_open:
            # Any other refusal would put an error page in the page's place.
            route.abort("aborted")
            return
        self.is_open = False
        scripts = " allow-scripts" if self.javascript else ""
        policy = _POLICY.format(scripts=scripts, hosts=self.surroundings.hosts)
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy}
        route.fulfill(status=200, headers=headers, body=self.html)

    def _answer_request(self, route: "Route") -> None:
        url = route.request.url
        if url not in self.told and len(self.told) >= _MOST_REQUESTS:
            route.abort("blockedbyclient")
            return
        found = self.surroundings.find(url)
        self.told[url] = found.digest if found else None
        if found is None:
            route.abort("blockedbyclient")
            return
        media_type = found.media_type or _TYPES.get(route.request.resource_type, _UNKNOWN_TYPE)
        # Fonts and modules of other hosts of the archive are read only where their host allows it.
        headers = {"Content-Type": media_type, "Access-Control-Allow-Origin": "*"}
        route.fulfill(status=200, headers=headers, body=found.body)


def make_context_options(width: int, height: int, *, javascript: bool) -> Mapping[str, Any]:
    """How the browser opens a window for a page."""
    return {
        "java_script_enabled": javascript,
        "viewport": {"width": width, "height": height},
        "service_workers": "block",
        "accept_downloads": False,
        "reduced_motion": "reduce",
        "locale": "en-US",
        "timezone_id": "UTC",
    }
