"""The lines of many sites to one line each: the mean over the sites, and how sure it is."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import fmean

from dehusk.evaluate.curves.curve import LeftOut, Point, SiteLines
from dehusk.evaluate.interval import bootstrap_mean
from dehusk.evaluate.plot import Plot, Series, add_band

BAND = "The band is where the mean of such sites lies (95 %)."


def plot_means(measured: Sequence[SiteLines], empty: Plot, lack: str) -> Plot | LeftOut:
    """The empty plot with the means over the sites; left out for this lack if there are none."""
    if not measured:
        return LeftOut(empty.name, empty.title, lack)
    plot = replace(empty, series=average_lines(measured), ticks=list_keys(measured))
    return replace(plot, note=f"{plot.note} {BAND}") if plot.shows_bands else plot


def sort_sites(measured: Iterable[SiteLines]) -> list[SiteLines]:
    """In the order of their names: a mean and its interval must not depend on any other."""
    return sorted(measured, key=lambda site: (site.set_name, site.site))


def average_lines(measured: Sequence[SiteLines]) -> tuple[Series, ...]:
    """A series for each name, over the points that all lines have."""
    ordered = sort_sites(measured)
    keys = list_keys(measured)
    names = dict.fromkeys(name for site in ordered for name in site.lines)
    return tuple(
        _average(name, [site.lines[name] for site in ordered if name in site.lines], keys)
        for name in names
    )


def list_keys(measured: Sequence[SiteLines]) -> tuple[str, ...]:
    """The keys of the points that all lines have, in their order."""
    lines = [line for site in measured for line in site.lines.values()]
    held = [{point.key for point in line} for line in lines]
    return tuple(point.key for point in lines[0] if all(point.key in keys for keys in held))


def _average(name: str, lines: Sequence[Sequence[Point]], keys: Sequence[str]) -> Series:
    tables = [{point.key: point for point in line} for line in lines]
    columns = [[table[key] for table in tables] for key in keys]
    intervals = [bootstrap_mean([point.y for point in column]) for column in columns]
    series = Series(
        name,
        x=tuple(fmean(point.x for point in column) for column in columns),
        y=tuple(fmean(point.y for point in column) for column in columns),
    )
    return add_band(series, intervals)
