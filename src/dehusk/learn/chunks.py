"""The method `chunks`: text between container tags that recurs over pages is template.

After Ma, Goharian, Chowdhury and Chung, "Extracting unstructured data from template generated web
documents" (CIKM 2003). Departures: the containers of today's pages beside `table`, a threshold that
is a share of the pages as well as a count, and "equals or exceeds" where the paper's prose and its
Figure 2 differ. The paper's known weakness, one chunk at two places of a page, can be met with the
tag path as a second key.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, cast

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.enough import need_among
from dehusk.learn.evidence import SiteEvidence, count_on_pages
from dehusk.learn.method import State
from dehusk.model import Ints, Page, Reason, Scores, Tree, stable_hash
from dehusk.parse.tags import IMAGES, table_of

TABLES = ("table",)
"""The paper's own container."""

CONTAINERS = (
    *("table", "div", "section", "article", "nav", "aside", "header", "footer", "main"),
    *("ul", "ol", "dl", "form", "fieldset"),
)
"""The default: what cuts today's pages into parts. Cutting finer, at paragraphs, loses."""

DEFAULT_THRESHOLD = 0.1
"""As good as a fixed two pages on gold sites of a few dozen (`python -m benchmarks.chunks`),
and asks no less of a large site than of a small one."""

_KEYS = ("text", "path")
_IS_IMAGE = table_of(IMAGES)
_WORTHLESS_NAME = re.compile(
    r"(?:img|image|pic|photo|spacer|blank|clear|dot|pixel|graphic|transparent|bullet|\d|[-_.])*",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Chunks:
    """What counts as a chunk, and on how many pages one is template.

    `threshold`: a whole number counts pages, a fraction is a share of the cluster's pages.
    `key`: "text" alone, or "path": text and the tags above it.
    `max_pages`: learn from so many pages at most, drawn by their keys.
    """

    name: ClassVar[str] = "chunks"

    containers: Sequence[str] = CONTAINERS
    threshold: int | float = DEFAULT_THRESHOLD
    key: str = "text"
    max_pages: int | None = None

    def __post_init__(self) -> None:
        named = self.containers
        containers = named.split(",") if isinstance(named, str) else named
        are_names = isinstance(containers, list | tuple) and all(map(_is_name, containers))
        if not containers or not are_names:
            raise BadSetting(self.name, "containers", named, "tag names, such as table,div")
        object.__setattr__(self, "containers", tuple(name.strip() for name in containers))
        if self.key not in _KEYS:
            raise BadSetting(self.name, "key", self.key, ", ".join(_KEYS))
        is_count = type(self.threshold) is int and self.threshold >= 2
        if not (is_count or (isinstance(self.threshold, float) and 0 < self.threshold <= 1)):
            allowed = "a whole number from 2 (pages), or a fraction up to 1.0 (share of the pages)"
            raise BadSetting(self.name, "threshold", self.threshold, allowed)
        if self.max_pages is not None and (type(self.max_pages) is not int or self.max_pages < 2):
            raise BadSetting(self.name, "max_pages", self.max_pages, "a whole number from 2")

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "ChunkTemplate":
        """Count the pages of each chunk; keep those on enough of them, or of the whole site's."""
        drawn = sorted(pages, key=lambda page: (stable_hash(page.ref.key), page.ref.key))
        drawn = drawn[: self.max_pages]
        counts = count_on_pages(drawn, self._find_chunks)
        if len(site.sample) <= len(pages) or self.max_pages is not None:
            enough = self._pages_needed(len(drawn))
            kept = {chunk: n for chunk, n in sorted(counts.items()) if n >= enough}
            return ChunkTemplate(self, len(drawn), kept)
        return self._learn_among(site, counts, len(drawn))

    def _learn_among(
        self, site: SiteEvidence, counts: Mapping[str, int], n_pages: int
    ) -> "ChunkTemplate":
        """The template of a cluster that is not the whole site."""
        everywhere = site.count_pages(self, self._find_chunks)
        of_site = self._pages_needed(len(site.sample))
        enough = need_among(of_site, n_pages)
        kept = {chunk: n for chunk, n in sorted(counts.items()) if n >= enough}
        shared = {chunk: n for chunk, n in sorted(everywhere.items()) if n >= of_site}
        shared = {chunk: n for chunk, n in shared.items() if chunk not in kept}
        return ChunkTemplate(self, n_pages, kept, len(site.sample), shared)

    def load(self, state: State) -> "ChunkTemplate":
        """The template that was saved."""
        of_site = cast("State", state.get("of_site", {"pages": 0, "chunks": ()}))
        return ChunkTemplate(self, *_load_counts(state), *_load_counts(of_site))

    def _pages_needed(self, n_pages: int) -> float:
        """One page proves nothing: a chunk must recur to be template."""
        share = n_pages * self.threshold if isinstance(self.threshold, float) else self.threshold
        return max(share, 2)

    def _find_chunks(self, page: Page) -> Iterator[str]:
        return (chunk for chunk, _ in self.cut_chunks(page.tree))

    def cut_chunks(self, tree: Tree) -> Iterator[tuple[str, slice]]:
        """Each chunk that says something, and its leaves."""
        texts = self._read_leaves(tree)
        for start, end in pairwise(_cut_leaves(tree, self.containers)):
            chunk = " ".join(" ".join(texts[start:end]).split())
            if chunk:
                yield self._key_of(chunk, tree, start), slice(start, end)

    def _key_of(self, chunk: str, tree: Tree, leaf: int) -> str:
        if self.key == "text":
            return chunk
        return f"{tree.path(int(tree.parent[tree.leaves[leaf]]))} {chunk}"

    def _read_leaves(self, tree: Tree) -> list[str]:
        """Texts as they are; images by their file names and alternative texts."""
        texts = tree.leaf_texts()
        sources = tree.attribute("src")
        for leaf in np.flatnonzero(_IS_IMAGE[tree.tag[tree.leaves]]).tolist():
            name = _read_image_name(sources.get(int(tree.leaves[leaf]), ""))
            texts[leaf] = f"{name} {_drop_worthless(texts[leaf])}"
        return texts


@dataclass(frozen=True, slots=True)
class ChunkTemplate:
    """The chunks that are template, with the pages of the cluster each was seen on.

    `shared` are those that are template by the pages of the whole site they were seen on.
    """

    method: Chunks
    pages: int
    counts: Mapping[str, int]
    site_pages: int = 0
    shared: Mapping[str, int] = field(default_factory=dict)

    def score(self, page: Page) -> Scores:
        """A half to one for template, the more pages the higher; nothing for the rest."""
        scores = np.zeros(len(page.tree.leaves), dtype=np.float32)
        for chunk, leaves in self.method.cut_chunks(page.tree):
            seen, pages, _ = self._look_up(chunk)
            scores[leaves] = 0.5 + 0.5 * min(seen / max(pages, 1), 1.0) if seen else 0
        return scores

    def explain(self, page: Page) -> Sequence[Reason]:
        """On how many of the pages learned from a leaf's chunk was seen."""
        tree = page.tree
        why = ["says nothing"] * len(tree.leaves)
        scores = self.score(page)
        for chunk, leaves in self.method.cut_chunks(tree):
            seen, pages, whose = self._look_up(chunk)
            reason = f"its chunk is on {seen} of {pages} pages{whose}" if seen else "on few pages"
            why[leaves] = [reason] * (leaves.stop - leaves.start)
        return [
            Reason(tree.path(node), text, float(score), reason)
            for node, text, score, reason in zip(
                tree.leaves.tolist(), tree.leaf_texts(), scores, why, strict=True
            )
        ]

    def state(self) -> State:
        """Readable and correctable: a chunk that is taken out is content again."""
        state = _dump_counts(self.pages, self.counts)
        if self.site_pages:
            state["of_site"] = _dump_counts(self.site_pages, self.shared)
        return state

    def _look_up(self, chunk: str) -> tuple[int, int, str]:
        """On how many pages a chunk is, of how many, and whose; on none if it is no template."""
        if chunk in self.counts:
            return self.counts[chunk], self.pages, ""
        return self.shared.get(chunk, 0), self.site_pages, " of the site"


def _dump_counts(pages: int, counts: Mapping[str, int]) -> dict[str, object]:
    return {"pages": pages, "chunks": [{"chunk": chunk, "pages": n} for chunk, n in counts.items()]}


def _load_counts(state: State) -> tuple[int, Mapping[str, int]]:
    rows = cast("Sequence[Mapping[str, object]]", state["chunks"])
    counts = {str(row["chunk"]): int(cast("int", row["pages"])) for row in rows}
    return int(cast("int", state["pages"])), counts


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _cut_leaves(tree: Tree, containers: Sequence[str]) -> list[int]:
    """Where each chunk starts among the leaves, and the number of leaves at the end.

    The buffer is flushed whenever a container opens or closes.
    """
    names = set(containers)
    is_container = np.array([name in names for name in tree.tag_names], dtype=np.bool_)
    nodes = np.flatnonzero(is_container[tree.tag])
    borders = np.unique(np.concatenate((nodes, tree.end[nodes])))
    chunk_of: Ints = np.searchsorted(borders, tree.leaves, side="right").astype(np.int32)
    starts = np.flatnonzero(np.diff(chunk_of, prepend=-1))
    return [*starts.tolist(), len(tree.leaves)]


def _read_image_name(source: str) -> str:
    """The file's name without folders, endings, and names that say nothing.

    >>> _read_image_name("/img/summer-sale.gif?v=2"), _read_image_name("spacer.gif")
    ('summer-sale', '')
    """
    if source.startswith("data:"):
        return ""
    name = source.partition("?")[0].rpartition("/")[2].partition(".")[0]
    return _drop_worthless(name)


def _drop_worthless(name: str) -> str:
    return "" if _WORTHLESS_NAME.fullmatch(name.strip()) else name
