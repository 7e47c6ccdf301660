import gc
import gzip
import io
import zlib
from collections.abc import Sequence
from pathlib import Path

import brotli
import pytest
import zstandard
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from dehusk.errors import Unreadable
from dehusk.ingest import SourceSettings, read_page
from dehusk.ingest.archive import read_media_type
from dehusk.model import WARC_RECORD
from examples import make_site
from tests.archives import (
    DATE,
    HTML,
    PACKINGS,
    Contents,
    make_body,
    make_pages,
    make_record,
    make_response,
    make_url,
    pack,
    read_sources,
    stream_archive,
)
from tests.unit.pages import find_pages

BODIES = {make_url(number): make_body(number) for number in range(6)}
TINY = b"<p>x"


def write_archive(folder: Path, records: Sequence[bytes], packing: str = "warc") -> Path:
    path = folder / f"a.{packing}"
    path.write_bytes(b"".join(pack(records, packing)))
    return path


def read_both_ways(path: Path) -> Contents:
    """What is found, after making sure that reading twice gives the same."""
    contents = read_sources(path)
    assert stream_archive(path) == contents.bodies
    return contents


@pytest.mark.parametrize("packing", PACKINGS)
def test_every_page_is_read_as_it_was_put_in(tmp_path: Path, packing: str) -> None:
    contents = read_both_ways(write_archive(tmp_path, make_pages(6), packing))
    assert (contents.bodies, contents.rejected) == (BODIES, [])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("is_gzip", [False, True])
@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_what_warcio_writes_is_read(tmp_path: Path, is_gzip: bool, version: str) -> None:
    path = tmp_path / "a.warc"
    pages = list(make_site("news", pages=12))
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=is_gzip, warc_version=version)
        writer.write_record(writer.create_warcinfo_record("a.warc", {"software": "test"}))
        for page in pages:
            headers = StatusAndHeaders("200 OK", [*HTML.items()], protocol="HTTP/1.0")
            payload = io.BytesIO(page.html)
            record = writer.create_warc_record(page.url, "response", payload, http_headers=headers)
            writer.write_request_response_pair(
                writer.create_warc_record(
                    page.url,
                    "request",
                    http_headers=StatusAndHeaders("GET / HTTP/1.0", [], is_http_request=True),
                ),
                record,
            )
    del writer, record
    gc.collect()  # warcio leaves temporary files open, and here that is no matter
    contents = read_both_ways(path)
    assert contents.bodies == {page.url: page.html for page in pages}
    assert contents.rejected == []


@pytest.mark.parametrize("packing", ["warc.gz", "warc.zst"])
def test_an_archive_compressed_as_a_whole_is_read(tmp_path: Path, packing: str) -> None:
    path = tmp_path / f"a.{packing}"
    path.write_bytes(PACKINGS[packing](b"".join(make_pages(6))))
    assert read_both_ways(path).bodies == BODIES


@pytest.mark.parametrize("packing", ["warc.gz", "warc.zst"])
@pytest.mark.parametrize("first", [1, 2])
def test_records_packed_together_are_all_read(tmp_path: Path, packing: str, first: int) -> None:
    records = make_pages(6)
    groups = [b"".join(records[:first]), b"".join(records[first:5]), records[5]]
    path = write_archive(tmp_path, groups, packing)
    assert read_both_ways(path).bodies == BODIES


def test_records_in_zstd_frames_of_unknown_size_are_read(tmp_path: Path) -> None:
    frames = []
    for record in make_pages(6):
        compressor = zstandard.ZstdCompressor(write_checksum=True).compressobj()
        frames.append(compressor.compress(record) + compressor.flush())
    path = tmp_path / "a.warc.zst"
    path.write_bytes(b"".join(frames))
    assert read_both_ways(path).bodies == BODIES


@pytest.mark.parametrize("packing", PACKINGS)
def test_large_pages_are_read_between_small_ones(tmp_path: Path, packing: str) -> None:
    sizes = [100, 3_000_000, 100, 700_000, 100]
    bodies = {make_url(n): make_body(n, size) for n, size in enumerate(sizes)}
    records = [make_record(url, make_response(body)) for url, body in bodies.items()]
    assert read_both_ways(write_archive(tmp_path, records, packing)).bodies == bodies


def deflate_barely(body: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-15)
    return compressor.compress(body) + compressor.flush()


def cut_chunks(body: bytes, size: int = 1000) -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


