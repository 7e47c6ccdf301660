"""All that the method reads of one page: what its blocks say, where they stand, what is linked."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import xxhash

from dehusk.learn.site.names import hash_classes
from dehusk.learn.site.places import Places, find_places
from dehusk.learn.site.reading import Floats, Hashes, Reading, read_blocks
from dehusk.model import Indices, Page, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Pointers:
    """What points elsewhere, links or images: the hash of each address, and the block it is in."""

    target: Hashes
    block: Indices


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A page as the method sees it; `linked` are the words of each block that are linked."""

    page: Page
    reading: Reading
    places: Places
    links: Pointers
    images: Pointers
    linked: Floats

    def __len__(self) -> int:
        return len(self.reading)


def view_page(page: Page) -> View:
    """Read a page."""
    # Learning reads a page before it is judged.
    return View(page, *page.tree.find_once("site", _read))


def _read(tree: Tree) -> tuple[Reading, Places, Pointers, Pointers, Floats]:
    reading = read_blocks(tree)
    places = find_places(tree, reading, hash_classes(tree))
    links, images = (_point(*tree.column(name), places) for name in ("href", "src"))
    words = reading.leaf_words * places.is_linked
    linked = np.bincount(reading.block, words, minlength=len(reading)).astype(np.float32)
    return reading, places, links, images, linked


def digest_page(page: Page) -> int:
    """What tells a page that was learned from."""
    return page.tree.find_once("digest", lambda tree: xxhash.xxh64_intdigest(tree.markup))


def _point(nodes: Indices, addresses: Sequence[str], places: Places) -> Pointers:
    values = "\0".join(addresses).encode("utf-8", "surrogatepass").split(b"\0")
    if len(values) != len(nodes):
        # Nothing at all is one piece, and a broken address may hold a zero.
        values = [address.encode("utf-8", "surrogatepass") for address in addresses]
    hashes = map(xxhash.xxh64_intdigest, values)
    target = np.fromiter(hashes, dtype=np.uint64, count=len(nodes))
    inside = places.high[nodes] > places.low[nodes]
    return Pointers(target[inside], places.low[nodes[inside]])
