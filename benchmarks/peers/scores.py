"""Texts to scores: pages against their truth, sites as means of pages, sets as means of sites."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.peers.sites import kind_of
from benchmarks.peers.tally import Key
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.summary import FEW, MANY, SINGLE, mean_score
from dehusk.evaluate.truth import TruthSite

Texts = Mapping[Key, str]
Scores = tuple[Score, ...]
"""One for each site, in their order."""

LARGE = "large sets"


@dataclass(frozen=True, slots=True)
class Group:
    """A column of the table: the mean over some of the sites."""

    name: str
    takes: Callable[[TruthSite], bool]


def score_tools(
    sites: Sequence[TruthSite],
    texts: Mapping[str, Texts],
    on_site: Callable[[], None] = lambda: None,
) -> dict[str, Scores]:
    """Every tool on every site; the truth of a page is counted once for all of them."""
    scores: dict[str, list[Score]] = {tool: [] for tool in texts}
    for number, site in enumerate(sites):
        for tool, score in _score_site(number, site, texts).items():
            scores[tool].append(score)
        on_site()
    return {tool: tuple(found) for tool, found in scores.items()}


def _score_site(number: int, site: TruthSite, texts: Mapping[str, Texts]) -> dict[str, Score]:
    pages: dict[str, list[Score]] = {tool: [] for tool in texts}
    for page in site.scored:
        wanted = site.wanted(page)
        for tool, found in texts.items():
            pages[tool].append(wanted.score(found.get((number, page.id), "")))
    return {tool: mean_score(found) for tool, found in pages.items()}


def list_groups(sites: Sequence[TruthSite], large: Sequence[str]) -> list[Group]:
    """The large sets, their sites together, all sites, the smaller kinds.

    None without sites, and none of the same sites as one before it.
    """
    groups = [
        *(Group(name, _of_set(name)) for name in large),
        Group(LARGE, lambda site: kind_of(site) == MANY and site.set_name in large),
        Group("all sites", lambda site: kind_of(site) == MANY),
        Group("few pages", lambda site: kind_of(site) == FEW),
        Group("one page", lambda site: kind_of(site) == SINGLE),
    ]
    by_sites: dict[tuple[bool, ...], Group] = {}
    for group in groups:
        by_sites.setdefault(tuple(map(group.takes, sites)), group)
    return [group for taken, group in by_sites.items() if any(taken)]


def _of_set(name: str) -> Callable[[TruthSite], bool]:
    return lambda site: kind_of(site) == MANY and site.set_name == name


def mean_group(group: Group, sites: Sequence[TruthSite], scores: Scores) -> tuple[int, Score]:
    """How many sites the group takes, and their mean."""
    taken = [score for site, score in zip(sites, scores, strict=True) if group.takes(site)]
    return len(taken), mean_score(taken)
