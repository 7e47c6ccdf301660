import pytest

from dehusk.errors import BadOutput
from dehusk.write.target import Target


@pytest.mark.parametrize(
    ("name", "chosen", "format_name"),
    [
        ("out", None, "text"),
        ("out", "json", "json"),
        ("out", "parquet", "parquet"),
        ("rows.jsonl", None, "jsonl"),
        ("rows.parquet", None, "parquet"),
        ("-", None, "jsonl"),
        ("-", "text", "text"),
    ],
)
def test_a_name_tells_its_usual_format(name: str, chosen: str | None, format_name: str) -> None:
    assert Target(name, chosen).format_name == format_name


@pytest.mark.parametrize(
    ("name", "chosen", "is_resumable"),
    [
        ("out", None, True),
        ("out", "json", True),
        ("out", "jsonl", False),
        ("a.parquet", None, False),
    ],
)
def test_only_a_file_a_page_can_be_gone_on_with(
    name: str, chosen: str | None, is_resumable: bool
) -> None:
    assert Target(name, chosen).is_resumable is is_resumable


@pytest.mark.parametrize(
    ("chosen", "finds", "drops", "waits"),
    [
        ("jsonl", True, False, True),
        ("text", True, False, False),
        ("text", True, True, True),
        ("jsonl", False, False, False),
    ],
)
def test_printing_waits_only_where_duplicates_show(
    chosen: str, finds: bool, drops: bool, waits: bool
) -> None:
    target = Target("-", chosen, finds_duplicates=finds, drops_duplicates=drops)
    assert target.waits_for_duplicates is waits


@pytest.mark.parametrize(
    ("name", "chosen", "is_sorted"),
    [("a.parquet", None, True), ("out", "parquet", True), ("a.jsonl", None, False)],
)
def test_parquet_is_sorted_by_site(name: str, chosen: str | None, is_sorted: bool) -> None:
    assert Target(name, chosen).is_sorted_by_site is is_sorted


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.parquet", "-"])
def test_blocks_are_stored_in_a_folder_only(name: str) -> None:
    with pytest.raises(BadOutput, match="blocks are stored in a folder; name one"):
        Target(name, stores_blocks=True).refuse_nonsense()
    Target("out", "jsonl", stores_blocks=True).refuse_nonsense()
