"""Plain texts as pages: which files, columns and records they are found in."""

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dehusk.errors import BadSetting, BadTable, NoPagesFound
from dehusk.ingest import Columns, SourceSettings
from dehusk.ingest.kinds import Kind, kind_of
from tests.archives import Contents, make_record, make_response, read_sources

TEXTS = SourceSettings(content="text")
PLAIN = {"Content-Type": "text/plain; charset=utf-8"}


def read_texts(*sources: str | Path, settings: SourceSettings = TEXTS) -> Contents:
    return read_sources(*map(str, sources), settings=settings)


@pytest.mark.parametrize(
    ("name", "of_texts", "of_pages"),
    [
        ("a.txt", Kind.TEXT, None),
        ("a.TXT", Kind.TEXT, None),
        ("a.html", None, Kind.HTML),
        ("noending", None, Kind.HTML),
        ("a.jsonl", Kind.JSONL, Kind.JSONL),
        ("a.warc.gz", Kind.WARC, Kind.WARC),
        ("a.warc.wet.gz", Kind.WARC, None),
        ("site.strings", None, None),
    ],
)
def test_what_is_a_page_depends_on_what_is_asked_for(
    tmp_path: Path, name: str, of_texts: Kind | None, of_pages: Kind | None
) -> None:
    path = tmp_path / name
    path.write_bytes(b"<html>")
    assert kind_of(path, Kind.TEXT) is of_texts
    assert kind_of(path) is of_pages


def test_of_a_folder_only_texts_are_taken(tmp_path: Path) -> None:
    for name in ("a.txt", "b.html", "c.strings", "sub/d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = read_texts(tmp_path)
    assert found.bodies == {"a.txt": b"a.txt", "sub/d.txt": b"sub/d.txt"}
    assert found.passed_over == {".html": 1, ".strings": 1}


def test_a_file_that_is_named_is_a_text_whatever_its_ending(tmp_path: Path) -> None:
    for name in ("a.html", "b.md", "c"):
        (tmp_path / name).write_text("<html> as text")
    found = read_texts(*(tmp_path / name for name in ("a.html", "b.md", "c")))
    assert sorted(found.bodies) == ["a.html", "b.md", "c"]


def test_a_pattern_takes_texts(tmp_path: Path) -> None:
    for name in ("a.txt", "b.html"):
        (tmp_path / name).write_text("words")
    assert list(read_texts(tmp_path / "*").bodies) == ["a.txt"]


@pytest.mark.parametrize("begin", ["words", "<html> words"])
def test_standard_input_is_a_text(monkeypatch: pytest.MonkeyPatch, begin: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(begin.encode())))
    assert read_texts("-").bodies == {"-": begin.encode()}


ROWS: list[dict[str, str | None]] = [
    {"url": "https://a.example/1", "text": "one", "content_type": "text/html"},
    {"text": "two", "body": "zwei"},
    {"text": None, "body": "drei"},
]


def write_jsonl(path: Path) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def write_parquet(path: Path) -> Path:
    pq.write_table(pa.Table.from_pylist([{"body": None, "url": None, **row} for row in ROWS]), path)
    return path


@pytest.mark.parametrize("write", [write_jsonl, write_parquet])
def test_a_table_has_its_texts_in_the_column_text(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    found = read_texts(write(tmp_path / "table"))
    assert list(found.bodies.values()) == [b"one", b"two"]
    assert [row.reason for row in found.rejected] == ["no text in its column 'text'"]


def test_another_column_can_be_named(tmp_path: Path) -> None:
    settings = SourceSettings(columns=Columns(text="body"), content="text")
    found = read_texts(write_jsonl(tmp_path / "a.jsonl"), settings=settings)
    assert list(found.bodies.values()) == [b"zwei", b"drei"]


def test_a_table_without_texts_says_which_option_helps(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"html": "<p>"}\n')
    with pytest.raises(BadTable, match=r"name the one with the text, as in --column text=NAME"):
        read_texts(tmp_path / "a.jsonl")


def test_archives_give_plain_text_and_conversions(tmp_path: Path) -> None:
    urls = [f"https://a.example/{number}" for number in range(3)]
    records = [
        make_record(urls[0], make_response(b"one", PLAIN)),
        make_record(urls[1], make_response(b"<html>")),
        make_record(urls[2], b"three", WARC_Type="conversion", Content_Type="text/plain"),
    ]
    path = tmp_path / "a.warc.wet.gz"
    path.write_bytes(b"".join(map(gzip.compress, records)))
    found = read_texts(path)
    assert found.bodies == {urls[0]: b"one", urls[2]: b"three"}
    assert found.passed_over == {"text/html": 1}


def test_a_conversion_is_no_page_where_html_is_asked_for(tmp_path: Path) -> None:
    url = "https://a.example/1"
    conversion = make_record(url, b"<html>", WARC_Type="conversion", Content_Type="text/html")
    (tmp_path / "a.warc").write_bytes(conversion)
    with pytest.raises(NoPagesFound, match="no HTML pages"):
        read_sources(str(tmp_path / "a.warc"))


def test_a_folder_without_texts_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<html>")
    with pytest.raises(NoPagesFound, match=r"no texts in .*a folder of \.txt files"):
        read_texts(tmp_path)


def test_who_has_only_texts_is_told_what_takes_them(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Rain")
    with pytest.raises(NoPagesFound, match="with --text"):
        read_sources(str(tmp_path))


def test_an_unknown_content_lists_the_known_ones() -> None:
    with pytest.raises(BadSetting, match="html, text"):
        SourceSettings(content="pdf")
