"""Turns in their order, by a clock that the tests turn."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dehusk.crawl import frontier as module
from dehusk.crawl.frontier import Frontier, Turn
from dehusk.crawl.state import Lead, Role, State, Status


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    made = State(tmp_path / "s.crawl")
    yield made
    made.close()


def make_frontier(state: State, clock: Clock, delay_s: float = 10.0, **urls: int) -> Frontier:
    """Hosts with so many addresses each."""
    frontier = Frontier(state, delay_s, clock)
    for host, count in urls.items():
        leads = [Lead(f"http://{host}/{n}", host, Role.PAGE, 0) for n in range(count)]
        frontier.wake(state.add(leads))
    return frontier


def take(frontier: Frontier) -> Turn:
    turn = frontier.take()
    assert isinstance(turn, Turn), turn
    return turn


def settle(state: State, frontier: Frontier, turn: Turn) -> None:
    frontier.release(turn.host)
    state.settle(turn.waiting, Status.PAGE, None, None)
    frontier.finish(turn)


def test_a_host_is_due_again_after_its_pause_and_not_before(state: State) -> None:
    clock = Clock()
    frontier = make_frontier(state, clock, a=3)
    turn = take(frontier)
    assert frontier.take() is None
    clock.now += 5
    settle(state, frontier, turn)
    assert frontier.take() == 10
    clock.now += 9.5
    assert frontier.take() == 0.5
    clock.now += 0.5
    assert take(frontier).waiting.url == "http://a/1"


def test_hosts_take_turns_beside_one_another(state: State) -> None:
    frontier = make_frontier(state, Clock(), a=2, b=2, c=1)
    assert [take(frontier).host for _ in range(3)] == ["a", "b", "c"]
    assert frontier.take() is None


def test_a_time_that_moved_while_a_host_was_queued_is_checked_again(state: State) -> None:
    clock = Clock()
    frontier = make_frontier(state, clock, a=2)
    frontier.hold_off("a", 60)
    assert frontier.take() == 60
    frontier.hold_off("a", 30)
    assert frontier.take() == 60


def test_a_host_that_was_not_asked_owes_no_pause(state: State) -> None:
    frontier = make_frontier(state, Clock(), a=2)
    turn = take(frontier)
    frontier.pass_on("a")
    state.settle(turn.waiting, Status.FAILED, "x", None)
    frontier.finish(turn)
    assert take(frontier).waiting.url == "http://a/1"


def test_what_is_put_back_comes_first(state: State) -> None:
    frontier = make_frontier(state, Clock(), a=3)
    turn = take(frontier)
    frontier.put_back(turn)
    frontier.finish(turn)
    assert take(frontier).waiting == turn.waiting


def test_a_held_host_has_no_turns_but_can_be_borrowed(state: State) -> None:
    clock = Clock()
    frontier = make_frontier(state, clock, a=1)
    frontier.hold("a")
    assert frontier.take() is None
    assert frontier.try_borrow("a") == 0
    assert frontier.try_borrow("a") > 0
    frontier.release("a")
    frontier.free("a")
    assert frontier.take() == 10


def test_a_busy_host_cannot_be_borrowed(state: State) -> None:
    frontier = make_frontier(state, Clock(), a=1)
    take(frontier)
    assert frontier.try_borrow("a") > 0


def test_an_address_under_way_is_not_given_out_twice(state: State) -> None:
    frontier = make_frontier(state, Clock(), 0.0, a=1)
    turn = take(frontier)
    # Released, but not settled yet: a browser may be at work on it.
    frontier.release("a")
    assert frontier.take() is None
    frontier.finish(turn)
    assert take(frontier).waiting == turn.waiting


def test_a_postponed_address_waits_for_its_time(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, today = Clock(), [1000.0]
    monkeypatch.setattr(time, "time", lambda: today[0])
    frontier = make_frontier(state, clock, 0.0, a=1)
    turn = take(frontier)
    frontier.release("a")
    state.postpone(turn.waiting, 1030.0, "timeout")
    frontier.finish(turn)
    assert frontier.take() == pytest.approx(30)
    clock.now, today[0] = clock.now + 30, 1030.0
    assert take(frontier).waiting.tries == 1


def test_a_site_that_wants_to_be_asked_slowly_is(state: State) -> None:
    clock = Clock()
    frontier = make_frontier(state, clock, a=2, b=1)
    frontier.slow_down("a", 25)
    frontier.slow_down("b", 1)
    for host, pause in (("a", 25), ("b", 10)):
        turn = take(frontier)
        assert turn.host == host
        settle(state, frontier, turn)
        assert frontier.try_borrow(host) == pause


def test_a_crawl_that_goes_on_begins_with_a_pause(state: State) -> None:
    clock = Clock()
    make_frontier(state, clock, a=1)
    frontier = Frontier(state, 10, clock)
    frontier.restore()
    assert frontier.take() == 10


def test_patience_outlives_a_crawl(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    make_frontier(state, Clock(), a=1)
    state.hold_off("a", 1090.0)
    frontier = Frontier(state, 10, Clock())
    frontier.restore()
    assert frontier.take() == pytest.approx(90)


def test_ranks_come_before_the_order_of_arrival(state: State) -> None:
    leads = [Lead(f"http://a/{n}", "a", Role.PAGE, 0, rank=9 - n) for n in range(3)]
    frontier = Frontier(state, 0.0, Clock(), ahead=1)
    frontier.wake(state.add(leads))
    assert take(frontier).waiting.url == "http://a/2"


def test_only_a_few_addresses_of_a_host_are_in_memory(state: State) -> None:
    frontier = make_frontier(state, Clock(), a=500)
    take(frontier)
    assert len(frontier._lanes["a"].ahead) == module.AHEAD - 1


def test_hosts_that_have_nothing_to_do_are_forgotten(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_IDLE_LANES", 10)
    clock = Clock()
    frontier = Frontier(state, 1.0, clock)
    for n in range(100):
        host = f"h{n}"
        frontier.wake(state.add([Lead(f"http://{host}/", host, Role.PAGE, 0)]))
        settle(state, frontier, take(frontier))
        clock.now += 2
        assert not isinstance(frontier.take(), Turn)
    assert len(frontier._lanes) <= 10


def test_a_postponed_address_keeps_no_other_waiting(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    clock = Clock()
    frontier = make_frontier(state, clock, 0.0, a=1)
    turn = take(frontier)
    frontier.release("a")
    state.postpone(turn.waiting, 1030.0, "timeout")
    frontier.finish(turn)
    assert frontier.take() == pytest.approx(30)
    frontier.wake(state.add([Lead("http://a/new", "a", Role.PAGE, 0)]))
    assert take(frontier).waiting.url == "http://a/new"


def test_a_queue_of_times_that_were_moved_forward_is_empty(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    frontier = make_frontier(state, Clock(), 0.0, a=1)
    turn = take(frontier)
    frontier.release("a")
    state.postpone(turn.waiting, 4600.0, "status 500")
    frontier.finish(turn)
    assert frontier.take() == pytest.approx(3600)
    state.leave("a", Status.FAILED, "x")
    frontier.wake(["a"])
    assert frontier.take() is None


def test_many_hosts_at_work_are_looked_through_seldom(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_IDLE_LANES", 10)
    sweeps: list[Frontier] = []
    sweep = Frontier._forget_idle

    def count_sweep(frontier: Frontier) -> None:
        sweeps.append(frontier)
        sweep(frontier)

    monkeypatch.setattr(Frontier, "_forget_idle", count_sweep)
    frontier = Frontier(state, 1.0, Clock())
    frontier.wake(f"h{n}" for n in range(1_000))
    assert len(frontier._lanes) == 1_000
    assert len(sweeps) < 10
