"""WACZ to the WARC archives in it."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from dehusk.ingest.archive import Archive
from dehusk.ingest.kinds import Kind, kind_of
from dehusk.ingest.spool import Spool
from dehusk.model import Rejected

_LOCAL_HEADER = struct.Struct("<4s22xHH")
# The last is what zipfile says of a packing that it does not know.
_ZIP_ERRORS = (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError)
_COPIED_BYTES = 1024 * 1024
_MOST_EXPANDED = 200
"""No archive compresses so well."""


def open_wacz(package: Archive, spool: Spool) -> Iterator[Archive | Rejected]:
    """The archives of a package, where they lie in it; packed ones are unpacked first."""
    try:
        with zipfile.ZipFile(package.path) as zipped:
            entries = [entry for entry in zipped.infolist() if _is_archive(entry)]
            for entry in sorted(entries, key=lambda entry: entry.filename):
                yield _open_entry(package, zipped, entry, spool)
    except _ZIP_ERRORS as error:
        yield Rejected(package.name, "read", f"no WACZ that can be read: {error}", 0)


def _is_archive(entry: zipfile.ZipInfo) -> bool:
    return kind_of(Path(entry.filename)) is Kind.WARC


def _open_entry(
    package: Archive, zipped: zipfile.ZipFile, entry: zipfile.ZipInfo, spool: Spool
) -> Archive | Rejected:
    name = f"{package.name}/{entry.filename}"
    if entry.compress_type == zipfile.ZIP_STORED:
        with Path(package.path).open("rb") as file:
            start = _find_data(file, entry)
        return Archive(package.path, name, package.site, start, start + entry.file_size)
    if entry.file_size > _MOST_EXPANDED * max(entry.compress_size, _COPIED_BYTES):
        return Rejected(name, "read", "expands like a bomb", entry.header_offset)
    try:
        with zipped.open(entry) as packed:
            path = spool.keep_file(packed)
    except (zipfile.BadZipFile, EOFError, RuntimeError, OSError, zlib.error) as error:
        return Rejected(name, "read", f"cannot be unpacked: {error}", entry.header_offset)
    return Archive(path, name, package.site)


def _find_data(file: BinaryIO, entry: zipfile.ZipInfo) -> int:
    """Where an entry's bytes start: after a header of its own."""
    file.seek(entry.header_offset)
    magic, name_length, extra_length = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
    if magic != b"PK\x03\x04":
        raise zipfile.BadZipFile("an entry is not where the directory says")
    return int(entry.header_offset + _LOCAL_HEADER.size + name_length + extra_length)
