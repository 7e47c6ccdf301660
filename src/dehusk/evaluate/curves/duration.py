"""The time a method takes against the number of pages, parsing left out.

After Debnath, Mitra and Giles (SAC 2005), Figure 2, for every method there is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from dehusk.evaluate.contest import Entry
from dehusk.evaluate.curves.average import plot_means
from dehusk.evaluate.curves.curve import LeftOut, Lines, Point, SiteLines
from dehusk.evaluate.curves.large import SIZES, choose_large, describe_lack, describe_sites
from dehusk.evaluate.curves.trials import Seconds, Trials
from dehusk.evaluate.plot import Plot
from dehusk.evaluate.truth import TruthSite

PAGES = (5, 10, 20, 40, 80, 160, 320)
TIMED_SIZES = (40, *SIZES)


class Work(Enum):
    """What is timed, and what it is done to."""

    LEARN = "learn from so many pages"
    SCORE = "score the leaves of so many pages"

    def read(self, seconds: Seconds) -> float:
        """Its time."""
        return seconds.learn if self is Work.LEARN else seconds.score


@dataclass(frozen=True, slots=True)
class TimeByPages:
    """The CPU time of each entry's method at so many pages."""

    entries: tuple[Entry, ...]
    work: Work

    @property
    def name(self) -> str:
        """One file a work."""
        return f"time-to-{self.work.name.lower()}"

    @property
    def title(self) -> str:
        """One picture a work."""
        return f"Time to {self.work.value}"

    def choose(self, sites: Sequence[TruthSite]) -> Sequence[TruthSite]:
        """The largest sites: small ones show nothing of growth."""
        return choose_large(sites, TIMED_SIZES)

    def measure(self, trials: Trials) -> Lines:
        """A line an entry, as far as the site's pages reach."""
        steps = [n for n in PAGES if n <= len(trials.pages)]
        if not steps:
            return {}
        return {
            entry.name: [
                Point(str(n), n, self.work.read(trials.time(entry.recipe, n))) for n in steps
            ]
            for entry in self.entries
        }

    def plot(self, measured: Sequence[SiteLines]) -> Plot | LeftOut:
        """An even axis: work that grows with the pages is a straight line."""
        empty = Plot(
            name=self.name,
            title=self.title,
            x_label="pages",
            y_label="seconds of CPU time",
            note=(
                f"The mean over {describe_sites(measured)}, each the best of three on this "
                "machine; reading, parsing and clustering are left out. A straight line grows "
                "with the pages, a bent one faster."
            ),
        )
        return plot_means(measured, empty, describe_lack(TIMED_SIZES))
