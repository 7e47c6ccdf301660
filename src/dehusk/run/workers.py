"""Work done by processes that may die: results in the order of the input, nothing lost.

A process that dies or does not come back costs no more than the item it was at: its batch is done
again item by item, and an item that ends its process a second time is given up.
"""

import multiprocessing
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar, cast

Item = TypeVar("Item")
Result = TypeVar("Result")

BATCHES_AHEAD = 4
"""Batches a worker may be ahead of the oldest unfinished one: bounds what waits in memory."""

_STOP_TIMEOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class WorkPlan(Generic[Item, Result]):
    """What each process does with an item, and what is said of one that could not be done."""

    work: Callable[[Item], Result]
    give_up: Callable[[Item], Result]
    jobs: int
    batch_size: int = 16
    timeout_s: float = 120.0


def map_in_processes(plan: WorkPlan[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
    """The result of each item, in the order of the items."""
    pool = _Pool(plan)
    try:
        yield from pool.run(_cut_batches(items, plan.batch_size))
    finally:
        pool.stop()


def _cut_batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    batch: list[Item] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


@dataclass(slots=True)
class _Task(Generic[Item, Result]):
    """A batch on its way: the items not yet done, and the results so far."""

    number: int
    items: deque[Item]
    one_by_one: bool = False
    results: list[Result] = field(default_factory=list)

    def portion(self) -> list[Item]:
        return [self.items[0]] if self.one_by_one else list(self.items)

    def take(self, results: Sequence[Result]) -> None:
        self.results.extend(results)
        for _ in results:
            self.items.popleft()


class _Worker(Generic[Item, Result]):
    """A process and the task it is at."""

    def __init__(self, work: Callable[[Item], Result]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, theirs), daemon=True)
        with _deaf_to_ctrl_c():
            self.process.start()
        theirs.close()
        self.task: _Task[Item, Result] | None = None
        self.deadline = float("inf")

    def give(self, task: _Task[Item, Result], timeout_s: float) -> None:
        self.task = task
        self.deadline = time.monotonic() + timeout_s
        self.pipe.send(task.portion())

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()

    def dismiss(self) -> None:
        self.pipe.close()
        self.process.join(_STOP_TIMEOUT_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Started here, a process inherits it: only the first one decides what Ctrl-C means."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def _serve(work: Callable[[Item], Result], pipe: Connection) -> None:
    """A worker's life: a batch in, its results or what went wrong out, until the pipe closes."""
    while True:
        try:
            items = cast("list[Item]", pipe.recv())
        except (EOFError, OSError):
            return
        try:
            answer: list[Result] | Exception = [work(item) for item in items]
        except Exception as error:
            answer = error
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return


class _Pool(Generic[Item, Result]):
    """The workers, the tasks that wait for one, and the results that wait for their turn."""

    def __init__(self, plan: WorkPlan[Item, Result]) -> None:
        self.plan = plan
        self.workers: list[_Worker[Item, Result]] = []
        self.waiting: deque[_Task[Item, Result]] = deque()
        self.done: dict[int, list[Result]] = {}
        self.next_number = 0

    def run(self, batches: Iterator[list[Item]]) -> Iterator[Result]:
        emitted = 0
        while True:
            self._fill_up(batches, emitted)
            if emitted in self.done:
                yield from self.done.pop(emitted)
                emitted += 1
            elif emitted == self.next_number:
                return
            else:
                self._hand_out()
                self._collect()

    def stop(self) -> None:
        for worker in self.workers:
            if worker.task is None:
                worker.dismiss()
            else:
                worker.kill()
        self.workers.clear()

    def _fill_up(self, batches: Iterator[list[Item]], emitted: int) -> None:
        while self.next_number - emitted < BATCHES_AHEAD * self.plan.jobs:
            batch = next(batches, None)
            if batch is None:
                return
            self.waiting.append(_Task(self.next_number, deque(batch)))
            self.next_number += 1

    def _hand_out(self) -> None:
        idle = [worker for worker in self.workers if worker.task is None]
        while self.waiting and (idle or len(self.workers) < self.plan.jobs):
            if idle:
                worker = idle.pop()
            else:
                worker = _Worker(self.plan.work)
                self.workers.append(worker)
            self._give(worker, self.waiting.popleft())

    def _give(self, worker: _Worker[Item, Result], task: _Task[Item, Result]) -> None:
        try:
            worker.give(task, self.plan.timeout_s)
        except OSError:
            # It was dead before it got the task: the task is not to blame.
            self._dismiss(worker)
            self.waiting.appendleft(task)

    def _collect(self) -> None:
        """Wait for a result, a death, or a deadline."""
        busy = {worker.pipe: worker for worker in self.workers if worker.task is not None}
        nearest = min((worker.deadline for worker in busy.values()), default=0.0)
        ready = wait(list(busy), timeout=max(nearest - time.monotonic(), 0.0))
        for pipe in ready:
            self._receive(busy[cast("Connection", pipe)])
        for worker in busy.values():
            if worker.task is not None and worker.deadline <= time.monotonic():
                self._bury(worker)

    def _receive(self, worker: _Worker[Item, Result]) -> None:
        task = worker.task
        assert task is not None
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if isinstance(answer, Exception):
            raise answer
        task.take(answer)
        if task.items:
            self._give(worker, task)
        else:
            self.done[task.number] = task.results
            worker.task, worker.deadline = None, float("inf")

    def _dismiss(self, worker: _Worker[Item, Result]) -> None:
        worker.kill()
        self.workers.remove(worker)

    def _bury(self, worker: _Worker[Item, Result]) -> None:
        """Replace a dead worker, and go on with its batch where that is safe."""
        task = worker.task
        assert task is not None
        self._dismiss(worker)
        if task.one_by_one:
            task.take([self.plan.give_up(task.items[0])])
        task.one_by_one = True
        if task.items:
            self.waiting.appendleft(task)
        else:
            self.done[task.number] = task.results
