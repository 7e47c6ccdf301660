"""The method `content-blocks`: blocks that few other pages have are content.

ContentExtractor of Debnath, Mitra and Giles, "Automatic extraction of informative blocks from
webpages" (SAC 2005). Departures: features are divided by their maximum; an image's address is a
term, for else all blocks of one image would be the same; what is template on the whole site is so
in each of its clusters. The paper compares every block with every other; here equal ones are looked
up, and others are only compared where they can be alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.blocks.alike import AlikeIndex, Block
from dehusk.learn.blocks.cut import DEFAULT_TAGS, check_tags
from dehusk.learn.blocks.holdings import FEATURES, read_holdings
from dehusk.learn.blocks.page_sets import PageSet, list_pages, make_pages
from dehusk.learn.blocks.reasons import explain_blocks
from dehusk.learn.blocks.survey import Survey, find_pages_alike, list_blocks, survey_blocks
from dehusk.learn.blocks.tolerance import TOLERANCE
from dehusk.learn.enough import need_among
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.learn.saved import read_count, read_counts, read_numbers, read_rows, read_texts
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
        """Count the pages with each block and with those like it; keep those that are not rare."""
        is_whole = len(site.sample) <= len(pages)
        survey = self._survey(pages) if is_whole else site.find_once(self, self._survey)
        mine = set(map(id, pages))
        members = (number for number, page in enumerate(survey.pages) if id(page) in mine)
        scope = Scope(tuple(page.ref.key for page in survey.pages), make_pages(members))
        limits = self.find_limits(scope)
        counts = map(scope.count, survey.alike)
        known = {
            block: Seen(on, count)
            for block, on, count in zip(survey.blocks, survey.on, counts, strict=True)
            if not limits.are_missed(count)
        }
        return ContentTemplate(self, scope, survey.largest, known)

    def load(self, state: State) -> "ContentTemplate":
        """The template that was saved."""
        keys = read_texts(state, "pages")
        scope = Scope(keys, make_pages(read_numbers(state, "members", len(keys))))
        known = dict(_load_block(row, scope) for row in read_rows(state, "blocks"))
        return ContentTemplate(self, scope, read_counts(state, "largest", FEATURES), known)

    def find_limits(self, scope: "Scope") -> "Limits":
        """On how many pages a block must be, its own among them, not to be rare."""
        enough = max(1 / self.threshold, self.share * len(scope.keys))
        among = need_among(enough, scope.n_members) if scope.is_part else enough
        return Limits(among - TOLERANCE, enough - TOLERANCE)

    def _survey(self, pages: Sequence[Page]) -> Survey:
        return survey_blocks(pages, self.tags, self.similarity)


class Count(NamedTuple):
    """On how many pages something is: of the cluster, and of the whole site."""

    of_cluster: int
    of_site: int


class Limits(NamedTuple):
    """From how many pages on something is template."""

    of_cluster: float
    of_site: float

    def are_missed(self, count: Count) -> bool:
        """Is something on so few pages that it is content?"""
        return count.of_site < self.of_site and count.of_cluster < self.of_cluster


@dataclass(frozen=True, slots=True)
class Scope:
    """The pages learned from, by their keys, and which of them are in the cluster."""

    keys: tuple[str, ...]
    members: PageSet

    @property
    def n_members(self) -> int:
        """How many pages the cluster has."""
        return self.members.bit_count()

    @property
    def is_part(self) -> bool:
        """Does the site have other pages?"""
        return self.n_members < len(self.keys)

    def count(self, pages: PageSet) -> Count:
        """How many of these pages are whose."""
        return Count((self.members & pages).bit_count(), pages.bit_count())


class Seen(NamedTuple):
    """The pages that a block is on; and how many have it, or one like it."""

    pages: PageSet
    alike: Count


@dataclass(frozen=True)
class ContentTemplate:
    """The blocks that are not rare.

    `largest` is the most of each feature that a block has; `known` has, for each block, where.
    """

    method: ContentBlocks
    scope: Scope
    largest: tuple[int, ...]
    known: Mapping[Block, Seen]

    def score(self, page: Page) -> Scores:
        """A half to one for what is not rare, the more pages the higher; nothing for the rest."""
        holdings = read_holdings(page.tree, self.method.tags)
        return self._score_blocks(self._look_up(list_blocks(holdings)))[holdings.blocks.of_leaf]

    def explain(self, page: Page) -> Sequence[Reason]:
        """On how many of the pages learned from is a block like a leaf's."""
        holdings = read_holdings(page.tree, self.method.tags)
        blocks = list_blocks(holdings)
        found = self._look_up(blocks)
        examples = find_pages_alike(self._index, blocks, self._on)
        why = [
            self._say_where(seen.alike, alike, page.ref.key)
            for seen, alike in zip(found, examples, strict=True)
        ]
        return explain_blocks(holdings.blocks, self._score_blocks(found), why)

    def state(self) -> State:
        """Readable and correctable: a block that is taken out, with those like it, is content."""
        return {
            "pages": list(self.scope.keys),
            "members": list(list_pages(self.scope.members)),
            "largest": dict(zip(FEATURES, self.largest, strict=True)),
            "blocks": [_dump_block(block, seen) for block, seen in self.known.items()],
        }

    @cached_property
    def _limits(self) -> Limits:
        return self.method.find_limits(self.scope)

    @cached_property
    def _index(self) -> AlikeIndex:
        return AlikeIndex(tuple(self.known), self.largest, self.method.similarity)

    @cached_property
    def _on(self) -> Sequence[PageSet]:
        return [seen.pages for seen in self.known.values()]

    def _look_up(self, blocks: Sequence[Block]) -> list[Seen]:
        """Of each block the pages with it, or with those that it is like."""
        new = [block for block in dict.fromkeys(blocks) if block not in self.known]
        pages = find_pages_alike(self._index, new, self._on)
        alike = {
            block: Seen(on, self.scope.count(on)) for block, on in zip(new, pages, strict=True)
        }
        return [self.known.get(block) or alike[block] for block in blocks]

    def _score_blocks(self, found: Sequence[Seen]) -> Scores:
        return np.array([self._score(seen.alike) for seen in found], dtype=np.float32)

    def _score(self, count: Count) -> float:
        if self._limits.are_missed(count):
            return 0.0
        n_pages, of_pages, _ = self._tell(count)
        return 0.5 + 0.5 * min(n_pages / of_pages, 1.0)

    def _tell(self, count: Count) -> tuple[int, int, str]:
        """The greater share of pages that speaks for template: how many, of how many, and whose."""
        of_cluster = count.of_cluster, self.scope.n_members, ""
        of_site = count.of_site, len(self.scope.keys), " of the site"
        if self.scope.is_part and of_site[0] * of_cluster[1] > of_cluster[0] * of_site[1]:
            return of_site
        return of_cluster

    def _say_where(self, count: Count, alike: PageSet, key: str) -> str:
        if self._limits.are_missed(count):
            return "its block is on few pages"
        keys = (self.scope.keys[page] for page in list_pages(alike))
        other = next((one for one in keys if one != key), None)
        example = f", e.g. {other}" if other else ""
        n_pages, of_pages, whose = self._tell(count)
        return f"a block like it is on {n_pages} of {of_pages} pages{whose}{example}"


def _dump_block(block: Block, seen: Seen) -> dict[str, object]:
    counts = zip(FEATURES, block.counts, strict=True)
    return {
        "terms": sorted(block.terms),
        "counts": {feature: count for feature, count in counts if count},
        "pages": list(list_pages(seen.pages)),
        "alike_in_cluster": seen.alike.of_cluster,
        "alike_in_site": seen.alike.of_site,
    }


def _load_block(row: Mapping[str, object], scope: Scope) -> tuple[Block, Seen]:
    counts = read_counts(row, "counts", FEATURES)
    block = Block(counts, frozenset(read_texts(row, "terms")))
    count = Count(
        read_count(row, "alike_in_cluster", scope.n_members),
        read_count(row, "alike_in_site", len(scope.keys)),
    )
    return block, Seen(make_pages(read_numbers(row, "pages", len(scope.keys))), count)
