"""Whose turn it is: hosts in a priority queue, keyed by the earliest time each may be asked.

One request at a time a host, and a pause after each; many hosts beside one another. The time of a
host may move while it is in the queue (a server asks for patience, a robots.txt for slowness), so
it is checked again when its turn has come. Addresses stay in the state; only the next few of each
host are in memory.
"""

import heapq
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import count

from dehusk.crawl.state import State, Waiting

AHEAD = 16
"""So many addresses of a host are read from the state at a time."""

MOST_IDLE_LANES = 10_000
"""Above it, hosts that have nothing to do are forgotten."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Turn:
    """An address whose time has come; its host is ours until it is released."""

    host: str
    waiting: Waiting


@dataclass(slots=True)
class _Lane:
    """A host: when it may be asked next, and what is next."""

    next_at: float
    delay_s: float
    is_busy: bool = False
    queued_at: float | None = None
    holds: int = 0
    strikes: int = 0
    ahead: deque[Waiting] = field(default_factory=deque)
    under_way: set[int] = field(default_factory=set)

    def is_idle(self, now: float) -> bool:
        """Whether nothing would be lost with it."""
        is_at_work = self.is_busy or self.queued_at is not None or self.holds or self.under_way
        return not is_at_work and self.next_at <= now


class Frontier:
    """The queue of hosts; times are those of the clock, in the state those of the calendar."""

    def __init__(
        self, state: State, delay_s: float, clock: Clock = time.monotonic, ahead: int = AHEAD
    ) -> None:
        self._state = state
        self._delay_s = delay_s
        self._clock = clock
        self._ahead = ahead
        self._lanes: dict[str, _Lane] = {}
        self._queue: list[tuple[float, int, str]] = []
        self._order = count()
        self._most_lanes = MOST_IDLE_LANES

    def restore(self) -> None:
        """Queue the hosts of a crawl that goes on: nobody knows how long ago they were asked."""
        now, today = self._clock(), time.time()
        for host, not_before in self._state.list_hosts():
            self._find_lane(host).next_at = now + max(self._delay_s, not_before - today)
            self._enqueue(host)

    def wake(self, hosts: Iterable[str]) -> None:
        """There are new addresses of these hosts."""
        for host in hosts:
            self._enqueue(host)

    def take(self) -> Turn | float | None:
        """The turn that is due; else the seconds until one may be; else nothing is queued."""
        while self._queue:
            at, _, host = self._queue[0]
            now = self._clock()
            lane = self._lanes.get(host)
            if lane is None or lane.queued_at != at:
                # It was queued again, for an earlier time.
                heapq.heappop(self._queue)
                continue
            if at > now:
                return at - now
            heapq.heappop(self._queue)
            lane.queued_at = None
            turn = self._try_lane(host, lane, now)
            if turn is not None:
                return turn
        return None

    def _try_lane(self, host: str, lane: _Lane, now: float) -> Turn | None:
        if lane.is_busy or lane.holds:
            # Whoever has it queues it again.
            return None
        if lane.next_at > now:
            self._enqueue(host)
            return None
        if not lane.ahead and not self._look_ahead(host, lane):
            # All that waits is being worked on; whoever does queues the host again.
            return None
        if lane.ahead:
            lane.is_busy = True
            turn = Turn(host, lane.ahead.popleft())
            lane.under_way.add(turn.waiting.id)
            return turn
        wanted_at = self._state.find_next_time(host)
        if wanted_at is not None:
            # The address waits, not its host: new ones may come first.
            self._enqueue(host, now + max(wanted_at - time.time(), 0.001))
        return None

    def _look_ahead(self, host: str, lane: _Lane) -> bool:
        """Read the next addresses; False where there are some, but none that is not under way."""
        most = self._ahead + len(lane.under_way)
        found = self._state.list_waiting(host, time.time(), most)
        lane.ahead.extend(one for one in found if one.id not in lane.under_way)
        return bool(lane.ahead) or not found

    def put_back(self, turn: Turn) -> None:
        """The turn was not used: the same address is next, and no pause is due."""
        self._lanes[turn.host].ahead.appendleft(turn.waiting)
        self.pass_on(turn.host)

    def finish(self, turn: Turn) -> None:
        """What came of the turn is written down: the address waits no more, or may wait again."""
        self._lanes[turn.host].under_way.discard(turn.waiting.id)
        self._enqueue(turn.host)

    def pass_on(self, host: str) -> None:
        """Give a host back that was not asked after all."""
        self._lanes[host].is_busy = False
        self._enqueue(host)

    def release(self, host: str) -> None:
        """Give a host back that was asked: its pause begins now."""
        lane = self._lanes[host]
        lane.is_busy = False
        lane.next_at = max(lane.next_at, self._clock() + lane.delay_s)
        self._enqueue(host)

    def try_borrow(self, host: str) -> float:
        """Have a host for a request beside its addresses; else the seconds until it may be free."""
        lane = self._find_lane(host)
        left_s = lane.next_at - self._clock()
        if lane.is_busy or left_s > 0:
            return max(left_s, 0.02)
        lane.is_busy = True
        return 0.0

    def hold(self, host: str) -> None:
        """No turns of a host until it is freed; it may still be borrowed."""
        self._find_lane(host).holds += 1

    def free(self, host: str) -> None:
        """Turns again."""
        self._lanes[host].holds -= 1
        self._enqueue(host)

    def hold_off(self, host: str, seconds: float) -> None:
        """Ask a host no sooner than in so many seconds."""
        lane = self._find_lane(host)
        lane.next_at = max(lane.next_at, self._clock() + seconds)

    def slow_down(self, host: str, delay_s: float) -> float:
        """The pause that a host wants, if that is longer than ours; by how much longer it is now.

        The time since its last request counts: it was asked for robots.txt a moment ago.
        """
        lane = self._find_lane(host)
        longer_s = max(self._delay_s, delay_s) - lane.delay_s
        lane.delay_s += longer_s
        lane.next_at += max(longer_s, 0.0) if lane.next_at else 0.0
        return max(longer_s, 0.0)

    def count_strike(self, host: str, *, is_one: bool) -> int:
        """How often in a row a host did not answer, this time included; an answer starts anew."""
        lane = self._find_lane(host)
        lane.strikes = lane.strikes + 1 if is_one else 0
        return lane.strikes

    def forget_ahead(self, host: str) -> None:
        """What was read from the state may be true no more."""
        self._find_lane(host).ahead.clear()

    def list_under_way(self, host: str) -> tuple[int, ...]:
        """The addresses of a host that somebody is at work on."""
        return tuple(self._find_lane(host).under_way)

    @property
    def hosts(self) -> int:
        """How many hosts are queued, or being asked."""
        return sum(lane.queued_at is not None or lane.is_busy for lane in self._lanes.values())

    def _find_lane(self, host: str) -> _Lane:
        lane = self._lanes.get(host)
        if lane is None:
            if len(self._lanes) >= self._most_lanes:
                self._forget_idle()
            lane = self._lanes[host] = _Lane(0.0, self._delay_s)
        return lane

    def _forget_idle(self) -> None:
        now = self._clock()
        self._lanes = {host: lane for host, lane in self._lanes.items() if not lane.is_idle(now)}
        # Where most are at work, looking for idle ones pays only when there are many more.
        self._most_lanes = max(MOST_IDLE_LANES, 2 * len(self._lanes))

    def _enqueue(self, host: str, not_before: float = 0.0) -> None:
        lane = self._find_lane(host)
        at = max(lane.next_at, not_before)
        is_queued = lane.queued_at is not None and lane.queued_at <= at
        if not (is_queued or lane.is_busy or lane.holds):
            lane.queued_at = at
            heapq.heappush(self._queue, (at, next(self._order), host))
