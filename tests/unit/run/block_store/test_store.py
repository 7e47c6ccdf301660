import sqlite3
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from dehusk.errors import OutputUnwritable
from dehusk.run.block_store import open_blocks
from dehusk.run.block_store.book import BlockBook
from dehusk.run.block_store.read import GROUPS_HELD
from dehusk.run.block_store.savings import Savings
from tests.conftest import parse
from tests.unit.run.block_store.stores import (
    TABLES,
    add_pages,
    make_html,
    read_tables,
    write_store,
)


def set_pragma(monkeypatch: pytest.MonkeyPatch, pragma: str) -> None:
    """Databases that are opened from now on have it."""
    connect = sqlite3.connect

    def connect_and_set(path: Path, **settings: object) -> sqlite3.Connection:
        database = connect(path, **settings)  # type: ignore[call-overload]
        database.execute(f"PRAGMA {pragma}")
        return database  # type: ignore[no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect_and_set)


def test_every_page_comes_out_as_it_went_in(tmp_path: Path) -> None:
    write_store(tmp_path, "abc")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(TABLES)
    with open_blocks(tmp_path) as store:
        pages = {page.source: page for page in store.pages()}
        assert list(pages) == ["a", "b", "c"]
        for name, page in pages.items():
            markup = parse(make_html(name)).tree.markup
            assert store.rebuild(page) == markup
            assert page.n_bytes == len(markup)
            assert store.read_tree(page).leaf_texts() == parse(make_html(name)).tree.leaf_texts()


def test_a_store_does_not_tell_the_order_of_its_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"page {number}" for number in range(70)]
    write_store(tmp_path / "one", names)
    # Nor that of the database, where it may choose one.
    set_pragma(monkeypatch, "reverse_unordered_selects = ON")
    write_store(tmp_path / "other", reversed(names))
    assert read_tables(tmp_path / "one") == read_tables(tmp_path / "other")


def test_each_distinct_block_of_a_site_is_kept_once_and_counted(tmp_path: Path) -> None:
    names = [f"page {number}" for number in range(10)]
    saved = write_store(tmp_path, names)["site"]
    blocks = pq.read_table(tmp_path / "blocks.parquet").to_pylist()
    pages = pq.read_table(tmp_path / "pages.parquet").to_pylist()
    assert sum("Home, News" in block["markup"] for block in blocks) == 1
    assert [block["block"] for block in blocks] == list(range(len(blocks)))
    assert len({block["markup"] for block in blocks}) == len(blocks)
    kept = sum(len(block["markup"].encode()) for block in blocks)
    pointers = sum(len(page["blocks"]) for page in pages)
    assert saved.page_bytes == sum(len(parse(make_html(name)).tree.markup) for name in names)
    assert saved.kept_bytes == kept + 8 * pointers
    assert saved.saved_bytes == saved.page_bytes - saved.kept_bytes > 0
    assert saved.state()["saved_share"] == round(saved.saved_bytes / saved.page_bytes, 4)


def test_many_small_groups_of_rows_are_read_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"page {number:03}" for number in range(30)]
    sites = ("one.example", "two.example")
    write_sites(tmp_path / "large", sites, names)
    monkeypatch.setattr("dehusk.run.block_store.tables.GROUP_ROWS", 2)
    write_sites(tmp_path / "small", sites[::-1], names[::-1])
    large, small = (tmp_path / name for name in ("large", "small"))
    for table in TABLES:
        assert pq.read_metadata(large / table).num_row_groups == 1
        assert pq.read_metadata(small / table).num_row_groups > GROUPS_HELD
        assert pq.read_table(small / table) == pq.read_table(large / table)
    with open_blocks(small) as store:
        pages = list(store.pages())
        assert [(page.site, page.source) for page in pages] == list(product(sites, names))
        # Far apart, too, so that groups come and go.
        for page in (*pages, *pages[::7]):
            assert store.rebuild(page) == parse(make_html(page.source)).tree.markup
        assert len(store._held) == GROUPS_HELD


def write_sites(folder: Path, sites: Iterable[str], names: Iterable[str]) -> None:
    book = BlockBook(folder, resumes=False)
    for site in sites:
        add_pages(book, names, site)
    book.export()
    book.close()


def test_sites_stand_on_their_own(tmp_path: Path) -> None:
    book = BlockBook(tmp_path, resumes=False)
    add_pages(book, "ab", "one.example")
    add_pages(book, "ab", "two.example")
    savings = book.export()
    book.close()
    assert savings["one.example"] == savings["two.example"]
    total = Savings.add_up(savings.values())
    assert total.kept_bytes == 2 * savings["one.example"].kept_bytes
    rows = pq.read_table(tmp_path / "blocks.parquet", filters=[("site", "=", "two.example")])
    assert len(rows) == savings["two.example"].blocks


def test_a_store_over_another_has_none_of_its_pages(tmp_path: Path) -> None:
    for names in ("abcd", "ac"):
        write_store(tmp_path / "over", names)
    write_store(tmp_path / "fresh", "ac")
    assert read_tables(tmp_path / "over") == read_tables(tmp_path / "fresh")


def test_a_full_disk_is_told_with_the_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_pragma(monkeypatch, "max_page_count = 30")
    book = BlockBook(tmp_path, resumes=False)
    with pytest.raises(OutputUnwritable, match=r"blocks\.part: database or disk is full"):
        add_pages(book, (f"page {number}" for number in range(500)))
    book.close()


def test_savings_are_told_in_a_line() -> None:
    saved = Savings(
        pages=9, page_bytes=12_300_000, pointers=100_000, blocks=9, block_bytes=2_275_000
    )
    assert str(saved) == "12.3 MB of pages kept as 3.1 MB (75 % saved)"
    costly = Savings(pages=1, page_bytes=500, pointers=5, blocks=5, block_bytes=500)
    assert str(costly) == "500 bytes of pages kept as 540 bytes (8 % more)"
    hardly = Savings(pages=1, page_bytes=41_200, pointers=12, blocks=12, block_bytes=41_200)
    assert str(hardly) == "41.2 kB of pages kept as 41.3 kB (0 % more)"
