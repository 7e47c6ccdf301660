"""What is told of a crawl while it runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A crawl at one moment; `pages` and `n_bytes` are over all of its runs."""

    pages: int
    others: int
    waiting: int
    hosts: int
    in_flight: int
    n_bytes: int
    failures: Mapping[str, int]
    pages_a_second: float
    max_pages: int | None = None


class Watcher(Protocol):
    """Whoever shows how a crawl goes."""

    def go_on(self, pages: int, waiting: int) -> None:
        """Called at the start of a run that goes on with a former one."""

    def show(self, snapshot: Snapshot) -> None:
        """Called several times a second, and at the end."""


class Speed:
    """Pages a second over the last while."""

    WINDOW_S = 10.0

    def __init__(self, now: float, pages: int) -> None:
        self._marks = [(now, pages)]

    def measure(self, now: float, pages: int) -> float:
        """The speed, told of how many pages there are now."""
        self._marks.append((now, pages))
        while len(self._marks) > 2 and now - self._marks[1][0] > self.WINDOW_S:
            del self._marks[0]
        start, former = self._marks[0]
        return (pages - former) / (now - start) if now > start else 0.0
