"""Results brought together: means over pages, sites and sets, for every entry."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from dehusk.evaluate.contest import MANY_PAGES, PageResult, SiteResult
from dehusk.evaluate.ground import is_single
from dehusk.evaluate.interval import Interval, bootstrap_mean
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.truth import ALL_SETS

ANY, MANY, FEW, SINGLE = "any", "many", "few", "single"
"""Kinds of sites: all of them; with five scored pages or more, with fewer, and pages alone."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Means of an entry over some sites, each site being the mean of its pages.

    What was not measured, or has no value on any site, is none. `over_pages` and `over_sets` are
    the F1 as the mean of all pages, and of the sets' means.
    """

    sites: int
    pages: int
    grams: Score
    interval: Interval | None
    over_pages: float
    over_sets: float
    bag: Score
    leaves: Score | None
    blocks: Score | None
    rouge: Score | None
    template: float | None
    noise: float | None
    noise_found: float | None
    template_found: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Line:
    """An entry's figures on the sites of one kind in one set, or in all."""

    entry: str
    set_name: str
    kind: str
    figures: Figures


def summarize(results: Sequence[SiteResult]) -> list[Line]:
    """A line for each entry, set and kind that has sites: entries first, all sets last."""
    entries = dict.fromkeys(result.entry for result in results)
    sets = [*dict.fromkeys(result.set_name for result in results), ALL_SETS]
    lines = []
    for entry in entries:
        of_entry = [result for result in results if result.entry == entry]
        for set_name in sets:
            of_set = [one for one in of_entry if set_name in (one.set_name, ALL_SETS)]
            for kind in (ANY, MANY, FEW, SINGLE):
                chosen = [result for result in of_set if kind in (ANY, kind_of(result))]
                if chosen:
                    lines.append(Line(entry, set_name, kind, _average(chosen)))
    return lines


def kind_of(result: SiteResult) -> str:
    """What kind of site the result is of."""
    return find_kind(result.site, len(result.pages))


def find_kind(site: str, n_scored: int) -> str:
    """What kind a site of that name with so many scored pages is of."""
    if is_single(site):
        return SINGLE
    return MANY if n_scored >= MANY_PAGES else FEW


def choose_kind(lines: Iterable[Line]) -> str:
    """The kind that counts: sites that could be learned, unless there are none."""
    kinds = {line.kind for line in lines}
    return MANY if MANY in kinds else ANY


def compare(results: Sequence[SiteResult], entry: str, other: str) -> tuple[float, Interval | None]:
    """By how much an entry's F1 exceeds another's on the same sites, and how sure that is."""
    ours, theirs = _site_scores(results, entry), _site_scores(results, other)
    differences = [ours[site] - theirs[site] for site in sorted(ours.keys() & theirs.keys())]
    return fmean(differences), bootstrap_mean(differences)


def _site_scores(results: Sequence[SiteResult], entry: str) -> Mapping[tuple[str, str], float]:
    chosen = [one for one in results if one.entry == entry]
    return {(one.set_name, one.site): site_score(one).f1 for one in chosen}


def site_score(result: SiteResult) -> Score:
    """The mean of the site's pages."""
    return mean_score(page.grams for page in result.pages)


def _average(results: Sequence[SiteResult]) -> Figures:
    sites = [site_score(result) for result in results]
    by_set: dict[str, list[float]] = {}
    for result, score in zip(results, sites, strict=True):
        by_set.setdefault(result.set_name, []).append(score.f1)
    pages = [page.grams.f1 for result in results for page in result.pages]
    return Figures(
        sites=len(results),
        pages=len(pages),
        grams=mean_score(sites),
        interval=bootstrap_mean([score.f1 for score in sites]),
        over_pages=fmean(pages),
        over_sets=fmean(map(fmean, by_set.values())),
        bag=mean_score(mean_score(page.bag for page in result.pages) for result in results),
        leaves=_mean_measured(results, lambda page: page.leaves),
        blocks=_mean_measured(results, lambda page: page.blocks),
        rouge=_mean_measured(results, lambda page: page.rouge),
        template=_mean_known(result.shares.template for result in results),
        noise=_mean_known(result.shares.noise for result in results),
        noise_found=_mean_known(result.shares.noise_found for result in results),
        template_found=_mean_known(result.shares.template_found for result in results),
        seconds=sum(result.seconds for result in results),
    )


def _mean_measured(
    results: Iterable[SiteResult], measure: Callable[[PageResult], Score | None]
) -> Score | None:
    """The mean over sites of a measure that not every page has."""
    by_site = [[measure(page) for page in result.pages] for result in results]
    known = [[score for score in scores if score is not None] for scores in by_site]
    means = [mean_score(scores) for scores in known if scores]
    return mean_score(means) if means else None


def mean_score(scores: Iterable[Score]) -> Score:
    """Each figure's mean; F1 is the mean of F1s, not that of the mean precision and recall."""
    return Score(*map(fmean, zip(*scores, strict=True)))


def _mean_known(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
