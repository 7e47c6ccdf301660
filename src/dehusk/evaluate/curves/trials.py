"""A site's ground on which one thing after another is tried; what was tried before is known."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.ground import Ground
from dehusk.evaluate.shares import Shares, measure_shares
from dehusk.learn import METHODS
from dehusk.learn.evidence import gather_evidence
from dehusk.model import Mask, Page, stable_hash
from dehusk.run.pipeline import Recipe, learn_site
from dehusk.section.choose import choose_content
from dehusk.write.text import render_text

_TIMES_MEASURED = 3
"""The least of so many is nearest to what the work itself takes."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a trial went: the mean F1 over runs of four words, and the shares of template."""

    f1: float
    shares: Shares


class Seconds(NamedTuple):
    """CPU time of a method on parsed pages: to learn from them, and to score their leaves."""

    learn: float
    score: float


class Trials:
    """What can be tried on a site; a smaller sample of it is a prefix of `pages`."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.pages = sort_by_hash(ground.pages)
        self._verdicts: dict[tuple[str, int], Verdict] = {}
        self._seconds: dict[tuple[str, int], Seconds] = {}
        self._scores: dict[tuple[str, bytes], float] = {}

    def run(self, recipe: Recipe, n_pages: int) -> Verdict:
        """Learn from the first so many pages, and judge all that are scored."""
        key = (repr(recipe), n_pages)
        if key not in self._verdicts:
            self._verdicts[key] = self._run(recipe, self.pages[:n_pages])
        return self._verdicts[key]

    def time(self, recipe: Recipe, n_pages: int) -> Seconds:
        """How long the recipe's method takes on the first so many pages, as one cluster."""
        key = (repr(recipe), n_pages)
        if key not in self._seconds:
            self._seconds[key] = _time_method(recipe, self.pages[:n_pages])
        return self._seconds[key]

    def score(self, exhibit: Exhibit, is_kept: Mask) -> float:
        """The F1 of a choice of leaves; trials often agree on a page, so each choice is kept."""
        key = (exhibit.truth.id, is_kept.tobytes())
        if key not in self._scores:
            text = render_text(exhibit.page.tree, is_kept)
            self._scores[key] = exhibit.wanted.score(text).f1
        return self._scores[key]

    def _run(self, recipe: Recipe, pages: Sequence[Page]) -> Verdict:
        """As in a table of methods, a page that could not be read scores nothing."""
        exhibits = self.ground.exhibits
        learned = learn_site(self.ground.site.name, pages, recipe)
        kept = [learned.judge(exhibit.page).is_kept for exhibit in exhibits]
        scores = [self.score(*pair) for pair in zip(exhibits, kept, strict=True)]
        lost = [0.0] * len(self.ground.problems)
        return Verdict(fmean([*scores, *lost]), measure_shares(exhibits, kept))


def sort_by_hash(pages: Iterable[Page]) -> list[Page]:
    """The pages in an order that has nothing to do with what they are called or where they lie."""
    return sorted(pages, key=lambda page: (stable_hash(page.ref.key), page.ref.key))


def _time_method(recipe: Recipe, pages: Sequence[Page]) -> Seconds:
    method = METHODS.create(recipe.method, recipe.method_settings)
    evidence = gather_evidence(pages)
    template = method.learn(pages, evidence)
    return Seconds(
        _take_time(lambda: method.learn(pages, evidence)),
        _take_time(lambda: [choose_content(template.score(page)) for page in pages]),
    )


def _take_time(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(_TIMES_MEASURED):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best
