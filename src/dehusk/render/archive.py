"""Records beside a page in its archive, found by their URLs.

An archive is looked through once, into a list of where each URL stands; the list is kept in the
cache folder and only mapped into memory, so that many processes share it.
"""

from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urljoin

import numpy as np
import numpy.typing as npt
import xxhash
from fastwarc.stream_io import FastWARCError
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from dehusk.errors import OutputUnwritable, PageError
from dehusk.ingest.archive import Archive, read_media_type
from dehusk.ingest.http import decode_body
from dehusk.ingest.kinds import SNIFFED_BYTES, Kind, kind_of
from dehusk.ingest.salvage import Packing
from dehusk.ingest.spool import Spool
from dehusk.ingest.wacz import open_wacz
from dehusk.model import WARC_RECORD, PageRef
from dehusk.render.resource import MOST_BYTES, Resource
from dehusk.write.files import write_whole

Places = npt.NDArray[np.uint64]
"""One row a record, sorted: the hash of its URL, and its offset."""

_RECORDS = WarcRecordType.response | WarcRecordType.resource
_READ_ERRORS = (OSError, EOFError, ValueError, FastWARCError, PageError)
_MOST_REDIRECTS = 5
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class ArchiveRecords:
    """A page's archive, and the page's own place in it; `cache` is where the list is kept."""

    ref: PageRef
    address: str
    cache: str | None

    @property
    def hosts(self) -> str:
        """A crawl may have been anywhere."""
        return "http: https:"

    def find(self, url: str) -> Resource | None:
        """The record of a URL; of several captures the one that lies nearest to the page."""
        for _ in range(_MOST_REDIRECTS):
            found = self._read_nearest(url)
            if not isinstance(found, str):
                return found
            url = urljoin(url, found)
        return None

    def _read_nearest(self, url: str) -> Resource | str | None:
        places = list_records(self.ref.path, self.cache)
        key = np.uint64(_hash_url(url))
        first, last = (np.searchsorted(places[:, 0], key, side) for side in ("left", "right"))
        offsets = places[first:last, 1].astype(np.int64)
        for at in np.argsort(np.abs(offsets - self.ref.offset), kind="stable").tolist():
            found = _read_at(self.ref.path, int(offsets[at]))
            if found is not None:
                return found
        return None


def find_records(ref: PageRef, address: str, cache: str | None) -> ArchiveRecords | None:
    """The archive of a page that is a record, looked through before the page's time begins."""
    if ref.form != WARC_RECORD:
        return None
    list_records(ref.path, cache)
    return ArchiveRecords(ref, address, cache)


def _hash_url(url: str) -> int:
    """One for all spellings that lead to the same: a crawl may have turned http into https."""
    bare = url.partition("#")[0].partition("://")
    return xxhash.xxh3_64_intdigest((bare[2] or bare[0]).encode("utf-8", "replace"))


def list_records(path: str, cache: str | None) -> Places:
    """Where each URL of the archive stands; none of one that is gone."""
    try:
        found = Path(path).stat()
        return _list_places(path, (found.st_size, found.st_mtime_ns), cache)
    except OSError:
        return np.empty((0, 2), dtype=np.uint64)


@lru_cache(maxsize=16)
def _list_places(path: str, stamp: tuple[int, int], cache: str | None) -> Places:
    """The list, made anew when the archive has changed."""
    if cache is None:
        return _look_through(path)
    name = xxhash.xxh3_64_hexdigest(f"{_FORMAT} {path} {stamp}".encode("utf-8", "surrogateescape"))
    kept = Path(cache, "archives", f"{name}.npy")
    try:
        places: Places = np.load(kept, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        places = _look_through(path)
        packed = BytesIO()
        np.save(packed, places)
        with suppress(OutputUnwritable):
            write_whole(kept, packed.getvalue())
    return places


def _look_through(path: str) -> Places:
    rows = array("Q")
    with Spool() as spool:
        archive = Archive(path, "", "")
        is_package = kind_of(Path(path)) is Kind.WACZ
        parts = open_wacz(archive, spool) if is_package else (archive,)
        for part in parts:
            # What had to be unpacked has its own path, and its pages are referred to there.
            if isinstance(part, Archive) and part.path == path:
                for key, offset in _walk_records(part):
                    rows.extend((key, offset))
    places = np.frombuffer(rows, dtype=np.uint64).reshape(-1, 2)
    return places[np.lexsort((places[:, 1], places[:, 0]))]


def _walk_records(archive: Archive) -> Iterator[tuple[int, int]]:
    """The URL's hash and the offset of every record, on past what is damaged."""
    with archive.open() as file:
        packing = Packing(file.read(SNIFFED_BYTES))
        offset: int | None = 0
        while offset is not None:
            file.seek(offset)
            try:
                for record in _iterate(file, _RECORDS):
                    offset = record.stream_pos
                    yield _hash_url(_read_url(record)), archive.start + record.stream_pos
            except _READ_ERRORS:
                offset = packing.find_next(file, offset + 1)
            else:
                return


def _iterate(file: BinaryIO, kinds: WarcRecordType) -> ArchiveIterator:
    return ArchiveIterator(file, record_types=kinds, parse_http=False, fsspec_args=False)


def _read_url(record: WarcRecord) -> str:
    return (record.headers.get("WARC-Target-URI") or "").strip("<> ")


def _read_at(path: str, offset: int) -> Resource | str | None:
    """What a record holds, or where it leads on to; nothing for what is no success."""
    try:
        with Path(path).open("rb") as file:
            file.seek(offset)
            record = next(iter(_iterate(file, _RECORDS)))
            return _read_record(record) if record.content_length <= 2 * MOST_BYTES else None
    except (*_READ_ERRORS, StopIteration):
        return None


def _read_record(record: WarcRecord) -> Resource | str | None:
    if not record.is_http:
        media, _ = read_media_type(record.headers.get("Content-Type"))
        return Resource(record.reader.read(MOST_BYTES), media)
    record.parse_http(quirks_mode=True)
    http = {name.lower(): value for name, value in record.http_headers.items_bytes()}
    status = record.http_headers.status_code or 0
    if 300 <= status < 400:
        return http.get(b"location", b"").decode("latin-1") or None
    if not 200 <= status < 300:
        return None
    body = record.reader.read(record.content_length)
    encodings = http.get(b"transfer-encoding", b""), http.get(b"content-encoding", b"")
    media, _ = read_media_type(http.get(b"content-type", b"").decode("latin-1"))
    return Resource(decode_body(body, *encodings, MOST_BYTES), media)
