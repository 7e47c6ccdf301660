"""Quality against how pure the clusters are that templates are learned from.

The true kinds of pages are perfect clusters; then more and more pages are put into a wrong one, and
each page is read with the template of the cluster it is in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from dehusk.evaluate.contest import Entry
from dehusk.evaluate.curves.average import average_lines, sort_sites
from dehusk.evaluate.curves.curve import LeftOut, Lines, Point, SiteLines
from dehusk.evaluate.curves.kinds import (
    FEWEST_KINDS,
    FEWEST_PAGES,
    Kinds,
    displace,
    has_kinds,
    measure_purity,
    read_kinds,
)
from dehusk.evaluate.curves.large import describe_sites
from dehusk.evaluate.curves.quality import Quality
from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.interval import bootstrap_mean
from dehusk.evaluate.plot import Plot, Series
from dehusk.evaluate.truth import TruthSite
from dehusk.learn import METHODS, Template
from dehusk.learn.evidence import gather_evidence
from dehusk.model import Page, SiteEvidence
from dehusk.section.choose import choose_content

DISPLACED = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
"""Shares of the pages put into a wrong cluster. Purity itself would be no axis: it stops at the
share of the most frequent kind, however many pages more are displaced."""

PURITY, ONE = "purity", "one cluster"


@dataclass(frozen=True, slots=True)
class QualityByPurity:
    """The F1 of each entry's method, learned cluster by cluster."""

    entries: tuple[Entry, ...]
    name: str = "quality-by-purity"
    title: str = "Quality by the purity of the clusters learned from"

    def choose(self, sites: Sequence[TruthSite]) -> Sequence[TruthSite]:
        """Sites whose pages are of several kinds, each of several pages."""
        return [site for site in sites if has_kinds(site)]

    def measure(self, trials: Trials) -> Lines:
        """A line an entry, a level one of the same pages all in one cluster, and the purity."""
        kinds = read_kinds(trials.ground)
        if len(set(kinds.values())) < FEWEST_KINDS:
            return {}
        learner = _Learner(trials, kinds)
        steps = {share: displace(kinds, share) for share in DISPLACED}
        lines = {PURITY: [_point(share, measure_purity(kinds, steps[share])) for share in steps]}
        for entry in self.entries:
            lines[entry.name] = [_point(at, learner.score(entry, steps[at])) for at in steps]
            level = learner.score(entry, dict.fromkeys(kinds, ONE))
            lines[_name_level(entry.name)] = [_point(at, level) for at in steps]
        return lines

    def plot(self, measured: Sequence[SiteLines]) -> Plot | LeftOut:
        """A level line has no band: that of the other says how sure the difference is."""
        if not measured:
            why = f"it needs a site whose truth names {FEWEST_KINDS} kinds of pages or more"
            return LeftOut(self.name, self.title, f"{why}, each of at least {FEWEST_PAGES} pages")
        averages = {series.name: series for series in average_lines(measured)}
        purity = averages.pop(PURITY)
        pairs = zip(purity.x, purity.y, strict=True)
        return Plot(
            name=self.name,
            title=self.title,
            x_label="share of pages in a wrong cluster (purity of the clusters)",
            y_label=Quality.F1.value,
            series=tuple(_set_band(series, averages, measured) for series in averages.values()),
            ticks=tuple(f"{share:.0%} ({pure:.2f})" for share, pure in pairs),
            note=(
                f"The mean over {describe_sites(measured)} whose truth names kinds of pages. On "
                "the left each kind is a cluster; to the right, ever more pages are put into a "
                "wrong one. Purity is the share of pages that are of their cluster's most frequent "
                "kind. The level line has all pages in one cluster: what clustering must beat. The "
                "band says how sure the distance to that line is (95 %)."
            ),
        )


def _point(share: float, value: float) -> Point:
    return Point(f"{share:.0%}", share, value)


def _name_level(entry_name: str) -> str:
    return f"{entry_name}, {ONE}"


def _set_band(series: Series, averages: dict[str, Series], measured: Sequence[SiteLines]) -> Series:
    level = _name_level(series.name)
    if level not in averages:
        return replace(series, low=(), high=())
    base = averages[level].y[0]
    intervals = []
    for place in range(len(series.x)):
        points = [(one.lines[series.name], one.lines[level]) for one in sort_sites(measured)]
        intervals.append(bootstrap_mean([ours[place].y - its[place].y for ours, its in points]))
    low = tuple(base + interval[0] for interval in intervals)
    return replace(series, low=low, high=tuple(base + interval[1] for interval in intervals))


class _Learner:
    """Learns the pages of known kinds in any clusters they are put into."""

    def __init__(self, trials: Trials, kinds: Kinds) -> None:
        self._trials = trials
        self._pages: Sequence[Page] = [page for page in trials.pages if page.ref.key in kinds]
        self._evidence: SiteEvidence = gather_evidence(self._pages)

    def score(self, entry: Entry, clusters: Kinds) -> float:
        """The mean F1 of the pages, each read with its own cluster's template."""
        templates = self._learn(entry, clusters)
        scores = []
        for exhibit in self._trials.ground.exhibits:
            cluster = clusters.get(exhibit.page.ref.key)
            if cluster is not None:
                is_kept = choose_content(templates[cluster].score(exhibit.page))
                scores.append(self._trials.score(exhibit, is_kept))
        return fmean(scores)

    def _learn(self, entry: Entry, clusters: Kinds) -> dict[str, Template]:
        method = METHODS.create(entry.recipe.method, entry.recipe.method_settings)
        members: dict[str, list[Page]] = {name: [] for name in sorted(set(clusters.values()))}
        for page in self._pages:
            members[clusters[page.ref.key]].append(page)
        return {name: method.learn(pages, self._evidence) for name, pages in members.items()}
