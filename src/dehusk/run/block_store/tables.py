"""The two tables of a block store as Parquet (docs/reference/block-store.md), group by group."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dehusk.run.block_store.cut import POINTER_BYTES
from dehusk.write.files import naming_output
from dehusk.write.rows import cut_groups

if TYPE_CHECKING:
    import pyarrow as pa

GROUP_ROWS = 16_384
GROUP_BYTES = 4 * 1024 * 1024
"""A row group is what is read for one block, so it is small."""

SizedRow = tuple[Mapping[str, Any], int]
"""A row with its size in bytes."""


def make_blocks_schema() -> "pa.Schema":
    """A row a block of a site."""
    pa = import_module("pyarrow")
    types = {
        "site": pa.string(),
        "block": pa.binary(POINTER_BYTES),
        "bytes": pa.int32(),
        "markup": pa.string(),
    }
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in types.items()])


def make_pages_schema() -> "pa.Schema":
    """A row a page."""
    pa = import_module("pyarrow")
    names = [pa.field(name, pa.string()) for name in ("source", "url", "captured", "site")]
    return pa.schema([*names, pa.field("blocks", pa.list_(pa.binary(POINTER_BYTES)))])


def write_blocks(rows: Iterable[SizedRow], path: Path) -> None:
    """Write the table of blocks."""
    # Every block and its markup is there once: a dictionary of them would be them again.
    _write_table(rows, path, make_blocks_schema(), ["site"])


def write_pages(rows: Iterable[SizedRow], path: Path) -> None:
    """Write the table of pages."""
    _write_table(rows, path, make_pages_schema(), ["site", "captured", "blocks.list.element"])


def _write_table(
    rows: Iterable[SizedRow], path: Path, schema: "pa.Schema", repeated: list[str]
) -> None:
    pa, pq = import_module("pyarrow"), import_module("pyarrow.parquet")
    settings = {"compression": "zstd", "use_dictionary": repeated}
    with naming_output(path), pq.ParquetWriter(path, schema, **settings) as writer:
        for group in cut_groups(rows, GROUP_ROWS, GROUP_BYTES):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
