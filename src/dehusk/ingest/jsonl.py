"""JSONL to pages: an object a line, plain or compressed."""

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from io import BufferedIOBase, BufferedReader, FileIO
from pathlib import Path
from typing import Any, BinaryIO

from dehusk.errors import OverCap, Unreadable
from dehusk.ingest.archive import Found
from dehusk.ingest.kinds import GZIP_MAGIC, ZSTD_MAGIC
from dehusk.ingest.rows import Table
from dehusk.ingest.settings import MOST_BYTES
from dehusk.model import JSON_LINE, PageRef, RawPage

ESCAPED = 6
"""JSON writes a character as up to six."""

_LINES_LOOKED_AT = 50
_BUFFER_BYTES = 1024 * 1024
_ZSTD_BUFFER_BYTES = 16 * 1024
"""So much before a damage is lost with it."""

_READ_ERRORS = (OSError, EOFError, zlib.error)
_JSON_ERRORS = (ValueError, RecursionError)


def list_columns(path: str) -> list[str]:
    """The names in the first lines; a row need not have all."""
    names: dict[str, None] = {}
    try:
        with _open(path) as file:
            for _ in range(_LINES_LOOKED_AT):
                names.update(dict.fromkeys(_parse(file.readline(ESCAPED * MOST_BYTES)) or ()))
    except _READ_ERRORS:
        # Reading it will tell.
        return []
    return list(names)


def read_jsonl(table: Table) -> Iterator[Found]:
    """The page of every line; lines of white space are none."""
    longest = ESCAPED * table.settings.max_bytes
    is_plain = not _read_magic(table.path).startswith((GZIP_MAGIC, ZSTD_MAGIC))
    with _open(table.path) as file:
        offset = 0
        number = 1
        try:
            while line := file.readline(longest):
                length = len(line) + (0 if line.endswith(b"\n") else _skip_line(file))
                if length > longest:
                    reason = str(OverCap("bytes", length, table.settings.max_bytes))
                    yield table.reject(number, reason, offset)
                elif not line.isspace():
                    found = _read_line(table, line, number, offset)
                    yield _refer_to_line(found, table, offset) if is_plain else found
                offset += length
                number += 1
        except _READ_ERRORS as error:
            yield table.reject(number, f"damaged from here on: {error}", offset)


def read_line(file: BinaryIO, ref: PageRef, max_bytes: int) -> bytes:
    """The HTML in the line of JSON at the reference's offset."""
    file.seek(ref.offset)
    row = _parse(file.readline(ESCAPED * max(max_bytes, MOST_BYTES))) or {}
    html = row.get(ref.column or "")
    if not isinstance(html, str):
        raise Unreadable("no such line stands there: was the table changed?")
    return html.encode("utf-8", "replace")


def _read_line(table: Table, line: bytes, number: int, offset: int) -> Found:
    row = _parse(line)
    if row is None:
        return table.reject(number, "no JSON object", offset)
    return table.read_row(row, number)


def _refer_to_line(found: Found, table: Table, offset: int) -> Found:
    if not isinstance(found, RawPage):
        return found
    column = table.settings.page_column
    return RawPage(found.ref._replace(offset=offset, form=JSON_LINE, column=column), found.body)


def _parse(line: bytes) -> Mapping[str, Any] | None:
    try:
        row = json.loads(line)
    except _JSON_ERRORS:
        return None
    return row if isinstance(row, dict) else None


def _skip_line(file: BufferedIOBase) -> int:
    """Go on to the next line, however long this one is."""
    skipped = 0
    while piece := file.readline(_BUFFER_BYTES):
        skipped += len(piece)
        if piece.endswith(b"\n"):
            break
    return skipped


def _read_magic(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(len(ZSTD_MAGIC))


def _open(path: str) -> BufferedIOBase:
    magic = _read_magic(path)
    if magic.startswith(GZIP_MAGIC):
        return gzip.open(path)
    if magic == ZSTD_MAGIC:
        import pyarrow as pa  # only here: importing it takes longer than reading a small table

        return BufferedReader(pa.input_stream(path, compression="zstd"), _ZSTD_BUFFER_BYTES)
    return BufferedReader(FileIO(path), _BUFFER_BYTES)
