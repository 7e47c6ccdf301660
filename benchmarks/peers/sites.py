"""The sites that tools are compared on, with their truth: gold where there is any, else samples."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from benchmarks.corpus import GoldSite, list_gold_sites, unpack_gold
from dehusk.model import stable_hash
from examples import SITES, write_site

MIN_SCORED = 5
"""Fewer pages hardly show a template; such sites are reported apart."""

MIN_SITES = 5
"""A set with fewer sites says more of those sites than of the tools; it is left out of the mean."""

QUICK_SITES = 2
QUICK_SINGLES = 8
SAMPLE_PAGES = 40


@dataclass(frozen=True, slots=True)
class BenchPage:
    """A page and what is wanted of it; context pages are learned from and not scored."""

    name: str
    path: Path
    text: str
    comments: str
    is_scored: bool


@dataclass(frozen=True, slots=True)
class BenchSite:
    """`kind` is `site` for enough scored pages, `few` for fewer, `single` for a page by itself."""

    set_name: str
    name: str
    kind: str
    pages: tuple[BenchPage, ...]
    optional: tuple[str, ...]


def list_sites(archives: Path, scratch: Path) -> tuple[str, list[BenchSite]]:
    """What the sites are, and all of them."""
    if any(archives.glob("*.tar.xz")):
        kind, folder = "gold", scratch / "gold"
        unpack_gold(archives, folder)
    else:
        kind, folder = "sample", scratch
        for name in SITES:
            write_site(name, folder / "sample" / name, pages=SAMPLE_PAGES)
    sites = [site for gold in list_gold_sites(folder) for site in read_sites(gold)]
    return kind, sites


def read_sites(gold: GoldSite) -> list[BenchSite]:
    """The pages of a folder with their truth; pages that belong to no site are one each."""
    path = gold.folder / "optional_lines.txt"
    optional = tuple(path.read_text(encoding="utf-8").split("\n")) if path.exists() else ()
    pages = _read_pages(gold)
    if gold.name == "_single":
        return [
            BenchSite(gold.set_name, page.path.stem, "single", (page,), optional) for page in pages
        ]
    kind = "site" if sum(page.is_scored for page in pages) >= MIN_SCORED else "few"
    return [BenchSite(gold.set_name, gold.name, kind, pages, optional)]


def _read_pages(gold: GoldSite) -> tuple[BenchPage, ...]:
    """Pages are called by their address, which site-level tools order them by, if each has one."""
    rows = gold.rows()
    addresses = Counter(str(row.get("url") or "") for row in rows)
    use_addresses = len(addresses) == len(rows) and "" not in addresses
    return tuple(
        BenchPage(
            name=str(row["url"] if use_addresses else row["id"]),
            path=gold.pages / f"{row['id']}.html",
            text=str(row["text"] or ""),
            comments=_join_comments(row.get("comments")),
            is_scored=bool(row.get("scored", True)),
        )
        for row in rows
    )


def _join_comments(comments: object) -> str:
    if isinstance(comments, str):
        return comments
    return "\n".join(cast("Sequence[str]", comments or ()))


def find_large_sets(sites: Iterable[BenchSite]) -> tuple[str, ...]:
    """The sets that the mean is over."""
    counts = Counter(site.set_name for site in sites if site.kind == "site")
    return tuple(sorted(name for name, n in counts.items() if n >= MIN_SITES))


def choose_quick(sites: Iterable[BenchSite]) -> list[BenchSite]:
    """Of each set and kind those whose names hash lowest: the same on each run and machine."""
    groups: defaultdict[tuple[str, str], list[BenchSite]] = defaultdict(list)
    for site in sites:
        groups[site.set_name, site.kind].append(site)
    chosen = []
    for (_, kind), group in sorted(groups.items()):
        order = sorted(group, key=lambda site: (stable_hash(site.name), site.name))
        chosen += order[: QUICK_SINGLES if kind == "single" else QUICK_SITES]
    return chosen


def write_growing(folder: Path, site: str, n_pages: int) -> BenchSite:
    """A sample site of that many pages, as a site to measure."""
    target = folder / "growth" / f"{site}-{n_pages}"
    if not target.exists():
        write_site(site, target, pages=n_pages)
    (found,) = read_sites(GoldSite("growth", target.name, target))
    return replace(found, name=site)
