import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dehusk.errors import BadBlockStore, OutputUnwritable
from dehusk.model import PageRef
from dehusk.run.block_store import BlockStore, StoredPage, open_blocks
from dehusk.run.block_store.book import PAGES_A_COMMIT, BlockBook
from dehusk.run.block_store.cut import cut_page
from dehusk.run.block_store.savings import Savings
from tests.conftest import parse

SHARED = "<div class='menu'>" + "Home, News, Sport, and all the rest. " * 20 + "</div>"
TABLES = ("blocks.parquet", "pages.parquet")


def make_html(name: str) -> str:
    title = f"<title>{name} – the best site of its kind</title>"
    return f"{title}{SHARED}<div>All there is to say of {name}, é and 名 &lt;</div>"


def make_ref(name: str, site: str = "site", copy: int = 0) -> PageRef:
    return PageRef(name, site, name, 0, copy=copy)


def add_pages(book: BlockBook, names: Iterable[str], site: str = "site") -> None:
    for name in names:
        book.add(make_ref(name, site), cut_page(parse(make_html(name)).tree))


def write_store(folder: Path, names: Iterable[str]) -> dict[str, Savings]:
    book = BlockBook(folder, resumes=False)
    add_pages(book, names)
    savings = book.export()
    book.finish()
    book.close()
    return savings


def read_tables(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in TABLES]


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


def test_a_store_does_not_tell_the_order_of_its_pages(tmp_path: Path) -> None:
    names = [f"page {number}" for number in range(70)]
    write_store(tmp_path / "one", names)
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


def test_pages_of_the_same_key_are_told_apart(tmp_path: Path) -> None:
    book = BlockBook(tmp_path, resumes=False)
    for copy, name in enumerate("xy"):
        book.add(make_ref("same", copy=copy), cut_page(parse(make_html(name)).tree))
    book.export()
    book.finish()
    book.close()
    first = read_tables(tmp_path)
    again = BlockBook(tmp_path, resumes=True)
    assert again.recall(make_ref("same", copy=1))
    assert again.recall(make_ref("same", copy=0))
    again.export()
    again.close()
    assert read_tables(tmp_path) == first


def test_a_page_is_found_again_though_one_of_its_key_before_it_was_left_out(tmp_path: Path) -> None:
    book = BlockBook(tmp_path, resumes=False)
    for copy in (1, 3):
        book.add(make_ref("same", copy=copy), cut_page(parse(make_html(str(copy))).tree))
    book.export()
    book.finish()
    book.close()
    again = BlockBook(tmp_path, resumes=True)
    assert [copy for copy in range(5) if again.recall(make_ref("same", copy=copy))] == [1, 3]
    again.leave_out([make_ref("same", copy=1)])
    again.export()
    again.close()
    assert b"All there is to say of 3" in rebuild_first(tmp_path)


def test_what_a_killed_process_took_is_found_again(tmp_path: Path) -> None:
    names = [f"page {number:03}" for number in range(PAGES_A_COMMIT + 5)]
    whole = tmp_path / "whole"
    write_store(whole, names)
    book = BlockBook(tmp_path / "killed", resumes=False)
    add_pages(book, names)
    # What a killed process leaves: nothing was closed, and a page is gone by now.
    shutil.copytree(tmp_path / "killed", tmp_path / "left")
    book.close()
    resumed = BlockBook(tmp_path / "left", resumes=True)
    known = [name for name in names if resumed.recall(make_ref(name))]
    assert known == names[:PAGES_A_COMMIT]
    add_pages(resumed, names[PAGES_A_COMMIT:])
    resumed.export()
    resumed.close()
    assert read_tables(tmp_path / "left") == read_tables(whole)


def test_pages_that_are_gone_or_left_out_are_not_stored(tmp_path: Path) -> None:
    write_store(tmp_path / "whole", "ac")
    write_store(tmp_path / "other", "abcd")
    book = BlockBook(tmp_path / "other", resumes=True)
    assert all(book.recall(make_ref(name)) for name in "acd")
    assert not book.recall(make_ref("e"))
    book.leave_out([make_ref("d")])
    book.export()
    book.close()
    assert read_tables(tmp_path / "other") == read_tables(tmp_path / "whole")


def test_a_store_over_another_has_none_of_its_pages(tmp_path: Path) -> None:
    for names in ("abcd", "ac"):
        write_store(tmp_path / "over", names)
    write_store(tmp_path / "fresh", "ac")
    assert read_tables(tmp_path / "over") == read_tables(tmp_path / "fresh")


def test_a_full_disk_is_told_with_the_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def connect_small(path: Path, **settings: object) -> sqlite3.Connection:
        database = connect(path, **settings)  # type: ignore[call-overload]
        database.execute("PRAGMA max_page_count = 30")
        return database  # type: ignore[no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect_small)
    book = BlockBook(tmp_path, resumes=False)
    with pytest.raises(OutputUnwritable, match=r"blocks\.part: database or disk is full"):
        add_pages(book, (f"page {number}" for number in range(500)))
    book.close()


