"""A cluster method on a pool of pages: what it found of the truth, and how long it took."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sklearn.metrics import adjusted_rand_score

from dehusk.cluster import CLUSTER_METHODS
from dehusk.evaluate.clusters.pool import Pool
from dehusk.evaluate.contest import Choice
from dehusk.evaluate.curves.kinds import Kinds, measure_purity
from dehusk.model import Cluster

LISTING = "listing"
"""The kind that is told from all others before any: lists of what the other pages are about."""

ROUNDS = 3
"""Times are the least of so many, or of as many as fit into the seconds below."""

LONG_S = 1.0

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Figures:
    """How a method did on a pool; times are of the processor, without parsing.

    `small` counts clusters that are read with another's template, `elsewhere` the pages that are
    assigned to another cluster than they were found in. `listing` is the purity where only that
    kind is told from the rest; `impure` names the pages that are not of their cluster's kind.
    """

    method: str
    pages: int
    kinds: int
    clusters: int
    small: int
    rand: float
    purity: float
    listing: float | None
    elsewhere: int
    cluster_s: float
    assign_page_s: float
    impure: tuple[str, ...]


def measure(choice: Choice, pool: Pool) -> Figures:
    """Cluster the pool, then assign each of its pages anew."""
    method = CLUSTER_METHODS.create(choice.name, choice.settings)
    (clusters, clustering), cluster_s = _take_time(lambda: method.cluster(pool.pages))
    assigned, assign_s = _take_time(
        lambda: {page.ref.key: clustering.assign(page).cluster for page in pool.pages}
    )
    found = {key: cluster.name for cluster in clusters for key in cluster.keys}
    keys = sorted(found)
    truth, groups = [pool.kinds[key] for key in keys], [found[key] for key in keys]
    return Figures(
        method=choice.label,
        pages=len(pool.pages),
        kinds=len(set(truth)),
        clusters=len(clusters),
        small=sum(cluster.template != cluster.name for cluster in clusters),
        rand=float(adjusted_rand_score(truth, groups)),
        purity=measure_purity(pool.kinds, found),
        listing=_measure_listing(pool.kinds, found),
        elsewhere=sum(assigned[key] != found[key] for key in keys),
        cluster_s=cluster_s,
        assign_page_s=assign_s / len(keys),
        impure=tuple(sorted(pool.names[key] for key in _list_impure(pool.kinds, clusters))),
    )


def _measure_listing(kinds: Kinds, found: Kinds) -> float | None:
    if LISTING not in kinds.values():
        return None
    return measure_purity({key: str(kind == LISTING) for key, kind in kinds.items()}, found)


def _list_impure(kinds: Kinds, clusters: Sequence[Cluster]) -> Iterator[str]:
    """The pages that are not of their cluster's most frequent kind, by name where two are."""
    for cluster in clusters:
        counts = Counter(kinds[key] for key in cluster.keys)
        most = min(counts, key=lambda kind: (-counts[kind], kind))
        yield from (key for key in cluster.keys if kinds[key] != most)


def _take_time(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work gives, and the least seconds it took."""
    best = total = 0.0
    for number in range(ROUNDS):
        start = time.process_time()
        result = work()
        took = time.process_time() - start
        best, total = min(best, took) if number else took, total + took
        if total >= LONG_S:
            break
    return result, best
