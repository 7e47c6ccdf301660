import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dehusk.errors import BadBlockStore
from dehusk.run.block_store import StoredPage, open_blocks
from dehusk.run.block_store.book import BlockBook
from tests.unit.run.block_store.stores import (
    TABLES,
    add_pages,
    make_ref,
    read_tables,
    rebuild_first,
    write_store,
)


def replace_rows(path: Path, **columns: object) -> None:
    table = pq.read_table(path)
    for name, values in columns.items():
        place = table.schema.get_field_index(name)
        column = pa.array(values, table.schema.field(name).type)
        table = table.set_column(place, table.schema.field(name), column)
    pq.write_table(table, path)


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


def test_what_is_missing_is_said_once_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BadBlockStore, match="no such file; dehusk run with --store-blocks") as none:
        open_blocks(tmp_path)
    assert str(none.value).count(str(tmp_path)) == 1
    BlockBook(tmp_path, resumes=False).close()
    with pytest.raises(BadBlockStore, match="is not finished; repeat its command with --resume"):
        open_blocks(tmp_path)


def read_store(folder: Path) -> list[tuple[StoredPage, bytes]]:
    with open_blocks(folder) as store:
        return [(page, store.rebuild(page)) for page in store.pages()]


@pytest.mark.parametrize("name", TABLES)
def test_wherever_a_byte_is_damaged_no_page_comes_out_as_another(tmp_path: Path, name: str) -> None:
    write_store(tmp_path, "abcd")
    whole, content = read_store(tmp_path), (tmp_path / name).read_bytes()
    found = 0
    for place in range(0, len(content), 5):
        damaged = bytearray(content)
        damaged[place] ^= 1
        (tmp_path / name).write_bytes(damaged)
        try:
            assert read_store(tmp_path) == whole
        except BadBlockStore:
            found += 1
    assert found > len(content) / 5 / 4


def test_a_table_of_fewer_rows_than_it_says_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_store(tmp_path, "abcd")
    with open_blocks(tmp_path) as store:
        monkeypatch.setattr(pq.ParquetFile, "iter_batches", lambda *_: iter(()))
        with pytest.raises(BadBlockStore, match="has 0 rows where 4 should be"):
            list(store.pages())


def test_what_pyarrow_cannot_do_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise pa.ArrowNotImplementedError("a codec of the future")

    write_store(tmp_path, "a")
    monkeypatch.setattr(pq.ParquetFile, "read_row_group", refuse)
    with pytest.raises(BadBlockStore, match="a codec of the future"):
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
