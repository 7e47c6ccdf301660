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

from dehusk.errors import NothingMatched, NothingToCompare
from dehusk.evaluate.feed.items import Feed, FeedItem, read_feed
from dehusk.evaluate.feed.matching import FeedPage, Matched, match_items
from dehusk.evaluate.feed.pages import read_feed_pages
from dehusk.evaluate.findings import Figure, Findings
from dehusk.evaluate.metrics import Score, Wanted
from dehusk.evaluate.words import Grams, count_grams
from dehusk.parse.words import split_words
from dehusk.run.local import Job

FULL_SHARE = 0.25
"""A feed gives whole texts if half of its items have so many of their page's words. Measured on
pages before cleaning, of which about half is their own, so that all methods face the same items;
over the feed, because judging each item by its length would leave out the short ones, which
templates harm most."""

_CUT_OFF = re.compile(r"(?:…|\.\.\.)\W*$|\[(?:…|\.\.\.)\]\s*\n[^\n]*$")
"""At the end, or before a last line such as "The post … appeared first on …"."""

_FEWEST_ITEMS = 4
"""From so many items on, what most of them say is the feed's own template."""

_RECALLS = {
    "before": "share of the feed's text that is on the whole page; below 1 the two differ anyway",
    "after": "share of the feed's text that is on the clean page; good if no lower than before",
}
_PRECISIONS = {
    "before": "share of the whole page's text that is in the feed; the rest is mostly template",
    "after": "share of the clean page's text that is in the feed; good if near 1",
}
_F1S = {
    "before": "precision and recall of whole pages in one number",
    "after": "precision and recall of clean pages in one number; good if near 1, above before",
}
_OF_FULL = ("precision", "f1")

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
    given = read_feed(feed)
    found = read_feed_pages(sources, job, given.items)
    matched = match_items(given.items, found.pages)
    if not matched:
        item, row = given.items[0], found.pages[0].row
        raise NothingMatched(str(feed), item.link or item.title, row.url or row.source)
    scores = _score_items([pair for pair in matched if split_words(pair[0].text)])
    if not scores:
        why = f"no item of {feed} that is about one of the pages has a text"
        raise NothingToCompare(why, "give a feed with descriptions or whole texts")
    return Findings(
        "A feed's text against its pages",
        (
            Figure("items", len(given.items), "different items in the feed"),
            Figure("matched", len(matched), "pages that an item of the feed is about"),
            *_count(scores),
            Figure("unread", found.unread, "pages that could not be read and are left out"),
            *_sum_up(scores),
        ),
        (*_tell_fault(feed, given), *found.failures, *_list_losses(scores)),
    )


def _tell_fault(path: Path, feed: Feed) -> Iterator[str]:
    if feed.fault:
        n_items = len(feed.items)
        yield f"{path} is broken ({feed.fault}): only the {n_items} items that can be read are used"


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


def _count(scores: Sequence[ItemScore]) -> Iterator[Figure]:
    full = sum(score.is_full for score in scores)
    yield Figure("with text", len(scores), "of these, those whose item has a text to compare")
    yield Figure(
        "full text",
        full,
        "of these, those whose item has the page's whole text; precision and F1 are over these"
        if full
        else "all items are teasers: what should have been removed cannot be told",
    )


def _sum_up(scores: Sequence[ItemScore]) -> Iterator[Figure]:
    """The means over items, of all and of those with the whole text."""
    full = [score for score in scores if score.is_full]
    for moment in _RECALLS:
        recalls = [getattr(score, moment).recall for score in scores]
        yield Figure(f"recall {moment}", fmean(recalls), _RECALLS[moment])
        if full:
            of_full: list[Score] = [getattr(score, moment) for score in full]
            precision, f1 = (fmean(getattr(one, name) for one in of_full) for name in _OF_FULL)
            yield Figure(f"precision {moment}", precision, _PRECISIONS[moment])
            yield Figure(f"F1 {moment}", f1, _F1S[moment])


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
