"""What a site's other pages tell of the blocks of a page."""

import math
from dataclasses import dataclass

import numpy as np

from dehusk.core import telling as core
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.memory import IMAGE, Known, hash_said, tell_known
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.titles import find_titles
from dehusk.learn.site.view import View, digest_page
from dehusk.model import Ints, Mask

_OF_TEXTS = (
    "alone", "page known", "site pages", "cluster pages", "same loose share", "same exact share",
    "same first word", "same last word", "same loose", "same exact", "known words",
    "known words share", "link targets", "image targets",
)  # fmt: skip
_OF_SLOT = (
    "support",
    "same",
    "same share",
    "blocks",
    "words",
    "linked",
    "known",
    "variety",
    "stops",
)
_OF_SLOTS, _OF_NUMBERS = (
    tuple(f"{name} {what}" for what in _OF_SLOT) for name in ("slot", "numbered")
)


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
        known, said = self._describe_texts(columns)
        here = self._describe_slots(columns, said[3:].ravel())
        titled = self._find_titled()
        columns.note(("is title elsewhere",), titled[None].astype(np.float32))
        return Told(known, here, titled, self._cluster_others, self._in_cluster)

    def _describe_texts(self, columns: Columns) -> tuple[Floats, Ints]:
        """How many other pages say the same, and point to the same; the words that they know, and
        on how many pages of the cluster what `hash_said` tells is.
        """
        view, cluster = self._view, self._cluster
        same, said = core.tell_texts(
            cluster.loose.keys, cluster.loose.pages, cluster.said.keys, cluster.said.pages,
            view.reading.loose, hash_said(view), self._in_cluster, self._cluster_others,
        )  # fmt: skip
        known, often = tell_known(view, self._site.grams, self._in_site)
        words = view.reading.words
        rows = np.empty((len(_OF_TEXTS), len(view)), dtype=np.float32)
        rows[0] = self._site_others == 0
        rows[1] = float((known * words).sum() / max(float(words.sum()), 1.0))
        rows[2], rows[3] = math.log1p(self._site_others), math.log1p(self._cluster_others)
        rows[4:10] = same
        rows[10], rows[11] = known, often / max(self._site_others, 1)
        rows[12] = self._tell_targets(view.links.target, view.links.block)
        rows[13] = self._tell_targets(view.images.target ^ IMAGE, view.images.block)
        columns.note(_OF_TEXTS, rows)
        return known, said

    def _tell_targets(self, targets: Hashes, block: Ints) -> Floats:
        """The mean share of other pages that point where a block points."""
        known, n_blocks = self._site.pointers, len(self._view)
        return core.tell_targets(
            known.keys, known.pages, targets, block, n_blocks, self._in_site, self._site_others
        )

    def _find_titled(self) -> Mask:
        """Which blocks say what another page is called."""
        said = self._view.reading.loose
        found = self._site.titles.look_up(said)
        if self._in_site and found.any():
            own = find_titles(self._view, self._ends)
            found = found - (said[:, None] == own).any(axis=1)
        is_titled: Mask = (found > 0) & (self._view.reading.words > 1)
        return is_titled

    def _describe_slots(self, columns: Columns, same: Ints) -> Floats:
        """How other pages fill the slots of these blocks; the share that says the same there."""
        n_blocks, slots = len(self._view), self._cluster.slots
        rows = core.tell_slots(
            slots.keys, slots.values, self._view.slots, same,
            self._in_cluster, self._cluster_others,
        )  # fmt: skip
        columns.note(_OF_SLOTS, rows[:, :n_blocks])
        columns.note(_OF_NUMBERS, rows[:, n_blocks:])
        support, here = rows[0, n_blocks:], rows[2]
        told: Floats = np.where(support > 0, here[n_blocks:], here[:n_blocks])
        return told
