"""The method `content-blocks`: blocks that few other pages have are content.

ContentExtractor of Debnath, Mitra and Giles, "Automatic extraction of informative blocks from
webpages" (SAC 2005). Departures: features are divided by their maximum, and an image's address is a
term, for else all blocks of one image would be the same. The paper compares every block with every
other; here one that is the same is looked up, and others are only compared where they can be alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.blocks.alike import TOLERANCE, AlikeIndex, Block
from dehusk.learn.blocks.cut import DEFAULT_TAGS, check_tags
from dehusk.learn.blocks.holdings import FEATURES, Holdings, read_holdings
from dehusk.learn.blocks.reasons import explain_blocks
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.model import Page, Reason, Scores

SIMILARITY = 0.9
"""The paper's: two blocks are the same from a higher cosine on."""

THRESHOLD = 0.5
"""A block is content if its IBDF is higher, that is if it is on its own page only. The paper leaves
it open; a lower one keeps more template on small sites than it spares content on large ones."""

SHARE = 0.1
"""What is template must be on so many pages, too: in hundreds of pages, two may share by chance
what is their content. On small sites it changes nothing; 0 is the paper's."""


@dataclass(frozen=True, slots=True)
class ContentBlocks:
    """What cuts pages into blocks, which blocks are alike, and how rare one must be to be content.

    `tags`: names in their order. `similarity`: the cosine above which two blocks are the same.
    `threshold`: content is what is on fewer than 1 / threshold pages, its own among them, or on a
    smaller `share` of all pages.
    """

    name: ClassVar[str] = "content-blocks"

    tags: Sequence[str] = DEFAULT_TAGS
    similarity: float = SIMILARITY
    threshold: float = THRESHOLD
    share: float = SHARE

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", check_tags(self.name, "tags", self.tags))
        for setting in ("similarity", "threshold"):
            value = getattr(self, setting)
            if not isinstance(value, float) or not 0.001 <= value <= 0.999:
                raise BadSetting(self.name, setting, value, "a fraction from 0.001 to 0.999")
        if type(self.share) not in (int, float) or not 0 <= self.share <= 1:
            raise BadSetting(self.name, "share", self.share, "a fraction from 0 to 1")

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "ContentTemplate":
        """Count the pages of each block and of those like it; keep those that are not rare."""
        ordered = sorted(pages, key=lambda page: page.ref.key)
        keys = tuple(page.ref.key for page in ordered)
        pages_of: dict[Block, list[int]] = {}
        largest = np.zeros(len(FEATURES), dtype=np.int64)
        for number, page in enumerate(ordered):
            holdings = read_holdings(page.tree, self.tags)
            largest = np.maximum(largest, holdings.counts.max(axis=0, initial=0))
            for block in set(list_blocks(holdings)):
                pages_of.setdefault(block, []).append(number)
        blocks = sorted(pages_of, key=lambda block: (sorted(block.terms), block.counts))
        index = AlikeIndex(blocks, largest.tolist(), self.similarity)
        found = _list_pages(index, blocks, [pages_of[block] for block in blocks])
        known = {
            block: Seen(tuple(pages_of[block]), len(pages_alike))
            for block, pages_alike in zip(blocks, found, strict=True)
            if not self.is_content(len(pages_alike), len(keys))
        }
        return ContentTemplate(self, keys, tuple(largest.tolist()), known)

    def load(self, state: State) -> "ContentTemplate":
        """The template that was saved."""
        largest = cast("Mapping[str, int]", state["largest"])
        rows = cast("Sequence[Mapping[str, object]]", state["blocks"])
        return ContentTemplate(
            self,
            tuple(cast("Sequence[str]", state["pages"])),
            tuple(int(largest.get(feature, 0)) for feature in FEATURES),
            dict(_load_block(row) for row in rows),
        )

    def is_content(self, n_pages: int, of_pages: int) -> bool:
        """Is a block rare that is, or has its like, on so many pages, its own among them?"""
        ibdf = 1 / max(n_pages, 1)
        return ibdf > self.threshold + TOLERANCE or n_pages < self.share * of_pages - TOLERANCE


