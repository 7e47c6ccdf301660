import random
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dehusk.errors import BadTable
from dehusk.ingest import Columns, SourceSettings
from dehusk.ingest.parquet import BATCH_ROWS
from tests.archives import read_sources
from tests.unit.pages import find_pages

PAGE = "<p>Grüße aus 大阪"
WHEN = datetime(2024, 5, 6, 7, 8, 9)


def make_url(number: int) -> str:
    return f"https://site.example/{number}"


def write_table(folder: Path, columns: dict[str, Any], **options: Any) -> Path:
    path = folder / "a.parquet"
    pq.write_table(pa.table(columns), path, **options)
    return path


def write_pages(folder: Path, count: int, **options: Any) -> Path:
    urls = [make_url(n) for n in range(count)]
    html = [f"{PAGE} {n} {'x' * 50 * n}" for n in range(count)]
    return write_table(folder, {"url": urls, "html": html}, **options)


@pytest.mark.parametrize("compression", ["none", "snappy", "gzip", "zstd", "brotli", "lz4"])
@pytest.mark.parametrize("rows", [1, 7, 1000])
def test_every_row_of_every_group_is_a_page(tmp_path: Path, compression: str, rows: int) -> None:
    count = 2 * BATCH_ROWS + 5
    path = write_pages(tmp_path, count, row_group_size=rows, compression=compression)
    bodies = read_sources(path).bodies
    assert bodies == {make_url(n): f"{PAGE} {n} {'x' * 50 * n}".encode() for n in range(count)}


TYPES = {
    "string": pa.string(),
    "large string": pa.large_string(),
    "string view": pa.string_view(),
    "binary": pa.binary(),
    "large binary": pa.large_binary(),
    "words": pa.dictionary(pa.int32(), pa.string()),
    "binary words": pa.dictionary(pa.int8(), pa.binary()),
    "binary of one length": pa.binary(len(PAGE.encode())),
}


@pytest.mark.parametrize("name", TYPES)
def test_html_may_be_text_or_bytes_of_any_kind(tmp_path: Path, name: str) -> None:
    type_ = TYPES[name]
    value = type_.value_type if pa.types.is_dictionary(type_) else type_
    is_text = "string" in str(value)
    html = pa.array([PAGE if is_text else PAGE.encode()] * 2, value)
    html = html.dictionary_encode() if pa.types.is_dictionary(type_) else html
    path = write_table(tmp_path, {"url": [make_url(0), make_url(1)], "html": html})
    assert read_sources(path).bodies == {make_url(n): PAGE.encode() for n in range(2)}
    assert {ref.charset for ref in find_pages([str(path)])} == {"utf-8" if is_text else None}


def test_bytes_have_the_charset_their_content_type_says(tmp_path: Path) -> None:
    columns = {"html": [b"<p>\xe4"], "content_type": ["text/html; charset=latin-1"]}
    (ref,) = find_pages([str(write_table(tmp_path, columns))])
    assert (ref.charset, ref.source, ref.site) == ("latin-1", "a.parquet:1", "a")


@pytest.mark.parametrize(
    ("values", "captured"),
    [
        (pa.array(["20240506070809"]), "2024-05-06T07:08:09Z"),
        (pa.array([20240506070809]), "2024-05-06T07:08:09Z"),
        (pa.array([1714979289.5]), "2024-05-06T07:08:09Z"),
        (pa.array([WHEN], pa.timestamp("s")), "2024-05-06T07:08:09Z"),
        (pa.array([WHEN], pa.timestamp("ms")), "2024-05-06T07:08:09Z"),
        (pa.array([WHEN], pa.timestamp("us", "UTC")), "2024-05-06T07:08:09Z"),
        (pa.array([WHEN], pa.timestamp("us", "Asia/Tokyo")), "2024-05-06T07:08:09Z"),
        (pa.array([WHEN.replace(tzinfo=UTC)]), "2024-05-06T07:08:09Z"),
        (pa.array([date(2024, 5, 6)]), "2024-05-06"),
        (pa.array([Decimal("1.5")]), "1.5"),
        (pa.array([None], pa.string()), None),
        (pa.array([None]), None),
        (pa.array([1714979289000000123], pa.timestamp("ns")), "2024-05-06T07:08:09Z"),
        (pa.array([2**62], pa.timestamp("us")), None),
    ],
)
def test_a_capture_date_is_understood_in_many_types(
    tmp_path: Path, values: Any, captured: str | None
) -> None:
    (ref,) = find_pages([str(write_table(tmp_path, {"html": [PAGE], "captured": values}))])
    assert ref.captured == captured


