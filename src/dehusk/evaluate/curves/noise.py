"""How much of each site's noise is found, site by site.

After Mehta and Madaan (WWW 2008), Figure 1: the noise detected on each domain's pages. Theirs is a
share of the whole page; here that is set beside what of the noise was found.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from dehusk.evaluate.contest import MANY_PAGES, Entry
from dehusk.evaluate.curves.average import sort_sites
from dehusk.evaluate.curves.curve import LeftOut, Lines, Point, SiteLines
from dehusk.evaluate.curves.large import choose_large, describe_lack, describe_sites
from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.plot import BARS, Plot, Series
from dehusk.evaluate.truth import TruthSite

ON_PAGE = "noise, as a share of the words on the page"
FOUND = ": found, as a share of the noise"
SIZES = (MANY_PAGES,)

_Y_LABEL = "share of the page, or of its noise"

MOST_BARS = 80
"""Nobody reads more of them, one a site and entry and one for the noise: lines tell the whole."""

WORST = 3
"""Sites that the note names, for a person to look at."""


@dataclass(frozen=True, slots=True)
class NoiseBySite:
    """The share of a site's words that are noise, and of that what each entry found."""

    entries: tuple[Entry, ...]
    name: str = "noise-by-site"
    title: str = "Noise found, site by site"

    def choose(self, sites: Sequence[TruthSite]) -> Sequence[TruthSite]:
        """Sites that can be learned."""
        return choose_large(sites, SIZES)

    def measure(self, trials: Trials) -> Lines:
        """A single point for the noise there is, and one an entry."""
        lines = {}
        for entry in self.entries:
            shares = trials.run(entry.recipe, len(trials.pages)).shares
            if shares.noise is None or shares.noise_found is None:
                return {}
            lines[ON_PAGE] = [Point("", 0, shares.noise)]
            lines[entry.name + FOUND] = [Point("", 0, shares.noise_found)]
        return lines

    def plot(self, measured: Sequence[SiteLines]) -> Plot | LeftOut:
        """Bars with the sites' names, or lines where those would be too many."""
        if not measured:
            return LeftOut(self.name, self.title, describe_lack(SIZES))
        ordered = sorted(sort_sites(measured), key=_mean_found, reverse=True)
        noise, *found = [_read_series(ordered, name) for name in ordered[0].lines]
        means = "; ".join(f"{fmean(one.y):.0%} by {one.name.removesuffix(FOUND)}" for one in found)
        note = (
            f"Over {describe_sites(measured)}: of the words on a page that are not its content, "
            f"the share that was removed (mean {means}). Beside it, how much of the page such "
            f"noise is (mean {fmean(noise.y):.0%}). Least is found on {_name_worst(ordered)}."
        )
        if len(ordered) * len(ordered[0].lines) <= MOST_BARS:
            return self._plot_bars(ordered, (*found, noise), note)
        return self._plot_lines((*found, noise), note)

    def _plot_bars(self, ordered: Sequence[SiteLines], series: Sequence[Series], note: str) -> Plot:
        return Plot(
            name=self.name,
            title=self.title,
            x_label="",
            y_label=_Y_LABEL,
            series=tuple(series),
            form=BARS,
            ticks=tuple(site.site for site in ordered),
            note=f"{note} The site where most is found comes first.",
        )

    def _plot_lines(self, series: Sequence[Series], note: str) -> Plot:
        return Plot(
            name=self.name,
            title=self.title,
            x_label="number of sites",
            y_label=_Y_LABEL,
            series=tuple(_sort_values(one) for one in series),
            note=f"{note} Each line has its sites from high to low: on so many sites there is, "
            "or was found, at least this share.",
        )


def _mean_found(site: SiteLines) -> float:
    return fmean(line[0].y for name, line in site.lines.items() if name != ON_PAGE)


def _name_worst(ordered: Sequence[SiteLines]) -> str:
    return ", ".join(site.site for site in reversed(ordered[-WORST:]))


def _read_series(ordered: Sequence[SiteLines], name: str) -> Series:
    places = tuple(float(place) for place in range(1, len(ordered) + 1))
    return Series(name, places, tuple(site.lines[name][0].y for site in ordered))


def _sort_values(series: Series) -> Series:
    return replace(series, y=tuple(sorted(series.y, reverse=True)))
