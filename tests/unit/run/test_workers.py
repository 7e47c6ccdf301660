import multiprocessing
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dehusk.run.workers import BATCHES_AHEAD, WorkPlan, map_in_processes
from tests import worker_functions as workers

PATIENCE_S = 3.0
"""Enough for a process to start on a busy machine, and for a test to wait twice."""


def plan_for(
    work: Callable[[int], int], jobs: int = 2, batch_size: int = 2, timeout_s: float = 60.0
) -> WorkPlan[int, int]:
    return WorkPlan(work, workers.give_up, jobs, batch_size, timeout_s)


@pytest.mark.parametrize(("jobs", "batch_size"), [(1, 3), (2, 1)])
def test_results_come_in_the_order_of_the_items(jobs: int, batch_size: int) -> None:
    plan = plan_for(workers.double_slowly_at_first, jobs, batch_size)
    assert list(map_in_processes(plan, range(10))) == list(range(0, 20, 2))


def test_work_is_done_in_other_processes_than_this_one() -> None:
    done_by = set(map_in_processes(plan_for(workers.tell_process), range(8)))
    assert os.getpid() not in done_by
    assert 1 <= len(done_by) <= 2


def test_no_items_give_no_results() -> None:
    assert list(map_in_processes(plan_for(workers.double), [])) == []


@pytest.mark.parametrize("work", [workers.exit_at_three, workers.be_killed_at_three])
@pytest.mark.parametrize("batch_size", [1, 8])
def test_a_worker_that_dies_costs_only_its_item(
    work: Callable[[int], int], batch_size: int
) -> None:
    results = list(map_in_processes(plan_for(work, batch_size=batch_size), range(6)))
    assert results == [0, 2, 4, -1, 8, 10]


def test_every_item_is_answered_though_every_worker_dies() -> None:
    assert list(map_in_processes(plan_for(workers.die_always), range(3))) == [-1, -1, -1]


def test_an_item_that_ended_its_worker_once_gets_another_chance(tmp_path: Path) -> None:
    plan = WorkPlan(workers.die_once, workers.give_up_in_words, jobs=1)
    assert list(map_in_processes(plan, [str(tmp_path / "mark")])) == ["survived"]


def test_a_worker_that_hangs_costs_only_its_item() -> None:
    plan = plan_for(workers.hang_at_three, batch_size=4, timeout_s=PATIENCE_S)
    assert list(map_in_processes(plan, range(6))) == [0, 2, 4, -1, 8, 10]


def test_an_exception_of_the_work_reaches_the_caller() -> None:
    with pytest.raises(ValueError, match="three is refused"):
        list(map_in_processes(plan_for(workers.refuse_three), range(6)))
    assert not multiprocessing.active_children()


def test_results_before_an_exception_are_given() -> None:
    results = map_in_processes(plan_for(workers.refuse_three, jobs=1, batch_size=1), range(6))
    assert [next(results) for _ in range(3)] == [0, 2, 4]
    with pytest.raises(ValueError, match="three is refused"):
        next(results)


def test_items_are_taken_only_a_few_batches_ahead_of_the_results() -> None:
    taken = 0

    def count_up() -> Iterator[int]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield number

    ahead = []
    results = map_in_processes(plan_for(workers.double, jobs=1, batch_size=2), count_up())
    assert taken == 0
    for given, _ in zip(range(1, 21), results, strict=False):
        ahead.append(taken - given)
    results.close()  # type: ignore[attr-defined]
    assert max(ahead) < BATCHES_AHEAD * 2
    assert taken < 1000


def test_no_process_is_left_when_the_caller_stops_early() -> None:
    results = map_in_processes(plan_for(workers.double, batch_size=1), range(1000))
    assert next(results) == 0
    assert multiprocessing.active_children()
    results.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_no_process_is_left_when_all_is_done() -> None:
    assert len(list(map_in_processes(plan_for(workers.double), range(5)))) == 5
    assert not multiprocessing.active_children()
