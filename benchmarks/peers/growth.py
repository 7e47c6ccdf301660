"""How the time of a tool grows with the pages of a site: one site in several sizes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.peers.measure import ToolUnusable, measure
from benchmarks.peers.process import Launch
from benchmarks.peers.tally import Measured
from dehusk.evaluate.truth import TruthSite

FAST_S = 1.0
"""What takes less is measured again, and the better taken: noise only ever adds."""


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
    return tuple(_measure_size(launch, site, on_page) for site in sites)


def _measure_size(launch: Launch, site: TruthSite, on_page: Callable[[], None]) -> Grown:
    n_pages = len(site.pages)
    try:
        first = measure(launch, [site], on_page)
    except ToolUnusable as problem:
        return Grown(n_pages, None, 0, str(problem))
    if first.failures:
        return Grown(
            n_pages, first.seconds, len(first.failures), next(iter(first.failures.values()))
        )
    return Grown(n_pages, min(first.seconds, _measure_again(launch, site, first)))


def _measure_again(launch: Launch, site: TruthSite, first: Measured) -> float:
    if first.seconds >= FAST_S:
        return first.seconds
    try:
        second = measure(launch, [site])
    except ToolUnusable:
        return first.seconds
    return first.seconds if second.failures else second.seconds
