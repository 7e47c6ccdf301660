"""Extracts and rejections as rows of one schema (docs/reference/rows.md), in JSONL and Parquet."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dehusk.model import Extract, Rejected

if TYPE_CHECKING:
    import pyarrow as pa

Row = Mapping[str, Any]

GROUP_ROWS = 1_000
GROUP_BYTES = 32 * 1024 * 1024
"""A row group of Parquet is closed at so many rows or bytes: so much is held."""


def to_json_line(row: Extract | Rejected) -> str:
    """One line of JSONL, its end included."""
    return write_json_line(asdict(row))


def write_json_line(row: Row) -> str:
    """One line of JSONL, its end included."""
    return json.dumps(row, ensure_ascii=False) + "\n"


def make_schema() -> "pa.Schema":
    """The row as Arrow and Parquet know it: the fields of Extract in their order."""
    pa = import_module("pyarrow")
    section = pa.struct(
        [
            pa.field("role", pa.string()),
            pa.field("importance", pa.float64()),
            pa.field("path", pa.string()),
            pa.field("start", pa.int64()),
            pa.field("end", pa.int64()),
        ]
    )
    types = {
        "sections": pa.list_(section),
        "removed_share": pa.float64(),
        "confidence": pa.float64(),
        "warnings": pa.list_(pa.string()),
    }
    names = Extract.__dataclass_fields__
    return pa.schema([pa.field(name, types.get(name, pa.string())) for name in names])


def write_parquet(rows: Iterable[tuple[Row, int]], path: Path) -> None:
    """Write rows, each with its size in bytes, as zstd-compressed Parquet, a group at a time."""
    pa, pq = import_module("pyarrow"), import_module("pyarrow.parquet")
    schema = make_schema()
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for group in cut_groups(rows, GROUP_ROWS, GROUP_BYTES):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def cut_groups(
    rows: Iterable[tuple[Row, int]], max_rows: int, max_bytes: int
) -> Iterator[list[Row]]:
    """Rows in groups, each closed at so many rows or bytes."""
    group: list[Row] = []
    n_bytes = 0
    for row, size in rows:
        group.append(row)
        n_bytes += size
        if len(group) >= max_rows or n_bytes >= max_bytes:
            yield group
            group, n_bytes = [], 0
    if group:
        yield group
