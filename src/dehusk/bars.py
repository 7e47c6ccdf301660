"""Progress on standard error: bars on a terminal, nothing elsewhere."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.text import Text

Step = TypeVar("Step")
CONSOLE = Console(stderr=True)


class _Speed(ProgressColumn):
    """Steps a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f}/s" if task.speed else "", style="cyan")


class Bars:
    """Progress as bars on a terminal, and nothing elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        self._rich = RichProgress(
            TextColumn("{task.description:<10}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Speed(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=CONSOLE,
            disable=quiet or not CONSOLE.is_terminal,
        )

    def __enter__(self) -> "Bars":
        # Bars that are off must not even be started: older versions then end with an empty line.
        if not self._rich.disable:
            self._rich.start()
        return self

    def __exit__(self, *_: object) -> None:
        if not self._rich.disable:
            self._rich.stop()

    def track(self, steps: Iterable[Step], name: str, total: int | None) -> Iterator[Step]:
        """The same steps, shown as they are taken; the end tells how many an unknown number was."""
        task = self._rich.add_task(name, total=total)
        done = 0
        for done, step in enumerate(steps, 1):
            yield step
            self._rich.update(task, completed=done)
        self._rich.update(task, completed=done, total=done)
