"""The nouns of dehusk, from a page's place in its source to its clean text. No I/O here."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import xxhash

from dehusk.attributes import Attributes, read_tags
from dehusk.markup import read_spans, strip_tags

Found = TypeVar("Found")

Ints = npt.NDArray[np.int32]
Indices = npt.NDArray[np.signedinteger[Any]]
"""Positions in another array, of whatever width numpy found handy."""

Tags = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
Scores = npt.NDArray[np.float32]
"""One float a leaf, in leaf order: 0 = content … 1 = template."""

Boxes = npt.NDArray[np.float32]
"""One row a node: left, top, width, height in pixels of the page; not numbers where nothing is."""

_FEW_NODES = 16
"""Up to so many, a loop over slices beats counting over the whole page."""

TEXT = 0
"""The tag number of a text node."""

TEMPLATE_SCORE = 0.5
"""A leaf with this score or more is template; every method scales its scores to it."""


PLAIN, WARC_RECORD, JSON_LINE = "plain", "warc record", "json line"
"""What stands at a page's offset: its own bytes, or what they are wrapped in."""


class PageRef(NamedTuple):
    """What a page is called and where its bytes are; the bytes are read only when needed.

    `copy` counts the pages of the same key before it; `column` is where a row has its HTML. It is a
    tuple because there may be millions of them.
    """

    source: str
    site: str
    path: str
    n_bytes: int
    offset: int = 0
    url: str | None = None
    captured: str | None = None
    charset: str | None = None
    form: str = PLAIN
    column: str | None = None
    copy: int = 0

    @property
    def key(self) -> str:
        """The page's identity within its site: two captures of a URL are two pages."""
        name = self.url or self.source
        return f"{name} {self.captured}" if self.captured else name


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as it was found."""

    ref: PageRef
    body: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A page flattened in document order into parallel arrays; a node is an int.

    A node is an element or a text. Its own bytes in the markup are `start … stop`: of a text the
    text, of an element the opening tag. Its subtree is `node … end`.
    """

    tag: Tags
    parent: Ints
    depth: Ints
    end: Ints
    start: Ints
    stop: Ints
    markup: bytes
    leaves: Ints
    tag_names: Sequence[str]
    _found: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.tag)

    def name(self, node: int) -> str:
        """The tag's name; "-text" for a text node."""
        return self.tag_names[int(self.tag[node])]

    def text_of(self, node: int) -> str:
        """All text at or below the node, as the parser gives it."""
        end = int(self.end[node])
        if self.tag[node] == TEXT:
            first, last = self.start[node], self.stop[node]
        else:
            first = self.stop[node]
            last = self.start[end] if end < len(self.tag) else len(self.markup)
        return strip_tags(self.markup[first:last])

    def texts(self, nodes: Indices) -> list[str]:
        """The characters of these text nodes."""
        return read_spans(self.markup, self.start[nodes], self.stop[nodes])

    def leaf_texts(self) -> list[str]:
        """The text of each leaf: a text node's own, an image's or area's alternative text."""
        return list(self.find_once("leaf texts", Tree._read_leaf_texts))

    def _read_leaf_texts(self) -> tuple[str, ...]:
        texts = self.texts(self.leaves)
        images = np.flatnonzero(self.tag[self.leaves] != TEXT).tolist()
        alt = self.attribute("alt") if images else {}
        for leaf in images:
            texts[leaf] = alt.get(int(self.leaves[leaf]), "")
        return tuple(texts)

    def attribute(self, name: str) -> Mapping[int, str]:
        """The value of an attribute for each node that has it, in document order."""
        return self.find_once(("attribute", name), lambda tree: tree._map_attribute(name))

    def column(self, name: str) -> tuple[Indices, Sequence[str]]:
        """The same as two rows: the nodes that have the attribute, and their values."""
        return self.find_once(("column", name), lambda tree: tree._read_column(name))

    def find_once(self, what: Hashable, find: Callable[["Tree"], Found]) -> Found:
        """What is found in the tree for the first who asks, and known to the others."""
        # A memory, not a change: the tree always gives the same.
        if what not in self._found:
            self._found[what] = find(self)
        found: Found = self._found[what]
        return found

    def _map_attribute(self, name: str) -> Mapping[int, str]:
        nodes, values = self.column(name)
        return dict(zip(nodes.tolist(), values, strict=True))

    def _read_column(self, name: str) -> tuple[Indices, Sequence[str]]:
        known = self.own_attributes()
        found = known.find(name)
        return known.node[found], read_spans(self.markup, known.start[found], known.stop[found])

    def own_attributes(self) -> Attributes:
        """All attributes of the page's elements."""
        return self.find_once(
            "attributes", lambda tree: read_tags(tree.markup, tree.tag, tree.start, tree.stop)
        )

    def path(self, node: int) -> str:
        """The tags from the root to the node, as in `html/body/div/p`."""
        names = []
        while node >= 0:
            names.append(self.name(node))
            node = int(self.parent[node])
        return "/".join(reversed(names))


