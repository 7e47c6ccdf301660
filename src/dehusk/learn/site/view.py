"""All that the method reads of one page: what its blocks say, where they stand, what is linked."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import xxhash

from dehusk.learn.site.names import hash_classes
from dehusk.learn.site.places import Places, find_places
from dehusk.learn.site.reading import Hashes, Reading, read_blocks
from dehusk.model import Ints, Page
from dehusk.parse.tags import TAG_IDS

_HEADLINES = (TAG_IDS["h1"], TAG_IDS["h2"])
_MOST_HEADLINES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Pointers:
    """What points elsewhere, links or images: the hash of each address, and the block it is in."""

    target: Hashes
    block: Ints


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A page as the method sees it."""

    page: Page
    reading: Reading
    places: Places
    links: Pointers
    images: Pointers

    def __len__(self) -> int:
        return len(self.reading)


def view_page(page: Page) -> View:
    """Read a page."""
    tree = page.tree
    reading = read_blocks(tree)
    places = find_places(tree, reading, hash_classes(tree))
    return View(
        page,
        reading,
        places,
        _point(tree.attribute("href"), places, len(reading)),
        _point(tree.attribute("src"), places, len(reading)),
    )


def digest_page(page: Page) -> int:
    """What tells a page that was learned from."""
    return xxhash.xxh64_intdigest(page.tree.markup)


def find_headlines(view: View) -> Hashes:
    """The hashes of a page's first headlines."""
    tags = view.page.tree.tag[view.places.element]
    found = np.flatnonzero(np.isin(tags, _HEADLINES) & (view.reading.words > 1))
    return view.reading.loose[found[:_MOST_HEADLINES]]


def _point(
    addresses: "npt.NDArray[np.object_] | object", places: Places, n_blocks: int
) -> Pointers:
    items = dict(addresses)  # type: ignore[call-overload]
    nodes = np.fromiter(items.keys(), dtype=np.intp, count=len(items))
    hashes = (
        xxhash.xxh64_intdigest(value.encode("utf-8", "surrogatepass")) for value in items.values()
    )
    target = np.fromiter(hashes, dtype=np.uint64, count=len(items))
    inside = places.high[nodes] > places.low[nodes]
    return Pointers(target[inside], places.low[nodes[inside]])
