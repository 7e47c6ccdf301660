"""How the time of a tool grows with the pages of a site: one site in several sizes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.peers.measure import ToolUnusable, measure
from benchmarks.peers.process import Launch
from dehusk.evaluate.truth import TruthSite

FAST_S = 2.0
"""A tool that takes less for the first size does each twice, and the better is taken: noise only
adds. All sizes or none, for else the ratios between them would be off."""


@dataclass(frozen=True, slots=True)
class Grown:
    """Seconds for so many pages; a problem when some pages failed, or nothing was measured."""

    n_pages: int
    seconds: float | None
    n_failed: int = 0
    problem: str | None = None


def measure_growth(
    launch: Launch, sites: Sequence[TruthSite], on_page: Callable[[], None]
) -> tuple[Grown, ...]:
    """Each size in processes of its own."""
    found = [_measure_size(launch, site, on_page) for site in sites]
    if found and found[0].seconds is not None and found[0].seconds < FAST_S:
        again = [_measure_size(launch, site, lambda: None) for site in sites]
        return tuple(map(_choose_better, found, again))
    return tuple(found)


def _measure_size(launch: Launch, site: TruthSite, on_page: Callable[[], None]) -> Grown:
    n_pages = len(site.pages)
    try:
        found = measure(launch, [site], on_page)
    except ToolUnusable as problem:
        return Grown(n_pages, None, 0, str(problem))
    problems = list(found.failures.values())
    return Grown(n_pages, found.seconds, len(problems), problems[0] if problems else None)


def _choose_better(first: Grown, second: Grown) -> Grown:
    """The faster; one that failed counts, but one that there was no time for does not."""
    if first.problem or second.seconds is None:
        return first
    if second.problem:
        return second
    return min(first, second, key=lambda grown: grown.seconds or 0.0)