def flag_below(nodes: Indices, end: Ints) -> Mask:
    """One flag a node: is it one of these nodes, or below one of them?"""
    if len(nodes) <= _FEW_NODES:
        flags = np.zeros(len(end), dtype=np.bool_)
        for first, last in zip(nodes.tolist(), end[nodes].tolist(), strict=True):
            flags[first:last] = True
        return flags
    marks = np.bincount(nodes, minlength=len(end) + 1)
    marks -= np.bincount(end[nodes], minlength=len(end) + 1)
    return np.cumsum(marks[:-1]) > 0


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A parsed page; `boxes` says where its nodes are drawn, if a browser was asked."""

    ref: PageRef
    tree: Tree
    title: str | None
    language: str | None
    encoding: str
    warnings: tuple[str, ...] = ()
    boxes: Boxes | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A page with the scores of its leaves, and which of them are kept."""

    page: Page
    scores: Scores
    is_kept: Mask


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pages made by one template, by their keys.

    `template` is the cluster whose template its pages are read with: itself, or the nearest one
    where it is too small to learn from. `paths` is what most of its pages have, the most telling
    first.
    """

    name: str
    keys: tuple[str, ...]
    template: str
    paths: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Membership:
    """Where a page belongs: its cluster, if it fits any, and whose template it is read with."""

    cluster: str | None
    template: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one leaf was scored as it was."""

    path: str
    text: str
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Section:
    """A region of a page with one importance; start and end are offsets in the extract's text."""

    role: str | None
    importance: float
    path: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Extract:
    """A page made clean: one row of output, the fields in the order of the schema."""

    source: str
    url: str | None
    captured: str | None
    site: str
    cluster: str | None
    title: str | None
    text: str
    markdown: str | None = None
    description: str | None = None
    language: str | None = None
    author: str | None = None
    published: str | None = None
    modified: str | None = None
    canonical: str | None = None
    site_name: str | None = None
    sections: tuple[Section, ...] | None = None
    removed_share: float | None = None
    confidence: float | None = None
    duplicate_of: str | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sketch:
    """What tells pages that repeat: a hash of all they say, of what they alone say, and MinHashes.

    What is empty says nothing: a page with too few words of its own has only the first.
    """

    whole: bytes = b""
    own: bytes = b""
    hashes: bytes = b""
    title: str = ""


@dataclass(frozen=True, slots=True)
class PageBlocks:
    """A page cut into blocks, by the digest of each; `whole` is that of all its markup."""

    digests: bytes
    markup: Mapping[bytes, bytes]
    whole: bytes


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A page made clean and written down in a run's format, ready to be put somewhere."""

    document: str
    canonical: str | None = None
    sketch: Sketch = Sketch()
    blocks: PageBlocks | None = None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A page that repeats another; `number` counts the pages as they were written."""

    number: int
    ref: PageRef
    original: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A page that could not be taken, the stage that refused it, and why.

    `offset` is where in an archive or table it stands.
    """

    source: str
    stage: str
    reason: str
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Something in a source that is no page: its media type, file ending or HTTP status."""

    kind: str


def stable_hash(text: str) -> int:
    """The project's one hash, the same on every machine and run.

    >>> stable_hash("dehusk")
    16111390222453073337
    """
    return xxhash.xxh64_intdigest(text.encode("utf-8", "surrogatepass"))
