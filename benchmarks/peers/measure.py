"""Every page of some sites through a tool, going on after pages that end or stop its process."""

import time
from collections.abc import Callable, Sequence

from benchmarks.peers.process import Ending, Launch, run_process
from benchmarks.peers.tally import Measured, Tally
from dehusk.evaluate.truth import TruthSite

MAX_FALSE_STARTS = 1
"""A process killed before its first line may have been killed for what others did."""


class ToolUnusable(Exception):
    """Nothing can be said of the tool; holds why."""


def measure(
    launch: Launch, sites: Sequence[TruthSite], on_page: Callable[[], None] = lambda: None
) -> Measured:
    """In as few processes as the tool survives."""
    tally = Tally(sites, on_page)
    n_false_starts = n_late = 0
    while tally.todo:
        ending = _run(launch, tally)
        if tally.todo and time.monotonic() >= launch.ends_at:
            raise ToolUnusable(_describe_rest(tally.sum_up().n_pages, sites))
        n_late += ending.is_late
        if n_late > launch.limits.max_late:
            raise ToolUnusable(f"given up after {n_late} time limits")
        if tally.has_started:
            n_false_starts = 0
            tally.blame(f"ended its process ({ending.cause})")
        elif ending.was_killed and n_false_starts < MAX_FALSE_STARTS:
            n_false_starts += 1
        else:
            raise ToolUnusable(_describe_false_start(ending))
    return tally.sum_up()


def _run(launch: Launch, tally: Tally) -> Ending:
    tally.begin()
    try:
        return run_process(launch, tally.write_job(), tally)
    except (FileNotFoundError, PermissionError) as problem:
        # Not the path: results are passed on, and it tells whose they are.
        raise ToolUnusable("no interpreter to run it with (make bench makes it)") from problem


def _describe_rest(n_done: int, sites: Sequence[TruthSite]) -> str:
    n_pages = sum(len(site.pages) for site in sites)
    return f"out of time with {n_done:,} of {n_pages:,} pages done"


def _describe_false_start(ending: Ending) -> str:
    if ending.was_killed:
        return f"ended by {ending.cause} before its first line, twice"
    return ending.last_words or f"{ending.cause}, and it said nothing"
