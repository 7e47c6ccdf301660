"""All that the method reads of one page: what its blocks say, where they stand, what is linked."""

from dataclasses import dataclass

import numpy as np
import xxhash

from dehusk.core.names import hash_spans
from dehusk.learn.site.names import hash_classes
from dehusk.learn.site.places import Places, find_places
from dehusk.learn.site.reading import Floats, Hashes, Reading, read_blocks
from dehusk.model import Ints, Page, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Pointers:
    """What points elsewhere, links or images: the hash of each address, and the block it is in."""

    target: Hashes
    block: Ints


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A page as the method sees it; `linked` are the words of each block that are linked, `slots`
    those of all blocks by tags and classes, then by tags and numbers.
    """

    page: Page
    reading: Reading
    places: Places
    links: Pointers
    images: Pointers
    linked: Floats
    slots: Hashes

    def __len__(self) -> int:
        return len(self.reading)


def view_page(page: Page) -> View:
    """Read a page."""
    # Learning reads a page before it is judged.
    return View(page, *page.tree.find_once("site", _read))


def _read(tree: Tree) -> tuple[Reading, Places, Pointers, Pointers, Floats, Hashes]:
    reading = read_blocks(tree)
    places = find_places(tree, reading, hash_classes(tree))
    links, images = (_point(tree, name, places) for name in ("href", "src"))
    words = reading.leaf_words * places.is_linked
    linked = np.bincount(reading.block, words, minlength=len(reading)).astype(np.float32)
    holder = places.holder
    slots = np.concatenate((places.slot[holder], ~places.numbered[holder]))
    return reading, places, links, images, linked, slots


def digest_page(page: Page) -> int:
    """What tells a page that was learned from."""
    return page.tree.find_once("digest", lambda tree: xxhash.xxh64_intdigest(tree.markup))


def _point(tree: Tree, name: str, places: Places) -> Pointers:
    known = tree.own_attributes()
    found = known.find(name)
    nodes = known.node[found]
    inside = places.high[nodes] > places.low[nodes]
    found = found[inside]
    target = hash_spans(tree.markup, known.start[found], known.stop[found])
    return Pointers(target, places.low[nodes[inside]])