def replace_rows(path: Path, **columns: object) -> None:
    table = pq.read_table(path)
    for name, values in columns.items():
        place = table.schema.get_field_index(name)
        column = pa.array(values, table.schema.field(name).type)
        table = table.set_column(place, table.schema.field(name), column)
    pq.write_table(table, path)


def rebuild_first(folder: Path) -> bytes:
    with open_blocks(folder) as store:
        return store.rebuild(next(store.pages()))


def test_a_block_that_was_changed_or_is_missing_is_a_clear_error(tmp_path: Path) -> None:
    blocks, pages = (tmp_path / name for name in TABLES)
    write_store(tmp_path, "a")
    markup = pq.read_table(blocks)["markup"].to_pylist()
    replace_rows(blocks, markup=[*markup[:-1], "<p>Something else</p>"])
    with pytest.raises(BadBlockStore, match="the blocks of a are damaged"):
        rebuild_first(tmp_path)
    replace_rows(pages, blocks=[[0, 99]])
    with pytest.raises(BadBlockStore, match=r"blocks\.parquet .*block 99 is missing"):
        rebuild_first(tmp_path)
    replace_rows(pages, blocks=[[0, None]])
    with pytest.raises(BadBlockStore):
        rebuild_first(tmp_path)


def test_a_broken_table_is_a_clear_error(tmp_path: Path) -> None:
    blocks, pages = (tmp_path / name for name in TABLES)
    write_store(tmp_path, "a")
    content = blocks.read_bytes()
    for broken in (content[: len(content) // 2], b"", b"no Parquet at all"):
        blocks.write_bytes(broken)
        with pytest.raises(BadBlockStore, match=r"blocks\.parquet is not a block store"):
            rebuild_first(tmp_path)
    shutil.copy(pages, blocks)
    with pytest.raises(BadBlockStore, match="its columns are not block, site, bytes, markup"):
        rebuild_first(tmp_path)
    blocks.unlink()
    with pytest.raises(BadBlockStore, match="No such file"):
        rebuild_first(tmp_path)


def test_a_damaged_store_is_done_again_by_a_run_that_goes_on(tmp_path: Path) -> None:
    write_store(tmp_path, "ab")
    (tmp_path / TABLES[0]).write_bytes(b"no Parquet at all")
    book = BlockBook(tmp_path, resumes=True)
    assert not book.recall(make_ref("a"))
    book.close()


@pytest.mark.parametrize("keeps", [0, 10, 5000])
def test_a_damaged_database_is_begun_anew_by_a_run_that_goes_on(tmp_path: Path, keeps: int) -> None:
    book = BlockBook(tmp_path, resumes=False)
    add_pages(book, "ab")
    book.close()
    part = tmp_path / "blocks.part"
    size = part.stat().st_size
    part.write_bytes(part.read_bytes()[:keeps] + b"?" * (size - keeps))
    again = BlockBook(tmp_path, resumes=True)
    assert not again.recall(make_ref("a"))
    add_pages(again, "ab")
    again.export()
    again.close()
    write_store(tmp_path / "whole", "ab")
    assert read_tables(tmp_path) == read_tables(tmp_path / "whole")


def test_a_database_that_another_run_has_open_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    book = BlockBook(tmp_path, resumes=False)
    add_pages(book, "ab")
    monkeypatch.setattr(
        sqlite3, "connect", lambda *args, **settings: connect(*args, **settings, timeout=0)
    )
    with pytest.raises(OutputUnwritable, match="locked"):
        BlockBook(tmp_path, resumes=True)
    book.close()
    again = BlockBook(tmp_path, resumes=True)
    assert again.recall(make_ref("b"))
    again.close()


def test_taking_a_store_back_can_be_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_store(tmp_path, "abc")

    def interrupt(self: BlockStore, page: StoredPage) -> list[bytes]:
        if page.source == "b":
            raise KeyboardInterrupt
        return read_blocks(self, page)

    read_blocks = BlockStore.read_blocks
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(BlockStore, "read_blocks", interrupt)
        BlockBook(tmp_path, resumes=True)
    assert (tmp_path / "blocks.part").exists()
    again = BlockBook(tmp_path, resumes=True)
    assert all(again.recall(make_ref(name)) for name in "abc")
    again.close()


def test_tables_that_are_not_written_cost_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(rows: object, path: Path) -> None:
        shutil.copytree(tmp_path / "killed", tmp_path / "left")
        raise KeyboardInterrupt

    monkeypatch.setattr("dehusk.run.block_store.book.write_pages", kill)
    book = BlockBook(tmp_path / "killed", resumes=False)
    add_pages(book, "ab")
    with pytest.raises(KeyboardInterrupt):
        book.export()
    book.close()
    again = BlockBook(tmp_path / "left", resumes=True)
    assert all(again.recall(make_ref(name)) for name in "ab")
    again.close()


def test_savings_are_told_in_a_line() -> None:
    saved = Savings(
        pages=9, page_bytes=12_300_000, pointers=100_000, blocks=9, block_bytes=2_275_000
    )
    assert str(saved) == "12.3 MB of pages kept as 3.1 MB (75 % saved)"
    costly = Savings(pages=1, page_bytes=500, pointers=5, blocks=5, block_bytes=500)
    assert str(costly) == "500 bytes of pages kept as 540 bytes (8 % more)"
