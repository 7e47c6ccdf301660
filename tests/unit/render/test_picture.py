"""A picture has the size of the page it shows."""

import struct
from pathlib import Path

import pytest

from dehusk.model import PageRef, RawPage
from dehusk.render import take_picture
from tests.browsers import needs_chromium, settings
from tests.conftest import parse

pytestmark = needs_chromium


@pytest.mark.parametrize("javascript", [False, True])
def test_the_whole_page_is_shown(tmp_path: Path, javascript: bool) -> None:
    html = "<!doctype html><body style='margin: 0'><div style='height: 1500px; width: 700px'>x"
    raw = RawPage(PageRef("page.html", "site", "page.html", len(html)), html.encode())
    picture = take_picture(raw, parse(html), settings(javascript=javascript, width=640))
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (700, 1500)


def test_a_page_that_is_too_wide_is_cut_off() -> None:
    html = "<!doctype html><p style='position: absolute; left: 300000px'>far"
    raw = RawPage(PageRef("page.html", "site", "page.html", len(html)), html.encode())
    picture = take_picture(raw, parse(html), settings(height=16))
    assert struct.unpack(">II", picture[16:24])[0] == 16_384
