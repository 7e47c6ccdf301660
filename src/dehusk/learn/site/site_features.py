"""What a site's other pages tell of the blocks of a page."""

import numpy as np

from dehusk.learn.site.columns import Columns, log, ratio
from dehusk.learn.site.memory import (
    Counts,
    Known,
    hash_ends,
    hash_here,
    mean_of_grams,
)
from dehusk.learn.site.parts import Told
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.titles import find_titles
from dehusk.learn.site.view import Pointers, View, digest_page
from dehusk.model import Ints, Mask


class Evidence:
    """What the site's other pages say of a page's blocks."""

    def __init__(self, view: View, known: Known) -> None:
        site, cluster = known.site, known.cluster
        self._view, self._site, self._cluster = view, site, cluster
        self._ends = known.title_prefix, known.title_suffix
        digest = np.uint64(digest_page(view.page))
        self._in_site = bool((site.digests == digest).any())
        self._in_cluster = bool((cluster.digests == digest).any())
        self._site_others = len(site.digests) - self._in_site
        self._cluster_others = len(cluster.digests) - self._in_cluster
        self._known = np.zeros(len(view), dtype=np.float32)
        self._titled = np.zeros(len(view), dtype=np.bool_)
        self._here = np.zeros(len(view), dtype=np.float32)

    def _others(self, counts: Counts, hashes: Hashes, *, in_site: bool = True) -> Ints:
        """On how many other pages these are."""
        is_own = self._in_site if in_site else self._in_cluster
        return np.maximum(counts.look_up(hashes) - is_own, 0)

    def describe_texts(self) -> Columns:
        """How many other pages say the same, and point to the same."""
        view, site, cluster = self._view, self._site, self._cluster
        n_site, n_cluster = max(self._site_others, 1), max(self._cluster_others, 1)
        loose = self._others(cluster.loose, view.reading.loose, in_site=False)
        exact = self._others(cluster.exact, view.reading.exact, in_site=False)
        everywhere = self._others(site.loose, view.reading.loose)
        grams = self._others(site.grams, view.reading.gram)
        self._known = mean_of_grams(view, (grams > 0).astype(np.float32))
        words = view.reading.words
        known_of_page = float((self._known * words).sum() / max(float(words.sum()), 1.0))
        n_blocks = len(view)
        heads, tails = (
            self._others(cluster.ends, ends, in_site=False) / n_cluster for ends in hash_ends(view)
        )
        self._titled = self._find_titled() & (words > 1)
        return {
            "site pages": np.full(n_blocks, np.log1p(self._site_others), dtype=np.float32),
            "cluster pages": np.full(n_blocks, np.log1p(self._cluster_others), dtype=np.float32),
            "alone": np.full(n_blocks, self._site_others == 0, dtype=np.float32),
            "page known": np.full(n_blocks, known_of_page, dtype=np.float32),
            "same loose share": (loose / n_cluster).astype(np.float32),
            "same loose": log(loose),
            "same exact share": (exact / n_cluster).astype(np.float32),
            "same exact": log(exact),
            "same first word": heads.astype(np.float32),
            "same last word": tails.astype(np.float32),
            "same on site share": (everywhere / n_site).astype(np.float32),
            "same on site": log(everywhere),
            "known words": self._known,
            "known words share": mean_of_grams(view, (grams / n_site).astype(np.float32)),
            "link targets": self._share_targets(site.links, view.links),
            "image targets": self._share_targets(site.images, view.images),
            "is title elsewhere": self._titled.astype(np.float32),
        }

    def _find_titled(self) -> Mask:
        """Which blocks say what another page is called."""
        said = self._view.reading.loose
        own = np.isin(said, find_titles(self._view, self._ends)) & self._in_site
        is_titled: Mask = self._site.titles.look_up(said) > own
        return is_titled

    def _share_targets(self, counts: Counts, pointers: Pointers) -> Floats:
        """The mean share of other pages that point where a block points."""
        share = self._others(counts, pointers.target) / max(self._site_others, 1)
        total = np.bincount(pointers.block, share, minlength=len(self._view))
        number = np.bincount(pointers.block, minlength=len(self._view))
        return ratio(total, number)

    def describe_slots(self) -> Columns:
        """How other pages fill the slots of these blocks."""
        places = self._view.places
        columns: Columns = {}
        for name, table, slot, here in zip(
            ("slot", "numbered"),
            (self._cluster.slots, self._cluster.numbered),
            (places.slot[places.holder], places.numbered[places.holder]),
            hash_here(self._view),
            strict=True,
        ):
            found = table.look_up(slot)
            others = np.maximum(found[:, 0] - self._in_cluster, 0)
            # What only the page itself has there tells nothing of its site.
            found[others == 0] = 0
            pages, blocks, words, linked, known, texts, stops = found.T
            same = self._others(self._cluster.here, here, in_site=False)
            self._here = np.where(others > 0, ratio(same, others), self._here)
            columns |= {
                f"{name} support": (others / max(self._cluster_others, 1)).astype(np.float32),
                f"{name} same": (same / max(self._cluster_others, 1)).astype(np.float32),
                f"{name} same share": ratio(same, others),
                f"{name} blocks": log(blocks / np.maximum(pages, 1)),
                f"{name} words": log(words / np.maximum(blocks, 1)),
                f"{name} linked": ratio(linked, words),
                f"{name} known": ratio(known, words),
                f"{name} variety": ratio(texts, blocks),
                f"{name} stops": ratio(stops, words),
            }
        return columns

    def tell(self, linked: Floats) -> Told:
        """What the parts around the blocks are described by."""
        return Told(
            linked=linked,
            known=self._known,
            here=self._here,
            titled=self._titled.astype(np.float32),
            others=self._cluster_others,
            is_learned=self._in_cluster,
        )
