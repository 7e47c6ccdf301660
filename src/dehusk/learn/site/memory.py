"""What is remembered of a site's pages: what they say and point to, how their slots are filled."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from dehusk.learn.site.columns import Numbers
from dehusk.learn.site.reading import Floats, Hashes, mix
from dehusk.learn.site.titles import find_titles
from dehusk.learn.site.view import View, digest_page
from dehusk.model import Indices, Ints, Mask

FEW_PAGES = 8
"""From fewer pages everything is remembered; from so many, what at least two of them have."""

KNOWN_PAGES = 2

DECIMALS = 3

_IMAGE = np.uint64(0x8CB92BA72F3D8DD7)
"""What tells an image's address from a link to it."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """On how many pages each thing is, by hash, in the order of the hashes."""

    keys: Hashes
    pages: Ints

    def look_up(self, hashes: Hashes) -> Ints:
        """On how many pages these are; on none if they are unknown."""
        if not len(self.keys):
            return np.zeros(hashes.shape, dtype=np.int32)
        place, is_known = find_keys(self.keys, hashes)
        found: Ints = self.pages[place] * is_known
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Numbers by hash, in the order of the hashes."""

    keys: Hashes
    values: Floats

    def look_up(self, hashes: Hashes) -> Floats:
        """A row for each hash; zeros if it is unknown."""
        if not len(self.keys):
            return np.zeros((len(hashes), self.values.shape[1]), dtype=np.float32)
        place, is_known = find_keys(self.keys, hashes)
        return self.values[place] * is_known[:, None]


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


def find_keys(keys: Hashes, hashes: Hashes) -> tuple[Indices, Mask]:
    """The place of each hash among sorted keys, and whether it is there."""
    place = np.minimum(keys.searchsorted(hashes), max(len(keys) - 1, 0))
    is_known = keys[place] == hashes if len(keys) else np.zeros(hashes.shape, dtype=np.bool_)
    return place, is_known


def count_pages(by_page: Sequence[Hashes]) -> Counts:
    """On how many pages each hash is; those that say nothing are left out."""
    distinct = [np.unique(hashes) for hashes in by_page]
    keys, pages = np.unique(_concatenate(distinct), return_counts=True)
    enough = pages >= (1 if len(by_page) < FEW_PAGES else KNOWN_PAGES)
    enough &= keys != 0
    return Counts(keys[enough], pages[enough].astype(np.int32))


def remember_site(views: Sequence[View], ends: tuple[str, str]) -> SiteMemory:
    """What the pages of a site's sample have in common; `ends` is what all titles share."""
    heads = [np.unique(find_titles(view, ends)) for view in views]
    keys, pages = np.unique(_concatenate(heads), return_counts=True)
    return SiteMemory(
        digests=_digest(views),
        grams=count_pages([view.reading.gram for view in views]),
        pointers=count_pages([hash_pointers(view) for view in views]),
        titles=Counts(keys[keys != 0], pages[keys != 0].astype(np.int32)),
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
    return np.concatenate((view.links.target, view.images.target ^ _IMAGE))


def hash_slots(view: View) -> Hashes:
    """The slots of all blocks by tags and classes, then by tags and numbers."""
    places = view.places
    return np.concatenate((places.slot[places.holder], ~places.numbered[places.holder]))


def hash_said(view: View) -> Hashes:
    """What each block says, in five rows that are zero where it has no words: all of it; its first
    and its last word with its slot; all but numbers with its slot; just all with its number.
    """
    reading = view.reading
    slot, numbered = hash_slots(view).reshape(2, -1)
    first, last = reading.first_word[:-1], reading.first_word[1:] - 1
    word = reading.word if len(reading.word) else np.zeros(1, dtype=np.uint64)
    left = np.array((~numbered, slot, ~slot, slot + np.uint64(1), numbered))
    left[0] = 0
    right = np.array(
        (
            reading.exact, word[np.minimum(first, len(word) - 1)], word[np.maximum(last, 0)],
            reading.loose, reading.exact,
        )
    )  # fmt: skip
    return np.where(last >= first, mix(left, right), np.uint64(0))


def share_known(view: View, site: SiteMemory) -> Floats:
    """The share of each block's words in a row that other pages of the site have too."""
    is_own = bool((site.digests == np.uint64(digest_page(view.page))).any())
    return mean_of_grams(view, site.grams.look_up(view.reading.gram) > is_own)


def mean_of_grams(view: View, values: Numbers) -> Floats:
    """The mean over each block's words in a row."""
    first = view.reading.first_gram
    total = np.zeros(len(values) + 1, dtype=np.float64)
    np.cumsum(values, out=total[1:])
    mean: Floats = (np.diff(total[first]) / np.maximum(np.diff(first), 1)).astype(np.float32)
    return mean


def _digest(views: Sequence[View]) -> Hashes:
    return np.sort(np.array([digest_page(view.page) for view in views], dtype=np.uint64))


def _concatenate(parts: Sequence[Hashes]) -> Hashes:
    return np.concatenate([np.zeros(0, dtype=np.uint64), *parts])


def _fill(views: Sequence[View], known: Sequence[Floats]) -> Table:
    """What all blocks of each slot are like."""
    keys, slot = np.unique(_concatenate([hash_slots(view) for view in views]), return_inverse=True)
    page = np.repeat(np.arange(len(views)), [2 * len(view) for view in views])
    none = np.zeros((5, 0), dtype=np.float32)
    values = np.concatenate(
        [none, *(np.tile(_list_values(*one), 2) for one in zip(views, known, strict=True))], axis=1
    )
    exact = _concatenate([np.tile(view.reading.exact, 2) for view in views])
    blocks, words, linked, known_words, stops = (
        np.bincount(slot, row, minlength=len(keys)) for row in values
    )
    pages = _count_distinct(slot, page.astype(np.uint64), len(keys))
    texts = _count_distinct(slot, exact, len(keys))
    columns = (pages, blocks, words, linked, known_words, texts, stops)
    return _keep_enough(Table(keys, np.stack(columns, axis=1)), len(views))


def _list_values(view: View, known: Floats) -> Floats:
    words = view.reading.words
    return np.stack(
        (np.ones_like(words), words, view.linked, words * known, view.reading.counts[:, 4])
    )


def _count_distinct(group: Indices, value: Hashes, n_groups: int) -> Indices:
    """How many different values each group has."""
    pairs = mix(group.astype(np.uint64), value)
    _, first = np.unique(pairs, return_index=True)
    return np.bincount(group[first], minlength=n_groups)


def _measure_parts(views: Sequence[View], known: Sequence[Floats]) -> Table:
    """Of each part of the page: its words, those that are new and not linked, their mean share."""
    keys, values, pages = [], [], []
    for number, (view, share) in enumerate(zip(views, known, strict=True)):
        places, words = view.places, view.reading.words
        novel = np.maximum(words - view.linked, 0) * (1 - share)
        nodes = (places.high - places.low > 1).nonzero()[0]
        inside = places.sum_within(np.stack((words, novel)), nodes)
        keys.append(places.slot[nodes])
        values.append(np.stack((*inside, inside[1] / max(float(novel.sum()), 1.0))))
        pages.append(np.full(len(nodes), number, dtype=np.uint64))
    every, part = np.unique(_concatenate(keys), return_inverse=True)
    columns = np.concatenate([np.zeros((3, 0), np.float32), *values], axis=1)
    sums = [np.bincount(part, row, len(every)) for row in columns]
    support = _count_distinct(part, _concatenate(pages), len(every))
    return _keep_enough(Table(every, np.stack((support, *sums), axis=1)), len(views))


def _keep_enough(table: Table, n_pages: int) -> Table:
    """What enough pages have, in numbers that are the same once they were written down."""
    enough = table.values[:, 0] >= (1 if n_pages < FEW_PAGES else KNOWN_PAGES)
    return Table(table.keys[enough], np.round(table.values[enough], DECIMALS).astype(np.float32))
