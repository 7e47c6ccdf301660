"""Pages that repeat others, through the command line."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from examples import SamplePage, make_site
from tests.archives import make_record, make_response
from tests.conftest import Run

N_PAGES = 20


@pytest.fixture(scope="module")
def pages() -> list[SamplePage]:
    return list(make_site("news", pages=N_PAGES))


@pytest.fixture
def archive(pages: list[SamplePage], tmp_path: Path) -> Path:
    """A site with a session address, a mirror of one page and two captures of another."""
    first, second, third = pages[3:6]
    named = [(page.url, page.html, "2024-01-01T00:00:00Z") for page in pages]
    named.append((f"{first.url}?PHPSESSID=1", first.html, "2024-01-01T00:00:00Z"))
    named.append(
        ("https://mirror.example/a-long-address-of-it", second.html, "2024-01-01T00:00:00Z")
    )
    named.append((third.url, third.html, "2024-02-01T00:00:00Z"))
    records = [make_record(url, make_response(html), WARC_Date=when) for url, html, when in named]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(reversed(records)))
    return path


def list_expected(pages: list[SamplePage]) -> dict[tuple[str, str], str]:
    """What repeats what, by address and capture."""
    first, second, third = pages[3:6]
    january = "2024-01-01T00:00:00Z"
    return {
        (f"{first.url}?PHPSESSID=1", january): f"{first.url} {january}",
        ("https://mirror.example/a-long-address-of-it", january): f"{second.url} {january}",
        (third.url, "2024-02-01T00:00:00Z"): f"{third.url} {january}",
    }


def read_rows(path: Path) -> list[dict[str, str]]:
    if path.suffix == ".parquet":
        return list(pq.read_table(path).to_pylist())
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rows_say_what_they_repeat(
    dehusk: Run, archive: Path, pages: list[SamplePage], tmp_path: Path
) -> None:
    done = dehusk("run", archive, "-o", "out.jsonl")
    assert "3 repeat another page, and are marked" in done.stderr
    rows = read_rows(tmp_path / "out.jsonl")
    assert len(rows) == N_PAGES + 3
    found = {
        (row["url"], row["captured"]): row["duplicate_of"] for row in rows if row["duplicate_of"]
    }
    assert found == list_expected(pages)


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet", "-"])
def test_rows_that_repeat_are_left_out_on_demand(
    dehusk: Run, archive: Path, pages: list[SamplePage], tmp_path: Path, name: str
) -> None:
    done = dehusk("run", archive, "-o", name, "--no-duplicates")
    assert "3 repeat another page, and are left out" in done.stderr
    if name == "-":
        rows = [json.loads(line) for line in done.stdout.splitlines()]
    else:
        rows = read_rows(tmp_path / name)
    assert {row["url"] for row in rows} == {page.url for page in pages}
    assert len(rows) == N_PAGES


def test_texts_that_repeat_are_not_printed_on_demand(dehusk: Run, archive: Path) -> None:
    done = dehusk("run", archive, "-o", "-", "--format", "text", "--no-duplicates")
    assert done.stdout.count("==> ") == N_PAGES


def test_a_folder_lists_them_and_drops_them_on_demand(
    dehusk: Run, archive: Path, pages: list[SamplePage], tmp_path: Path
) -> None:
    for options, written in (((), N_PAGES + 3), (("--no-duplicates",), N_PAGES)):
        assert dehusk("run", archive, "-o", "out", *options).returncode == 0
        assert len(list((tmp_path / "out" / "pages").rglob("*.txt"))) == written
        summary = json.loads((tmp_path / "out" / "summary.json").read_text())
        counts = [summary[name] for name in ("pages", "written", "duplicates")]
        assert counts == [N_PAGES + 3, written, 3]
        listed = read_rows(tmp_path / "out" / "duplicates.jsonl")
        found = {(row["url"], row["captured"]): row["duplicate_of"] for row in listed}
        assert found == list_expected(pages)


def test_a_print_version_of_another_template_is_found(dehusk: Run, tmp_path: Path) -> None:
    texts = [
        [f"word{(n * 7919 + i * i) % 997} of{i % 13} tale{n}" for i in range(90)] for n in range(12)
    ]
    menus = {"": "Home News Weather Sport", "?print=1": "Printed with care, do not fold"}
    records = [
        make_record(
            f"https://a.example/{n}{query}",
            make_response(f"<nav>{menu}</nav><div><p>{' '.join(text)}</p></div>".encode()),
        )
        for n, text in enumerate(texts)
        for query, menu in menus.items()
    ]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    dehusk("run", "a.warc", "-o", "out.jsonl", "--method", "chunks")
    found = {row["url"]: row["duplicate_of"] for row in read_rows(tmp_path / "out.jsonl")}
    for n in range(12):
        address = f"https://a.example/{n}"
        assert found[address] is None
        assert found[f"{address}?print=1"] == f"{address} 2024-05-06T07:08:09Z"


@pytest.mark.parametrize("site", ["shop", "forum"])
def test_a_site_of_different_pages_has_none(dehusk: Run, tmp_path: Path, site: str) -> None:
    records = [make_record(page.url, make_response(page.html)) for page in make_site(site, 40)]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    assert dehusk("run", "a.warc", "-o", "out").returncode == 0
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["duplicates"] == 0
