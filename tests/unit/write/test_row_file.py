import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from dehusk.errors import BadOutput
from dehusk.model import Cleaned, Duplicate, Extract, Rejected, Section
from dehusk.write import rows
from dehusk.write.ending import Ending
from dehusk.write.output import open_output
from dehusk.write.rows import to_json_line
from dehusk.write.target import Target
from tests.unit.pages import make_ref

SECTIONS = (Section("main", 0.75, "html/body/p", 0, 5), Section(None, 0.0, "x", 5, 9))


def make_extract(source: str, text: str = "Grüße aus 大阪 🎈\x00\n") -> Extract:
    more = {"removed_share": 0.25, "sections": SECTIONS, "warnings": ("one", "two")}
    return Extract(source, None, "2024", "site", "all", "A title", text, **more)  # type: ignore[arg-type]


def write_rows(
    path: Path, *sources: str, finished: bool = True, repeats: bool = False, drops: bool = False
) -> None:
    """Write rows, the second of which may repeat the first."""
    output = open_output(Target(str(path)))
    for source in sources:
        output.write(make_ref(source), Cleaned(to_json_line(make_extract(source))))
    output.reject(Rejected("bad", "read", "why", 17))
    found = {1: Duplicate(1, make_ref(sources[1]), sources[0])} if repeats else {}
    output.close(Ending(finished, {}, found, drops_duplicates=drops))


def read_rows(path: Path) -> list[dict[str, object]]:
    if path.suffix == ".parquet":
        return list(pq.read_table(path).to_pylist())
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_parquet_and_jsonl_hold_the_same_rows(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.parquet"):
        write_rows(tmp_path / name, "x", "y", "z", repeats=True)
    assert read_rows(tmp_path / "a.parquet") == read_rows(tmp_path / "a.jsonl")


@pytest.mark.parametrize("name", ["a.jsonl", "a.parquet"])
def test_a_row_says_of_what_it_is_a_duplicate(tmp_path: Path, name: str) -> None:
    write_rows(tmp_path / name, "x", "y", "z", repeats=True)
    assert [row["duplicate_of"] for row in read_rows(tmp_path / name)] == [None, "x", None]


@pytest.mark.parametrize("name", ["a.jsonl", "a.parquet"])
def test_duplicates_are_dropped_on_demand(tmp_path: Path, name: str) -> None:
    write_rows(tmp_path / name, "x", "y", "z", repeats=True, drops=True)
    assert [row["source"] for row in read_rows(tmp_path / name)] == ["x", "z"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.parquet"])
def test_a_finished_file_leaves_no_parts(tmp_path: Path, name: str) -> None:
    write_rows(tmp_path / name, "x", "y", repeats=True)
    assert {path.name for path in tmp_path.iterdir()} == {name, "a.rejected.jsonl"}
    assert read_rows(tmp_path / "a.rejected.jsonl") == [
        {"source": "bad", "stage": "read", "reason": "why", "offset": 17}
    ]


@pytest.mark.parametrize(
    ("name", "part"), [("a.jsonl", "a.jsonl.part"), ("a.parquet", "a.parquet.part.jsonl")]
)
def test_an_interrupted_file_leaves_a_part_that_can_be_read(
    tmp_path: Path, name: str, part: str
) -> None:
    write_rows(tmp_path / name, "x", "y", finished=False)
    assert not (tmp_path / name).exists()
    lines = (tmp_path / part).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["source"] for line in lines] == ["x", "y"]


def test_parquet_of_no_rows_has_the_schema(tmp_path: Path) -> None:
    write_rows(tmp_path / "a.parquet")
    table = pq.read_table(tmp_path / "a.parquet")
    assert (table.num_rows, table.column_names) == (0, list(Extract.__dataclass_fields__))


@pytest.mark.parametrize(
    ("name", "most", "groups"),
    [("GROUP_ROWS", 2, [2, 2, 1]), ("GROUP_BYTES", 1, [1, 1, 1, 1, 1])],
)
def test_parquet_is_written_a_group_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, most: int, groups: list[int]
) -> None:
    monkeypatch.setattr(rows, name, most)
    write_rows(tmp_path / "a.parquet", *"vwxyz")
    metadata = pq.ParquetFile(tmp_path / "a.parquet").metadata
    sizes = [metadata.row_group(n).num_rows for n in range(metadata.num_row_groups)]
    assert sizes == groups
    assert [row["source"] for row in read_rows(tmp_path / "a.parquet")] == list("vwxyz")


def test_parquet_does_not_go_to_standard_output() -> None:
    with pytest.raises(BadOutput, match="Parquet needs a file"):
        open_output(Target("-", "parquet"))


def test_half_a_character_does_not_spoil_a_file(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.parquet"):
        output = open_output(Target(str(tmp_path / name)))
        output.write(make_ref("x"), Cleaned(to_json_line(make_extract("x", "a\ud800b"))))
        output.close(Ending(finished=True))
        assert [row["text"] for row in read_rows(tmp_path / name)] == ["a?b"]
