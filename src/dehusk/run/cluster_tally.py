"""Pages as they are assigned, to what is said of each cluster; bounded, and in any order the same.

The pages whose keys hash lowest are its examples. Of URL patterns those of the site's sample are
counted: one that is frequent is in the sample, and a site may have as many patterns as pages.
"""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dehusk.cluster.portrait import Portrait
from dehusk.model import Cluster, Membership, PageRef, stable_hash
from dehusk.run.sample import shape_of

N_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """What is said of a cluster; without a name, of the pages that fit none.

    `sampled` is how many different pages of it the sample had; `template` is the cluster whose
    template its pages are read with; `pattern_pages` is how many of the pages have the pattern,
    their most frequent one.
    """

    name: str | None
    pages: int
    share: float
    sampled: int
    template: str | None
    pattern: str | None
    pattern_pages: int
    examples: tuple[str, ...]
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteClusters:
    """The clusters of a site, and of its pages how many were assigned, rejected, looked at."""

    site: str
    pages: int
    rejected: int
    sampled: int
    clusters: tuple[ClusterRow, ...]
    portrait: Portrait | None = None

    def count_clusters(self) -> int:
        """The clusters without the pages that fit none."""
        return sum(row.name is not None for row in self.clusters)


@dataclass(slots=True)
class SiteTally:
    """The pages of a site while they are assigned."""

    shapes: frozenset[str]
    _counts: dict[str | None, "_Count"] = field(default_factory=dict)

    @classmethod
    def watch(cls, sample: Iterable[PageRef]) -> "SiteTally":
        """A tally that knows the URL patterns of the sample."""
        return cls(frozenset(shape_of(_name_of(ref)) for ref in sample))

    def add(self, ref: PageRef, membership: Membership) -> None:
        """Count a page."""
        count = self._counts.setdefault(membership.cluster, _Count())
        count.pages += 1
        count.keep_example(ref)
        shape = shape_of(_name_of(ref))
        if shape in self.shapes:
            count.shapes[shape] += 1

    @property
    def pages(self) -> int:
        """All pages that were counted."""
        return sum(count.pages for count in self._counts.values())

    def list_rows(self, clusters: Sequence[Cluster]) -> Iterator[ClusterRow]:
        """A row for each cluster, the largest first, then one for the pages that fit none."""
        rows = (
            self._make_row(cluster.name, cluster)
            for cluster in clusters
            if cluster.keys or cluster.name in self._counts
        )
        yield from sorted(rows, key=lambda row: -row.pages)
        if None in self._counts:
            yield self._make_row(None, None)

    def _make_row(self, name: str | None, cluster: Cluster | None) -> ClusterRow:
        count = self._counts.get(name, _Count())
        pattern, pattern_pages = count.find_pattern()
        return ClusterRow(
            name=name,
            pages=count.pages,
            share=round(count.pages / max(self.pages, 1), 4),
            sampled=len(cluster.keys) if cluster else 0,
            template=cluster.template if cluster else None,
            pattern=pattern,
            pattern_pages=pattern_pages,
            examples=tuple(example for _, _, example in count.examples),
            paths=tuple(cluster.paths) if cluster else (),
        )


@dataclass(slots=True)
class _Count:
    pages: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    examples: list[tuple[int, str, str]] = field(default_factory=list)

    def keep_example(self, ref: PageRef) -> None:
        example = (stable_hash(ref.key), ref.key, _name_of(ref))
        if example not in self.examples:
            insort(self.examples, example)
            del self.examples[N_EXAMPLES:]

    def find_pattern(self) -> tuple[str | None, int]:
        if not self.shapes:
            return None, 0
        return min(self.shapes.items(), key=lambda item: (-item[1], item[0]))


def _name_of(ref: PageRef) -> str:
    return ref.url or ref.source
