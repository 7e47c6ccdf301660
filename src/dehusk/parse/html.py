"""UTF-8 HTML to a Tree: canonical markup is cut into tags and texts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.core.markup import (
    FALLBACK_TAG,
    IMAGE_TAG,
    LARGEST,
    SILENT_TAG,
    VOID_TAG,
    Names,
    choose_leaves,
    cut_markup,
)
from dehusk.errors import NotHtml, OverCap
from dehusk.model import Ints, Tags, Tree
from dehusk.parse.canonical import COMMON_RAW_TEXT, RARE_RAW_TEXT, canonicalize
from dehusk.parse.tags import (
    IMAGES,
    MOST_TAGS,
    SILENT,
    TAG_IDS,
    TAG_NAMES,
    VOID,
    table_of,
    tag_ids,
)

_NAMES = Names(TAG_NAMES)
_MOST_GROWN, _SMALL = 32, 1_000_000
"""So many times its bytes, and so many more, canonical markup may take."""

_RARE_RAW_TEXT = [TAG_IDS[name] for name in RARE_RAW_TEXT]


def _table_kinds() -> npt.NDArray[np.uint8]:
    """By tag, what it is to the tree."""
    kinds = np.zeros(MOST_TAGS, dtype=np.uint8)
    for tags, kind in (
        (VOID, VOID_TAG),
        (IMAGES, IMAGE_TAG),
        (SILENT, SILENT_TAG),
        (tag_ids("noscript"), FALLBACK_TAG),
    ):
        kinds[table_of(tags)] |= kind
    return kinds


_KINDS = _table_kinds()


def build_tree(html: bytes, max_depth: int) -> Tree:
    """The page flattened in document order, or OverCap where it is deeper than allowed."""
    cut = _cut(_canonicalize(html, COMMON_RAW_TEXT))
    if np.bincount(cut.tag, minlength=MOST_TAGS)[_RARE_RAW_TEXT].any():
        cut = _cut(_canonicalize(html, COMMON_RAW_TEXT + RARE_RAW_TEXT))
    return cut.to_tree(max_depth)


def _canonicalize(html: bytes, raw_text: tuple[str, ...]) -> bytes:
    """Canonical markup, which is longer, but not without end: formatting that is never closed is
    repeated in every paragraph after it, attributes and all.
    """
    markup = canonicalize(html, raw_text)
    most = _MOST_GROWN * len(html) + _SMALL
    if len(markup) > min(most, LARGEST):
        raise OverCap("bytes that its markup grows to", len(markup), min(most, LARGEST))
    return markup


def read_tree(markup: bytes, max_depth: int) -> Tree:
    """The tree that this canonical markup is of; a parser may take some of it otherwise."""
    return _cut(markup).to_tree(max_depth)


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """Markup that was cut: its nodes, those whose names are their own, and whether they nest."""

    markup: bytes
    tag: Tags
    parent: Ints
    depth: Ints
    end: Ints
    start: Ints
    stop: Ints
    unknown: Sequence[int]
    deepest: int
    nests: bool

    def to_tree(self, max_depth: int) -> Tree:
        if self.deepest > max_depth:
            raise OverCap("depth", self.deepest, max_depth)
        if not self.nests or not len(self.tag):
            raise NotHtml("its elements do not nest")
        names: Sequence[str] = TAG_NAMES
        if self.unknown:
            fresh = _TagNumbers()
            own = [_read_name(self.markup, at) for at in self.start[self.unknown].tolist()]
            self.tag[self.unknown] = [fresh[name] for name in own]
            names = (*TAG_NAMES, *list(fresh)[: MOST_TAGS - 1 - len(TAG_NAMES)], "-other")
        return Tree(
            tag=self.tag,
            parent=self.parent,
            depth=self.depth,
            end=self.end,
            start=self.start,
            stop=self.stop,
            markup=self.markup,
            leaves=choose_leaves(self.markup, self.tag, self.parent, self.start, self.stop, _KINDS),
            tag_names=names,
        )


def _cut(markup: bytes) -> _Cut:
    return _Cut(markup, *cut_markup(markup, _NAMES, _KINDS))


class _TagNumbers(dict[str, int]):
    """Numbers for names of the page's own, in the order they come; the last one is shared."""

    def __missing__(self, name: str) -> int:
        self[name] = min(len(TAG_NAMES) + len(self), MOST_TAGS - 1)
        return self[name]


def _read_name(markup: bytes, start: int) -> str:
    name = markup[start + 1 : start + 101].partition(b">")[0].partition(b" ")[0]
    return name.decode("utf-8", "replace")
