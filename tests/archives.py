"""WARC archives made up for tests, record by record, so that each can be broken on purpose."""

import gzip
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import zstandard

from dehusk.ingest import Inventory, SourceSettings, read_page
from dehusk.ingest.archive import Archive, read_archive
from dehusk.model import RawPage, Rejected

DATE = "2024-05-06T07:08:09Z"
HTML = {"Content-Type": "text/html; charset=utf-8"}

PACKINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "warc": bytes,
    "warc.gz": gzip.compress,
    "warc.zst": zstandard.ZstdCompressor(write_checksum=True).compress,
}


def make_url(number: int) -> str:
    return f"https://www.site.example/{number}"


def make_body(number: int, n_bytes: int = 3000) -> bytes:
    """A page that compresses no better than prose does; its number decides all of it."""
    words = random.Random(number).randbytes(n_bytes // 3).hex(" ", 4)
    return f"<!DOCTYPE html><title>{number}</title><p>Page {number}: {words}".encode()


def make_response(
    body: bytes, headers: Mapping[str, str] = HTML, status: str = "HTTP/1.1 200 OK"
) -> bytes:
    """An HTTP message."""
    lines = [status, *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def make_record(
    url: str | None, payload: bytes, version: str = "WARC/1.0", **changed: str | None
) -> bytes:
    """A response record; a header named (with _ for -) is changed, or left out for None."""
    headers: dict[str, str | None] = {
        "WARC-Type": "response",
        "WARC-Record-ID": None if url is None else f"<urn:test:{url}>",
        "WARC-Date": DATE,
        "WARC-Target-URI": url,
        "Content-Type": "application/http; msgtype=response",
        "Content-Length": str(len(payload)),
    }
    headers |= {name.replace("_", "-"): value for name, value in changed.items()}
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    head = "\r\n".join([version, *lines]).encode("utf-8", "surrogateescape")
    return head + b"\r\n\r\n" + payload + b"\r\n\r\n"


def make_pages(count: int, n_bytes: int = 3000) -> list[bytes]:
    """The records of so many pages."""
    numbers = range(count)
    return [make_record(make_url(n), make_response(make_body(n, n_bytes))) for n in numbers]


def pack(records: Iterable[bytes], packing: str) -> list[bytes]:
    """Each record as it lies in an archive of that ending."""
    return [PACKINGS[packing](record) for record in records]


@dataclass(frozen=True)
class Contents:
    """What was found in a source: bodies by URL or source, what was rejected, what passed over."""

    bodies: Mapping[str, bytes]
    rejected: Sequence[Rejected]
    passed_over: Mapping[str, int]

    @property
    def offsets(self) -> list[int | None]:
        return [row.offset for row in self.rejected]


def read_sources(*sources: Path | str, settings: SourceSettings | None = None) -> Contents:
    """Everything the sources hold, the pages read where they are said to be."""
    with Inventory(settings) as inventory:
        inventory.take_all([str(source) for source in sources])
        refs = list(inventory.pages())
        bodies = {ref.url or ref.source: read_page(ref).body for ref in refs}
        assert len(bodies) == len(refs), "two pages of one name: this cannot tell them apart"
        everything = list(inventory.everything())
    rejected = [row for row in everything if isinstance(row, Rejected)]
    return Contents(bodies, rejected, dict(inventory.passed_over))


def stream_archive(path: Path, settings: SourceSettings | None = None) -> dict[str, bytes]:
    """The bodies of an archive's pages as they come by on the first way through it."""
    found = read_archive(Archive(str(path), path.name, "site"), settings or SourceSettings())
    return {row.ref.url or row.ref.source: row.body for row in found if isinstance(row, RawPage)}