ENCODED = {
    "none": ({}, bytes),
    "identity": ({"Content-Encoding": "identity"}, bytes),
    "gzip": ({"Content-Encoding": "gzip"}, gzip.compress),
    "GZIP in capitals": ({"CONTENT-ENCODING": "GZIP"}, gzip.compress),
    "x-gzip": ({"Content-Encoding": "x-gzip"}, gzip.compress),
    "gzip in two members": (
        {"Content-Encoding": "gzip"},
        lambda body: gzip.compress(body[:3]) + gzip.compress(body[3:]),
    ),
    "deflate": ({"Content-Encoding": "deflate"}, zlib.compress),
    "bare deflate": ({"Content-Encoding": "deflate"}, deflate_barely),
    "br": ({"Content-Encoding": "br"}, brotli.compress),
    "zstd": ({"Content-Encoding": "zstd"}, zstandard.ZstdCompressor().compress),
    "chunked": ({"Transfer-Encoding": "chunked"}, cut_chunks),
    "gzip twice": (
        {"Content-Encoding": "gzip, gzip"},
        lambda body: gzip.compress(gzip.compress(body)),
    ),
    "gzip in chunks": (
        {"Transfer-Encoding": "chunked", "Content-Encoding": "gzip"},
        lambda body: cut_chunks(gzip.compress(body), 7),
    ),
    "chunks and a wrong length": (
        {"Transfer-Encoding": "Chunked", "Content-Length": "5"},
        cut_chunks,
    ),
    "gzip that was undone": ({"Content-Encoding": "gzip"}, bytes),
    "deflate that was undone": ({"Content-Encoding": "deflate"}, bytes),
    "br that was undone": ({"Content-Encoding": "br"}, bytes),
    "zstd that was undone": ({"Content-Encoding": "zstd"}, bytes),
    "chunks that were undone": ({"Transfer-Encoding": "chunked"}, bytes),
    "gzip in chunks that were undone": (
        {"Transfer-Encoding": "chunked", "Content-Encoding": "gzip"},
        gzip.compress,
    ),
    "an encoding nobody knows": ({"Content-Encoding": "magic"}, bytes),
}


@pytest.mark.parametrize("packing", ["warc", "warc.gz"])
@pytest.mark.parametrize("name", ENCODED)
def test_bodies_are_decoded_and_headers_that_lie_believed_no_further(
    tmp_path: Path, packing: str, name: str
) -> None:
    headers, encode = ENCODED[name]
    bodies = {**BODIES, make_url(7): TINY, make_url(8): b"\n\n<!DOCTYPE html><p>8" + TINY * 99}
    records = [
        make_record(url, make_response(encode(body), {**HTML, **headers}))
        for url, body in bodies.items()
    ]
    assert read_both_ways(write_archive(tmp_path, records, packing)).bodies == bodies


def test_resources_are_pages_when_their_own_type_says_so(tmp_path: Path) -> None:
    kinds = ["text/html", "Text/HTML;charset=x", "application/xhtml+xml", "text/css", None]
    records = [
        make_record(make_url(n), make_body(n), WARC_Type="resource", Content_Type=kind)
        for n, kind in enumerate(kinds)
    ]
    contents = read_both_ways(write_archive(tmp_path, records))
    assert list(contents.bodies) == [make_url(n) for n in (0, 1, 2, 4)]
    assert contents.passed_over == {"text/css": 1}


@pytest.mark.parametrize("kind", ["request", "metadata", "warcinfo", "revisit", "conversion"])
def test_other_records_are_no_pages(tmp_path: Path, kind: str) -> None:
    other = make_record(make_url(9), make_response(make_body(9)), WARC_Type=kind)
    contents = read_both_ways(write_archive(tmp_path, [other, *make_pages(1)]))
    assert list(contents.bodies) == [make_url(0)]


@pytest.mark.parametrize(
    ("status", "kind", "reason"),
    [
        ("HTTP/1.1 404 Not Found", "text/html", "status 404"),
        ("HTTP/1.1 301 Moved", "text/html", "status 301"),
        ("HTTP/1.1 200 OK", "image/png", "image/png"),
        ("HTTP/1.1 200 OK", "application/json; charset=utf-8", "application/json"),
    ],
)
def test_responses_that_are_no_html_are_counted_by_what_they_are(
    tmp_path: Path, status: str, kind: str, reason: str
) -> None:
    response = make_response(make_body(9), {"Content-Type": kind}, status)
    contents = read_both_ways(
        write_archive(tmp_path, [*make_pages(1), make_record("x:", response)])
    )
    assert contents.passed_over == {reason: 1}


@pytest.mark.parametrize(
    "status", ["HTTP/1.0 200", "HTTP/2 200", "HTTP/1.1 203 Odd", "HTTP/1.1 200 OK "]
)
def test_status_lines_of_any_version_are_understood(tmp_path: Path, status: str) -> None:
    record = make_record(make_url(0), make_response(make_body(0), status=status))
    assert read_both_ways(write_archive(tmp_path, [record])).bodies == {make_url(0): make_body(0)}


