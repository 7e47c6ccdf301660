"""What a site's other pages tell of the blocks of a page."""

from dataclasses import dataclass

import numpy as np

from dehusk.learn.site.columns import Columns, ratio
from dehusk.learn.site.memory import (
    Counts,
    Known,
    hash_pointers,
    hash_said,
    hash_slots,
    mean_of_grams,
)
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.titles import find_titles
from dehusk.learn.site.view import View, digest_page
from dehusk.model import Ints, Mask


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What other pages tell of a page's blocks by themselves; `others` are those of its cluster.

    `known` is the share of a block's words in a row that other pages have, `here` that of the pages
    that say the same in the same place; `titled` are the blocks that say another page's title.
    """

    known: Floats
    here: Floats
    titled: Mask
    others: int
    is_learned: bool


class Evidence:
    """What the site's other pages say of a page's blocks."""

    def __init__(self, view: View, known: Known) -> None:
        self._view, self._site, self._cluster = view, known.site, known.cluster
        self._ends = known.ends
        digest = np.uint64(digest_page(view.page))
        self._in_site = bool((known.site.digests == digest).any())
        self._in_cluster = bool((known.cluster.digests == digest).any())
        self._site_others = len(known.site.digests) - self._in_site
        self._cluster_others = len(known.cluster.digests) - self._in_cluster

    def describe(self, columns: Columns) -> Told:
        """Note all of it."""
        said = np.zeros((5, len(self._view)), dtype=np.int32)
        if self._cluster_others:
            said = self._others(self._cluster.said, hash_said(self._view))
        known = self._describe_texts(columns, said)
        here = self._describe_slots(columns, said[3:])
        titled = self._find_titled()
        columns.note("is title elsewhere", titled)
        return Told(known, here, titled, self._cluster_others, self._in_cluster)

    def _others(self, counts: Counts, hashes: Hashes) -> Ints:
        """On how many other pages of the cluster these are."""
        return np.maximum(counts.look_up(hashes) - self._in_cluster, 0)

    def _describe_texts(self, columns: Columns, said: Ints) -> Floats:
        """How many other pages say the same, and point to the same; the words that they know."""
        view, n_blocks = self._view, len(self._view)
        n_site, n_cluster = max(self._site_others, 1), max(self._cluster_others, 1)
        loose = self._others(self._cluster.loose, view.reading.loose)
        grams = np.maximum(self._site.grams.look_up(view.reading.gram) - self._in_site, 0)
        known = mean_of_grams(view, grams > 0)
        words = view.reading.words
        columns.note_page(
            alone=float(self._site_others == 0),
            page_known=float((known * words).sum() / max(float(words.sum()), 1.0)),
        )
        columns.note_log("site pages", np.full(n_blocks, self._site_others))
        columns.note_log("cluster pages", np.full(n_blocks, self._cluster_others))
        columns.note("same loose share", loose / n_cluster)
        columns.note_log("same loose", loose)
        columns.note_all(
            ("same exact share", "same first word", "same last word"), said[:3] / n_cluster
        )
        columns.note_log("same exact", said[0])
        columns.note("known words", known)
        columns.note("known words share", mean_of_grams(view, grams / n_site))
        self._describe_targets(columns)
        return known

    def _describe_targets(self, columns: Columns) -> None:
        """The mean share of other pages that point where a block points."""
        view = self._view
        found = np.maximum(self._site.pointers.look_up(hash_pointers(view)) - self._in_site, 0)
        share = found / max(self._site_others, 1)
        n_links = len(view.links.target)
        for name, pointers, shares in (
            ("link targets", view.links, share[:n_links]),
            ("image targets", view.images, share[n_links:]),
        ):
            total = np.bincount(pointers.block, shares, minlength=len(view))
            number = np.bincount(pointers.block, minlength=len(view))
            columns.note_share(name, total, number)

    def _find_titled(self) -> Mask:
        """Which blocks say what another page is called."""
        said = self._view.reading.loose
        found = self._site.titles.look_up(said)
        if self._in_site and found.any():
            found = found - np.isin(said, find_titles(self._view, self._ends))
        is_titled: Mask = (found > 0) & (self._view.reading.words > 1)
        return is_titled

    def _describe_slots(self, columns: Columns, same: Ints) -> Floats:
        """How other pages fill the slots of these blocks; the share that says the same there."""
        n_blocks = len(self._view)
        found = self._cluster.slots.look_up(hash_slots(self._view))
        others = np.maximum(found[:, 0] - self._in_cluster, 0)
        # What only the page itself has there tells nothing of its site.
        found[others == 0] = 0
        here = ratio(same.ravel(), others)
        for name, rows in (("slot", slice(0, n_blocks)), ("numbered", slice(n_blocks, None))):
            pages, blocks, words, linked, known, texts, stops = found[rows].T
            n_others = max(self._cluster_others, 1)
            columns.note(f"{name} support", others[rows] / n_others)
            columns.note(f"{name} same", same.ravel()[rows] / n_others)
            columns.note(f"{name} same share", here[rows])
            columns.note_log(f"{name} blocks", blocks / np.maximum(pages, 1))
            columns.note_log(f"{name} words", words / np.maximum(blocks, 1))
            columns.note_share(f"{name} linked", linked, words)
            columns.note_share(f"{name} known", known, words)
            columns.note_share(f"{name} variety", texts, blocks)
            columns.note_share(f"{name} stops", stops, words)
        by_slot, by_number = here.reshape(2, n_blocks)
        return np.where(others[n_blocks:] > 0, by_number, by_slot)
