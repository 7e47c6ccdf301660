import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from dehusk.errors import BadTable, Unreadable
from dehusk.ingest import Columns, SourceSettings, read_page
from dehusk.model import JSON_LINE
from tests.archives import read_sources
from tests.unit.pages import find_pages

PAGE = "<p>Grüße aus 大阪"
PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "jsonl": bytes,
    "ndjson": bytes,
    "jsonl.gz": gzip.compress,
    "ndjson.zst": zstandard.ZstdCompressor().compress,
}


def make_url(number: int) -> str:
    return f"https://site.example/{number}"


def make_line(number: int, html: object = PAGE, **more: object) -> bytes:
    return json.dumps({"url": make_url(number), "html": html, **more}).encode()


def write_lines(folder: Path, *lines: bytes, end: bytes = b"\n", name: str = "a.jsonl") -> Path:
    path = folder / name
    path.write_bytes(b"".join(line + end for line in lines))
    return path


@pytest.mark.parametrize("packing", PACKINGS)
def test_every_line_is_a_page(tmp_path: Path, packing: str) -> None:
    pages = {make_url(n): f"<p>{n} {'ж' * n}" for n in range(40)}
    lines = b"\n".join(make_line(n, html) for n, html in enumerate(pages.values()))
    path = tmp_path / f"a.{packing}"
    path.write_bytes(PACKINGS[packing](lines))
    contents = read_sources(path)
    assert contents.bodies == {url: html.encode() for url, html in pages.items()}
    assert contents.rejected == []


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n", b"\n  \r\n"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\n"])
def test_lines_may_start_and_end_in_several_ways(tmp_path: Path, start: bytes, end: bytes) -> None:
    path = write_lines(tmp_path, start + make_line(0), make_line(1), make_line(2), end=end)
    contents = read_sources(path)
    assert contents.bodies == {make_url(n): PAGE.encode() for n in range(3)}
    assert contents.rejected == []


