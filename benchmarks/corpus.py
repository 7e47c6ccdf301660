"""The pages that benchmarks run over: gold sites where there are any, else sample sites."""

import importlib.util
import json
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from dehusk.ingest import Inventory
from dehusk.model import PageRef
from examples import SITES, write_site

DEFAULT_GOLD = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Archives of gold sites may lie beside the checkout; they are never part of it."""


@dataclass(frozen=True, slots=True)
class GoldSite:
    """A site with truth: rows of gold.jsonl beside a folder of pages."""

    set_name: str
    name: str
    folder: Path

    @property
    def pages(self) -> Path:
        """The folder of its HTML."""
        return self.folder / "pages"

    def rows(self) -> list[dict[str, object]]:
        """The truth, a row a page."""
        lines = (self.folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


def unpack_gold(archives: Path, folder: Path) -> None:
    """Lay the gold archives out in a folder."""
    for archive in sorted(archives.glob("*.tar.xz")):
        with tarfile.open(archive) as tar:
            if hasattr(tarfile, "data_filter"):
                tar.extraction_filter = tarfile.data_filter
            tar.extractall(folder)


def list_gold_sites(folder: Path) -> Iterator[GoldSite]:
    """The sites of an unpacked folder, in the order of their names."""
    for truth in sorted(folder.glob("*/*/gold.jsonl")):
        yield GoldSite(truth.parent.parent.name, truth.parent.name, truth.parent)


def list_pages(archives: Path, folder: Path) -> tuple[str, list[Path]]:
    """What the pages are, and all of them: gold if there is any, else made here."""
    if any(archives.glob("*.tar.xz")):
        unpack_gold(archives, folder)
        return "gold", sorted(folder.glob("*/*/pages/*.html"))
    for site in SITES:
        write_site(site, folder / site, pages=60)
    return "sample", sorted(folder.glob("*/pages/*.html"))


def list_refs(folder: Path) -> list[PageRef]:
    """The pages of a folder, as a job lists them."""
    with Inventory() as inventory:
        for _ in inventory.take_sources([str(folder)]):
            pass
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
