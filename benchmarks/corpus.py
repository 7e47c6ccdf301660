"""The pages that benchmarks run over: gold sites where there are any, else sample sites."""

import importlib.util
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from dehusk.evaluate.truth import ARCHIVES, TruthSite, open_truth, unpack
from dehusk.ingest import Inventory
from dehusk.model import PageRef
from examples import SITES, write_site

DEFAULT_GOLD = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Archives of gold sites may lie beside the checkout; they are never part of it."""


@contextmanager
def open_sites(archives: Path) -> Iterator[tuple[str, list[TruthSite]]]:
    """What the sites are, and all of them."""
    with scratch_folder() as scratch:
        kind, folder = find_truth(archives, Path(scratch))
        with open_truth([folder]) as sites:
            yield kind, sites


def find_truth(archives: Path, scratch: Path) -> tuple[str, Path]:
    """What there is to measure on, and where: gold if there is any, else samples made here."""
    if has_gold(archives):
        return "gold", archives
    folder = scratch / "samples"
    for site in SITES:
        write_site(site, folder / site)
    return "sample", folder


def has_gold(archives: Path) -> bool:
    """Are there any gold archives?"""
    return any(archives.glob(ARCHIVES))


def pick_sets(archives: Path, names: Iterable[str], folder: Path) -> Path:
    """A folder with only these of the gold archives, as far as they are there."""
    folder.mkdir()
    for name in names:
        archive = archives / ARCHIVES.replace("*", name)
        if archive.exists():
            (folder / archive.name).symlink_to(archive.resolve())
    return folder


def unpack_gold(archives: Path, folder: Path) -> None:
    """Lay the gold archives out in one folder, as their scorer wants them."""
    for archive in sorted(archives.glob(ARCHIVES)):
        unpack(archive, folder)


def draw_pages(sites: Iterable[TruthSite], n_pages: int) -> list[Path]:
    """So many pages of the sites, the same on each run."""
    paths = sorted(page.path for site in sites for page in site.pages)
    return random.Random(0).sample(paths, min(n_pages, len(paths)))


def find_folder(site: TruthSite) -> Path:
    """Where the pages of a site lie."""
    return site.pages[0].path.parent


def list_refs(site: TruthSite) -> list[PageRef]:
    """The pages of a site, as a job lists them."""
    with Inventory() as inventory:
        inventory.take_all([str(find_folder(site))])
        return list(inventory.pages())


@lru_cache(maxsize=1)
def load_scorer(archives: Path) -> ModuleType:
    """The scorer that comes with the gold data."""
    path = archives.parent / "tools" / "gold.py"
    spec = importlib.util.spec_from_file_location("gold_scorer", path)
    if spec is None or spec.loader is None or not path.exists():
        sys.exit(f"no scorer at {path}: give the folder of the gold archives with --gold")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def scratch_folder() -> "tempfile.TemporaryDirectory[str]":
    """A folder for the time of a benchmark."""
    return tempfile.TemporaryDirectory(prefix="dehusk-bench-")
