"""What is found against the share of a site's pages that is learned from.

After Ma, Goharian, Chowdhury and Chung (CIKM 2003), Figure 4: there the template discovery ratio of
one site, here the mean over sites, and of any method.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dehusk.evaluate.contest import Entry
from dehusk.evaluate.curves.average import plot_means
from dehusk.evaluate.curves.curve import LeftOut, Lines, Point, SiteLines
from dehusk.evaluate.curves.large import choose_large, describe_lack, describe_sites
from dehusk.evaluate.curves.quality import Quality
from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.plot import Plot
from dehusk.evaluate.truth import TruthSite

SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class QualityBySample:
    """How well each entry does on a whole site after learning from a part of it."""

    entries: tuple[Entry, ...]
    quality: Quality

    @property
    def name(self) -> str:
        """One file a quality."""
        return f"{self.quality.short.lower().replace(' ', '-')}-by-sample"

    @property
    def title(self) -> str:
        """One picture a quality."""
        return f"{self.quality.short} by the share of pages learned from"

    def choose(self, sites: Sequence[TruthSite]) -> Sequence[TruthSite]:
        """Sites of which the smallest share is still a page."""
        return choose_large(sites)

    def measure(self, trials: Trials) -> Lines:
        """A line an entry, of the sites that have the quality."""
        lines = {}
        for entry in self.entries:
            line = [self._measure_share(trials, entry, share) for share in SHARES]
            known = [point for point in line if point is not None]
            if known:
                lines[entry.name] = known
        return lines

    def plot(self, measured: Sequence[SiteLines]) -> Plot | LeftOut:
        """Shares on an axis of numbers: how soon a line is near its end is what one looks for."""
        empty = Plot(
            name=self.name,
            title=self.title,
            x_label="share of the site's pages learned from",
            y_label=self.quality.value,
            note=(
                f"The mean over {describe_sites(measured)}. The sample is drawn by a hash of the "
                "pages' names; all pages with truth are scored at each step, learned from or not. "
                f"{self.quality.meaning}"
            ),
        )
        return plot_means(measured, empty, describe_lack())

    def _measure_share(self, trials: Trials, entry: Entry, share: float) -> Point | None:
        n_pages = max(round(share * len(trials.pages)), 1)
        value = self.quality.read(trials.run(entry.recipe, n_pages))
        return None if value is None else Point(f"{share:.0%}", share, value)
