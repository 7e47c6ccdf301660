"""What a folder may hold or be called that must not lead the listing astray."""

import os
import threading
from pathlib import Path

import pytest

from tests.unit.pages import find_pages


def test_a_named_pipe_in_a_folder_does_not_stop_the_listing(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>x")
    os.mkfifo(tmp_path / "pipe")
    listed: list[str] = []
    listing = threading.Thread(
        target=lambda: listed.extend(ref.source for ref in find_pages([str(tmp_path)])), daemon=True
    )
    listing.start()
    listing.join(timeout=5)
    assert listed == ["a.html"]


def test_a_folder_named_in_two_ways_is_listed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "a.html").write_text("<p>x")
    monkeypatch.chdir(tmp_path)
    assert len(list(find_pages(["s", str(tmp_path / "s")]))) == 1


def test_a_folder_and_a_pattern_in_it_list_a_page_once(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>x")
    assert len(list(find_pages([str(tmp_path), str(tmp_path / "*.html")]))) == 1


def test_a_name_that_is_no_utf8_can_be_printed(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/a\xff.html")).write_text("<p>x")
    (ref,) = find_pages([str(tmp_path)])
    assert ref.source.encode().startswith(b"a\\xff.html~")
