import gzip
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from dehusk.errors import NoPagesFound
from tests.archives import make_body, make_pages, make_url, read_sources
from tests.unit.pages import find_pages

RECORDS = make_pages(6)
BODIES = {make_url(number): make_body(number) for number in range(6)}
ENTRIES = {
    "archive/b.warc.gz": b"".join(map(gzip.compress, RECORDS[:3])),
    "archive/a.warc": b"".join(RECORDS[3:]),
    "pages/pages.jsonl": b'{"html": "<p>no page of ours"}\n',
    "indexes/index.cdx.gz": gzip.compress(b"x"),
    "datapackage.json": b"{}",
}


def write_package(
    folder: Path, entries: Mapping[str, bytes], method: int = zipfile.ZIP_STORED
) -> Path:
    path = folder / "a.wacz"
    with zipfile.ZipFile(path, "w", method) as package:
        for name, content in entries.items():
            package.writestr(name, content)
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_all_archives_of_a_package_are_read_and_nothing_else(tmp_path: Path, method: int) -> None:
    contents = read_sources(write_package(tmp_path, ENTRIES, method))
    assert (contents.bodies, contents.rejected) == (BODIES, [])


def test_archives_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    path = write_package(tmp_path, ENTRIES)
    urls = [ref.url for ref in find_pages([str(path)])]
    assert urls == [make_url(number) for number in (3, 4, 5, 0, 1, 2)]


def test_stored_archives_are_read_where_they_lie(tmp_path: Path) -> None:
    path = write_package(tmp_path, ENTRIES)
    assert {ref.path for ref in find_pages([str(path)])} == {str(path)}


def test_damage_in_one_archive_costs_nothing_in_another(tmp_path: Path) -> None:
    entries = dict(ENTRIES)
    hurt = [gzip.compress(record) for record in RECORDS[:3]]
    hurt[1] = hurt[1][:300]
    entries["archive/b.warc.gz"] = b"".join(hurt)
    contents = read_sources(write_package(tmp_path, entries))
    assert contents.bodies == {url: body for url, body in BODIES.items() if url != make_url(1)}
    assert [(row.source, row.offset) for row in contents.rejected] == [
        (f"a.wacz/archive/b.warc.gz@{len(hurt[0])}", len(hurt[0]))
    ]


def test_an_entry_that_cannot_be_unpacked_costs_only_itself(tmp_path: Path) -> None:
    path = write_package(tmp_path, ENTRIES, zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(path) as package:
        entry = package.getinfo("archive/b.warc.gz")
    content = bytearray(path.read_bytes())
    middle = entry.header_offset + entry.compress_size // 2
    content[middle : middle + 50] = bytes(50)
    path.write_bytes(content)
    contents = read_sources(path)
    assert list(contents.bodies) == [make_url(number) for number in (3, 4, 5)]
    assert [row.source for row in contents.rejected] == ["a.wacz/archive/b.warc.gz"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no package", bytes(5000)])
def test_what_is_no_package_is_rejected_once(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.wacz"
    path.write_bytes(content)
    assert read_sources(path).offsets == [0]


def test_a_package_cut_short_is_rejected_once(tmp_path: Path) -> None:
    path = write_package(tmp_path, ENTRIES)
    path.write_bytes(path.read_bytes()[:-400])
    contents = read_sources(path)
    assert (contents.bodies, contents.offsets) == ({}, [0])


def test_a_package_without_archives_holds_no_pages(tmp_path: Path) -> None:
    path = write_package(tmp_path, {"datapackage.json": b"{}"})
    with pytest.raises(NoPagesFound):
        read_sources(path)
