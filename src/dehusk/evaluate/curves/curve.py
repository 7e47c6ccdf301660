"""What a curve is: it takes points on each site that it chose, and makes one picture of all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from dehusk.evaluate.curves.trials import Trials
from dehusk.evaluate.plot import Plot
from dehusk.evaluate.truth import TruthSite


class Point(NamedTuple):
    """A point of one site's line; points of the same `key` are averaged over the sites."""

    key: str
    x: float
    y: float


Lines = Mapping[str, Sequence[Point]]
"""By the name of its series, each line of a site; one that has no value there is not among them."""


@dataclass(frozen=True, slots=True)
class SiteLines:
    """The lines of one curve on one site, with the number of pages it has and that were scored."""

    set_name: str
    site: str
    n_pages: int
    n_scored: int
    lines: Lines


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A curve that is not drawn, and why."""

    name: str
    title: str
    why: str


class Curve(Protocol):
    """One picture; a frozen dataclass, so that processes can be told of it."""

    @property
    def name(self) -> str:
        """What its files are called; no two curves have the same."""

    def choose(self, sites: Sequence[TruthSite]) -> Sequence[TruthSite]:
        """The sites to take points on."""

    def measure(self, trials: Trials) -> Lines:
        """The lines of one site; none where it turns out not to fit."""

    def plot(self, measured: Sequence[SiteLines]) -> Plot | LeftOut:
        """The picture of all sites that have lines, in any order of them the same."""
