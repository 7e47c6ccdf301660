"""How a crawl is done: how far it reaches, how polite it is, how much it takes; all checked."""

import math
from dataclasses import dataclass, field
from importlib.metadata import version

from dehusk.crawl.patterns import compile_patterns
from dehusk.errors import BadSetting
from dehusk.render import RenderSettings

MEBIBYTE = 1024 * 1024
SCOPES = HOST, DOMAIN, PATH = "host", "domain", "path"
USER_AGENT = f"dehusk/{version('dehusk')} (learns the templates of websites)"

_MOST_DELAY_S = 3600.0


@dataclass(frozen=True, slots=True)
class Reach:
    """Which pages are wanted: what two crawls must share for one to go on with the other.

    `scope`: links are followed on the same host, the same domain, or below the same folder.
    `depth`: so many links away from what was named; 0 is only what was named.
    `include`, `exclude`: regular expressions (RE2), looked for anywhere in an address.
    """

    scope: str = HOST
    hosts: tuple[str, ...] = ()
    depth: int | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    sitemaps: bool = True

    def __post_init__(self) -> None:
        if self.scope not in SCOPES:
            raise BadSetting("crawl", "scope", self.scope, ", ".join(SCOPES))
        if self.depth is not None and self.depth < 0:
            raise BadSetting("crawl", "depth", self.depth, "0 or more")
        for name in ("include", "exclude"):
            compile_patterns(getattr(self, name), name)


@dataclass(frozen=True, slots=True)
class Manners:
    """How polite a crawl is: the pause between two requests to a host, and who it says it is."""

    delay_s: float = 1.0
    hosts_at_once: int = 64
    user_agent: str = USER_AGENT

    def __post_init__(self) -> None:
        if not 0 <= self.delay_s <= _MOST_DELAY_S:
            raise BadSetting("crawl", "delay", self.delay_s, "0 seconds to an hour")
        if self.hosts_at_once < 1:
            raise BadSetting("crawl", "hosts_at_once", self.hosts_at_once, "1 or more")
        agent = self.user_agent
        if not self.token or not agent.isascii() or not agent.isprintable():
            allowed = "plain characters that start with a name, such as mybot/1.0"
            raise BadSetting("crawl", "user_agent", agent, allowed)

    @property
    def token(self) -> str:
        """What robots.txt files call us: the first word of the name."""
        return self.user_agent.partition("/")[0].partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server may at most cost us; bytes are counted before and after decompression."""

    body_bytes: int = 16 * MEBIBYTE
    listing_bytes: int = 50 * MEBIBYTE
    line_bytes: int = 8 * 1024
    header_lines: int = 128
    redirects: int = 10
    timeout_s: float = 60.0
    retries: int = 2
    retry_s: float = 5.0
    patience_s: float = 3600.0

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            least = 0 if name in ("retries", "redirects", "retry_s") else 1e-3
            if not (math.isfinite(value) and value >= least):
                raise BadSetting("crawl", name, value, f"{least:g} or more")


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """All of a crawl but where it starts and what it writes.

    `max_pages`, `max_bytes`: then it ends; the same crawl with larger ones goes on.
    `until_learned`: a site ends when more of its pages teach nothing new. `again`: what is there
    already is asked for once more, with what the server said of it then. `rendering`: pages that
    are empty without scripts are shown to a browser.
    """

    reach: Reach = field(default_factory=Reach)
    manners: Manners = field(default_factory=Manners)
    limits: Limits = field(default_factory=Limits)
    max_pages: int | None = None
    max_bytes: int | None = None
    until_learned: bool = False
    again: bool = False
    allow_private: bool = False
    rendering: RenderSettings | None = None

    def __post_init__(self) -> None:
        for name in ("max_pages", "max_bytes"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise BadSetting("crawl", name, value, "1 or more")
