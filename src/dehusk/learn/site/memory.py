"""What is remembered of a site's pages: what they say and point to, how their slots are filled."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from dehusk.core import telling as core
from dehusk.core.remembering import Ledger
from dehusk.core.telling import look_up_counts
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.titles import find_titles
from dehusk.learn.site.view import View, digest_page
from dehusk.model import Ints

FEW_PAGES = 8
"""From fewer pages everything is remembered; from so many, what at least two of them have."""

KNOWN_PAGES = 2

DECIMALS = 3

IMAGE = np.uint64(0x8CB92BA72F3D8DD7)
"""What tells an image's address from a link to it."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """On how many pages each thing is, by hash, in the order of the hashes."""

    keys: Hashes
    pages: Ints

    def look_up(self, hashes: Hashes) -> Ints:
        """On how many pages these are; on none if they are unknown."""
        return look_up_counts(self.keys, self.pages, hashes)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Numbers by hash, in the order of the hashes."""

    keys: Hashes
    values: Floats


@dataclass(frozen=True, slots=True, eq=False)
class SiteMemory:
    """What is known of all pages of the site's sample: words in a row, links and images, titles."""

    digests: Hashes
    grams: Counts
    pointers: Counts
    titles: Counts


SLOT_COLUMNS = ("pages", "blocks", "words", "linked", "known", "texts", "stops")
PART_COLUMNS = ("pages", "words", "novel", "share")


@dataclass(frozen=True, slots=True, eq=False)
class ClusterMemory:
    """What is known of the pages of a cluster; slots and parts by the hash of their ways.

    `loose` are texts but for numbers, `said` what `hash_said` makes of each block.
    """

    digests: Hashes
    loose: Counts
    said: Counts
    slots: Table
    parts: Table


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of the page's site: nothing where a page stands alone."""

    site: SiteMemory
    cluster: ClusterMemory
    ends: tuple[str, str] = ("", "")
    """What the site adds to all titles, before and after."""


def count_pages(by_page: Sequence[Hashes]) -> Counts:
    """On how many pages each hash is; those that say nothing are left out."""
    return _count(by_page, _fewest(len(by_page)))


def _count(by_page: Iterable[Hashes], fewest: int) -> Counts:
    ledger = Ledger()
    for hashes in by_page:
        ledger.count(hashes)
        ledger.turn_page()
    keys, pages, _ = ledger.finish(fewest)
    # What says nothing is zero, and would come first.
    says = slice(int(len(keys) > 0 and keys[0] == 0), None)
    return Counts(keys[says], pages[says])


def _fewest(n_pages: int) -> int:
    """On so many of the pages something has to be to be remembered."""
    return 1 if n_pages < FEW_PAGES else KNOWN_PAGES


def remember_site(views: Sequence[View], ends: tuple[str, str]) -> SiteMemory:
    """What the pages of a site's sample have in common; `ends` is what all titles share."""
    return SiteMemory(
        digests=_digest(views),
        grams=count_pages([view.reading.gram for view in views]),
        pointers=count_pages([hash_pointers(view) for view in views]),
        titles=_count((find_titles(view, ends) for view in views), fewest=1),
    )


def remember_cluster(views: Sequence[View], site: SiteMemory) -> ClusterMemory:
    """How the pages of a cluster fill their slots."""
    known = [share_known(view, site) for view in views]
    return ClusterMemory(
        digests=_digest(views),
        loose=count_pages([view.reading.loose for view in views]),
        said=count_pages([hash_said(view).ravel() for view in views]),
        slots=_fill(views, known),
        parts=_measure_parts(views, known),
    )


def know_nothing(ends: tuple[str, str] = ("", "")) -> Known:
    """What is known where there are no other pages."""
    return Known(*_remember_nothing(), ends)


@cache
def _remember_nothing() -> tuple[SiteMemory, ClusterMemory]:
    site = remember_site([], ("", ""))
    return site, remember_cluster([], site)


def hash_pointers(view: View) -> Hashes:
    """The addresses that links and images point to, the links first."""
    return np.concatenate((view.links.target, view.images.target ^ IMAGE))


def hash_said(view: View) -> Hashes:
    """What each block says, in five rows that are zero where it has no words: all of it; its first
    and its last word with its slot; all but numbers with its slot; just all with its number.
    """
    reading = view.reading
    return core.hash_said(
        reading.exact, reading.loose, reading.word, reading.first_word, view.slots
    )


def share_known(view: View, site: SiteMemory) -> Floats:
    """The share of each block's words in a row that other pages of the site have too."""
    is_own = bool((site.digests == np.uint64(digest_page(view.page))).any())
    share: Floats = tell_known(view, site.grams, int(is_own))[0]
    return share


def tell_known(view: View, grams: Counts, own: int) -> Floats:
    """Two rows: that share, and on how many other pages these words are on average."""
    reading = view.reading
    return core.share_known(grams.keys, grams.pages, reading.gram, reading.first_gram, own)


def _digest(views: Sequence[View]) -> Hashes:
    return np.sort(np.array([digest_page(view.page) for view in views], dtype=np.uint64))


def _fill(views: Sequence[View], known: Sequence[Floats]) -> Table:
    """What all blocks of each slot are like."""
    ledger, texts = Ledger(len(SLOT_COLUMNS) - 1), Ledger()
    for view, share in zip(views, known, strict=True):
        slots, exact = view.slots, view.reading.exact
        ledger.add(slots, np.tile(_list_values(view, share), 2))
        ledger.add_different(slots, np.concatenate((exact, exact)), texts, _TEXTS)
        ledger.turn_page()
    return _keep_enough(ledger, len(views))


_TEXTS = SLOT_COLUMNS.index("texts") - 1


def _list_values(view: View, known: Floats) -> Floats:
    """What blocks add to their slots; how many texts there are is counted apart."""
    values = np.zeros((len(SLOT_COLUMNS) - 1, len(view)), dtype=np.float32)
    words = view.reading.words
    values[0] = 1
    values[1], values[2], values[3] = words, view.linked, words * known
    values[5] = view.reading.counts[:, 4]
    return values


def _measure_parts(views: Sequence[View], known: Sequence[Floats]) -> Table:
    """Of each part of the page: its words, those that are new and not linked, their mean share."""
    ledger = Ledger(len(PART_COLUMNS) - 1)
    for view, share in zip(views, known, strict=True):
        places, words = view.places, view.reading.words
        novel = np.maximum(words - view.linked, 0) * (1 - share)
        nodes = (places.high - places.low > 1).nonzero()[0]
        inside = places.sum_within(np.stack((words, novel)), nodes)
        all_new = np.float32(max(float(novel.sum()), 1.0))
        ledger.add(places.slot[nodes], np.stack((*inside, inside[1] / all_new)))
        ledger.turn_page()
    return _keep_enough(ledger, len(views))


def _keep_enough(ledger: Ledger, n_pages: int) -> Table:
    """What enough pages have, in numbers that are the same once they were written down."""
    keys, pages, sums = ledger.finish(_fewest(n_pages))
    values = np.column_stack((pages.astype(np.float64), sums))
    return Table(keys, np.round(values, DECIMALS).astype(np.float32))
