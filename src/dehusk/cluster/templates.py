"""Groups of pages to clusters with template paths, and from those to the cluster of a new page.

A cluster's template holds the paths that at least half of its pages have. A new page belongs where
it takes the fewest bits to say which of these paths it has, given how many pages of the cluster
have each; it fits no cluster if it has too little of the template even there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from dehusk.cluster.late import LateCounts, LatePaths
from dehusk.cluster.matrix import Cells, PathMatrix
from dehusk.cluster.method import State
from dehusk.cluster.paths import PathReader, Paths
from dehusk.model import Cluster, Indices, Mask, Membership, Page, Tree

TEMPLATE_SHARE = 0.5
"""A template path is on at least this share of the cluster's pages (the paper's rule)."""

FEWEST_TO_LEARN = 3
"""From one page or two no method can tell template from content."""

FITTING_SHARE = 1 / 3
"""A page with less of a cluster's template paths does not belong there. True pages of the gold
sites that have hardly any content still have .36 of their template."""

MOST_PATHS = 2000
"""So many paths of a cluster are kept at most, the most telling ones: a file stays a file."""

_LEAST_SHARE = 0.005
"""No path is so certain that one page without it could not be of the cluster."""

_CLUSTER_FIELDS = ("name", "template", "pages", "paths")

Bits = npt.NDArray[np.float64]

_Source = tuple[Tree, Paths]
"""A page, and the paths that are spelled from it."""


@dataclass(frozen=True, slots=True)
class KnownCluster:
    """A cluster as it is kept: how many of its pages have each path."""

    name: str
    pages: int
    template: str
    counts: Mapping[str, int]

    def state(self) -> State:
        """The cluster as plain JSON values."""
        return {
            "name": self.name,
            "pages": self.pages,
            "template": self.template,
            "paths": dict(self.counts),
        }


@dataclass(frozen=True, slots=True)
class PathClustering:
    """Clusters that were found, ready to take in further pages."""

    known: Sequence[KnownCluster]
    reader: PathReader
    tables: "Tables" = field(repr=False, compare=False)

    def assign(self, page: Page) -> Membership:
        """The cluster that describes the page best, or none; and the nearest one's template."""
        tables = self.tables
        has = tables.find_paths(self.reader.read(page.tree))
        bits = tables.if_there[has].sum(axis=0) + tables.if_absent
        nearest = int(np.argmax(bits))
        wanted = tables.is_template[nearest]
        fits = np.count_nonzero(wanted[has]) >= FITTING_SHARE * np.count_nonzero(wanted)
        cluster = self.known[nearest]
        return Membership(cluster.name if fits else None, cluster.template)

    def list_templates(self) -> Sequence[str]:
        """The clusters that are large enough to be learned from."""
        return sorted({cluster.template for cluster in self.known})

    def state(self) -> State:
        """The clusters as plain JSON values."""
        return {"clusters": [cluster.state() for cluster in self.known]}


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """All paths of the clusters by hash; clusters by paths, and paths by clusters what having a
    path says, in bits."""

    paths: Paths
    is_template: Mask
    if_there: Bits
    if_absent: Bits

    def find_paths(self, read: Paths) -> Indices:
        """Which of the paths are among those of a page."""
        if not len(self.paths):
            return np.zeros(0, dtype=np.intp)
        at = np.minimum(np.searchsorted(self.paths, read), len(self.paths) - 1)
        found: Indices = at[self.paths[at] == read]
        return found


def _make_tables(paths: Paths, counts: Bits, sizes: Indices) -> Tables:
    """Paths in the order of their hashes; clusters by them, how many of its pages have each."""
    pages = sizes.astype(float)[:, None]
    # A path that a few pages happen to lack is as likely as it is on the site's other pages.
    usual = (counts.sum(axis=0) + 0.5) / (pages.sum() + 1)
    share = np.clip((counts + usual) / (pages + 1), _LEAST_SHARE, 1 - _LEAST_SHARE)
    return Tables(
        paths=paths,
        is_template=counts >= np.maximum(pages * TEMPLATE_SHARE, 1),
        if_there=np.ascontiguousarray((np.log2(share) - np.log2(1 - share)).T),
        if_absent=np.log2(1 - share).sum(axis=1),
    )


def load_clustering(state: State, reader: PathReader) -> PathClustering:
    """The clustering that gave this state; a ValueError says what cannot be in it."""
    rows = state.get("clusters")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise ValueError("it has no list of clusters")
    known = tuple(_load_cluster(row) for row in rows)
    if len({cluster.name for cluster in known}) < len(known):
        raise ValueError("two of its clusters have one name")
    return recall_clusters(known, reader)


def recall_clusters(known: Sequence[KnownCluster], reader: PathReader) -> PathClustering:
    """Clusters whose paths are spelled, ready to take in pages."""
    spelled = sorted({path for cluster in known for path in cluster.counts})
    hashes = np.array([reader.hash_spelled(path) for path in spelled], dtype=np.uint64)
    paths, first = np.unique(hashes, return_index=True)
    kept = [spelled[at] for at in first.tolist()]
    counts = np.array([[row.counts.get(path, 0) for path in kept] for row in known], dtype=float)
    sizes = np.array([row.pages for row in known])
    return PathClustering(known, reader, _make_tables(paths, counts, sizes))


