"""WARC archives to pages: responses and resources that are HTML, whatever else is broken.

Where texts are asked for, those of plain text, and the conversions of WET archives.

The file is read with FastWARC until something is wrong with it. A record is let go only when the
next one starts where it should; after damage we look for the next start ourselves, and tell what
lies between as rejected.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import SEEK_END, BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from fastwarc.stream_io import FastWARCError
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from dehusk.errors import OverCap, PageError, Unreadable
from dehusk.ingest.http import decode_body
from dehusk.ingest.identity import site_of
from dehusk.ingest.kinds import SNIFFED_BYTES
from dehusk.ingest.salvage import Packing
from dehusk.ingest.settings import MOST_BYTES, TEXT, SourceSettings
from dehusk.ingest.stretch import Stretch
from dehusk.model import WARC_RECORD, PageRef, PassedOver, RawPage, Rejected

BUFFER_BYTES = 1024 * 1024
HEADER_BYTES = 64 * 1024
"""Room for HTTP headers beside a page of the largest size."""

SKIPPED_BYTES = 64 * 1024 * 1024
"""A longer record is not read to its end: the next one is searched for."""

HTML_TYPES = frozenset(("text/html", "application/xhtml+xml"))
TEXT_TYPES = frozenset(("text/plain",))
NO_TYPE = "no type"

Found = RawPage | Rejected | PassedOver

_PAGE_RECORDS = (WarcRecordType.response, WarcRecordType.resource)
_TEXT_RECORDS = (*_PAGE_RECORDS, WarcRecordType.conversion)
_READ_ERRORS = (OSError, EOFError, ValueError, FastWARCError)


@dataclass(frozen=True, slots=True)
class Archive:
    """Where an archive's bytes are, a file or a stretch of one, and what its pages are called."""

    path: str
    name: str
    site: str
    start: int = 0
    stop: int | None = None

    def open(self) -> BinaryIO:
        """The bytes, read in large pieces."""
        if self.stop is None:
            return Path(self.path).open("rb", buffering=BUFFER_BYTES)
        return BufferedReader(Stretch(self.path, self.start, self.stop), BUFFER_BYTES)


def read_archive(archive: Archive, settings: SourceSettings) -> Iterator[Found]:
    """Everything in the archive that is or could be a page, in order."""
    with archive.open() as file:
        yield from _Reading(archive, file, settings).read_all()


def read_record(file: BinaryIO, ref: PageRef, max_bytes: int) -> bytes:
    """The body of the page whose record starts at the reference's offset."""
    file.seek(ref.offset)
    try:
        for record in _iterate(file):
            if record.record_type in _TEXT_RECORDS:
                facts = _read_facts(record)
                if facts.url == ref.url:
                    # On the way a body may be larger than it is in the end.
                    return _read_body(record, facts, max(max_bytes, MOST_BYTES))
                break
    except _READ_ERRORS as error:
        raise Unreadable(str(error)) from error
    raise Unreadable("no record stands there: was the archive changed?")


def _iterate(file: BinaryIO) -> ArchiveIterator:
    return ArchiveIterator(file, parse_http=False, fsspec_args=False)


class _Jump(Exception):
    """The record that was just met is too long to be read to its end."""


class _Reading:
    """One way through an archive."""

    def __init__(self, archive: Archive, file: BinaryIO, settings: SourceSettings) -> None:
        self._archive = archive
        self._file = file
        self._settings = settings
        is_text = settings.content == TEXT
        self._types = TEXT_TYPES if is_text else HTML_TYPES
        self._records = _TEXT_RECORDS if is_text else _PAGE_RECORDS
        self._stop = file.seek(0, SEEK_END)
        file.seek(0)
        self._packing = Packing(file.read(SNIFFED_BYTES))
        self._at = 0
        self._waiting: Found | None = None
        self._has_length = False

    def read_all(self) -> Iterator[Found]:
        offset: int | None = 0
        while offset is not None:
            self._at, self._waiting = offset, None
            self._file.seek(offset)
            try:
                yield from self._read_on()
            except _Jump:
                offset = self._packing.find_next(self._file, self._at + 1)
            except _READ_ERRORS as error:
                offset = self._packing.find_next(self._file, self._at + 1)
                yield from self._settle(offset or self._stop, str(error))
            else:
                return

    def _read_on(self) -> Iterator[Found]:
        """Records one after another; each is held back until the next has shown its start."""
        for record in _iterate(self._file):
            if self._waiting is not None:
                yield self._waiting
            self._at, self._waiting = record.stream_pos, None
            length = record.content_length
            self._has_length = length > 0
            if record.record_type in self._records:
                self._waiting = self._take(record, length)
            if length > SKIPPED_BYTES and not self._is_in_file(length):
                if self._waiting is not None:
                    yield self._waiting
                raise _Jump
        last, rest = self._at, self._look_behind()
        if self._waiting is not None and (rest is None or rest.offset != last):
            yield self._waiting
        if rest is not None:
            yield rest

    def _look_behind(self) -> Rejected | None:
        """What stands after the last record: a header that was cut ends the reading silently."""
        most = self._settings.max_bytes + HEADER_BYTES
        end = self._packing.measure(self._file, self._at, self._stop, most)
        if end is None:
            # Without a length it is no record, whatever it is; others may end as they like.
            end = self._stop if self._has_length else self._at
        self._file.seek(end)
        if not self._file.read(SNIFFED_BYTES).strip():
            return None
        self._at = end
        return self._reject(f"{self._stop - end:,} bytes that are no record")

    def _is_in_file(self, length: int) -> bool:
        """Whether a record of this length can be passed at the cost of a file's bytes."""
        return self._packing.is_plain and self._at + length <= self._stop

    def _settle(self, stop: int, why: str) -> Iterator[Found]:
        """Something went wrong at or after the last record: which of the two?"""
        most = self._settings.max_bytes + HEADER_BYTES
        end = self._packing.measure(self._file, self._at, stop, most)
        if end is None:
            yield self._reject(f"damaged record: {why}")
            return
        row = self._waiting or self._take_alone(end)
        if row is not None:
            yield row
        if end < stop:
            self._at = end
            yield self._reject(f"{stop - end:,} bytes that are no record")

    def _take_alone(self, end: int) -> Found | None:
        """The last record, read without what follows it: decompressors look ahead."""
        self._file.seek(self._at)
        for record in _iterate(BytesIO(self._file.read(end - self._at))):
            if record.record_type in self._records:
                return self._take(record, record.content_length)
            break
        return None

    def _take(self, record: WarcRecord, length: int) -> Found:
        try:
            facts = _read_facts(record, self._types)
        except _READ_ERRORS as error:
            return self._reject(f"its HTTP headers cannot be read: {error}")
        if facts.passed_over is not None:
            return PassedOver(facts.passed_over)
        max_bytes = self._settings.max_bytes
        if length > max_bytes + HEADER_BYTES:
            return self._reject(str(OverCap("bytes", length, max_bytes)), facts.source)
        try:
            body = _read_body(record, facts, max_bytes)
        except PageError as error:
            return self._reject(str(error), facts.source)
        if facts.content_type is None and not self._looks_like_page(body):
            return PassedOver(NO_TYPE)
        return RawPage(self._refer_to(facts, len(body)), body)

    def _looks_like_page(self, body: bytes) -> bool:
        return self._types is HTML_TYPES and _looks_like_html(body)

    def _reject(self, reason: str, source: str | None = None) -> Rejected:
        return Rejected(source or f"{self._archive.name}@{self._at}", "read", reason, self._at)

    def _refer_to(self, facts: "_Facts", n_bytes: int) -> PageRef:
        url = facts.url
        source = facts.source or f"{self._archive.name}@{self._at}"
        site = (url and site_of(url, self._settings.site_by)) or self._archive.site
        offset = self._archive.start + self._at
        named = (source, site, self._archive.path, n_bytes, offset)
        return PageRef(*named, url, facts.captured, facts.charset, WARC_RECORD)


