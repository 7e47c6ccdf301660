"""How a crawl goes, on standard error: live on a terminal, a line now and then elsewhere."""

import time
from collections.abc import Mapping

from rich.live import Live
from rich.text import Text

from dehusk.bars import CONSOLE
from dehusk.concluding import say
from dehusk.counting import say_count
from dehusk.crawl.progress import Snapshot

LINE_EVERY_S = 10.0
MOST_KINDS = 5
_MEBIBYTE = 1024 * 1024


class Screen:
    """Shows snapshots; quiet ones show nothing."""

    def __init__(self, *, quiet: bool, again: bool = False) -> None:
        self._is_live = CONSOLE.is_terminal and not quiet
        self._is_quiet = quiet
        self._is_again = again
        self._live = Live(console=CONSOLE, refresh_per_second=4, transient=True)
        self._next_line = time.monotonic() + LINE_EVERY_S

    def __enter__(self) -> "Screen":
        if self._is_live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_live:
            self._live.stop()

    def go_on(self, pages: int, waiting: int) -> None:
        """Say what is there already."""
        if self._is_quiet:
            return
        if self._is_again and not pages:
            say(f"asking again for {waiting:,} address{'' if waiting == 1 else 'es'}")
        else:
            say(f"going on: {say_count(pages, 'page')} there already, {waiting:,} waiting")

    def show(self, snapshot: Snapshot) -> None:
        """A snapshot, where and when it is of use."""
        if self._is_live:
            self._live.update(_draw(snapshot))
        elif not self._is_quiet and time.monotonic() >= self._next_line:
            say(write_line(snapshot))
            self._next_line = time.monotonic() + LINE_EVERY_S


def write_line(snapshot: Snapshot) -> str:
    """A snapshot as one line of a log."""
    parts = [
        say_count(snapshot.pages, "page"),
        f"{snapshot.pages_a_second:.1f}/s",
        say_count(snapshot.hosts, "host"),
        f"{snapshot.waiting:,} waiting",
        f"{snapshot.n_bytes / _MEBIBYTE:,.1f} MiB",
    ]
    if snapshot.failures:
        parts.append(
            f"{sum(snapshot.failures.values()):,} failed ({list_kinds(snapshot.failures)})"
        )
    return ", ".join(parts)


def list_kinds(counts: Mapping[str, int]) -> str:
    """The most frequent kinds of something, each with its number."""
    most = sorted(counts.items(), key=lambda kind: (-kind[1], kind[0]))
    told = ", ".join(f"{count:,} {kind}" for kind, count in most[:MOST_KINDS])
    return told + (", …" if len(most) > MOST_KINDS else "")


def _draw(snapshot: Snapshot) -> Text:
    most = f" of at most {snapshot.max_pages:,}" if snapshot.max_pages else ""
    text = Text("Crawling  ")
    text.append(f"{snapshot.pages:,} pages", style="bold")
    text.append(f"{most}  ")
    text.append(f"{snapshot.pages_a_second:.1f}/s", style="cyan")
    text.append(f"  {say_count(snapshot.hosts, 'host')}, {snapshot.waiting:,} waiting, ")
    text.append(f"{snapshot.n_bytes / _MEBIBYTE:,.1f} MiB")
    if snapshot.failures:
        text.append(f"\n          failed: {list_kinds(snapshot.failures)}", style="red")
    return text
