"""What pages of a site have in common, worked out when it is first asked for.

Two of three pages in a crawl of many sites may stand alone; nothing has to be remembered to judge
the only page there is. What hashes are of is asked only when a site is saved.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.site.labels import Labels, label_texts, label_ways
from dehusk.learn.site.memory import (
    Known,
    SiteMemory,
    know_nothing,
    remember_cluster,
    remember_site,
)
from dehusk.learn.site.view import View, digest_page, view_page
from dehusk.model import Page, stable_hash


class Recalled(Protocol):
    """What is known of a cluster's pages, and what the hashes in it are of."""

    @property
    def known(self) -> Known:
        """Counts and tables."""

    @property
    def labels(self) -> tuple[Labels, Labels]:
        """Texts and ways by their hashes."""

    def know_of_others(self, page: Page) -> Known:
        """What may tell of a page: nothing where it was learned from this page only."""


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """What was saved."""

    known: Known
    labels: tuple[Labels, Labels]

    def know_of_others(self, page: Page) -> Known:
        """All that is known: which page it is from is in it, and does not count."""
        return self.known


@dataclass(frozen=True, eq=False)
class Learned:
    """Pages that were learned from, those of a cluster and, where they are few, others beside."""

    pages: Sequence[Page]
    sample: Sequence[Page]
    site: SiteEvidence = field(repr=False)
    most: int

    @property
    def ends(self) -> tuple[str, str]:
        """What the site adds to all titles, before and after."""
        return self.site.title_prefix, self.site.title_suffix

    @cached_property
    def views(self) -> Sequence[View]:
        """The pages as the method sees them."""
        return [view_page(page) for page in self.pages]

    @cached_property
    def known(self) -> Known:
        """Counts and tables."""
        memory = self.site.find_once(("site", self.most), lambda _: self._remember())
        return Known(memory, remember_cluster(self.views, memory), self.ends)

    def _remember(self) -> SiteMemory:
        return remember_site([view_page(page) for page in self.sample], self.ends)

    @cached_property
    def labels(self) -> tuple[Labels, Labels]:
        """Texts and ways by their hashes."""
        return label_texts(self.views, self.known), label_ways(self.views, self.known)

    def know_of_others(self, page: Page) -> Known:
        """What may tell of a page: nothing where it was learned from this page only."""
        if len(self.pages) == len(self.sample) == 1:
            digests = {digest_page(one) for one in (page, *self.pages, *self.sample)}
            return know_nothing(self.ends) if len(digests) == 1 else self.known
        return self.known


def recall_pages(pages: Sequence[Page], site: SiteEvidence, most: int, enough: int = 0) -> Learned:
    """What is learned from pages of a cluster, so many at most, and from their site.

    Where a cluster has not enough pages, the other pages of its site are beside them.
    """
    sample = draw_pages(site.sample or pages, most)
    drawn = draw_pages(pages, most)
    if len(drawn) < enough:
        known = {digest_page(page) for page in drawn}
        drawn += [page for page in sample if digest_page(page) not in known]
    return Learned(drawn[:most], sample, site, most)


def draw_pages(pages: Sequence[Page], most: int) -> list[Page]:
    """So many pages at most, the same ones in whatever order they come."""

    # Which of several pages of one address came first is no matter: `copy` would tell.
    def order(page: Page) -> tuple[int, str, bytes]:
        return stable_hash(page.ref.key), page.ref.key, page.tree.markup

    return sorted(pages, key=order)[:most]