@dataclass(frozen=True, slots=True)
class Seen:
    """The pages learned from that a block is on, by number; how many have it or one like it."""

    pages: tuple[int, ...]
    n_pages: int

    @classmethod
    def alike(cls, pages: Sequence[int]) -> "Seen":
        """Of a block that is not on any of them, but one like it."""
        return cls(tuple(pages), len(pages))


@dataclass(frozen=True)
class ContentTemplate:
    """The blocks that are not rare.

    `largest` is the most of each feature that a block has; `known` has, for each block, where.
    """

    method: ContentBlocks
    keys: tuple[str, ...]
    largest: tuple[int, ...]
    known: Mapping[Block, Seen]

    def score(self, page: Page) -> Scores:
        """A half to one for what is not rare, the more pages the higher; nothing for the rest."""
        holdings = read_holdings(page.tree, self.method.tags)
        return self._score_blocks(self._look_up(holdings))[holdings.blocks.of_leaf]

    def explain(self, page: Page) -> Sequence[Reason]:
        """On how many of the pages learned from is a block like a leaf's."""
        holdings = read_holdings(page.tree, self.method.tags)
        found = self._look_up(holdings)
        why = [self._say_where(seen, page.ref.key) for seen in found]
        return explain_blocks(holdings.blocks, self._score_blocks(found), why)

    def state(self) -> State:
        """Readable and correctable: a block that is taken out, with those like it, is content."""
        return {
            "pages": list(self.keys),
            "largest": dict(zip(FEATURES, self.largest, strict=True)),
            "blocks": [_dump_block(block, seen) for block, seen in self.known.items()],
        }

    @cached_property
    def _index(self) -> AlikeIndex:
        return AlikeIndex(tuple(self.known), self.largest, self.method.similarity)

    @cached_property
    def _holders(self) -> Sequence[Sequence[int]]:
        return [seen.pages for seen in self.known.values()]

    def _look_up(self, holdings: Holdings) -> list[Seen]:
        """Of each block the pages with it, or with those that it is like."""
        blocks = list_blocks(holdings)
        new = [block for block in dict.fromkeys(blocks) if block not in self.known]
        found = dict(zip(new, _list_pages(self._index, new, self._holders), strict=True))
        seen = (self.known.get(block) or Seen.alike(found[block]) for block in blocks)
        return list(seen)

    def _score_blocks(self, found: Sequence[Seen]) -> Scores:
        n_all = len(self.keys)
        scores = [
            0.0 if self.method.is_content(n, n_all) else 0.5 + 0.5 * min(n / n_all, 1.0)
            for n in (seen.n_pages for seen in found)
        ]
        return np.array(scores, dtype=np.float32)

    def _say_where(self, seen: Seen, key: str) -> str:
        if self.method.is_content(seen.n_pages, len(self.keys)):
            return "its block is on few pages"
        others = [self.keys[page] for page in seen.pages if self.keys[page] != key]
        example = f", e.g. {others[0]}" if others else ""
        return f"a block like it is on {seen.n_pages} of {len(self.keys)} pages{example}"


def list_blocks(holdings: Holdings) -> list[Block]:
    """The blocks of a page as they are compared."""
    return [
        Block(tuple(counts), holdings.terms(number))
        for number, counts in enumerate(holdings.counts.tolist())
    ]


def _list_pages(
    index: AlikeIndex, blocks: Sequence[Block], holders: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Of each block the pages with blocks that it is like."""
    return [
        sorted({page for known in alike.tolist() for page in holders[known]})
        for alike in index.find(blocks)
    ]


def _dump_block(block: Block, seen: Seen) -> dict[str, object]:
    counts = zip(FEATURES, block.counts, strict=True)
    return {
        "terms": sorted(block.terms),
        "counts": {feature: count for feature, count in counts if count},
        "pages": list(seen.pages),
        "n_pages": seen.n_pages,
    }


def _load_block(row: Mapping[str, object]) -> tuple[Block, Seen]:
    counts = cast("Mapping[str, int]", row["counts"])
    terms = frozenset(map(str, cast("Sequence[str]", row["terms"])))
    pages = tuple(int(page) for page in cast("Sequence[int]", row["pages"]))
    block = Block(tuple(int(counts.get(feature, 0)) for feature in FEATURES), terms)
    return block, Seen(pages, int(cast("int", row["n_pages"])))
