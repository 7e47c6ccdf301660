"""Parquet to pages: a page a row, read a few rows at a time."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dehusk.ingest.archive import Found
from dehusk.ingest.rows import Table
from dehusk.model import Rejected

BATCH_ROWS = 16
"""So many of the largest pages may be held at once."""

MOST_EXPANDED = 100
"""No pages compress so well; what claims to expand further is a bomb."""

SUSPICIOUS_BYTES = 256 * 1024 * 1024
"""A column that expands to less can do no harm."""

_BUFFER_BYTES = 1024 * 1024
_READ_ERRORS = (OSError, ValueError, pa.ArrowException)


def list_columns(path: str) -> list[str]:
    """The names of the columns; none where the file is none of Parquet's."""
    try:
        return list(pq.read_schema(path).names)
    except _READ_ERRORS:
        return []


def read_parquet(table: Table) -> Iterator[Found]:
    """The page of every row; a damaged group of rows costs only itself."""
    try:
        file = pq.ParquetFile(table.path, buffer_size=_BUFFER_BYTES)
    except _READ_ERRORS as error:
        yield Rejected(table.name, "read", f"no Parquet file that can be read: {error}", 0)
        return
    with file:
        first = 1
        for group in range(file.num_row_groups):
            yield from _read_group(table, file, group, first)
            first += file.metadata.row_group(group).num_rows


def _read_group(table: Table, file: pq.ParquetFile, group: int, first: int) -> Iterator[Found]:
    names = table.settings.columns
    column = table.settings.page_column
    wanted = [names.url, column, names.content_type, names.captured]
    present = [name for name in wanted if name in file.schema_arrow.names]
    if _is_bomb(file, group, column):
        yield table.reject(first, f"row group {group} expands like a bomb", first)
        return
    number = first
    try:
        for batch in file.iter_batches(BATCH_ROWS, row_groups=[group], columns=present):
            for row in _list_rows(batch, names.captured):
                yield table.read_row(row, number)
                number += 1
    except _READ_ERRORS as error:
        reason = f"row group {group} is damaged from here on: {error}"
        yield table.reject(number, reason, number)


def _list_rows(batch: pa.RecordBatch, captured: str) -> list[dict[str, Any]]:
    """The rows; a time that Python has no value for is none."""
    index = batch.schema.get_field_index(captured)
    if index < 0 or not pa.types.is_timestamp(batch.schema.types[index]):
        return list(batch.to_pylist())
    times = batch.column(index)
    times = times.cast(pa.timestamp("us", times.type.tz), safe=False)
    try:
        return list(batch.set_column(index, captured, times).to_pylist())
    except (OverflowError, ValueError):
        nothing = pa.nulls(len(batch))
        return list(batch.set_column(index, captured, nothing).to_pylist())


def _is_bomb(file: pq.ParquetFile, group: int, column: str) -> bool:
    for index in range(file.metadata.num_columns):
        chunk = file.metadata.row_group(group).column(index)
        if chunk.path_in_schema == column and chunk.total_uncompressed_size > SUSPICIOUS_BYTES:
            packed: int = max(chunk.total_compressed_size, 1)
            return bool(chunk.total_uncompressed_size > MOST_EXPANDED * packed)
    return False
