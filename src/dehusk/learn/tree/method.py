"""The method `tree`: a template as a tree with `*`, `?` and `|`, and what recurs at its leaves.

After Mehta and Madaan, "Web page sectioning using regex-based template" (WWW 2008). Departures:
the tree is found from the top down over all its pages at once, so that their order does not matter;
support is counted over all pages that are given, not only those the tree was made from; and a
leaf's line counts beside its section.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.learn.tree.induce import induce_nodes
from dehusk.learn.tree.matcher import NOWHERE, Mapped, Matcher, Node
from dehusk.learn.tree.noise import Judged, Noise, find_company, read_confidence
from dehusk.learn.tree.outline import draw_outline
from dehusk.learn.tree.reasons import Reasoning
from dehusk.learn.tree.state import dump_tree, load_tree
from dehusk.learn.tree.support import Counts, Support, find_nodes, read_values
from dehusk.model import TEMPLATE_SCORE, Ints, Page, Reason, Scores, stable_hash
from dehusk.section.boxes import measure_areas
from dehusk.section.split import cut_sections


@dataclass(frozen=True, slots=True)
class TreeTemplates:
    """How a tree is learned, and what is noise.

    `pages`: the tree is made from so many pages, drawn by their keys; what recurs is counted on
    all. `noise`: a leaf is template from this confidence on. `min_support`: places on a smaller
    share of the pages tell nothing.
    """

    name: ClassVar[str] = "tree"

    pages: int = 15
    noise: float = 0.5
    min_support: float = 0.1

    def __post_init__(self) -> None:
        if type(self.pages) is not int or self.pages < 1:
            raise BadSetting(self.name, "pages", self.pages, "a whole number from 1")
        if not (_is_number(self.noise) and 0 < self.noise < 1):
            raise BadSetting(self.name, "noise", self.noise, "a fraction between 0 and 1")
        if not (_is_number(self.min_support) and 0 <= self.min_support <= 1):
            allowed = "a fraction from 0 to 1"
            raise BadSetting(self.name, "min_support", self.min_support, allowed)

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "TreeTemplate":
        """Make the tree, then count what recurs at its leaves."""
        drawn = sorted(pages, key=_draw)
        outlines = [draw_outline(page.tree) for page in drawn[: self.pages]]
        matcher = Matcher(induce_nodes(outlines))
        counts = Counts(len(matcher.nodes))
        for outline in outlines:
            counts.add(matcher.match_outline(outline))
        for page in drawn[self.pages :]:
            counts.add(matcher.match(page.tree))
        return TreeTemplate(self, matcher, counts.pages, counts.list_support(self.min_support))

    def load(self, state: State) -> "TreeTemplate":
        """The template that was saved."""
        pages, nodes, support = load_tree(state)
        return TreeTemplate(self, Matcher(nodes), pages, support)


def _draw(page: Page) -> tuple[int, str, bytes]:
    """By chance, but the same in any order of the pages; two may have one key."""
    return stable_hash(page.ref.key), page.ref.key, page.tree.markup


@dataclass(frozen=True, slots=True)
class TreeTemplate:
    """The tree, and the support of its nodes on the pages it was learned from."""

    method: TreeTemplates
    matcher: Matcher
    pages: int
    support: list[Support] = field(repr=False)

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes of the tree, the root first."""
        return self.matcher.nodes

    def score(self, page: Page) -> Scores:
        """The noise confidence of each leaf, scaled so that its border is a half."""
        return self._scale(self._judge(page).company.blend())

    def find_stars(self, page: Page) -> Ints:
        """For each node of the page the number of the uppermost star that it is in, or -1."""
        return _spread_stars(self.matcher.match(page.tree))

    def explain(self, page: Page) -> Sequence[Reason]:
        """On how many pages a leaf's place says the same, and what its line and section change."""
        tree, judged = page.tree, self._judge(page)
        fewest = max(2, self.method.min_support * self.pages)
        whys = Reasoning(self.support, self.pages, fewest, self.method.noise).explain(judged)
        scores = self._scale(judged.company.blend())
        return [
            Reason(tree.path(leaf), text, float(score), why)
            for leaf, text, score, why in zip(
                tree.leaves.tolist(), tree.leaf_texts(), scores, whys, strict=True
            )
        ]

    def state(self) -> State:
        """Readable and correctable: a text that is taken out is content again."""
        return dump_tree(self.pages, self.nodes, self.support)

    def _judge(self, page: Page) -> Judged:
        tree = page.tree
        mapped = self.matcher.match(tree)
        nodes, values = find_nodes(mapped), read_values(tree)
        own = read_confidence(nodes, values, self.support)
        sections = cut_sections(tree, measure_areas(page), _spread_stars(mapped))
        return Judged(nodes, values, own, find_company(tree, own, sections.of_leaf))

    def _scale(self, noise: Noise) -> Scores:
        border = self.method.noise
        scaled = np.where(
            noise < border,
            noise / border * TEMPLATE_SCORE,
            TEMPLATE_SCORE + (noise - border) / (1 - border) * (1 - TEMPLATE_SCORE),
        )
        return np.clip(scaled, 0, 1).astype(np.float32)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _spread_stars(mapped: Mapped) -> Ints:
    """The stars of a page's outline, over all nodes of the page."""
    stars = np.full(len(mapped.outline.tree), NOWHERE, dtype=np.int32)
    stars[mapped.outline.nodes] = mapped.find_stars()
    return stars
