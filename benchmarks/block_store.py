"""What a block store saves on gold sites, and that every page comes out of it exactly.

Each set goes through `dehusk run --store-blocks`, as a user would. Bytes are those of the pages'
canonical markup, and of what is kept of it: distinct blocks, and 8 bytes a pointer. Beside them
the sizes of files, zstd-compressed Parquet both: the pages whole, a row each, and the store.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.corpus import DEFAULT_GOLD, find_folder, open_sites, scratch_folder
from dehusk.evaluate.truth import TruthSite
from dehusk.ingest import Inventory
from dehusk.model import Page, RawPage
from dehusk.parse import parse_page
from dehusk.run.block_store import BlockStore, open_blocks
from dehusk.run.pipeline import take_page
from dehusk.write.rows import GROUP_BYTES, GROUP_ROWS, cut_groups
from dehusk.write.text import render_whole


@dataclass(frozen=True, slots=True)
class Saved:
    """What a set's pages take, whole and in blocks, as they are and in files.

    `reparsed` counts the pages that an HTML parser reads from their markup as they were.
    """

    set_name: str
    pages: int
    n_bytes: int
    kept: int
    plain_file: int
    store_files: int
    reparsed: int


def main() -> None:
    """Print a table, a row a set; fail where any page does not come out as it went in."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    arguments = options.parse_args()
    print(f"{'set':12}{'pages':>7}{'MB':>8}{'kept':>8}{'saved':>8}", end="")
    print(f"{'file MB':>10}{'store':>8}{'saved':>8}{'parsed alike':>13}", flush=True)
    rows = []
    with open_sites(arguments.gold) as (kind, sites):
        for name, members in _list_sets(kind, sites):
            rows.append(measure(name, members))
            print(show(rows[-1]), flush=True)
    figures = [astuple(row)[1:] for row in rows]
    print(show(Saved("all", *map(sum, zip(*figures, strict=True)))))
    print("every page was rebuilt exactly: markup, tree and text")


def _list_sets(kind: str, sites: Sequence[TruthSite]) -> Iterator[tuple[str, list[TruthSite]]]:
    """The sets of gold sites; of samples, each site."""
    by_name: dict[str, list[TruthSite]] = {}
    for site in sites:
        by_name.setdefault(site.set_name if kind == "gold" else site.name, []).append(site)
    yield from by_name.items()


def measure(name: str, sites: Sequence[TruthSite]) -> Saved:
    """Store the pages of some sites, and check all of them."""
    with scratch_folder() as scratch:
        out, plain = Path(scratch, "out"), Path(scratch, "plain.parquet")
        folders = [str(find_folder(site)) for site in sites]
        saved = _run(folders, out)
        with open_blocks(out) as store:
            reparsed = check_pages(store, folders)
            _write_plain(store, plain)
        files = sum(path.stat().st_size for path in (out / "blocks").iterdir())
        sizes = (saved["page_bytes"], saved["kept_bytes"], plain.stat().st_size, files)
        return Saved(name, saved["pages"], *sizes, reparsed)


def check_pages(store: BlockStore, folders: Sequence[str]) -> int:
    """Fail where a page is missing or not as it was; how many an HTML parser reads alike again."""
    stored = {(page.site, page.source): page for page in store.pages()}
    taken = reparsed = 0
    for page in _take_pages(folders):
        tree = store.read_tree(stored[page.ref.site, page.ref.source])
        name = f"{page.ref.site}: {page.ref.source}"
        assert tree.markup == page.tree.markup, f"{name}: other markup"
        assert render_whole(tree) == render_whole(page.tree), f"{name}: other text"
        for column in ("tag", "parent", "depth", "end", "start", "stop", "leaves"):
            same = np.array_equal(getattr(tree, column), getattr(page.tree, column))
            assert same, f"{name}: another tree ({column})"
        taken += 1
        again = parse_page(RawPage(page.ref._replace(charset="utf-8"), tree.markup))
        reparsed += isinstance(again, Page) and again.tree.markup == tree.markup
    assert taken == len(stored), f"{len(stored)} pages stored, not {taken}"
    return reparsed


def _take_pages(folders: Sequence[str]) -> Iterator[Page]:
    with Inventory() as inventory:
        inventory.take_all(folders)
        for ref in inventory.pages():
            page = take_page(ref)
            if isinstance(page, Page):
                yield page


def _run(folders: Sequence[str], out: Path) -> dict[str, int]:
    """`dehusk run`, and what it says of the bytes it saved."""
    command = [sys.executable, "-m", "dehusk", "run", *folders, "-o", str(out), "--store-blocks"]
    subprocess.run([*command, "--quiet"], check=True)
    saved: dict[str, int] = json.loads((out / "summary.json").read_bytes())["blocks"]
    return saved


def _write_plain(store: BlockStore, path: Path) -> None:
    """The same pages, whole, in the same order."""
    schema = pa.schema([("site", pa.string()), ("source", pa.string()), ("markup", pa.string())])
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for group in cut_groups(_list_rows(store), GROUP_ROWS, GROUP_BYTES):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def _list_rows(store: BlockStore) -> Iterator[tuple[dict[str, object], int]]:
    for page in store.pages():
        markup = store.rebuild(page)
        yield {"site": page.site, "source": page.source, "markup": markup}, len(markup)


def show(saved: Saved) -> str:
    """A row of the table."""
    files = (saved.plain_file, saved.store_files)
    return (
        f"{saved.set_name:12}{saved.pages:7,}{_show_pair(saved.n_bytes, saved.kept)}  "
        f"{_show_pair(*files)}{saved.reparsed / saved.pages:13.1%}"
    )


def _show_pair(before: int, after: int) -> str:
    return f"{before / 1e6:8.1f}{after / 1e6:8.1f}{1 - after / before:8.1%}"


if __name__ == "__main__":
    main()
