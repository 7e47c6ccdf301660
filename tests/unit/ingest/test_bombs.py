"""Little that claims to be much: it is read in bounded time and memory, and its neighbours too."""

import gzip
import json
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import brotli
import pytest
import zstandard

from tests.archives import HTML, make_pages, make_record, make_response, make_url

MIB = 1024 * 1024
FOUR_GIB = 4096 * MIB
MOST_SECONDS = 60
MOST_MIB = 600

LOOK_INTO = """
import json, re, sys
from pathlib import Path
from tests.archives import read_sources
contents = read_sources(sys.argv[1])
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
print(json.dumps([sorted(contents.bodies), [row.reason for row in contents.rejected], peak / 1024]))
"""


@cache
def deflate_zeros(n_mib: int, head: bytes = b"") -> bytes:
    """A gzip member of a few bytes and then zeros, the same block again and again."""
    piece = bytes(MIB)
    blocks = deflate_block(head) + n_mib * deflate_block(piece) + b"\x03\x00"
    checksum = zlib.crc32(head)
    for _ in range(n_mib):
        checksum = zlib.crc32(piece, checksum)
    length = (len(head) + n_mib * MIB) % 2**32
    return gzip.compress(b"")[:10] + blocks + struct.pack("<LL", checksum, length)


def deflate_block(content: bytes) -> bytes:
    compressor = zlib.compressobj(9, wbits=-15)
    return compressor.compress(content) + compressor.flush(zlib.Z_FULL_FLUSH)


def wrap_body(body: bytes, encoding: str) -> bytes:
    headers = {**HTML, "Content-Encoding": encoding}
    return make_record(make_url(9), make_response(body, headers))


def make_gzip_body() -> bytes:
    return wrap_body(deflate_zeros(4096), "gzip")


def make_zstd_body() -> bytes:
    compressor = zstandard.ZstdCompressor().compressobj()
    piece = bytes(MIB)
    body = b"".join(compressor.compress(piece) for _ in range(4096)) + compressor.flush()
    return wrap_body(body, "zstd")


def make_brotli_body() -> bytes:
    compressor = brotli.Compressor(quality=1)
    piece = bytes(MIB)
    body = b"".join(compressor.process(piece) for _ in range(1024)) + compressor.finish()
    return wrap_body(body, "br")


def make_zeros_record(kind: str, length: int, n_mib: int = 4096) -> bytes:
    head = make_record(make_url(9), b"", Content_Length=str(length), WARC_Type=kind)
    return deflate_zeros(n_mib, head.removesuffix(b"\r\n\r\n") + make_response(b""))


BOMBS: dict[str, Callable[[], bytes]] = {
    "a record of zeros": lambda: make_zeros_record("response", FOUR_GIB + 75),
    "a record of zeros that is no page": lambda: make_zeros_record(
        "metadata", 1024 * MIB + 75, 1024
    ),
    "zeros behind a short record": lambda: make_zeros_record("response", 100, 1024),
    "a header without end": lambda: deflate_zeros(1024, b"WARC/1.0\r\nWARC-Type: "),
    "a gzip body": lambda: gzip.compress(make_gzip_body()),
    "a zstd body": lambda: gzip.compress(make_zstd_body()),
    "a brotli body": lambda: gzip.compress(make_brotli_body()),
}


def look_into(path: Path) -> tuple[list[str], list[str]]:
    """What a process of its own finds, in bounded time and memory."""
    done = subprocess.run(
        [sys.executable, "-c", LOOK_INTO, str(path)],
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    urls, reasons, peak_mib = json.loads(done.stdout)
    assert peak_mib < MOST_MIB
    return urls, reasons


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="this system does not tell a process's peak"
)


@needs_proc
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_in_an_archive_costs_only_itself(tmp_path: Path, name: str) -> None:
    before, after = map(gzip.compress, make_pages(2))
    path = tmp_path / "a.warc.gz"
    path.write_bytes(before + BOMBS[name]() + after)
    urls, reasons = look_into(path)
    assert urls == [make_url(0), make_url(1)]
    assert bool(reasons) is (name != "a record of zeros that is no page")


@needs_proc
@pytest.mark.parametrize("packing", ["", ".gz"])
def test_a_line_of_hundreds_of_megabytes_costs_only_itself(tmp_path: Path, packing: str) -> None:
    path = tmp_path / f"a.jsonl{packing}"
    row = json.dumps({"url": make_url(0), "html": "<p>x"}).encode() + b"\n"
    opener = partial(gzip.open, compresslevel=1) if packing else open
    with opener(path, "wb") as file:
        file.write(row + b'{"html": "')
        for _ in range(300):
            file.write(b"a" * MIB)
        file.write(b'"}\n' + row.replace(b"/0", b"/1"))
    urls, reasons = look_into(path)
    assert urls == [make_url(0), make_url(1)]
    assert len(reasons) == 1
    assert "over the cap bytes" in reasons[0]


@needs_proc
def test_a_bomb_packed_in_a_wacz_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        with package.open("archive/0.warc", "w", force_zip64=True) as entry:
            entry.write(make_record(make_url(9), b"", Content_Length=str(FOUR_GIB))[:-4])
            for _ in range(256):
                entry.write(bytes(MIB))
        package.writestr("archive/1.warc.gz", b"".join(map(gzip.compress, make_pages(2))))
    urls, reasons = look_into(path)
    assert urls == [make_url(0), make_url(1)]
    assert reasons
