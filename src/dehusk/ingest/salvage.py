"""Damaged archives: where the next record starts, and whether one is whole."""

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO

from fastwarc.stream_io import FastWARCError, ZstdReader

from dehusk.ingest.kinds import GZIP_MAGIC, ZSTD_BLOCK_BYTES, ZSTD_MAGIC

_CHUNK_BYTES = 1024 * 1024
_OVERLAP_BYTES = 16
_ZSTD_REPEAT = 1
"""A block of one byte that stands for many."""

_HEAD_BYTES = 4096
"""Enough for the header of a record."""

_RECORD_START = re.compile(rb"WARC/[01]\.\d{1,2}\r?\n")
_GZIP_START = re.compile(re.escape(GZIP_MAGIC + b"\x08"))
_ZSTD_START = re.compile(re.escape(ZSTD_MAGIC))
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,18})[ \t]*\r?$", re.I | re.M)
_RECORD_END = b"\r\n\r\n"


class Packing:
    """How the records of an archive are packed: what one starts with, and how to look into it."""

    def __init__(self, head: bytes) -> None:
        self.is_gzip = head.startswith(GZIP_MAGIC)
        self.is_zstd = head.startswith(ZSTD_MAGIC)
        self.is_plain = not (self.is_gzip or self.is_zstd)
        self._head_bytes = ZSTD_BLOCK_BYTES if self.is_zstd else _HEAD_BYTES
        self._start = _GZIP_START if self.is_gzip else _ZSTD_START
        if self.is_plain:
            self._start = _RECORD_START

    def find_next(self, file: BinaryIO, offset: int) -> int | None:
        """Where the next record starts, from an offset on."""
        for candidate in _find_all(self._start, file, offset):
            if self.is_plain or self._starts_record(file, candidate):
                return candidate
        return None

    def shows(self, file: BinaryIO, offset: int, name: str) -> bool:
        """Whether a record starts at the offset whose header holds the name."""
        file.seek(offset)
        unpacked, _ = self._unpack(file.read(self._head_bytes), _HEAD_BYTES)
        header = _HEADER_END.split(unpacked, 1)[0]
        return header.startswith(b"WARC/") and name.encode() in header

    def measure(self, file: BinaryIO, start: int, stop: int, max_bytes: int) -> int | None:
        """The end of the whole record at the start of a stretch; nothing if it is not whole."""
        file.seek(start)
        packed = file.read(min(stop - start, max_bytes))
        unpacked, used = self._unpack(packed, max_bytes)
        length = _measure_record(unpacked)
        if length is None:
            return None
        return start + (length if self.is_plain else used)

    def _starts_record(self, file: BinaryIO, offset: int) -> bool:
        file.seek(offset)
        unpacked, _ = self._unpack(file.read(self._head_bytes), len(b"WARC/"))
        return unpacked == b"WARC/"

    def _unpack(self, packed: bytes, max_bytes: int) -> tuple[bytes, int]:
        """What is in one packed record, and how many bytes of the packed ones that took."""
        if self.is_gzip:
            inflater = zlib.decompressobj(31)
            try:
                return inflater.decompress(packed, max_bytes), len(packed) - len(
                    inflater.unused_data
                )
            except zlib.error:
                return b"", 0
        if self.is_zstd:
            # Its decompressor gives nothing of a frame when what follows is broken.
            end = _measure_frame(packed) or len(packed)
            try:
                return ZstdReader(BytesIO(packed[:end])).read(max_bytes), end
            except (OSError, ValueError, FastWARCError):
                return b"", 0
        return packed, len(packed)


def _find_all(pattern: re.Pattern[bytes], file: BinaryIO, offset: int) -> Iterator[int]:
    """Every place of the pattern; memory stays that of a chunk."""
    while True:
        file.seek(offset)
        chunk = file.read(_CHUNK_BYTES + _OVERLAP_BYTES)
        for found in pattern.finditer(chunk):
            if found.start() < _CHUNK_BYTES:
                yield offset + found.start()
        if len(chunk) <= _CHUNK_BYTES:
            return
        offset += _CHUNK_BYTES


def _measure_frame(packed: bytes) -> int | None:
    """The length of the zstd frame the bytes start with (RFC 8878, 3.1.1); nothing if it is cut."""
    if len(packed) < len(ZSTD_MAGIC) + 1:
        return None
    flags = packed[4]
    is_single = bool(flags & 0x20)
    content_size = (int(is_single), 2, 4, 8)[flags >> 6]
    at = 5 + (not is_single) + (0, 1, 2, 4)[flags & 3] + content_size
    is_last = False
    while not is_last:
        if at + 3 > len(packed):
            return None
        block = int.from_bytes(packed[at : at + 3], "little")
        is_last = bool(block & 1)
        at += 3 + (1 if block >> 1 & 3 == _ZSTD_REPEAT else block >> 3)
    at += 4 if flags & 4 else 0
    return at if at <= len(packed) else None


def _measure_record(unpacked: bytes) -> int | None:
    """The length of the record the bytes start with, if it ends as it says."""
    header = _HEADER_END.search(unpacked)
    declared = _LENGTH.search(unpacked, 0, header.end()) if header else None
    if header is None or declared is None:
        return None
    end = header.end() + int(declared[1])
    return end + len(_RECORD_END) if unpacked[end : end + 4] == _RECORD_END else None
