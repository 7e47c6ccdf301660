import shutil
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from dehusk.errors import OutputUnwritable
from dehusk.run.block_store import BlockStore, StoredPage
from dehusk.run.block_store.book import PAGES_A_COMMIT, BlockBook
from dehusk.run.block_store.cut import cut_page
from tests.conftest import parse
from tests.unit.run.block_store.stores import (
    add_pages,
    make_html,
    make_ref,
    read_tables,
    rebuild_first,
    write_store,
)


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


def test_a_database_that_another_run_has_open_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = BlockBook(tmp_path, resumes=False)
    add_pages(book, "ab")
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0))
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
    with monkeypatch.context() as patch:
        patch.setattr(BlockStore, "read_blocks", interrupt)
        with pytest.raises(KeyboardInterrupt):
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
