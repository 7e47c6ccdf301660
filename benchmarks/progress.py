"""Bars of how far long work is: on a terminal; elsewhere lines say enough."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import Progress

from dehusk.bars import CONSOLE


@contextmanager
def show_progress() -> Iterator[Progress]:
    """Bars while the work goes on."""
    progress = Progress(console=CONSOLE, disable=not CONSOLE.is_terminal)
    if progress.disable:
        yield progress
    else:
        with progress:
            yield progress
