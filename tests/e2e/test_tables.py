"""Tables through the command line: any of the usual tools opens what we write, and we theirs."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from examples import make_site
from tests.conftest import Run

SECTION = "struct<role: string, importance: double, path: string, start: int64, end: int64>"
SCHEMA = {
    "source": "string",
    "url": "string",
    "captured": "string",
    "site": "string",
    "cluster": "string",
    "title": "string",
    "text": "string",
    "markdown": "string",
    "description": "string",
    "language": "string",
    "author": "string",
    "published": "string",
    "modified": "string",
    "canonical": "string",
    "site_name": "string",
    "sections": f"list<element: {SECTION}>",
    "removed_share": "double",
    "confidence": "double",
    "duplicate_of": "string",
    "warnings": "list<element: string>",
}
DUCKDB_SECTION = (
    'STRUCT("role" VARCHAR, importance DOUBLE, path VARCHAR, "start" BIGINT, "end" BIGINT)[]'
)
SPARK_SECTION = "array<struct<role:string,importance:double,path:string,start:bigint,end:bigint>>"


def make_rows() -> list[dict[str, Any]]:
    """The pages of two sites, mixed, one of them twice."""
    sites = [list(make_site(name, pages=8)) for name in ("shop", "news")]
    pages = [page for pair in zip(*sites, strict=True) for page in pair]
    rows = [{"url": page.url, "html": page.html, "captured": "20240506070809"} for page in pages]
    return [*rows, {**rows[0], "url": f"{rows[0]['url']}?session=1"}]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "in.parquet"
    pq.write_table(pa.Table.from_pylist(make_rows()), path, row_group_size=5)
    return path


@pytest.fixture(scope="module")
def written(table: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What a run writes of the table, in both formats."""
    folder = tmp_path_factory.mktemp("written")
    paths = {ending: folder / f"out.{ending}" for ending in ("jsonl", "parquet")}
    for path in paths.values():
        command = [sys.executable, "-m", "dehusk", "run", str(table), "-o", str(path), "-q"]
        subprocess.run(command, check=True, timeout=120)
    return paths


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("this system has no Java")
    sql = pytest.importorskip("pyspark.sql")
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    yield session
    session.stop()


def read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_schema_is_the_documented_one(written: dict[str, Path]) -> None:
    schema = pq.read_schema(written["parquet"])
    assert {name: str(schema.field(name).type) for name in schema.names} == SCHEMA
    assert schema.names == list(SCHEMA)
    assert list(read_rows(written["jsonl"])[0]) == list(SCHEMA)


def test_both_formats_hold_the_same_rows(written: dict[str, Path]) -> None:
    by_url = {row["url"]: row for row in read_rows(written["jsonl"])}
    rows = pq.read_table(written["parquet"]).to_pylist()
    assert {row["url"]: row for row in rows} == by_url
    assert len(rows) == len(by_url) == 17
    assert sum(row["duplicate_of"] is not None for row in rows) == 1


def test_parquet_is_sorted_by_site_and_compressed(written: dict[str, Path]) -> None:
    file = pq.ParquetFile(written["parquet"])
    sites = file.read(["site"])["site"].to_pylist()
    assert sites == sorted(sites)
    assert len(set(sites)) == 2
    group = file.metadata.row_group(0)
    kinds = {group.column(n).compression for n in range(group.num_columns)}
    assert kinds == {"ZSTD"}


def test_pandas_opens_it(written: dict[str, Path]) -> None:
    frame = pd.read_parquet(written["parquet"])
    assert list(frame.columns) == list(SCHEMA)
    assert list(frame["text"]) == pq.read_table(written["parquet"])["text"].to_pylist()


def test_duckdb_opens_it(written: dict[str, Path]) -> None:
    relation = duckdb.sql(f"SELECT * FROM read_parquet('{written['parquet']}')")
    assert relation is not None
    expected = {
        **{
            name: {"string": "VARCHAR", "double": "DOUBLE"}.get(kind)
            for name, kind in SCHEMA.items()
        },
        "sections": DUCKDB_SECTION,
        "warnings": "VARCHAR[]",
    }
    assert dict(zip(relation.columns, map(str, relation.types), strict=True)) == expected
    texts = [row[0] for row in relation.project("text").fetchall()]
    assert texts == pq.read_table(written["parquet"])["text"].to_pylist()


@pytest.mark.filterwarnings("ignore")
def test_spark_opens_it(written: dict[str, Path], spark: Any) -> None:
    frame = spark.read.parquet(str(written["parquet"]))
    expected = {**SCHEMA, "sections": SPARK_SECTION, "warnings": "array<string>"}
    assert dict(frame.dtypes) == expected
    assert frame.columns == list(SCHEMA)
    rows = pq.read_table(written["parquet"])
    texts = {row["url"]: row["text"] for row in frame.select("url", "text").collect()}
    assert texts == dict(zip(rows["url"].to_pylist(), rows["text"].to_pylist(), strict=True))


def test_what_we_write_can_be_read_again(
    dehusk: Run, written: dict[str, Path], tmp_path: Path
) -> None:
    done = dehusk("run", written["parquet"], "-o", "again.jsonl", "--column", "html=text")
    assert done.returncode == 0, done.stderr
    assert len(read_rows(tmp_path / "again.jsonl")) == 17


def test_columns_of_any_name_are_read(dehusk: Run, tmp_path: Path) -> None:
    rows = [{"a": f"https://a.example/{n}", "b": f"<p>Tale {n}", "c": 1714979289} for n in range(3)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "in.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    columns = ("--column", "url=a", "--column", "html=b", "--column", "captured=c")
    done = dehusk("run", "in.jsonl.gz", "-o", "out.jsonl", *columns)
    assert done.returncode == 0, done.stderr
    written = read_rows(tmp_path / "out.jsonl")
    assert [row["url"] for row in written] == [row["a"] for row in rows]
    assert {row["captured"] for row in written} == {"2024-05-06T07:08:09Z"}


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("html=none", "in.parquet has no column 'none'; it has url, html, captured"),
        ("text=html", "PART is one of url, html, content_type, captured"),
    ],
)
def test_a_column_that_cannot_be_is_a_clear_error(
    dehusk: Run, table: Path, column: str, message: str
) -> None:
    done = dehusk("run", table, "-o", "out", "--column", column)
    assert done.returncode == 2
    assert message in done.stderr


def test_broken_rows_are_listed_and_others_counted(dehusk: Run, tmp_path: Path) -> None:
    rows = ['{"html": "<p>Hello"}', "{broken", '{"html": null}']
    rows.append('{"html": "a {}", "content_type": "text/css"}')
    (tmp_path / "in.jsonl").write_text("\n".join(rows))
    done = dehusk("run", "in.jsonl", "-o", "out")
    assert "1 page written to out, 2 rejected" in done.stderr
    assert "1 passed over, no HTML: 1 text/css" in done.stderr
    rejected = read_rows(tmp_path / "out" / "rejected.jsonl")
    assert [row["source"] for row in rejected] == ["in.jsonl:2", "in.jsonl:3"]
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["passed_over"] == {"text/css": 1}
