"""Quality against the number of pages that a site is learned from.

All scored pages are judged at each point, whether learned from or not: a site is learned from a
sample, and then all of it is cleaned.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dehusk.evaluate.contest import Entry
from dehusk.evaluate.curves.average import plot_means
from dehusk.evaluate.curves.curve import LeftOut, Lines, Point, SiteLines
from dehusk.evaluate.curves.large import choose_large, describe_lack, describe_sites
from dehusk.evaluate.curves.quality import Quality
from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.plot import Plot, Series
from dehusk.evaluate.truth import TruthSite

PAGES = (1, 2, 3, 5, 10, 20)
ALL = "all"


@dataclass(frozen=True, slots=True)
class QualityByPages:
    """The F1 of each entry after so many pages."""

    entries: tuple[Entry, ...]
    name: str = "quality-by-pages"
    title: str = "Quality by the number of pages learned from"

    def choose(self, sites: Sequence[TruthSite]) -> Sequence[TruthSite]:
        """Sites that have a page for each point."""
        return choose_large(sites)

    def measure(self, trials: Trials) -> Lines:
        """A line an entry; its last point has all pages, however many they are."""
        return {entry.name: _measure_entry(trials, entry) for entry in self.entries}

    def plot(self, measured: Sequence[SiteLines]) -> Plot | LeftOut:
        """The steps stand side by side: most happens within the first pages."""
        empty = Plot(
            name=self.name,
            title=self.title,
            x_label="pages learned from",
            y_label=Quality.F1.value,
            note=(
                f"The mean over {describe_sites(measured)}, the same at each step. The pages to "
                "learn from are drawn by a hash of their names; all pages with truth are scored at "
                "each step, learned from or not. Where a line goes flat, more pages teach nothing."
            ),
        )
        plot = plot_means(measured, empty, describe_lack())
        return plot if isinstance(plot, LeftOut) else replace(plot, series=_close_up(plot.series))


def _measure_entry(trials: Trials, entry: Entry) -> list[Point]:
    n_pages = len(trials.pages)
    line = [
        Point(str(n), place, trials.run(entry.recipe, n).f1)
        for place, n in enumerate(PAGES)
        if n <= n_pages
    ]
    return [*line, Point(ALL, len(PAGES), trials.run(entry.recipe, n_pages).f1)]


def _close_up(series: Sequence[Series]) -> tuple[Series, ...]:
    """Without the places of steps that the sites have too few pages for."""
    return tuple(replace(one, x=tuple(map(float, range(len(one.x))))) for one in series)