BROKEN = {
    "no json": b"{nothing",
    "cut": make_line(1)[:-3],
    "a list": b"[1, 2]",
    "null": b"null",
    "deep": b'{"html": ' + b"[" * 100_000,
    "no utf-8": b'{"html": "\xff"}',
    "no html": b'{"url": "x"}',
    "html of null": make_line(1, None),
    "html of a number": make_line(1, 5),
    "html of a list": make_line(1, ["<p>"]),
    "html of not a number": b'{"html": NaN}',
    "a number without end": b'{"html": ' + b"9" * 10_000 + b"}",
    "zeros": bytes(100),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_line_costs_only_itself(tmp_path: Path, name: str) -> None:
    path = write_lines(tmp_path, make_line(0), BROKEN[name], make_line(2))
    contents = read_sources(path)
    assert list(contents.bodies) == [make_url(0), make_url(2)]
    assert [row.source for row in contents.rejected] == ["a.jsonl:2"]


def test_a_line_that_is_no_json_is_rejected_where_it_stands(tmp_path: Path) -> None:
    path = write_lines(tmp_path, make_line(0), b"{nothing", make_line(2))
    assert read_sources(path).offsets == [len(make_line(0)) + 1]


def test_the_first_line_may_be_broken_too(tmp_path: Path) -> None:
    path = write_lines(tmp_path, b"{nothing", make_line(1))
    assert list(read_sources(path).bodies) == [make_url(1)]


@pytest.mark.parametrize("packing", ["jsonl.gz", "ndjson.zst"])
def test_a_compressed_table_is_read_up_to_its_damage(tmp_path: Path, packing: str) -> None:
    lines = b"\n".join(make_line(n, f"<p>{n * 7**99}" * 9) for n in range(2000))
    packed = PACKINGS[packing](lines)
    path = tmp_path / f"a.{packing}"
    path.write_bytes(packed[: len(packed) // 2])
    contents = read_sources(path)
    assert 100 < len(contents.bodies) < 1900
    assert len(contents.rejected) == 1
    assert "damaged from here on" in contents.rejected[0].reason


@pytest.mark.parametrize(
    ("value", "captured"),
    [
        ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"),
        ("20240506070809", "2024-05-06T07:08:09Z"),
        (20240506070809, "2024-05-06T07:08:09Z"),
        (1714979289, "2024-05-06T07:08:09Z"),
        (1714979289.0, "2024-05-06T07:08:09Z"),
        (1714979289000, "2024-05-06T07:08:09Z"),
        ("yesterday", "yesterday"),
        ("", None),
        (None, None),
        (True, None),
        (float("nan"), None),
        (float("inf"), None),
        (10**400, None),
        (10**30, None),
    ],
)
def test_a_capture_date_is_understood_in_many_forms(
    tmp_path: Path, value: Any, captured: str | None
) -> None:
    (ref,) = find_pages([str(write_lines(tmp_path, make_line(0, captured=value)))])
    assert ref.captured == captured


def test_other_content_types_are_counted(tmp_path: Path) -> None:
    kinds = ["text/html", "application/xhtml+xml; charset=x", None, "", 7, "text/css", "image/png"]
    lines = [make_line(n, content_type=kind) for n, kind in enumerate(kinds)]
    contents = read_sources(write_lines(tmp_path, *lines))
    assert list(contents.bodies) == [make_url(n) for n in range(5)]
    assert contents.passed_over == {"text/css": 1, "image/png": 1}


def test_columns_may_be_called_anything(tmp_path: Path) -> None:
    line = json.dumps({"address": make_url(0), "body": PAGE, "kind": "text/html", "at": 1})
    settings = SourceSettings(columns=Columns("address", "body", "kind", "at"))
    path = write_lines(tmp_path, line.encode())
    assert read_sources(path, settings=settings).bodies == {make_url(0): PAGE.encode()}
    (ref,) = find_pages([str(path)], settings)
    assert (ref.captured, ref.form, ref.column) == ("1970-01-01T00:00:01Z", JSON_LINE, "body")


def test_a_table_without_the_column_is_refused_by_name(tmp_path: Path) -> None:
    path = write_lines(tmp_path, b'{"url": "x", "body": "<p>"}')
    with pytest.raises(BadTable) as refused:
        find_pages([str(path)])
    assert (refused.value.column, refused.value.columns) == ("html", ("url", "body"))


def test_a_table_without_the_column_is_passed_over_in_a_folder(tmp_path: Path) -> None:
    write_lines(tmp_path, b'{"url": "x", "body": "<p>"}')
    (tmp_path / "b.html").write_text(PAGE)
    contents = read_sources(tmp_path)
    assert list(contents.bodies) == ["b.html"]
    assert contents.passed_over == {"jsonl without html": 1}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://site.example/\ud800", "https://site.example/?"),
        ("https://site.example/дом ?", "https://site.example/дом ?"),
        ("  https://site.example/a ", "https://site.example/a"),
        ("no address", None),
        ("", None),
        (5, None),
    ],
)
def test_an_address_is_kept_if_it_is_one(tmp_path: Path, url: object, expected: str | None) -> None:
    path = write_lines(tmp_path, json.dumps({"url": url, "html": PAGE}).encode())
    (ref,) = find_pages([str(path)])
    assert (ref.url, ref.source) == (expected, "a.jsonl:1")


def test_half_a_character_in_the_html_is_read_the_same_twice(tmp_path: Path) -> None:
    path = write_lines(tmp_path, make_line(0, "<p>a\ud800b"))
    (ref,) = find_pages([str(path)])
    assert read_page(ref).body == b"<p>a?b"
    assert ref.n_bytes == 6


def test_of_a_column_named_twice_the_last_counts_both_times(tmp_path: Path) -> None:
    path = write_lines(tmp_path, b'{"html": "<p>first", "html": "<p>last"}')
    assert list(read_sources(path).bodies.values()) == [b"<p>last"]


def test_a_page_over_the_cap_is_rejected(tmp_path: Path) -> None:
    path = write_lines(tmp_path, make_line(0), make_line(1, "x" * 500), make_line(2, "y" * 5000))
    contents = read_sources(path, settings=SourceSettings(max_bytes=100))
    assert list(contents.bodies) == [make_url(0)]
    assert ["over the cap bytes" in row.reason for row in contents.rejected] == [True, True]


def test_a_table_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    path = write_lines(tmp_path, make_line(0), make_line(1))
    refs = find_pages([str(path)])
    path.write_bytes(b"\n" * 3 + make_line(0))
    with pytest.raises(Unreadable, match="was the table changed"):
        read_page(refs[1])