def test_rows_without_html_are_rejected_and_other_types_counted(tmp_path: Path) -> None:
    columns = {
        "url": [make_url(n) for n in range(4)],
        "html": [PAGE, None, PAGE, PAGE],
        "content_type": ["text/html", "text/html", "text/css", None],
    }
    contents = read_sources(write_table(tmp_path, columns))
    assert list(contents.bodies) == [make_url(0), make_url(3)]
    assert [row.source for row in contents.rejected] == ["a.parquet:2"]
    assert contents.passed_over == {"text/css": 1}


@pytest.mark.parametrize("html", [[1, 2], [[PAGE], []], [{"a": PAGE}, None], [1.5, float("nan")]])
def test_html_of_another_type_is_rejected_row_by_row(tmp_path: Path, html: list[Any]) -> None:
    contents = read_sources(write_table(tmp_path, {"html": html}))
    assert contents.bodies == {}
    assert [row.source for row in contents.rejected] == ["a.parquet:1", "a.parquet:2"]


def test_other_columns_may_hold_anything(tmp_path: Path) -> None:
    columns = {"html": [PAGE], "more": [{"a": [{"b": 1}]}], "headers": [[("x", "y")]]}
    assert len(read_sources(write_table(tmp_path, columns)).bodies) == 1


def test_columns_may_be_called_anything(tmp_path: Path) -> None:
    path = write_table(tmp_path, {"address": [make_url(0)], "body": [PAGE]})
    settings = SourceSettings(columns=Columns(url="address", html="body"))
    assert read_sources(path, settings=settings).bodies == {make_url(0): PAGE.encode()}


def test_columns_of_one_name_do_not_stop_the_run(tmp_path: Path) -> None:
    twice = pa.Table.from_arrays([pa.array([PAGE]), pa.array(["other"])], names=["html", "html"])
    pq.write_table(twice, tmp_path / "a.parquet")
    (tmp_path / "b.html").write_text(PAGE)
    assert "b.html" in read_sources(tmp_path).bodies


def test_a_table_without_the_column_is_refused_by_name(tmp_path: Path) -> None:
    path = write_table(tmp_path, {"url": ["x"], "body": [PAGE]})
    with pytest.raises(BadTable, match=r"a\.parquet has no column 'html'; it has url, body"):
        find_pages([str(path)])


def test_a_table_without_the_column_is_passed_over_in_a_folder(tmp_path: Path) -> None:
    write_table(tmp_path, {"url": ["x"]})
    (tmp_path / "b.html").write_text(PAGE)
    assert read_sources(tmp_path).passed_over == {"parquet without html": 1}


def test_an_empty_table_beside_a_page_is_no_mistake(tmp_path: Path) -> None:
    write_table(tmp_path, {"html": pa.array([], pa.string())})
    (tmp_path / "b.html").write_text(PAGE)
    contents = read_sources(tmp_path)
    assert (list(contents.bodies), contents.rejected) == (["b.html"], [])


@pytest.mark.parametrize("kept", [0.0, 0.1, 0.5, 0.99])
def test_a_file_that_ends_too_early_is_rejected_once(tmp_path: Path, kept: float) -> None:
    path = write_pages(tmp_path, 50)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    contents = read_sources(path)
    assert contents.bodies == {}
    assert [(row.source, row.offset) for row in contents.rejected] == [("a.parquet", 0)]


def test_a_damaged_group_costs_only_itself(tmp_path: Path) -> None:
    html = [random.Random(n).randbytes(500).hex() for n in range(30)]
    columns = {"url": [make_url(n) for n in range(30)], "html": html}
    path = write_table(tmp_path, columns, row_group_size=10, compression="zstd")
    chunk = pq.ParquetFile(path).metadata.row_group(1).column(1)
    at = chunk.dictionary_page_offset or chunk.data_page_offset
    content = bytearray(path.read_bytes())
    content[at : at + 200] = b"\xff" * 200
    path.write_bytes(content)
    contents = read_sources(path)
    assert contents.bodies == {make_url(n): html[n].encode() for n in range(30) if n // 10 != 1}
    assert [row.source for row in contents.rejected] == ["a.parquet:11"]
    assert "row group 1 is damaged" in contents.rejected[0].reason


def test_a_group_that_expands_like_a_bomb_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dehusk.ingest.parquet.SUSPICIOUS_BYTES", 1_000_000)
    html = [PAGE, "x" * 5_000_000]
    path = write_table(tmp_path, {"html": html}, row_group_size=1, compression="zstd")
    contents = read_sources(path)
    assert list(contents.bodies) == ["a.parquet:1"]
    assert "expands like a bomb" in contents.rejected[0].reason
