"""The plots of a report, over the sites that count."""

from collections.abc import Callable, Iterator

from dehusk.evaluate.contest import ALL_TEXT, CEILING
from dehusk.evaluate.plot import BARS, Plot, Series
from dehusk.evaluate.report import Report, SiteLine
from dehusk.evaluate.show.standings import KINDS
from dehusk.evaluate.summary import ANY

MOST_SITES = 30
"""So many bars still fit on a page that is looked at."""

_Measure = Callable[[SiteLine], float | None]


def make_plots(report: Report) -> list[Plot]:
    """F1 by set, by site and over all sites, and the share of the noise that was found."""
    plots = [_plot_sets(report), _plot_spread(report), _plot_sites(report), _plot_noise(report)]
    return [plot for plot in plots if any(series.y for series in plot.series)]


def _plot_sets(report: Report) -> Plot:
    sets = list(dict.fromkeys(line.set_name for line in report.lines if line.kind == report.kind))
    return Plot(
        "sets",
        "F1 by set",
        "set",
        "F1",
        tuple(_score_sets(report, entry, sets) for entry in _name_competing(report)),
        BARS,
        tuple(sets),
        f"The mean over {KINDS[report.kind]}; thin lines are 95 % intervals (five sites or more).",
    )


def _score_sets(report: Report, entry: str, sets: list[str]) -> Series:
    found = [report.find_line(entry, name, report.kind) for name in sets]
    known = [(float(x), line.figures) for x, line in enumerate(found) if line is not None]
    intervals = [it.interval or (it.grams.f1, it.grams.f1) for _, it in known]
    return Series(
        entry,
        tuple(x for x, _ in known),
        tuple(figures.grams.f1 for _, figures in known),
        tuple(low for low, _ in intervals),
        tuple(high for _, high in intervals),
    )


def _plot_spread(report: Report) -> Plot:
    return Plot(
        "spread",
        "How F1 is spread over the sites",
        "sites, the best of each entry first",
        "F1",
        tuple(_sort_sites(report, lambda line: line.grams.f1)),
        note="Each entry's sites from its best to its worst: how far right a line stays high "
        "says on how many sites one can rely on it.",
    )


def _plot_noise(report: Report) -> Plot:
    series = _sort_sites(report, lambda line: line.shares.noise_found)
    nothing = Series(ALL_TEXT, (), ())
    return Plot(
        "noise",
        "How much of the noise was found",
        "sites, the best of each entry first",
        "share of noise removed",
        tuple(nothing if one.name == ALL_TEXT else one for one in series),
        note="Of the words that are not content, those removed, site by site.",
    )


def _sort_sites(report: Report, measure: _Measure) -> Iterator[Series]:
    for entry in _name_competing(report):
        values = [measure(line) for line in _list_sites(report, entry)]
        y = tuple(sorted((value for value in values if value is not None), reverse=True))
        yield Series(entry, tuple(float(place) for place in range(1, len(y) + 1)), y)


def _plot_sites(report: Report) -> Plot:
    ours = sorted(_list_sites(report, report.reference), key=lambda line: line.grams.f1)
    shown = ours[:MOST_SITES]
    bare = {(line.set_name, line.site): line for line in _list_sites(report, ALL_TEXT)}
    both = [(line, bare[line.set_name, line.site]) for line in shown]
    places = tuple(float(place) for place in range(len(shown)))
    is_all = len(shown) == len(ours)
    return Plot(
        "sites",
        f"F1 of {report.reference}, site by site" + ("" if is_all else ": the lowest"),
        "site",
        "F1",
        (
            Series(report.reference, places, tuple(line.grams.f1 for line, _ in both)),
            Series(ALL_TEXT, places, tuple(line.grams.f1 for _, line in both)),
        ),
        BARS,
        tuple(f"{line.set_name}/{line.site}" for line in shown),
        f"{len(shown)} of {len(ours)} sites, the lowest first. Where nothing is gained over "
        "all text, nothing was learned.",
    )


def _name_competing(report: Report) -> list[str]:
    """The reference and all text first: they have the same colours in every plot."""
    others = [entry for entry in report.entries if entry not in (CEILING, report.reference)]
    return [report.reference, *others]


def _list_sites(report: Report, entry: str) -> list[SiteLine]:
    return [one for one in report.sites if one.entry == entry and report.kind in (ANY, one.kind)]
