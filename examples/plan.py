"""Says which page of a site stands at an index, without looking at any other page.

Every sixth page is a listing, a home page or the like; the others are detail pages. Both kinds are
counted by rank, so any page can name any other page by arithmetic alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

CYCLE = 6
# The fifth of six: a site of five pages then has four detail pages and one listing.
SPECIAL_SLOT = 4
DETAILS_PER_CYCLE = CYCLE - 1
# Sites relate a page to those published around it; it also keeps the cards wanted in the cache.
WINDOW = 150


@dataclass(frozen=True, slots=True)
class Plan:
    """The shape of one generated site; equal plans give equal bytes."""

    site: str
    pages: int
    seed: int

    @property
    def details(self) -> int:
        """How many detail pages the site has."""
        return self.pages - (self.pages + CYCLE - 1 - SPECIAL_SLOT) // CYCLE

    def seed_page(self, index: int, stream: str = "") -> Random:
        """Give a page's random source; strings seed the same on every machine."""
        return Random(f"{self.seed}:{self.site}:{index}{stream}")

    def draw_others(self, rng: Random, index: int, count: int) -> list[int]:
        """Draw distinct detail pages near `index` but other than it, as page indices."""
        rank = to_rank(index)
        near = range(max(0, rank - WINDOW), min(self.details, rank + WINDOW))
        drawn = [to_index(other) for other in rng.sample(near, min(count + 1, len(near)))]
        return [other for other in drawn if other != index][:count]

    def find_neighbours(self, index: int) -> tuple[int | None, int | None]:
        """Find the detail pages before and after a detail page, where there are such."""
        rank = to_rank(index)
        before = to_index(rank - 1) if rank > 0 else None
        after = to_index(rank + 1) if rank + 1 < self.details else None
        return before, after

    def list_section(self, section: int, sections: int, page: int, size: int) -> list[int]:
        """List the detail pages of one page of a section's listing, as page indices.

        Sections take turns by rank; a section still without pages lists the whole site.
        """
        ranks = range(section, self.details, sections) or range(self.details)
        shown = range(page * size, page * size + min(size, len(ranks)))
        return [to_index(ranks[turn % len(ranks)]) for turn in shown]


def is_special(index: int) -> bool:
    """Tell whether the page at an index is something else than a detail page.

    >>> [index for index in range(12) if is_special(index)]
    [4, 10]
    """
    return index % CYCLE == SPECIAL_SLOT


def to_special_rank(index: int) -> int:
    """Number the special pages: 0 for the first of them."""
    return index // CYCLE


def to_rank(index: int) -> int:
    """Number the detail pages.

    >>> [to_rank(index) for index in (0, 3, 5, 6)]
    [0, 3, 4, 5]
    """
    cycle, slot = divmod(index, CYCLE)
    return DETAILS_PER_CYCLE * cycle + min(slot, SPECIAL_SLOT)


def to_index(rank: int) -> int:
    """Find a detail page's index from its number, undoing `to_rank`."""
    cycle, slot = divmod(rank, DETAILS_PER_CYCLE)
    return CYCLE * cycle + slot + (slot >= SPECIAL_SLOT)