class _Facts(NamedTuple):
    """What a record's headers say; `passed_over` names what makes it no page."""

    source: str | None
    url: str | None
    captured: str | None
    content_type: str | None
    charset: str | None
    transfer: bytes = b""
    content: bytes = b""
    passed_over: str | None = None


_SPELLINGS = {
    name.lower(): name
    for name in (b"WARC-Target-URI", b"WARC-Record-ID", b"WARC-Date", b"Content-Type")
}


def _read_facts(record: WarcRecord, types: Collection[str] = HTML_TYPES) -> _Facts:
    # All headers at once: asking for them one by one takes longer than all the rest we do.
    headers = dict(record.headers.items_bytes())
    if b"WARC-Target-URI" not in headers:
        headers = {_SPELLINGS.get(name.lower(), name): value for name, value in headers.items()}
    # Early archives have addresses in angle brackets.
    source = headers.get(b"WARC-Record-ID", b"").decode("utf-8", "replace").strip("<> ") or None
    url = headers.get(b"WARC-Target-URI", b"").decode("utf-8", "replace").strip("<> ") or None
    captured = headers.get(b"WARC-Date", b"").decode("utf-8", "replace") or None
    if not record.is_http:
        media, charset = _read_type(headers.get(b"Content-Type", b""))
        return _Facts(source, url, captured, media, charset, passed_over=_why_not(media, types))
    record.parse_http(quirks_mode=True)
    http_headers = record.http_headers
    http = {name.lower(): value for name, value in http_headers.items_bytes()}
    media, charset = _read_type(http.get(b"content-type", b""))
    status = http_headers.status_code
    is_there = status is not None and 200 <= status < 300
    why_not = _why_not(media, types) if is_there else f"status {status}"
    transfer, content = http.get(b"transfer-encoding", b""), http.get(b"content-encoding", b"")
    return _Facts(source, url, captured, media, charset, transfer, content, why_not)


@lru_cache(maxsize=1024)
def _read_type(value: bytes) -> tuple[str | None, str | None]:
    return read_media_type(value.decode("latin-1"))


def read_media_type(value: str | None) -> tuple[str | None, str | None]:
    """Media type and charset.

    >>> read_media_type('Text/HTML; Charset="utf-8"')
    ('text/html', 'utf-8')
    """
    if not value:
        return None, None
    media, _, parameters = value.partition(";")
    _, _, charset = parameters.lower().partition("charset=")
    return media.strip().lower() or None, charset.partition(";")[0].strip("\"' ") or None


def _why_not(media: str | None, types: Collection[str]) -> str | None:
    return None if media is None or media in types else media


def _read_body(record: WarcRecord, facts: _Facts, max_bytes: int) -> bytes:
    length = record.content_length
    body: bytes = record.reader.read(length)
    if len(body) < length:
        raise EOFError(f"cut short: {len(body):,} of {length:,} bytes")
    if facts.transfer or facts.content or len(body) > max_bytes:
        return decode_body(body, facts.transfer, facts.content, max_bytes)
    return body


def _looks_like_html(body: bytes) -> bool:
    head = body[:SNIFFED_BYTES].lower()
    return any(mark in head for mark in (b"<!doctype html", b"<html", b"<head", b"<body"))
