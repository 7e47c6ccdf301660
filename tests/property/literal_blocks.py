"""A page to blocks as the paper says it, node by node: slow, and plain enough to be believed."""

from collections.abc import Sequence
from dataclasses import dataclass

from dehusk.model import Page
from dehusk.parse.tags import TAG_NAMES, VOID
from dehusk.parse.words import split_words

VOID_NAMES = {TAG_NAMES[tag] for tag in VOID}
ROWS_AND_CELLS = "caption colgroup col thead tbody tfoot tr td th".split()
FEATURES = {
    "headings": "h1 h2 h3 h4 h5 h6".split(),
    "images": "img area".split(),
    "links": "a".split(),
    "lists": "ul ol dl menu dir".split(),
    "tables": "table".split(),
    "forms": "form input button select textarea".split(),
    "media": "video audio embed object applet svg canvas".split(),
    "frames": "iframe frame".split(),
    "scripts": "script noscript".split(),
    "styles": "style link".split(),
}
FEATURE_NAMES = ("text", *FEATURES)


class Reading:
    """A page as lists: what each node is called, what it is in, and what its leaves say."""

    def __init__(self, page: Page) -> None:
        tree = page.tree
        self.names = [tree.name(node) for node in range(len(tree))]
        self.parents = [int(parent) for parent in tree.parent]
        self.leaves = [int(leaf) for leaf in tree.leaves]
        self.texts = dict(zip(self.leaves, tree.leaf_texts(), strict=True))
        self.sources = tree.attribute("src")
        self.links = tree.attribute("href")

    def list_up(self, node: int) -> list[int]:
        """The node, its parent, and so on to the root."""
        way = []
        while node >= 0:
            way.append(node)
            node = self.parents[node]
        return way

    def find_up(self, node: int, name: str) -> int | None:
        return next((up for up in self.list_up(node) if self.names[up] == name), None)

    def is_in_innermost_table(self, node: int) -> bool:
        table = self.find_up(node, "table")
        if table is None:
            return False
        tables = [node for node, name in enumerate(self.names) if name == "table"]
        return not any(table in self.list_up(other)[1:] for other in tables)

    def list_splitting(self, tag: str) -> set[int]:
        """The elements of this name, without the rows and cells of innermost tables."""
        found = {node for node, name in enumerate(self.names) if name == tag}
        if tag in ROWS_AND_CELLS:
            found = {node for node in found if not self.is_in_innermost_table(node)}
        return found


def get_block_set(page: Reading, tags: Sequence[str]) -> list[list[int]]:
    """The nodes of each block, the block with the first leaf first."""
    parts = [list(range(len(page.names)))]
    for tag in tags:
        splitting = page.list_splitting(tag)
        split = split_at if tag in VOID_NAMES else split_by
        parts = [piece for part in parts for piece in split(page, part, splitting)]
    blocks = [part for part in parts if any(node in page.texts for node in part)]
    return sorted(blocks, key=lambda part: min(node for node in part if node in page.texts))


def split_by(page: Reading, part: list[int], splitting: set[int]) -> list[list[int]]:
    """One piece for each element, of what it is the nearest to; and one for the rest."""
    pieces: dict[int | None, list[int]] = {}
    for node in part:
        nearest = next((up for up in page.list_up(node) if up in splitting), None)
        pieces.setdefault(nearest, []).append(node)
    return list(pieces.values())


def split_at(_page: Reading, part: list[int], splitting: set[int]) -> list[list[int]]:
    """What is before the first of the elements, and each of them with what follows it."""
    pieces: list[list[int]] = [[]]
    for node in part:
        if node in splitting:
            pieces.append([])
        pieces[-1].append(node)
    return pieces


@dataclass(frozen=True)
class Block:
    """What the methods see of a block."""

    leaves: tuple[int, ...]
    words: tuple[str, ...]
    sources: frozenset[str]
    counts: dict[str, int]


def read_blocks(page: Page, tags: Sequence[str]) -> list[Block]:
    reading = Reading(page)
    return [read_block(reading, nodes) for nodes in get_block_set(reading, tags)]


def read_block(page: Reading, nodes: list[int]) -> Block:
    leaves = [node for node in nodes if node in page.texts]
    words = [word for leaf in leaves for word in split_words(page.texts[leaf])]
    # An address that is empty is none.
    sources = {"src:" + page.sources[leaf] for leaf in leaves if page.sources.get(leaf)}
    counts = {"text": len(words)}
    for feature, names in FEATURES.items():
        found = [node for node in nodes if page.names[node] in names]
        counts[feature] = sum(1 for node in found if feature != "links" or node in page.links)
    return Block(tuple(leaves), tuple(words), frozenset(sources), counts)
