"""The two tables of a block store as Parquet (docs/reference/block-store.md), group by group."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dehusk.run.block_store.cut import DIGEST_BYTES
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
    names = {"block": pa.int64(), "site": pa.string(), "bytes": pa.int64(), "markup": pa.string()}
    return pa.schema(list(names.items()))


def make_pages_schema() -> "pa.Schema":
    """A row a page."""
    pa = import_module("pyarrow")
    names = [(name, pa.string()) for name in ("source", "url", "captured", "site")]
    figures = [("copy", pa.int64()), ("bytes", pa.int64()), ("digest", pa.binary(DIGEST_BYTES))]
    return pa.schema([*names, *figures, ("blocks", pa.list_(pa.int64()))])


def write_blocks(rows: Iterable[SizedRow], path: Path) -> None:
    """Write the table of blocks."""
    _write_table(rows, path, make_blocks_schema(), "block")


def write_pages(rows: Iterable[SizedRow], path: Path) -> None:
    """Write the table of pages."""
    _write_table(rows, path, make_pages_schema(), "blocks.list.element")


def _write_table(rows: Iterable[SizedRow], path: Path, schema: "pa.Schema", numbers: str) -> None:
    pa, pq = import_module("pyarrow"), import_module("pyarrow.parquet")
    settings = {
        "compression": "zstd",
        # Texts are distinct, and numbers grow: their steps are smaller than any dictionary.
        "use_dictionary": ["site", "captured"],
        "column_encoding": {numbers: "DELTA_BINARY_PACKED"},
        # Names have no digest of their own.
        "write_page_checksum": True,
    }
    with naming_output(path), pq.ParquetWriter(path, schema, **settings) as writer:
        for group in cut_groups(rows, GROUP_ROWS, GROUP_BYTES):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
