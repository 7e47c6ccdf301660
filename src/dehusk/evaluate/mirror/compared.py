"""The two pages of a pair, cleaned and compared by processes that they may end."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dehusk.errors import DehuskError, WorkerDied
from dehusk.evaluate.mirror.alike import Alike, compare_texts, find_own_words
from dehusk.evaluate.mirror.pairs import Pair
from dehusk.evaluate.mirror.side import Side
from dehusk.model import Page, PageRef, Rejected
from dehusk.parse import Caps
from dehusk.parse.words import split_words
from dehusk.run.local import Job
from dehusk.run.pipeline import take_page
from dehusk.run.store import SiteShelf
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.write.text import render_text, render_whole

_log = logging.getLogger(__name__)

_PAIRS_A_BATCH = 4


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair before and after cleaning; what only one of the two keeps is a failure of one."""

    pair: Pair
    before: Alike
    after: Alike
    kept_left: float
    kept_right: float
    only_left: str
    only_right: str


@dataclass(frozen=True, slots=True)
class NotCompared:
    """A pair left out: pages of it could not be read, or something failed, or they have no words.

    `failure` says what failed.
    """

    pair: Pair
    unread: int = 0
    failure: str | None = None


def compare_pairs(
    pairs: Sequence[Pair], left: Side, right: Side, job: Job
) -> Iterator[Compared | NotCompared]:
    """Each pair, in the order of the pairs."""
    comparer = _Comparer(left.shelf, right.shelf, job.caps)
    plan = WorkPlan(comparer, _give_up, job.jobs, batch_size=_PAIRS_A_BATCH)
    return map_in_processes(plan, pairs)


def _give_up(pair: Pair) -> NotCompared:
    return NotCompared(pair, failure=str(WorkerDied()))


@dataclass(frozen=True, slots=True)
class _Texts:
    """All that a page says, and what is kept of it."""

    whole: str
    kept: str

    @property
    def kept_share(self) -> float:
        """The share of its words that is kept."""
        return len(split_words(self.kept)) / max(len(split_words(self.whole)), 1)


@dataclass(frozen=True, slots=True)
class _Comparer:
    """What a worker does with a pair; the shelves hold the sites it met ready."""

    left: SiteShelf
    right: SiteShelf
    caps: Caps

    def __call__(self, pair: Pair) -> Compared | NotCompared:
        try:
            ours, theirs = self._clean(pair.left, self.left), self._clean(pair.right, self.right)
        except DehuskError:
            raise
        except Exception as error:
            # A pair that finds a fault in us costs only itself.
            _log.exception("%s", pair.left.source)
            return NotCompared(pair, failure=f"{type(error).__name__}: {error}")
        if isinstance(ours, Rejected) or isinstance(theirs, Rejected):
            return NotCompared(pair, sum(isinstance(each, Rejected) for each in (ours, theirs)))
        if not split_words(ours.whole) or not split_words(theirs.whole):
            return NotCompared(pair)
        return _compare(pair, ours, theirs)

    def _clean(self, ref: PageRef, shelf: SiteShelf) -> _Texts | Rejected:
        page = take_page(ref, self.caps)
        if not isinstance(page, Page):
            return page
        judged = shelf.get(ref.site).judge(page)
        return _Texts(render_whole(page.tree), render_text(page.tree, judged.is_kept))


def _compare(pair: Pair, ours: _Texts, theirs: _Texts) -> Compared:
    return Compared(
        pair=pair,
        before=compare_texts(ours.whole, theirs.whole),
        after=compare_texts(ours.kept, theirs.kept),
        kept_left=ours.kept_share,
        kept_right=theirs.kept_share,
        only_left=find_own_words(ours.kept, theirs.kept),
        only_right=find_own_words(theirs.kept, ours.kept),
    )
