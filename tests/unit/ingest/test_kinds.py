import gzip
import os
from pathlib import Path

import pytest
import zstandard

from dehusk.errors import NoPagesFound
from dehusk.ingest.kinds import Kind, kind_of, sniff
from tests.archives import make_body, make_pages, make_url, read_sources

ENDINGS = {
    "a.HTML": Kind.HTML,
    "a.warc": Kind.WARC,
    "a.WARC.GZ": Kind.WARC,
    "a.warc.zst": Kind.WARC,
    "a.wacz": Kind.WACZ,
    "a.jsonl": Kind.JSONL,
    "a.ndjson.zst": Kind.JSONL,
    "a.jsonl.gz": Kind.JSONL,
    "a.parquet": Kind.PARQUET,
    "a.json": None,
    "a.gz": None,
    "a.cdxj": None,
    "a.jsonl.part": None,
}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_kind_is_told_by_its_ending(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"<html>")
    assert kind_of(tmp_path / name) is ENDINGS[name]


WARC = b"WARC/1.0\r\n"
HEADS = {
    b"": None,
    WARC: Kind.WARC,
    gzip.compress(WARC, mtime=0): Kind.WARC,
    zstandard.compress(WARC): Kind.WARC,
    b"PAR1": Kind.PARQUET,
    b"PK\x03\x04": Kind.WACZ,
    b"<!DOCTYPE HTML><p>": Kind.HTML,
    b"\xef\xbb\xbf<html>": Kind.HTML,
    b'{"html": "<html>"}': Kind.JSONL,
    b'\xef\xbb\xbf{"html": "<html>"}': Kind.JSONL,
    b'\n {"a": 1}': Kind.JSONL,
    gzip.compress(b'{"html": "<html>"}', mtime=0): Kind.JSONL,
    b"%PDF-1.7": None,
    b"\x1f\x8b\x08 broken": None,
    b"words about html": None,
}


@pytest.mark.parametrize("head", HEADS)
def test_a_kind_is_told_by_the_first_bytes(head: bytes) -> None:
    assert sniff(head) is HEADS[head]


@pytest.mark.parametrize("name", ["crawl", "crawl.2024", "crawl.arc"])
def test_an_archive_without_an_ending_is_found_in_a_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"".join(map(gzip.compress, make_pages(2))))
    assert read_sources(tmp_path).bodies == {make_url(n): make_body(n) for n in range(2)}


@pytest.mark.parametrize("ending", ["warc", "warc.gz", "jsonl", "parquet", "wacz"])
def test_a_folder_may_be_called_like_a_file(tmp_path: Path, ending: str) -> None:
    (tmp_path / f"x.{ending}").mkdir()
    (tmp_path / f"x.{ending}" / "a.html").write_text("<p>x")
    assert list(read_sources(tmp_path).bodies) == [f"x.{ending}/a.html"]
    assert list(read_sources(tmp_path / f"x.{ending}").bodies) == ["a.html"]


@pytest.mark.parametrize("ending", ["warc", "warc.gz", "jsonl", "jsonl.gz", "parquet", "wacz"])
def test_what_cannot_be_opened_is_rejected_and_its_neighbours_are_not(
    tmp_path: Path, ending: str
) -> None:
    (tmp_path / f"x.{ending}").symlink_to(tmp_path / "gone")
    (tmp_path / "a.html").write_text("<p>x")
    contents = read_sources(tmp_path)
    assert list(contents.bodies) == ["a.html"]
    assert [row.source for row in contents.rejected] == [f"x.{ending}"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the super-user may read everything")
def test_what_may_not_be_read_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "x.warc").write_bytes(b"".join(make_pages(1)))
    (tmp_path / "x.warc").chmod(0)
    assert "Permission denied" in read_sources(tmp_path / "x.warc").rejected[0].reason


def test_a_link_to_an_archive_is_the_archive(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.warc").write_bytes(b"".join(make_pages(2)))
    (tmp_path / "link.warc").symlink_to(tmp_path / "real" / "a.warc")
    assert len(read_sources(tmp_path / "link.warc").bodies) == 2


def test_a_compressed_file_of_another_kind_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b'{"html": "<p>"}', mtime=0))
    with pytest.raises(NoPagesFound):
        read_sources(tmp_path)
