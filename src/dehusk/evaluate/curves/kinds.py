"""The true kinds of a site's pages as clusters, and those made worse step by step."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from dehusk.evaluate.ground import Ground
from dehusk.evaluate.truth import SINGLES, TruthSite
from dehusk.model import stable_hash

FEWEST_KINDS = 2
FEWEST_PAGES = 3
"""A kind of fewer pages is no cluster that a template could be learned from."""

Kinds = Mapping[str, str]
"""By the key of a page its kind, or the cluster it was put into."""


def has_kinds(site: TruthSite) -> bool:
    """Has the site pages enough of several kinds?"""
    kinds = _list_large(page.kind for page in site.pages)
    return site.name != SINGLES and len(kinds) >= FEWEST_KINDS


def read_kinds(ground: Ground) -> Kinds:
    """The kinds of the pages that are there; pages of a rare kind, or of none, are left aside."""
    named = {page.id: page.kind for page in ground.site.pages}
    scored = (exhibit.page for exhibit in ground.exhibits)
    keys = {page.ref.key: named[Path(page.ref.source).stem] for page in (*ground.pages, *scored)}
    large = _list_large(keys.values())
    return {key: kind for key, kind in keys.items() if kind in large}


def displace(kinds: Kinds, share: float) -> Kinds:
    """The clusters after so many of the pages were put into a wrong one.

    A page that is displaced at one share is so at every larger one.

    >>> displace({"a": "post", "b": "post", "c": "list"}, 0.0)
    {'a': 'post', 'b': 'post', 'c': 'list'}
    """
    names = sorted(set(kinds.values()))
    in_turn = sorted(kinds, key=lambda key: (stable_hash(f"displaced {key}"), key))
    clusters = dict(kinds)
    for key in in_turn[: round(share * len(kinds))]:
        wrong = [name for name in names if name != kinds[key]]
        clusters[key] = wrong[stable_hash(key) % len(wrong)]
    return clusters


def measure_purity(kinds: Kinds, clusters: Kinds) -> float:
    """The share of pages that are of their cluster's most frequent kind.

    >>> measure_purity({"a": "post", "b": "post", "c": "list"}, dict.fromkeys("abc", "all"))
    0.6666666666666666
    """
    members: dict[str, Counter[str]] = {}
    for key, cluster in clusters.items():
        members.setdefault(cluster, Counter())[kinds[key]] += 1
    return sum(max(counts.values()) for counts in members.values()) / len(clusters)


def _list_large(kinds: Iterable[str | None]) -> set[str]:
    counts = Counter(kind for kind in kinds if kind)
    return {kind for kind, pages in counts.items() if pages >= FEWEST_PAGES}
