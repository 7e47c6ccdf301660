"""Drawn pages on disk: found again, thrown away when damaged or when what lies beside changed."""

import os
import time
from pathlib import Path

import numpy as np
import pytest

from dehusk.render.boxes import NOTHING, place_boxes, to_pixels
from dehusk.render.cache import FAILURE_AGE_S, Cache, Entry
from dehusk.render.folder import Folder
from tests.browsers import boxes_by_id, draw, needs_chromium, settings

KEY = "0123456789abcdef"


def make_entry(**changed: object) -> Entry:
    boxes = np.array([[0, 4, 8, 12], [NOTHING] * 4, [1, 2, 3, 4]], dtype=np.int32)
    return Entry(**{"told": {}, "boxes": boxes, **changed})  # type: ignore[arg-type]


@pytest.mark.parametrize("html", [None, b"", b"<p>x\n"])
def test_an_entry_comes_back_as_it_was(tmp_path: Path, html: bytes | None) -> None:
    cache = Cache(tmp_path)
    cache.put(KEY, make_entry(html=html))
    found = cache.get(KEY, Folder(str(tmp_path), "page.html"))
    assert found is not None
    assert found.html == html
    assert (found.boxes == make_entry().boxes).all()
    assert found.told == {}


def test_the_same_entry_is_the_same_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        Cache(tmp_path / name).put(KEY, make_entry(told={"x": None, "y": "1"}))
    first, second = (path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file())
    assert first == second


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "folder"])
def test_a_damaged_entry_is_none(tmp_path: Path, damage: str) -> None:
    cache = Cache(tmp_path)
    cache.put(KEY, make_entry(html=b"<p>" * 100))
    (path,) = (path for path in tmp_path.rglob("*") if path.is_file())
    whole = bytearray(path.read_bytes())
    if damage == "folder":
        path.unlink()
        path.mkdir()
    else:
        whole[-3] ^= 1
        path.write_bytes(bytes({"cut": whole[:-5], "changed": whole, "empty": b""}[damage]))
    assert cache.get(KEY, Folder(str(tmp_path), "page.html")) is None


def test_an_entry_holds_while_what_it_was_told_holds(tmp_path: Path) -> None:
    beside = Folder(str(tmp_path / "site"), "page.html")
    sheet = tmp_path / "site" / "a.css"
    sheet.parent.mkdir()
    sheet.write_text("p {}")
    own, missing = "http://folder.invalid/a.css", "http://folder.invalid/b.css"
    found = beside.find(own)
    assert found is not None
    cache = Cache(tmp_path / "cache")
    cache.put(KEY, make_entry(told={own: found.digest, missing: None}))
    assert cache.get(KEY, beside) is not None
    (tmp_path / "site" / "b.css").write_text("q {}")
    assert cache.get(KEY, beside) is None
    (tmp_path / "site" / "b.css").unlink()
    sheet.write_text("r {}")
    assert cache.get(KEY, beside) is None


def test_a_failure_is_remembered_for_a_while(tmp_path: Path) -> None:
    cache, beside = Cache(tmp_path), Folder(str(tmp_path), "page.html")
    cache.put(KEY, make_entry(failed="too slow"))
    found = cache.get(KEY, beside)
    assert found is not None
    assert found.failed == "too slow"
    (path,) = (path for path in tmp_path.rglob("*") if path.is_file())
    long_ago = time.time() - FAILURE_AGE_S - 1
    os.utime(path, (long_ago, long_ago))
    assert cache.get(KEY, beside) is None


def test_a_cache_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file")
    cache.put(KEY, make_entry())
    assert cache.get(KEY, Folder(str(tmp_path), "page.html")) is None


def test_parts_of_one_element_are_one_box_and_unknown_numbers_are_passed_over() -> None:
    boxes = to_pixels(place_boxes(3, [1, 1, 7, -1], [4, 4, 4, 4, 8, 0, 8, 4, *[1] * 8]))
    assert boxes[1].tolist() == [1, 0, 3, 2]
    assert np.isnan(boxes[[0, 2]]).all()


@needs_chromium
@pytest.mark.parametrize("javascript", [False, True])
def test_a_page_is_drawn_once(
    tmp_path: Path, javascript: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.css").write_text("#x { height: 11px }")
    html = "<!doctype html><link rel=stylesheet href=a.css><div id=x></div>"
    rendering = settings(javascript=javascript, cache=str(tmp_path / "cache"))
    drawn = draw(tmp_path, html, rendering)
    with monkeypatch.context() as patch:
        patch.setattr("dehusk.render.page.get_browser", None)
        again = draw(tmp_path, html, rendering)
    assert boxes_by_id(again) == boxes_by_id(drawn)
    assert again.tree.markup == drawn.tree.markup
    (tmp_path / "a.css").write_text("#x { height: 22px }")
    assert boxes_by_id(draw(tmp_path, html, rendering))["x"][3] == 22
