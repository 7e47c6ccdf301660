from pathlib import Path

import pytest

from benchmarks.block_store import Saved, check_pages, measure, show
from dehusk.evaluate.truth import open_truth
from dehusk.run.block_store import open_blocks
from dehusk.run.block_store.book import BlockBook
from examples import write_site


def test_a_set_is_stored_checked_and_measured(tmp_path: Path) -> None:
    write_site("forum", tmp_path / "set" / "forum", pages=5)
    with open_truth([tmp_path]) as sites:
        saved = measure("set", sites)
    assert (saved.set_name, saved.pages) == ("set", 5)
    assert 0 < saved.kept < saved.n_bytes
    assert 0 < saved.plain_file < saved.n_bytes
    assert saved.store_files > 0


def test_a_page_that_is_missing_fails(tmp_path: Path) -> None:
    write_site("forum", tmp_path / "forum", pages=2)
    book = BlockBook(tmp_path / "store", resumes=False)
    book.export()
    book.close()
    with open_blocks(tmp_path / "store") as store, pytest.raises(KeyError):
        check_pages(store, [str(tmp_path / "forum" / "pages")])


def test_a_row_says_what_is_saved() -> None:
    row = show(Saved("all", 10, 4_000_000, 1_000_000, 400_000, 500_000, 9))
    assert row.split() == "all 10 4.0 1.0 75.0% 0.4 0.5 -25.0% 90.0%".split()