def test_without_a_type_a_page_is_what_starts_like_one(tmp_path: Path) -> None:
    bodies = [b"<html><p>x", b"just words", b"\x89PNG"]
    records = [make_record(make_url(n), make_response(body, {})) for n, body in enumerate(bodies)]
    contents = read_both_ways(write_archive(tmp_path, records))
    assert list(contents.bodies) == [make_url(0)]
    assert contents.passed_over == {"no type": 2}


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("version", ["WARC/0.17", "WARC/0.18", "WARC/1.0", "WARC/1.1"])
def test_archives_of_every_version_are_read(tmp_path: Path, packing: str, version: str) -> None:
    records = [make_record(url, make_response(body), version) for url, body in BODIES.items()]
    assert read_both_ways(write_archive(tmp_path, records, packing)).bodies == BODIES


@pytest.mark.parametrize("packing", PACKINGS)
def test_http_headers_may_end_without_carriage_returns(tmp_path: Path, packing: str) -> None:
    records = [
        make_record(url, make_response(body).replace(b"\r\n", b"\n"))
        for url, body in BODIES.items()
    ]
    assert read_both_ways(write_archive(tmp_path, records, packing)).bodies == BODIES


@pytest.mark.parametrize(
    "url",
    [
        "https://site.example/a b",
        "https://site.example/дом/雨",
        "https://site.example/" + "long" * 2000,
        "urn:x",
        "http://[bad/",
        "http://a..b/",
        "http://./",
        "http://.../",
        "http://\x01/",
        "https://[2001:db8::1]/a",
    ],
)
def test_any_address_is_kept_as_it_is(tmp_path: Path, url: str) -> None:
    record = make_record(url, make_response(make_body(0)))
    assert read_both_ways(write_archive(tmp_path, [record])).bodies == {url: make_body(0)}


def test_an_address_that_is_no_utf8_can_be_printed(tmp_path: Path) -> None:
    record = make_record("https://site.example/\udcff", make_response(make_body(0)))
    (url,) = read_both_ways(write_archive(tmp_path, [record])).bodies
    assert url == "https://site.example/\ufffd"


def test_an_address_in_angle_brackets_is_the_one_inside(tmp_path: Path) -> None:
    record = make_record(f"<{make_url(0)}>", make_response(make_body(0)))
    assert list(read_both_ways(write_archive(tmp_path, [record])).bodies) == [make_url(0)]


def test_a_record_without_date_address_or_name_is_still_a_page(tmp_path: Path) -> None:
    record = make_record(None, make_response(make_body(0)), WARC_Date=None)
    records = [*make_pages(1), record]
    path = write_archive(tmp_path, records)
    _, ref = find_pages([str(path)])
    assert (ref.source, ref.url, ref.captured) == (f"a.warc@{len(records[0])}", None, None)
    assert (ref.site, read_page(ref).body) == ("a", make_body(0))


def test_a_reference_says_all_the_headers_do(tmp_path: Path) -> None:
    records = make_pages(2)
    path = write_archive(tmp_path, records, "warc.gz")
    _, ref = find_pages([str(path)])
    assert (ref.source, ref.url) == (f"urn:test:{make_url(1)}", make_url(1))
    assert (ref.captured, ref.charset) == (DATE, "utf-8")
    assert (ref.site, ref.form) == ("site.example", WARC_RECORD)
    assert (ref.offset, ref.n_bytes) == (len(gzip.compress(records[0])), len(make_body(1)))


def test_pages_over_the_cap_are_rejected_where_they_stand(tmp_path: Path) -> None:
    small, large = make_pages(2), make_body(9, 50_000)
    packed = make_response(gzip.compress(b"<p>" * 50_000), {**HTML, "Content-Encoding": "gzip"})
    records = [
        small[0],
        make_record(make_url(8), make_response(large)),
        make_record(make_url(9), packed),
        small[1],
    ]
    path = write_archive(tmp_path, records)
    contents = read_sources(path, settings=SourceSettings(max_bytes=10_000))
    assert list(contents.bodies) == [make_url(0), make_url(1)]
    at = len(records[0])
    assert contents.offsets == [at, at + len(records[1])]
    assert all("over the cap bytes" in row.reason for row in contents.rejected)


def test_a_page_whose_archive_was_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    path = write_archive(tmp_path, make_pages(3))
    refs = find_pages([str(path)])
    path.write_bytes(b"".join(reversed(make_pages(4))))
    with pytest.raises(Unreadable, match="was the archive changed"):
        read_page(refs[0])
    path.write_bytes(b"")
    with pytest.raises(Unreadable):
        read_page(refs[2])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, (None, None)),
        ("", (None, None)),
        (";", (None, None)),
        ("text/html", ("text/html", None)),
        ("TEXT/HTML; boundary=x; charset='KOI8-R'; more", ("text/html", "koi8-r")),
        ("text/html; charset=", ("text/html", None)),
    ],
)
def test_a_media_type_is_read_with_its_charset(
    value: str | None, expected: tuple[str | None, str | None]
) -> None:
    assert read_media_type(value) == expected
