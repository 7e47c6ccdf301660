"""The sites that tools are compared on: which of them quickly, under which names and how grown."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from dehusk.evaluate.summary import MANY, SINGLE, find_kind
from dehusk.evaluate.truth import SINGLES, TruthSite, open_truth
from dehusk.model import stable_hash
from examples import write_site

MIN_SITES = 5
"""A set with fewer sites says more of those sites than of the tools; it is left out of the mean."""

QUICK_SITES = 2
QUICK_SINGLES = 8
QUICK_BYTES = 1_000_000
"""A few heavy sites took most of the time of all that were drawn."""


def kind_of(site: TruthSite) -> str:
    """Many scored pages, few, or one by itself."""
    return find_kind(site.name, len(site.scored))


def list_addresses(site: TruthSite) -> Sequence[str]:
    """What tools know the pages by, and order them by: addresses if each has its own, else ids."""
    addresses = [page.url for page in site.pages if page.url]
    is_told_apart = len(set(addresses)) == len(site.pages)
    return addresses if is_told_apart else [page.id for page in site.pages]


def find_large_sets(sites: Iterable[TruthSite]) -> tuple[str, ...]:
    """The sets that the mean is over."""
    counts = Counter(site.set_name for site in sites if kind_of(site) == MANY)
    return tuple(sorted(name for name, n in counts.items() if n >= MIN_SITES))


def choose_quick(sites: Iterable[TruthSite]) -> list[TruthSite]:
    """Of each set and kind those whose names hash lowest: the same on each run and machine."""
    groups: defaultdict[tuple[str, str], list[TruthSite]] = defaultdict(list)
    for site in sites:
        groups[site.set_name, kind_of(site)].append(site)
    chosen = []
    for (_, kind), group in sorted(groups.items()):
        order = sorted(group, key=_draw)
        chosen += order[: QUICK_SINGLES if kind == SINGLE else QUICK_SITES]
    return chosen


def is_light(site: TruthSite) -> bool:
    """Little enough to be looked at quickly?"""
    return sum(page.path.stat().st_size for page in site.pages) <= QUICK_BYTES


def _draw(site: TruthSite) -> tuple[int, str]:
    name = site.name.removeprefix(f"{SINGLES}/")
    return stable_hash(name), name


def write_growing(folder: Path, site: str, n_pages: int) -> TruthSite:
    """A sample site of that many pages, as a site to measure."""
    target = folder / "growth" / f"{site}-{n_pages}"
    write_site(site, target, pages=n_pages)
    with open_truth([target]) as (found,):
        return found
