"""Entries and how they did: a table of methods is a contest over the same pages."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from dehusk.cluster import CLUSTER_METHODS, DEFAULT_CLUSTER_METHOD
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.shares import Shares
from dehusk.learn import DEFAULT_METHOD, METHODS
from dehusk.run.pipeline import Recipe, Settings

ALL_TEXT, CEILING = "all text", "ceiling"
"""What stands beside every method: nothing removed, and exactly the true leaves kept."""

MANY_PAGES = 5
"""A site with so many scored pages is one that a method could learn."""


NOTHING = Score(0.0, 0.0, 0.0)


PageKey = tuple[str, str, str]
"""Set, site and id of a page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A way to clean pages, by the name it has in the table.

    With `most_pages` it learns from so many pages of a site at most, those drawn first.
    """

    name: str
    recipe: Recipe
    most_pages: int | None = None


@dataclass(frozen=True, slots=True)
class PageResult:
    """How an entry did on a page."""

    id: str
    text: str
    grams: Score
    bag: Score
    leaves: Score | None = None
    blocks: Score | None = None
    rouge: Score | None = None


@dataclass(frozen=True, slots=True)
class SiteResult:
    """How an entry did on a site; `seconds` is the time to learn and score, without parsing."""

    set_name: str
    site: str
    entry: str
    pages: tuple[PageResult, ...]
    shares: Shares = field(default_factory=Shares)
    learned_from: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Problem:
    """A page that could not be judged, and so scores nothing for any entry."""

    set_name: str
    site: str
    page: str
    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How all entries did on one site, in their order."""

    results: tuple[SiteResult, ...]
    problems: tuple[Problem, ...] = ()


class Choice(NamedTuple):
    """A method or cluster method, with settings other than its own."""

    name: str
    settings: Settings = MappingProxyType({})

    @property
    def label(self) -> str:
        """Its name and the settings that were given."""
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.settings.items())])


def choose_entries(methods: Sequence[Choice], clusters: Sequence[Choice]) -> list[Entry]:
    """What competes: every pair of what was named, or else all there is beside the default.

    Of all methods and all cluster methods, only the pairs that share the default's other half.
    """
    pairs = [(method, cluster) for method in methods for cluster in clusters]
    if not clusters:
        default = Choice(DEFAULT_CLUSTER_METHOD)
        pairs += [(method, default) for method in methods or map(Choice, METHODS.names())]
    if not methods:
        named = clusters or map(Choice, CLUSTER_METHODS.names())
        pairs += [(Choice(DEFAULT_METHOD), cluster) for cluster in named]
    entries = [_make_entry(method, cluster) for method, cluster in pairs]
    return list({entry.name: entry for entry in entries}.values())


def _make_entry(method: Choice, cluster: Choice) -> Entry:
    is_default = cluster == Choice(DEFAULT_CLUSTER_METHOD)
    name = method.label if is_default else f"{method.label} + {cluster.label}"
    return Entry(name, Recipe(method.name, method.settings, cluster.name, cluster.settings))
