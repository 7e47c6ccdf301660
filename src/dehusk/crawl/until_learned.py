"""Whether more pages of a site would teach its template anything: `--until-learned`.

From time to time the site is learned twice: from the pages that the last look had, and from all
there are now. Both then read the pages that came in between, which the former has never seen. Where
they keep the same words, page by page, the new pages taught nothing; when that is so twice in a
row, the site is learned. Pages come in the order that shows all shapes of addresses early, so a
template that was not met yet is unlikely to be there.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dehusk.model import Page, PageRef
from dehusk.run.pipeline import LearnedSite, Recipe, learn_site, take_pages
from dehusk.run.sample import SampleSettings

FIRST_PAGES = 16
GROWTH = 1.5
SAME_WORDS = 0.97
"""Mean agreement over the new pages from which they are taken to have taught nothing."""

QUIET_ROUNDS = 2
MOST_PAGES = SampleSettings().pages
"""More are never learned from: a site that is not settled by then never will be."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a site is learned: from how many pages, and how many looks found nothing new."""

    pages: int = 0
    quiet_rounds: int = 0
    agreement: float | None = None

    @property
    def is_learned(self) -> bool:
        """Whether more pages would teach nothing, or could not."""
        return self.quiet_rounds >= QUIET_ROUNDS or self.pages >= MOST_PAGES

    @property
    def next_look(self) -> int:
        """The number of pages at which it pays to look again."""
        return max(FIRST_PAGES, min(int(self.pages * GROWTH), MOST_PAGES))


def look_again(site: str, refs: Sequence[PageRef], former: Progress, recipe: Recipe) -> Progress:
    """Learn the site as it was and as it is, and compare."""
    seen, new = take_pages(refs[: former.pages]), take_pages(refs[former.pages :])
    if not seen or not new:
        return Progress(len(refs), 0)
    before, after = (learn_site(site, pages, recipe) for pages in (seen, [*seen, *new]))
    agreement = sum(_agree(before, after, page) for page in new) / len(new)
    quiet_rounds = former.quiet_rounds + 1 if agreement >= SAME_WORDS else 0
    return Progress(len(refs), quiet_rounds, agreement)


def _agree(one: LearnedSite, other: LearnedSite, page: Page) -> float:
    """How far two readings of a page keep the same words: F1 of the words, counted."""
    mine, theirs = (Counter(site.read_text(page).split()) for site in (one, other))
    total = mine.total() + theirs.total()
    return 2 * (mine & theirs).total() / total if total else 1.0
