"""What robots.txt allows, by RFC 9309; and how slowly a site wants to be asked.

An answer of 2xx is read, its first 500 kB. 4xx means that there are no rules; 5xx, 429 and no
answer at all, that there is no telling: then nothing is allowed, and it is tried again. Redirects
are followed five times, from host to host, each address checked like any other; after more there
are no rules. What was read is good for a day.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import StrEnum

from protego import Protego

from dehusk.crawl.failures import Kind
from dehusk.crawl.response import Response
from dehusk.crawl.state import State

MOST_BYTES = 500 * 1024
MOST_REDIRECTS = 5
GOOD_FOR_S = 24 * 3600.0
MOST_DELAY_S = 300.0
"""Who wants a longer pause does not want to be crawled."""

_MOST_IN_MEMORY = 1_000


class Verdict(StrEnum):
    """What was learned by asking for a robots.txt."""

    RULES = "rules"
    NO_RULES = "no rules"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class Rules:
    """What an origin allows; `why` is what its addresses fail with where it cannot be told."""

    verdict: Verdict
    read_at: float
    text: bytes = b""
    parsed: Protego | None = field(default=None, compare=False)
    why: Kind = Kind.ROBOTS_GONE

    def allows(self, url: str, token: str) -> bool:
        """Whether a robot of that name may ask for the address."""
        if self.verdict is Verdict.UNREACHABLE or self.wanted_delay(token) > MOST_DELAY_S:
            return False
        return self.parsed is None or bool(self.parsed.can_fetch(url, token))

    def wanted_delay(self, token: str) -> float:
        """The pause between requests that it asks for, as Crawl-delay or Request-rate."""
        if self.parsed is None:
            return 0.0
        try:
            delay = float(self.parsed.crawl_delay(token) or 0.0)
            rate = self.parsed.request_rate(token)
            spread = rate.seconds / rate.requests if rate and rate.requests else 0.0
        except OverflowError:
            return math.inf
        return max(delay, spread)

    def list_sitemaps(self) -> list[str]:
        """The sitemaps that it names."""
        return list(self.parsed.sitemaps) if self.parsed else []


def read_rules(answer: Response | None, now: float) -> Rules:
    """What an answer, or none, means."""
    if answer is None or answer.status >= 500 or answer.status == 429:
        return Rules(Verdict.UNREACHABLE, now, why=Kind.ROBOTS_GONE)
    if not 200 <= answer.status < 300:
        return Rules(Verdict.NO_RULES, now)
    text = _cut(answer.content)
    return Rules(Verdict.RULES, now, text, _parse(text))


def _cut(content: bytes) -> bytes:
    """The part that is read, without a line that it would cut."""
    if len(content) <= MOST_BYTES:
        return content
    return content[:MOST_BYTES].rpartition(b"\n")[0]


def _parse(text: bytes) -> Protego:
    return Protego.parse(text.decode("utf-8-sig", "replace"))


class RobotsBook:
    """The rules of all origins: in the state, and the last used ones in memory."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: OrderedDict[str, Rules] = OrderedDict()

    def find(self, origin: str, now: float) -> Rules | None:
        """The rules of an origin, if they are known and not too old."""
        rules = self._known.get(origin) or self._load(origin)
        if rules is None or now - rules.read_at > GOOD_FOR_S:
            return None
        self._remember(origin, rules)
        return rules

    def put(self, origin: str, rules: Rules) -> None:
        """Take rules in."""
        self._remember(origin, rules)
        if rules.verdict is not Verdict.UNREACHABLE:
            self._state.rows.execute(
                "INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?)",
                (origin, rules.read_at, str(rules.verdict), rules.text),
            )

    def _load(self, origin: str) -> Rules | None:
        row = self._state.rows.execute(
            "SELECT verdict, read_at, text FROM robots WHERE origin = ?", (origin,)
        ).fetchone()
        if row is None:
            return None
        verdict, read_at, text = Verdict(row[0]), row[1], row[2]
        return Rules(verdict, read_at, text, _parse(text) if verdict is Verdict.RULES else None)

    def _remember(self, origin: str, rules: Rules) -> None:
        self._known[origin] = rules
        self._known.move_to_end(origin)
        if len(self._known) > _MOST_IN_MEMORY:
            self._known.popitem(last=False)
