"""The pages an entry does worst on: a mean says how good it is, these say why it is no better."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dehusk.evaluate.contest import CEILING, Outcome, PageKey, PageResult
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.truth import TruthSite

MOST_OF_A_SITE = 3
"""A site that went wrong as a whole would else be all that is seen."""


@dataclass(frozen=True, slots=True)
class WorstPage:
    """A page that went wrong: `ceiling` is the best F1 that was to be had, `problem` its end."""

    set_name: str
    site: str
    id: str
    score: Score
    ceiling: float
    kept: str
    wanted: str
    problem: str | None = None


def find_worst(
    outcomes: Sequence[Outcome], truths: Sequence[TruthSite], entry: str, n: int
) -> list[WorstPage]:
    """The n pages with the lowest F1, the worst first, and no more than three of a site."""
    pages, ceilings = _list_pages(outcomes, entry), _list_pages(outcomes, CEILING)
    chosen = _choose(pages, n)
    wanted = {
        (site.set_name, site.name, page.id): page.text for site in truths for page in site.scored
    }
    problems = {
        (one.set_name, one.site, one.page): one.why for it in outcomes for one in it.problems
    }
    return [
        WorstPage(
            *key,
            score=pages[key].grams,
            ceiling=ceilings[key].grams.f1,
            kept=pages[key].text,
            wanted=wanted[key],
            problem=problems.get(key),
        )
        for key in chosen
    ]


def _list_pages(outcomes: Sequence[Outcome], entry: str) -> Mapping[PageKey, PageResult]:
    return {
        (result.set_name, result.site, page.id): page
        for outcome in outcomes
        for result in outcome.results
        if result.entry == entry
        for page in result.pages
    }


def _choose(pages: Mapping[PageKey, PageResult], n: int) -> list[PageKey]:
    chosen: list[PageKey] = []
    of_site: Counter[tuple[str, str]] = Counter()
    for key in sorted(pages, key=lambda key: (pages[key].grams.f1, key)):
        is_wrong = pages[key].grams.f1 < 1
        if is_wrong and len(chosen) < n and of_site[key[:2]] < MOST_OF_A_SITE:
            of_site[key[:2]] += 1
            chosen.append(key)
    return chosen
