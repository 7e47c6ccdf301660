"""What a file is, by its ending where that tells, by its first bytes where not."""

import zlib
from codecs import BOM_UTF8
from collections.abc import Mapping
from enum import StrEnum
from io import BytesIO
from pathlib import Path

from fastwarc.stream_io import FastWARCError, ZstdReader

SNIFFED_BYTES = 1024
ZSTD_BLOCK_BYTES = 160 * 1024
"""The largest block of a zstd frame, with some room: less cannot be decompressed."""

GZIP_MAGIC, ZSTD_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"

_HTML_MARKS = (b"<!doctype html", b"<html", b"<head", b"<body")


class Kind(StrEnum):
    """What pages can be in; the first two are pages themselves."""

    HTML = "html"
    TEXT = "text"
    WARC = "warc"
    WACZ = "wacz"
    JSONL = "jsonl"
    PARQUET = "parquet"

    @property
    def is_page(self) -> bool:
        """Whether such a file is one page, not a container of many."""
        return self in _PAGE_ENDINGS


_PAGE_ENDINGS: Mapping[Kind, tuple[str, ...]] = {
    Kind.HTML: (".html", ".htm", ".xhtml", ".shtml", ".xht"),
    Kind.TEXT: (".txt",),
}
_ENDINGS: tuple[tuple[str, Kind], ...] = (
    *((ending, Kind.WARC) for ending in (".warc", ".warc.gz", ".warc.zst")),
    (".wacz", Kind.WACZ),
    *(
        (table + packing, Kind.JSONL)
        for table in (".jsonl", ".ndjson")
        for packing in ("", ".gz", ".zst")
    ),
    (".parquet", Kind.PARQUET),
)
_TEXT_ENDINGS = tuple((ending, Kind.WARC) for ending in (".wet", ".wet.gz"))
"""Archives of texts that were taken from pages, and hold none themselves."""

_OTHER_ENDINGS = frozenset(
    """
    .css .js .mjs .json .xml .rss .atom .md .csv .pdf .png .jpg .jpeg .gif .webp .svg
    .ico .bmp .avif .mp3 .mp4 .webm .ogg .wav .woff .woff2 .ttf .eot .otf .zip .gz .xz .zst .bz2
    .tar .part .mhtml .husk .strings .map .py .pyc .exe .so .dll .doc .docx .xls .xlsx .swf .cdx
    .cdxj
    """.split()
)


def kind_of(path: Path, page: Kind = Kind.HTML) -> Kind | None:
    """What the file holds, where pages are of that kind; nothing for what holds none."""
    name = path.name.lower()
    for kind, endings in _PAGE_ENDINGS.items():
        if name.endswith(endings):
            return kind if kind is page else None
    for ending, kind in (*_ENDINGS, *_TEXT_ENDINGS) if page is Kind.TEXT else _ENDINGS:
        if name.endswith(ending):
            return kind
    if path.suffix.lower() in _OTHER_ENDINGS:
        return None
    try:
        found = sniff(_read_head(path)) if path.is_file() else None
    except OSError:
        return None
    # Nothing but its ending tells a text.
    return None if found is Kind.HTML and page is not Kind.HTML else found


def sniff(head: bytes) -> Kind | None:
    """What a file that starts so is.

    >>> sniff(b"WARC/1.0"), sniff(b' {"url": '), sniff(b"%PDF-1.7")
    (<Kind.WARC: 'warc'>, <Kind.JSONL: 'jsonl'>, None)
    """
    if head.startswith((GZIP_MAGIC, ZSTD_MAGIC)):
        head = _unpack_head(head)
    if head.startswith(b"WARC/"):
        return Kind.WARC
    if head.startswith(b"PAR1"):
        return Kind.PARQUET
    if head.startswith(b"PK\x03\x04"):
        return Kind.WACZ
    head = head.removeprefix(BOM_UTF8)
    lowered = head.lower()
    if any(mark in lowered for mark in _HTML_MARKS) and not head.lstrip().startswith(b"{"):
        return Kind.HTML
    return Kind.JSONL if head.lstrip().startswith(b"{") else None


def _read_head(path: Path) -> bytes:
    with path.open("rb") as file:
        head = file.read(SNIFFED_BYTES)
        return head + file.read(ZSTD_BLOCK_BYTES) if head.startswith(ZSTD_MAGIC) else head


def _unpack_head(head: bytes) -> bytes:
    try:
        if head.startswith(ZSTD_MAGIC):
            return ZstdReader(BytesIO(head)).read(SNIFFED_BYTES)
        return zlib.decompressobj(31).decompress(head, SNIFFED_BYTES)
    except (zlib.error, OSError, ValueError, FastWARCError):
        return b""
