"""The text that a site gives in its feed against its clean pages.

S3 (section 6.1) proposes it: a feed is clean by definition. It is so only where it gives whole
texts; a teaser can tell that too much was removed, never that too little was.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from dehusk.errors import NoPagesFound, NothingMatched
from dehusk.evaluate.feed.items import FeedItem, read_feed
from dehusk.evaluate.feed.pages import FeedPage, Matched, match_items, read_feed_pages
from dehusk.evaluate.findings import Figure, Findings
from dehusk.evaluate.metrics import Score, Wanted
from dehusk.evaluate.words import Grams, count_grams, split_words
from dehusk.run.local import Job

FULL_SHARE = 0.25
"""A feed gives whole texts if half of its items have so many of their page's words. Measured on
pages before cleaning, of which about half is their own, so that all methods face the same items;
over the feed, because judging each item by its length would leave out the short ones, which
templates harm most."""

_CUT_OFF = re.compile(r"\[(?:…|\.\.\.)\]|(?:…|\.\.\.)\W*$")
_FEWEST_ITEMS = 4
"""From so many items on, what most of them say is the feed's own template."""

_MOST_FAILURES = 10
_MOST_CHARACTERS = 120
_LEAST_LOSS = 0.01


@dataclass(frozen=True, slots=True)
class ItemScore:
    """An item against its page, whole and clean."""

    item: FeedItem
    page: FeedPage
    before: Score
    after: Score
    is_full: bool


def evaluate_feed(feed: Path, sources: Sequence[str], job: Job) -> Findings:
    """How much of a feed's text the clean pages have, and of theirs the feed."""
    items = read_feed(feed)
    pages = list(read_feed_pages(sources, job, items))
    if not pages:
        raise NoPagesFound(tuple(sources))
    matched = match_items(items, pages)
    if not matched:
        first = pages[0].row
        raise NothingMatched(str(feed), items[0].link or items[0].title, first.url or first.source)
    scores = _score_items([pair for pair in matched if split_words(pair[0].text)])
    return Findings(
        "A feed's text against its pages",
        (*_count(items, matched, scores), *_sum_up(scores)),
        tuple(_list_losses(scores)),
    )


def flag_full_texts(matched: Sequence[Matched]) -> list[bool]:
    """Which items give the whole text of their page; of a feed of teasers none."""
    is_long = [
        len(split_words(item.text)) >= FULL_SHARE * len(split_words(page.whole))
        for item, page in matched
    ]
    is_whole = [not _CUT_OFF.search(item.text) for item, _ in matched]
    n_full = sum(long and whole for long, whole in zip(is_long, is_whole, strict=True))
    return is_whole if 2 * n_full >= len(matched) else [False] * len(matched)


def _score_items(matched: Sequence[Matched]) -> list[ItemScore]:
    template = _find_template([item for item, _ in matched])
    scores = []
    for (item, page), is_full in zip(matched, flag_full_texts(matched), strict=True):
        # The page may or may not repeat its title above the text.
        wanted = Wanted(item.text, ignored=count_grams(item.title), optional=template)
        before, after = wanted.score(page.whole), wanted.score(page.row.text)
        scores.append(ItemScore(item, page, before, after, is_full))
    return scores


def _find_template(items: Sequence[FeedItem]) -> Grams:
    """What the feed itself adds to its items, such as "appeared first on": pages may lack it."""
    grams = [count_grams(item.text) for item in items]
    n_items = Counter(gram for own in grams for gram in own)
    if len(items) < _FEWEST_ITEMS:
        return Counter()
    most = max((own.total() for own in grams), default=0)
    return Counter({gram: most for gram, n in n_items.items() if n > len(items) / 2})


def _count(
    items: Sequence[FeedItem], matched: Sequence[Matched], scores: Sequence[ItemScore]
) -> Iterator[Figure]:
    full = sum(score.is_full for score in scores)
    yield Figure("items", len(items), "items in the feed")
    yield Figure("matched", len(matched), "items whose page is among the pages")
    yield Figure("with text", len(scores), "matched items that have a text to compare")
    yield Figure(
        "full text",
        full,
        "items with the whole text of their page; precision is over these"
        if full
        else "all items are teasers: what should have been removed cannot be told",
    )


def _sum_up(scores: Sequence[ItemScore]) -> Iterator[Figure]:
    """The means over items, of all and of those with the whole text."""
    full = [score for score in scores if score.is_full]
    for moment in ("before", "after"):
        if scores:
            recalls = [getattr(score, moment).recall for score in scores]
            says = "share of the feed's runs of four words that are on the page"
            yield Figure(f"recall {moment}", fmean(recalls), says)
        if full:
            of_full: list[Score] = [getattr(score, moment) for score in full]
            says = "share of the page's runs of four words that are in the feed"
            yield Figure(f"precision {moment}", fmean(one.precision for one in of_full), says)
            says = "precision and recall in one, over items with the whole text"
            yield Figure(f"F1 {moment}", fmean(one.f1 for one in of_full), says)


def _list_losses(scores: Sequence[ItemScore]) -> Iterator[str]:
    """The items whose text was on the page and is no more, those that lost most first."""
    losses = [(score.before.recall - score.after.recall, score) for score in scores]
    losses.sort(key=lambda loss: (-loss[0], loss[1].page.row.source))
    for lost, score in losses[:_MOST_FAILURES]:
        if lost >= _LEAST_LOSS:
            row = score.page.row
            yield (
                f"{row.url or row.source}: cleaning removed {lost:.0%} of what the feed says, as "
                f"“{_find_lost_line(score)}”"
            )


def _find_lost_line(score: ItemScore) -> str:
    """The line of the item that lost most runs of words."""
    lost = count_grams(score.page.whole) - count_grams(score.page.row.text)
    lines = score.item.text.split("\n")
    worst = max(lines, key=lambda line: (count_grams(line) & lost).total())
    return worst if len(worst) <= _MOST_CHARACTERS else worst[:_MOST_CHARACTERS] + "…"
