"""Texts to scores: pages against their truth, sites as means of pages, sets as means of sites."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from benchmarks.peers.measure import Key
from benchmarks.peers.sites import BenchSite
from dehusk.evaluate.metrics import Score, Wanted
from dehusk.evaluate.words import Grams, count_grams

_ANY_NUMBER = 99
"""How often an optional line may be missing from one page, as in the scorer of the gold data."""

Texts = Mapping[Key, str]
Scores = tuple[Score, ...]
"""One for each site, in their order."""


@dataclass(frozen=True, slots=True)
class Group:
    """A column of the table: the mean over some of the sites."""

    name: str
    takes: Callable[[BenchSite], bool]


def score_tools(
    sites: Sequence[BenchSite],
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


def _score_site(number: int, site: BenchSite, texts: Mapping[str, Texts]) -> dict[str, Score]:
    optional = _count_optional(site)
    pages: dict[str, list[Score]] = {tool: [] for tool in texts}
    for page in site.pages:
        if page.is_scored:
            wanted = Wanted(page.text, count_grams(page.comments), optional)
            for tool, found in texts.items():
                pages[tool].append(wanted.score(found.get((number, page.name), "")))
    return {tool: mean_score(found) for tool, found in pages.items()}


def _count_optional(site: BenchSite) -> Grams:
    optional: Grams = Counter()
    for line in site.optional:
        optional.update(dict.fromkeys(count_grams(line), _ANY_NUMBER))
    return optional


def mean_score(scores: Sequence[Score]) -> Score:
    """Each figure's mean; F1 is the mean of F1s, not that of the mean precision and recall."""
    return Score(*(mean(figures) for figures in zip(*scores, strict=True)))


def list_groups(sites: Sequence[BenchSite], large: Sequence[str]) -> list[Group]:
    """The large sets, their sites together, all sites, the smaller kinds; none without sites."""
    groups = [
        *(Group(name, _of_set(name)) for name in large),
        Group("large sets", lambda site: site.kind == "site" and site.set_name in large),
        Group("all sites", lambda site: site.kind == "site"),
        Group("few pages", lambda site: site.kind == "few"),
        Group("one page", lambda site: site.kind == "single"),
    ]
    return [group for group in groups if any(map(group.takes, sites))]


def _of_set(name: str) -> Callable[[BenchSite], bool]:
    return lambda site: site.kind == "site" and site.set_name == name


def mean_group(group: Group, sites: Sequence[BenchSite], scores: Scores) -> tuple[int, Score]:
    """How many sites the group takes, and their mean."""
    taken = [score for site, score in zip(sites, scores, strict=True) if group.takes(site)]
    return len(taken), mean_score(taken)