def _load_cluster(row: State) -> KnownCluster:
    name, template, pages, paths = (row.get(key) for key in _CLUSTER_FIELDS)
    if not (isinstance(name, str) and name and isinstance(template, str)):
        raise ValueError(f"a cluster's name and template are text, not {name!r} and {template!r}")
    if type(pages) is not int or pages < 0 or not isinstance(paths, dict):
        raise ValueError(f"cluster {name} has no count of its pages, or no paths")
    for path, count in paths.items():
        if type(count) is not int or not 0 <= count <= pages:
            raise ValueError(f"cluster {name} has {pages} pages, but {path} is on {count!r}")
    return KnownCluster(name, pages, template, paths)


def make_clusters(
    pages: Sequence[Page], matrix: PathMatrix, groups: Indices, reader: PathReader
) -> tuple[Sequence[Cluster], PathClustering]:
    """Clusters of the pages, the largest first; `groups` has a number for each page."""
    groups = _number_by_size(groups)
    # Where there are no pages, there is a cluster for those to come.
    sizes = np.bincount(groups, minlength=1)
    choice = _choose_paths(matrix, groups)
    counts = matrix.count_by_group(groups, choice.columns)
    names = [str(number + 1) for number in range(len(sizes))]
    nearest = _find_nearest(counts, sizes)
    spelling = _Spelling.prepare(pages, matrix, choice.columns, reader)
    clusters, known = [], []
    for number, name in enumerate(names):
        rows = np.flatnonzero(groups == number).tolist()
        keys = tuple(sorted(pages[row].ref.key for row in rows))
        template = names[nearest[number]]
        telling = LatePaths(partial(spelling.list_paths, choice.telling[number]))
        clusters.append(Cluster(name, keys, template, telling))
        told = LateCounts(partial(spelling.tell_counts, counts[number]))
        known.append(KnownCluster(name, len(keys), template, told))
    tables = _make_tables(matrix.paths[choice.columns], counts.astype(float), sizes)
    return clusters, PathClustering(tuple(known), reader, tables)


def _number_by_size(groups: Indices) -> Indices:
    """The same groups, numbered from the largest; equal ones by their first page."""
    _, first, numbers, sizes = np.unique(
        groups, return_index=True, return_inverse=True, return_counts=True
    )
    rank = np.empty(len(sizes), dtype=np.intp)
    rank[np.lexsort((first, -sizes))] = np.arange(len(sizes))
    return rank[numbers]


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """The paths that are kept, and for each group its template among them, most telling first."""

    columns: Indices
    telling: Sequence[Sequence[int]]


def _choose_paths(matrix: PathMatrix, groups: Indices) -> _Choice:
    """Template paths by how much more frequent they are in their group than in all pages."""
    sizes = np.bincount(groups, minlength=1)
    overall = matrix.supports() / max(matrix.n_pages, 1)
    ranked: list[Indices] = []
    for number, size in enumerate(sizes):
        member = matrix.take_pages(np.flatnonzero(groups == number))
        share = member.supports() / max(size, 1)
        template = np.flatnonzero(share >= TEMPLATE_SHARE)
        gain = np.round(share[template] - overall[template], 9)
        order = np.lexsort((matrix.paths[template], -share[template], -gain))
        ranked.append(template[order][:MOST_PATHS])
    columns = np.unique(np.concatenate([np.zeros(0, dtype=np.intp), *ranked]))
    return _Choice(columns, [np.searchsorted(columns, rank).tolist() for rank in ranked])


def _find_nearest(counts: Cells, sizes: Indices) -> list[int]:
    """For each cluster itself, or where it is too small the large one most like it."""
    large = np.flatnonzero(sizes >= FEWEST_TO_LEARN)
    if not len(large):
        return [0] * len(sizes)
    shares = counts / sizes[:, None]
    common = np.array([np.minimum(shares, shares[number]).sum(axis=1) for number in large])
    total = np.array([np.maximum(shares, shares[number]).sum(axis=1) for number in large])
    best = large[np.argmax(common / np.maximum(total, 1), axis=0)]
    nearest: list[int] = np.where(sizes >= FEWEST_TO_LEARN, np.arange(len(sizes)), best).tolist()
    return nearest


class _Spelling:
    """Paths as a person reads them, each read off the first page that has it, if ever."""

    def __init__(self, paths: Paths, reader: PathReader, sources: Sequence[_Source]) -> None:
        self._paths, self._reader, self._sources = paths, reader, sources
        self._spelled: list[str] | None = None

    @classmethod
    def prepare(
        cls, pages: Sequence[Page], matrix: PathMatrix, columns: Indices, reader: PathReader
    ) -> "_Spelling":
        """The pages that it takes, few as a rule, without what else was found in them."""
        first = np.zeros(len(matrix.paths), dtype=np.intp)
        first[matrix.columns[::-1]] = matrix.row_numbers()[::-1]
        rows, paths = first[columns], matrix.paths[columns]
        sources = [
            (replace(pages[row].tree, _found={}), paths[rows == row])
            for row in sorted(set(rows.tolist()))
        ]
        return cls(paths, reader, sources)

    def list_paths(self, columns: Sequence[int]) -> list[str]:
        """These of the paths, spelled."""
        spelled = self._spell()
        return [spelled[column] for column in columns]

    def tell_counts(self, counts: Cells) -> dict[str, int]:
        """How many pages have each path that any has, in the order of their spelling."""
        has = np.flatnonzero(counts)
        told = zip(self.list_paths(has.tolist()), counts[has].astype(int).tolist(), strict=True)
        return dict(sorted(told))

    def _spell(self) -> list[str]:
        if self._spelled is None:
            spelled: dict[int, str] = {}
            for tree, paths in self._sources:
                spelled |= self._reader.spell(tree, paths)
            self._spelled = [spelled[path] for path in self._paths.tolist()]
        return self._spelled
