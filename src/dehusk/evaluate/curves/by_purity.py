"""Quality against how pure the clusters are that templates are learned from.

The true kinds of pages are perfect clusters; then more and more pages are put into a wrong one, and
each page is read with the template of the cluster it is in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from dehusk.evaluate.contest import Entry
from dehusk.evaluate.curves.average import average_lines, list_keys, sort_sites
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
from dehusk.evaluate.plot import Plot, Series, add_band
from dehusk.evaluate.truth import TruthSite
from dehusk.learn import METHODS, Template
from dehusk.learn.evidence import SiteEvidence, gather_evidence
from dehusk.model import Page
from dehusk.section.choose import choose_content

DISPLACED = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
"""Shares of the pages put into a wrong cluster. Purity itself would be no axis: it stops at the
share of the most frequent kind, however many pages more are displaced."""

PURITY, ONE = "purity", "one cluster"

_BAND = "The band says how sure the distance to that point is (95 %)."
_PLACE_OF_ONE = 0.6
"""Where the reference stands, off the last of the shares."""


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
        """A line an entry, and one of the purity; their last point has all in one cluster."""
        kinds = read_kinds(trials.ground)
        if len(set(kinds.values())) < FEWEST_KINDS:
            return {}
        steps = [(f"{share:.0%}", share, displace(kinds, share)) for share in DISPLACED]
        steps.append((ONE, _PLACE_OF_ONE, dict.fromkeys(kinds, ONE)))
        learner = _Learner(trials, kinds)
        lines = {PURITY: [Point(key, at, measure_purity(kinds, found)) for key, at, found in steps]}
        for entry in self.entries:
            lines[entry.name] = [
                Point(key, at, learner.score(entry, found)) for key, at, found in steps
            ]
        return lines

    def plot(self, measured: Sequence[SiteLines]) -> Plot | LeftOut:
        """Sites differ far more than clusterings do, so the bands are of differences."""
        if not measured:
            why = f"it needs a site whose truth names {FEWEST_KINDS} kinds of pages or more"
            return LeftOut(self.name, self.title, f"{why}, each of at least {FEWEST_PAGES} pages")
        purity, *series = sorted(average_lines(measured), key=lambda one: one.name != PURITY)
        ordered = sort_sites(measured)
        steps = zip(list_keys(measured), purity.y, strict=True)
        plot = Plot(
            name=self.name,
            title=self.title,
            x_label="share of pages in a wrong cluster (purity of the clusters)",
            y_label=Quality.F1.value,
            series=tuple(
                _set_band(one, [site.lines[one.name] for site in ordered]) for one in series
            ),
            ticks=tuple(f"{key} ({pure:.2f})" for key, pure in steps),
            note=(
                f"The mean over {describe_sites(measured)} whose truth names kinds of pages. On "
                "the left each kind is a cluster; to the right, ever more pages are put into a "
                "wrong one. Purity is the share of pages that are of their cluster's most frequent "
                "kind. The last point has all pages in one cluster: what clustering must beat."
            ),
        )
        return replace(plot, note=f"{plot.note} {_BAND}") if plot.shows_bands else plot


def _set_band(series: Series, lines: Sequence[Sequence[Point]]) -> Series:
    """The series with the interval of its distance to the last point, instead of its own."""
    last = series.y[-1]
    intervals = [
        bootstrap_mean([last + line[place].y - line[-1].y for line in lines])
        for place in range(len(series.x))
    ]
    return add_band(replace(series, low=(), high=()), intervals)


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
