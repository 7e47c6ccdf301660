"""Pages drawn in a real browser: every element gets its box, and the tree stays as it was."""

from pathlib import Path

import numpy as np
import pytest

from dehusk.api import learn
from dehusk.model import TEXT
from dehusk.render import RenderSettings
from examples import make_site
from tests.archives import make_record, make_response
from tests.browsers import boxes_by_id, draw, draw_all, needs_chromium, settings
from tests.conftest import parse

pytestmark = needs_chromium

LAYOUT = """<!doctype html><title>t</title>
<style>
  body { margin: 0 } div { box-sizing: border-box }
  #head { height: 100px } #side { float: left; width: 300px; height: 400px }
  #main { margin-left: 300px; height: 2000px }
  #far { position: absolute; left: 20px; top: 1500.5px; width: 60px; height: 70.25px }
  #gone { display: none } #dissolved { display: contents }
</style>
<div id="head"></div><div id="side"></div><div id="main"><div id="far">x</div></div>
<div id="gone">y</div><div id="dissolved"><div id="held" style="height: 30px"></div></div>"""


def test_boxes_are_where_the_style_sheet_puts_them(tmp_path: Path) -> None:
    page = draw(tmp_path, LAYOUT, settings(width=1000, height=600))
    assert boxes_by_id(page) == {
        "head": [0, 0, 1000, 100],
        "side": [0, 100, 300, 400],
        "main": [300, 100, 700, 2000],
        "far": [20, 1500.5, 60, 70.25],
        "dissolved": [0, 2100, 1000, 30],
        "held": [0, 2100, 1000, 30],
    }
    assert not page.warnings


@pytest.mark.parametrize("javascript", [False, True])
def test_the_window_is_as_wide_as_it_is_set(tmp_path: Path, javascript: bool) -> None:
    html = "<!doctype html><body style='margin: 0'><div id=x style='width: 50%; height: 9px'>"
    page = draw(tmp_path, html, settings(width=640, height=480, javascript=javascript))
    assert boxes_by_id(page) == {"x": [0, 0, 320, 9]}


def test_texts_have_no_boxes_and_drawn_elements_do(tmp_path: Path) -> None:
    for sample in make_site("shop", 2):
        page = draw(tmp_path, sample.html.decode(), settings())
        assert page.boxes is not None
        assert page.boxes.shape == (len(page.tree), 4)
        assert page.boxes.dtype == np.float32
        is_drawn = ~np.isnan(page.boxes[:, 0])
        assert not is_drawn[page.tree.tag == TEXT].any()
        parents = page.tree.parent[[leaf for leaf in page.tree.leaves if leaf]]
        assert is_drawn[parents].mean() > 0.9


def test_without_scripts_the_tree_is_untouched(tmp_path: Path) -> None:
    page = draw(tmp_path, LAYOUT, settings())
    assert page.tree.markup == parse(LAYOUT).tree.markup


def test_a_page_without_a_doctype_is_drawn_as_in_the_nineties(tmp_path: Path) -> None:
    body = "<body style='margin: 0'><div id=x style='width: 50'>x"
    assert boxes_by_id(draw(tmp_path, body, settings()))["x"][2] == 50
    todays = draw(tmp_path, f"<!-- new --><!DOCTYPE html>{body}", settings())
    assert boxes_by_id(todays)["x"][2] == 1280


def test_animations_are_over_and_noscript_is_read_where_no_scripts_run(tmp_path: Path) -> None:
    html = """<!doctype html><style>body { margin: 0 }
      @keyframes grow { from { width: 10px } to { width: 90px } }
      #x { height: 5px; animation: grow 60s forwards }</style>
      <div id=x></div><noscript><div id=y style="height: 7px"></div></noscript>"""
    assert boxes_by_id(draw(tmp_path, html, settings())) == {
        "x": [0, 0, 90, 5],
        "y": [0, 5, 1280, 7],
    }
    assert boxes_by_id(draw(tmp_path, html, settings(javascript=True))) == {"x": [0, 0, 90, 5]}


def test_empty_lines_at_the_start_of_preformatted_text_are_drawn(tmp_path: Path) -> None:
    html = "<!doctype html><pre id=x>\nA</pre><pre id=y>\n\n\nB</pre>"
    boxes = boxes_by_id(draw(tmp_path, html, settings()))
    assert boxes["y"][3] == 3 * boxes["x"][3]


def test_a_page_cannot_forge_the_numbers_of_its_elements(tmp_path: Path) -> None:
    html = """<!doctype html><body style="margin: 0"><div id=x data-dehusk=1 style="height: 5px">
      data-dehusk-="2"</div><div id=y data-dehusk-=3 style="height: 6px"></div>"""
    for javascript in (False, True):
        page = draw(tmp_path, html, settings(javascript=javascript))
        assert boxes_by_id(page)["x"] == [0, 0, 1280, 5]
        assert boxes_by_id(page)["y"] == [0, 5, 1280, 6]


def test_what_scripts_build_counts_only_where_they_may_run(tmp_path: Path) -> None:
    html = """<!doctype html><body style="margin: 0"><p>Loading</p><script>
      setTimeout(() => {
        document.body.innerHTML = '<h1 id=h style="margin: 0; height: 40px">Built &lt;here&gt;</h1>'
      }, 100)</script>"""
    without = draw(tmp_path, html, settings())
    assert without.tree.leaf_texts() == ["Loading"]
    built = draw(tmp_path, html, settings(javascript=True))
    assert built.tree.leaf_texts() == ["Built <here>"]
    assert boxes_by_id(built) == {"h": [0, 0, 1280, 40]}
    assert b"data-dehusk" not in built.tree.markup
    assert built.ref == without.ref


def test_style_sheets_of_the_folder_are_applied(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text("@import url(/b.css?v=1); #x { width: 123px }")
    (tmp_path / "b.css").write_text("#x { height: 45px }")
    html = "<!doctype html><link rel=stylesheet href='css/a.css?v=2'><div id=x></div>"
    assert boxes_by_id(draw(tmp_path, html, settings()))["x"][2:] == [123, 45]


def test_style_sheets_of_the_archive_are_applied(tmp_path: Path) -> None:
    url = "https://site.example/a/page.html"
    html = b"<!doctype html><link rel=stylesheet href='../s.css'><div id=x></div>"
    css = {"Content-Type": "text/css"}
    moved = make_response(b"", {"Location": "/t.css"}, "HTTP/1.1 301 Moved")
    records = [
        make_record(url, make_response(html)),
        make_record("http://site.example/s.css", moved),
        make_record("https://site.example/t.css", make_response(b"#x { height: 33px }", css)),
        make_record("https://other.example/t.css", make_response(b"#x { height: 99px }", css)),
    ]
    archive = tmp_path / "site.warc"
    archive.write_bytes(b"".join(records))
    for _ in range(2):
        page = draw_all(archive, settings(cache=str(tmp_path / "cache")))[url]
        assert boxes_by_id(page)["x"][3] == 33


def test_the_python_face_takes_the_same_settings(tmp_path: Path) -> None:
    for number in range(3):
        script = f"document.body.append('Said by script {number}')"
        (tmp_path / f"{number}.html").write_text(f"<p>Menu<script>{script}</script>")
    rendering = RenderSettings(javascript=True, cache=str(tmp_path / "cache"))
    site = learn(tmp_path, "chunks", rendering=rendering)
    texts = [row.text for row in site.extract(tmp_path, rendering=rendering)]
    assert all(f"Said by script {number}" in text for number, text in enumerate(texts))
