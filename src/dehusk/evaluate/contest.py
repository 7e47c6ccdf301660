"""Entries and how they did: a table of methods is a contest over the same pages."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from dehusk.cluster import CLUSTER_METHODS, DEFAULT_CLUSTER_METHOD
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.shares import Shares
from dehusk.learn import DEFAULT_METHOD, METHODS
from dehusk.run.pipeline import Recipe

ALL_TEXT, CEILING = "all text", "ceiling"
"""What stands beside every method: nothing removed, and exactly the true leaves kept."""

MANY_PAGES = 5
"""A site with so many scored pages is one that a method could learn."""


NOTHING = Score(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Entry:
    """A way to clean pages, by the name it has in the table."""

    name: str
    recipe: Recipe


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


def choose_entries(methods: Sequence[str], clusters: Sequence[str]) -> list[Entry]:
    """What competes: every pair of what was named, or else all there is beside the default.

    Of all methods and all cluster methods, only the pairs that share the default's other half.
    """
    pairs = [(method, cluster) for method in methods for cluster in clusters]
    if not clusters:
        pairs += [(method, DEFAULT_CLUSTER_METHOD) for method in methods or METHODS.names()]
    if not methods:
        pairs += [(DEFAULT_METHOD, cluster) for cluster in clusters or CLUSTER_METHODS.names()]
    return [_name_entry(method, cluster) for method, cluster in dict.fromkeys(pairs)]


def _name_entry(method: str, cluster: str) -> Entry:
    name = method if cluster == DEFAULT_CLUSTER_METHOD else f"{method} + {cluster}"
    return Entry(name, Recipe(method, cluster=cluster))
