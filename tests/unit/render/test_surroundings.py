"""What lies beside a page: files of its folder, records of its archive, or nothing."""

import gzip
import zipfile
from pathlib import Path

import pytest

from dehusk.ingest import Inventory
from dehusk.model import PageRef
from dehusk.render.resource import Alone, Surroundings
from dehusk.render.surroundings import find_surroundings
from tests.archives import PACKINGS, make_pages, make_record, make_response, make_url, pack

SHEET = "https://www.site.example/a.css"
CSS = {"Content-Type": "text/css; charset=utf-8"}


def look_beside_last(source: Path, cache: Path | None) -> Surroundings:
    with Inventory() as inventory:
        inventory.take_all([str(source)])
        *_, ref = inventory.pages()
    return find_surroundings(ref, None if cache is None else str(cache))


def make_sheet(text: bytes, url: str = SHEET, **headers: str) -> bytes:
    return make_record(url, make_response(text, CSS | headers))


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("has_cache", [False, True])
def test_records_are_found_however_they_are_packed(
    tmp_path: Path, packing: str, has_cache: bool
) -> None:
    archive = tmp_path / f"site.{packing}"
    archive.write_bytes(b"".join(pack([*make_pages(3), make_sheet(b"p {}")], packing)))
    beside = look_beside_last(archive, tmp_path / "cache" if has_cache else None)
    assert beside.address == make_url(2)
    for url in (SHEET, SHEET.replace("https", "http"), f"{SHEET}#x"):
        found = beside.find(url)
        assert found is not None
        assert (found.body, found.media_type) == (b"p {}", "text/css")
    assert beside.find(f"{SHEET}?x") is None
    assert beside.find("file:///etc/passwd") is None


def test_records_of_a_package_are_found(tmp_path: Path) -> None:
    package = tmp_path / "site.wacz"
    with zipfile.ZipFile(package, "w") as zipped:
        zipped.writestr("archive/a.warc", b"".join(make_pages(2)))
        zipped.writestr("archive/b.warc", make_sheet(b"p {}"))
    found = look_beside_last(package, tmp_path / "cache").find(SHEET)
    assert found is not None
    assert found.body == b"p {}"


def test_damage_hides_only_what_is_damaged(tmp_path: Path) -> None:
    first, broken, page = pack([make_sheet(b"1", SHEET + "1"), *make_pages(2)], "warc.gz")
    broken = broken[:40] + bytes(40) + broken[80:]
    last = gzip.compress(make_sheet(b"2"))
    archive = tmp_path / "site.warc.gz"
    archive.write_bytes(first + broken + page + last)
    beside = look_beside_last(archive, None)
    assert [found and found.body for found in map(beside.find, (SHEET + "1", SHEET))] == [
        b"1",
        b"2",
    ]


def test_of_several_captures_the_nearest_is_taken(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc"
    sheets = [make_sheet(text) for text in (b"early", b"near", b"late")]
    archive.write_bytes(b"".join([*sheets[:1], *make_pages(9), *sheets[1:]]))
    found = look_beside_last(archive, None).find(SHEET)
    assert found is not None
    assert found.body == b"near"


def test_redirects_are_followed_within_the_archive(tmp_path: Path) -> None:
    there, away = {"Location": "/a.css"}, {"Location": "https://away.example/"}
    records = [
        *make_pages(1),
        make_sheet(gzip.compress(b"p {}"), **{"Content-Encoding": "gzip"}),
        make_record(SHEET + "1", make_response(b"", there, "HTTP/1.1 302 Found")),
        make_record(SHEET + "2", make_response(b"", away, "HTTP/1.1 302 Found")),
        make_record(SHEET + "3", make_response(b"", {"Location": SHEET + "3"}, "HTTP/1.1 302 Oh")),
        make_record(SHEET + "4", make_response(b"x", CSS, "HTTP/1.1 404 Gone")),
    ]
    (tmp_path / "site.warc").write_bytes(b"".join(records))
    beside = look_beside_last(tmp_path / "site.warc", None)
    found = [beside.find(f"{SHEET}{number}") for number in (1, 2, 3, 4)]
    assert [one and one.body for one in found] == [b"p {}", None, None, None]


def test_a_changed_archive_is_looked_through_again(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc"
    archive.write_bytes(b"".join(make_pages(1)))
    assert look_beside_last(archive, tmp_path / "cache").find(SHEET) is None
    archive.write_bytes(b"".join([*make_pages(1), make_sheet(b"p {}")]))
    assert look_beside_last(archive, tmp_path / "cache").find(SHEET) is not None


def test_pages_that_were_handed_over_have_nothing_beside_them() -> None:
    with Inventory() as inventory:
        inventory.take_pairs([("https://site.example/x", "<p>x"), ("y.html", "<p>y")])
        beside = [find_surroundings(ref, None) for ref in inventory.pages()]
    assert beside == [Alone("https://site.example/x"), Alone("http://page.invalid/")]


def test_files_are_found_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in ("a/page one.html", "a/ü b.css", "s.css?v=1", "s.css"):
        (tmp_path / name).write_text(name)
    ref = PageRef("a/page one.html", "site", str(tmp_path / "a" / "page one.html"), 9)
    beside = find_surroundings(ref, None)
    assert beside.address == "http://folder.invalid/a/page%20one.html"
    asked = ["a/%C3%BC%20b.css", "s.css?v=1", "s.css?v=2", "s.css%3Fv=1", "", "a", "none.css"]
    found = [beside.find(f"http://folder.invalid/{name}") for name in asked]
    assert [one and one.body.decode() for one in found] == [
        "a/ü b.css", "s.css?v=1", "s.css", "s.css?v=1", None, None, None,
    ]  # fmt: skip
    assert beside.find("http://site.example/s.css") is None
