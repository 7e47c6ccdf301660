"""Sites with truth to the figures of cluster methods: on all pages mixed, and on each site."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from statistics import fmean
from types import MappingProxyType

from dehusk.cluster import CLUSTER_METHODS, DEFAULT_CLUSTER_METHOD
from dehusk.errors import BadSetting, CallerError
from dehusk.evaluate.clusters.measure import Figures, measure
from dehusk.evaluate.clusters.pool import Pool
from dehusk.evaluate.contest import Choice, Problem
from dehusk.evaluate.corpus import Corpus
from dehusk.evaluate.curves.kinds import has_kinds
from dehusk.evaluate.truth import TruthSite

STEPS = (50, 100, 200, 400, 800)
"""So many pages of the pool are clustered, and all, to see how time and clusters grow."""

BUDGETS: Mapping[str, int] = MappingProxyType({"mdl": 300})
"""Methods whose time grows with the pairs of pages get so many pages at most."""


def every_method() -> tuple[Choice, ...]:
    """All cluster methods of the catalogue."""
    return tuple(map(Choice, CLUSTER_METHODS.names()))


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """Which cluster methods are compared, and the most pages of those that are slow."""

    methods: tuple[Choice, ...] = field(default_factory=every_method)
    budgets: Mapping[str, int] = field(default_factory=lambda: BUDGETS)

    def __post_init__(self) -> None:
        for choice in self.methods:
            CLUSTER_METHODS.create(choice.name, choice.settings)
        for name, pages in self.budgets.items():
            if pages < 1:
                raise BadSetting("--budget", name, pages, "NAME=PAGES, such as mdl=300")

    def list_steps(self, n_pages: int) -> list[int]:
        """How many pages are clustered, up to all."""
        named = [self.budgets[one.name] for one in self.methods if one.name in self.budgets]
        return sorted({step for step in (*STEPS, *named) if step < n_pages} | {n_pages})

    def can_take(self, choice: Choice, n_pages: int) -> bool:
        """Is it quick enough for so many?"""
        return n_pages <= self.budgets.get(choice.name, n_pages)


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """How a method did on one site by itself."""

    set_name: str
    site: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Comparison:
    """The figures of all methods: `mixed` at each step of the pool, `sites` on each site."""

    version: str
    corpus: Corpus
    mixed: tuple[Figures, ...]
    sites: tuple[SiteFigures, ...]
    problems: tuple[Problem, ...]

    @property
    def methods(self) -> tuple[str, ...]:
        """Who is compared."""
        return tuple(dict.fromkeys(one.method for one in self.mixed))

    @property
    def reference(self) -> str:
        """Whose sites and pages are shown first: the default's, where it takes part."""
        names = self.methods
        return DEFAULT_CLUSTER_METHOD if DEFAULT_CLUSTER_METHOD in names else names[0]

    @property
    def most_pages(self) -> Mapping[str, int]:
        """The most pages that each method was given."""
        return {one.method: one.pages for one in sorted(self.mixed, key=lambda one: one.pages)}

    @property
    def shared_step(self) -> int:
        """The most pages that every method could take."""
        return min(self.most_pages.values())

    def find_purity(self, method: str) -> float | None:
        """The mean over the sites."""
        found = [one.figures.purity for one in self.sites if one.figures.method == method]
        return fmean(found) if found else None


def plan_comparison(
    sites: Sequence[TruthSite], pool: Pool, settings: ClusterSettings
) -> list["Trial"]:
    """All there is to do, the quick parts first."""
    if not pool.pages:
        raise CallerError("none of the pages can be read and shares its site with others")
    trials = [
        Trial(choice, site)
        for site in sites
        if has_kinds(site)
        for choice in settings.methods
        if settings.can_take(choice, len(site.pages))
    ]
    steps = settings.list_steps(len(pool.pages))
    trials += [
        Trial(choice, step)
        for step in steps
        for choice in settings.methods
        if settings.can_take(choice, step)
    ]
    return trials


@dataclass(frozen=True, slots=True)
class Trial:
    """A method, and what it is tried on: a site, or the first so many pages of the pool."""

    choice: Choice
    ground: TruthSite | int

    def run(self, pool: Pool) -> Figures | SiteFigures:
        """The figures of the method there."""
        if isinstance(self.ground, int):
            return measure(self.choice, pool.take_first(self.ground))
        figures = measure(self.choice, pool.take_site(self.ground))
        return SiteFigures(self.ground.set_name, self.ground.name, figures)


def make_comparison(
    corpus: Corpus, results: Sequence[Figures | SiteFigures], problems: Sequence[Problem]
) -> Comparison:
    """All that there is to show."""
    return Comparison(
        version=version("dehusk"),
        corpus=corpus,
        mixed=tuple(one for one in results if isinstance(one, Figures)),
        sites=tuple(one for one in results if isinstance(one, SiteFigures)),
        problems=tuple(problems),
    )
