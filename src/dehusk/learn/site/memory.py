"""What is remembered of a site's pages: what they say and point to, how their slots are filled."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.learn.site.reading import Floats, Hashes, mix
from dehusk.learn.site.titles import find_titles
from dehusk.learn.site.view import View, digest_page
from dehusk.model import Indices, Ints, Mask

FEW_PAGES = 8
"""From fewer pages everything is remembered; from so many, what at least two of them have."""

KNOWN_PAGES = 2

DECIMALS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """On how many pages each thing is, by hash, in the order of the hashes."""

    keys: Hashes
    pages: Ints

    def look_up(self, hashes: Hashes) -> Ints:
        """On how many pages these are; on none if they are unknown."""
        place, is_known = find_keys(self.keys, hashes)
        return np.where(is_known, self.pages[place], 0) if len(self.keys) else place


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Numbers by hash, in the order of the hashes."""

    keys: Hashes
    values: Floats

    def look_up(self, hashes: Hashes) -> Floats:
        """A row for each hash; zeros if it is unknown."""
        place, is_known = find_keys(self.keys, hashes)
        if not len(self.keys):
            return np.zeros((len(hashes), self.values.shape[1]), dtype=np.float32)
        return self.values[place] * is_known[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class SiteMemory:
    """What is known of all pages of the site's sample."""

    digests: Hashes
    loose: Counts
    grams: Counts
    links: Counts
    images: Counts
    titles: Counts


SLOT_COLUMNS = ("pages", "blocks", "words", "linked", "known", "texts", "stops")
PART_COLUMNS = ("pages", "words", "novel", "share")


@dataclass(frozen=True, slots=True, eq=False)
class ClusterMemory:
    """What is known of the pages of a cluster; slots and parts by the hash of their ways."""

    digests: Hashes
    loose: Counts
    exact: Counts
    ends: Counts
    here: Counts
    slots: Table
    numbered: Table
    parts: Table


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of the page's site: nothing where a page stands alone."""

    site: SiteMemory
    cluster: ClusterMemory
    title_prefix: str = ""
    title_suffix: str = ""


def find_keys(keys: Hashes, hashes: Hashes) -> tuple[Ints, Mask]:
    """The place of each hash among sorted keys, and whether it is there."""
    place = np.searchsorted(keys, hashes).astype(np.int32)
    np.minimum(place, max(len(keys) - 1, 0), out=place)
    is_known = keys[place] == hashes if len(keys) else np.zeros(len(hashes), dtype=np.bool_)
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
    heads = [find_titles(view, ends) for view in views]
    keys, pages = np.unique(_concatenate([np.unique(own) for own in heads]), return_counts=True)
    return SiteMemory(
        digests=_digest(views),
        loose=count_pages([view.reading.loose for view in views]),
        grams=count_pages([view.reading.gram for view in views]),
        links=count_pages([view.links.target for view in views]),
        images=count_pages([view.images.target for view in views]),
        titles=Counts(keys[keys != 0], pages[keys != 0].astype(np.int32)),
    )


def remember_cluster(views: Sequence[View], site: SiteMemory) -> ClusterMemory:
    """How the pages of a cluster fill their slots."""
    known = [share_known(view, site) for view in views]
    return ClusterMemory(
        digests=_digest(views),
        loose=count_pages([view.reading.loose for view in views]),
        exact=count_pages([view.reading.exact for view in views]),
        ends=count_pages([np.concatenate(hash_ends(view)) for view in views]),
        here=count_pages([np.concatenate(hash_here(view)) for view in views]),
        slots=_fill([view.places.slot[view.places.holder] for view in views], views, known),
        numbered=_fill([view.places.numbered[view.places.holder] for view in views], views, known),
        parts=_measure_parts(views, known),
    )


def hash_ends(view: View) -> tuple[Hashes, Hashes]:
    """The first and the last word of each block, each with the slot that it is in."""
    reading, slot = view.reading, view.places.slot[view.places.holder]
    if not len(reading.word):
        return np.zeros_like(slot), np.zeros_like(slot)
    first, last = reading.first_word[:-1], reading.first_word[1:] - 1
    says = last >= first
    head = mix(slot, reading.word[np.minimum(first, len(reading.word) - 1)])
    tail = mix(~slot, reading.word[np.maximum(last, 0)])
    return np.where(says, head, 0), np.where(says, tail, 0)


def hash_here(view: View) -> tuple[Hashes, Hashes]:
    """What each block says but for numbers with its slot; what it just says with its number."""
    reading, places = view.reading, view.places
    loosely = mix(places.slot[places.holder], reading.loose)
    exactly = mix(~places.numbered[places.holder], reading.exact)
    says = reading.exact != 0
    return np.where(says, loosely, 0), np.where(says, exactly, 0)


def share_known(view: View, site: SiteMemory) -> Floats:
    """The share of each block's words in a row that other pages of the site have too."""
    is_own = bool(np.isin(np.uint64(digest_page(view.page)), site.digests))
    pages = site.grams.look_up(view.reading.gram) + (not is_own)
    return mean_of_grams(view, (pages >= KNOWN_PAGES).astype(np.float32))


def mean_of_grams(view: View, values: Floats) -> Floats:
    """The mean over each block's words in a row."""
    first = view.reading.first_gram
    total = np.zeros(len(values) + 1, dtype=np.float64)
    np.cumsum(values, out=total[1:])
    mean: Floats = (np.diff(total[first]) / np.maximum(np.diff(first), 1)).astype(np.float32)
    return mean


def count_linked(view: View) -> Floats:
    """The words of each block that are linked."""
    words = np.where(view.places.is_linked, view.reading.leaf_words, 0)
    return np.bincount(view.reading.block, words, minlength=len(view)).astype(np.float32)


def _digest(views: Sequence[View]) -> Hashes:
    return np.sort(np.array([digest_page(view.page) for view in views], dtype=np.uint64))


def _concatenate(parts: Sequence[Hashes]) -> Hashes:
    return np.concatenate([np.zeros(0, dtype=np.uint64), *parts])


def _fill(slots: Sequence[Hashes], views: Sequence[View], known: Sequence[Floats]) -> Table:
    """What all blocks of each slot are like."""
    every = _concatenate(slots)
    keys, slot = np.unique(every, return_inverse=True)
    page = np.repeat(np.arange(len(views)), [len(view) for view in views])
    words = np.concatenate([np.zeros(0, np.float32), *(view.reading.words for view in views)])
    columns = (
        _count_distinct(slot, page.astype(np.uint64), len(keys)),
        np.bincount(slot, minlength=len(keys)),
        np.bincount(slot, words, len(keys)),
        np.bincount(slot, np.concatenate([words[:0], *map(count_linked, views)]), len(keys)),
        np.bincount(slot, words * np.concatenate([words[:0], *known]), len(keys)),
        _count_distinct(slot, _concatenate([view.reading.exact for view in views]), len(keys)),
        np.bincount(
            slot,
            np.concatenate([words[:0], *(view.reading.counts[:, 4] for view in views)]),
            len(keys),
        ),
    )
    return _keep_enough(Table(keys, np.stack(columns, axis=1)), len(views))


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
        novel = np.maximum(words - count_linked(view), 0) * (1 - share)
        nodes = np.flatnonzero(places.high - places.low > 1).astype(np.int32)
        inside = places.sum_within(np.stack((words, novel), axis=1), nodes)
        shares = inside[:, 1:] / max(float(novel.sum()), 1.0)
        keys.append(places.slot[nodes])
        values.append(np.concatenate((inside, shares), axis=1))
        pages.append(np.full(len(nodes), number, dtype=np.uint64))
    every, part = np.unique(_concatenate(keys), return_inverse=True)
    columns = np.concatenate([np.zeros((0, 3), np.float32), *values])
    sums = [np.bincount(part, columns[:, column], len(every)) for column in range(3)]
    support = _count_distinct(part, _concatenate(pages), len(every))
    table = Table(every, np.stack((support, *sums), axis=1))
    return _keep_enough(table, len(views))


def _keep_enough(table: Table, n_pages: int) -> Table:
    """What enough pages have, in numbers that are the same once they were written down."""
    enough = table.values[:, 0] >= (1 if n_pages < FEW_PAGES else KNOWN_PAGES)
    return Table(table.keys[enough], np.round(table.values[enough], DECIMALS).astype(np.float32))
