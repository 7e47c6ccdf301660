"""The command `explain`: what it says, and the picture it draws."""

import struct
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dehusk.api import learn
from dehusk.errors import BadOutput, OutputUnwritable
from dehusk.explaining import explain
from tests.archives import make_record, make_response
from tests.browsers import needs_chromium

PAGE = """<!doctype html><title>Day {0}</title><nav>Home News Sport</nav>
<main><h1>Day {0}</h1><p>On day {0} nobody saw {1} of them.</main><footer>The Gazette</footer>"""
HOSTILE = 'a <b> & "c" \'%41#?.html'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six pages, and what was learned from them."""
    folder = tmp_path_factory.mktemp("days")
    (folder / "pages").mkdir()
    for number in range(6):
        html = PAGE.format(number, number**3 + 17)
        (folder / "pages" / f"{number}.html").write_text(html, encoding="utf-8")
    learn(folder / "pages", "chunks").save(folder / "site.husk")
    return folder


@pytest.fixture
def ask(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Ask":
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Ask(folder / "site.husk")


class Ask:
    """The command in this process, so that pages share a browser."""

    def __init__(self, site: Path) -> None:
        self.site = site

    def __call__(self, *arguments: str | Path) -> Result:
        words = [*map(str, arguments), "--site", str(self.site)]
        return CliRunner().invoke(explain, words, standalone_mode=False)


def test_each_part_is_kept_or_dropped_for_a_reason(ask: Ask, folder: Path) -> None:
    told = ask(folder / "pages" / "3.html")
    assert told.return_value == 0
    lines = told.stdout.splitlines()
    assert lines[0].startswith("- 1.00  'Home News Sport'  its chunk is on 6 of 6 pages")
    assert lines[2].startswith("+ 0.00  'On day 3 nobody saw 44 of them.'")
    assert not told.stderr


def test_of_several_pages_the_first_is_named(ask: Ask, folder: Path, tmp_path: Path) -> None:
    told = ask(folder / "pages")
    assert "this is the first, 0.html" in told.stderr
    assert "On day 0" in told.stdout
    html = (folder / "pages" / "4.html").read_bytes()
    archive = tmp_path / "one.warc"
    archive.write_bytes(make_record("https://site.example/4", make_response(html)))
    told = ask(archive)
    assert "On day 4" in told.stdout
    assert "the first" not in told.stderr


def test_a_page_that_cannot_be_taken_is_said(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "x.html").write_bytes(bytes(100))
    told = ask(tmp_path / "x.html")
    assert told.return_value == 1
    assert "x.html: not an HTML page" in told.stderr


def test_pictures_are_svg_or_png(ask: Ask, folder: Path, tmp_path: Path) -> None:
    told = ask(folder / "pages" / "3.html", "--draw", tmp_path / "out.jpg")
    assert isinstance(told.exception, BadOutput)
    assert ".svg or .png" in str(told.exception)


@needs_chromium
def test_a_page_with_a_hostile_name_is_drawn(ask: Ask, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / HOSTILE
    page.write_bytes((folder / "pages" / "3.html").read_bytes())
    told = ask(page, "--draw", tmp_path / "out.svg", "--viewport", "640x480")
    assert told.return_value == 0, told.exception
    assert "main 1.00</text>" in (tmp_path / "out.svg").read_text(encoding="utf-8")
    told = ask(page, "--draw", tmp_path / "out.PNG", "--viewport", "640x480")
    picture = (tmp_path / "out.PNG").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">I", picture[16:20]) == (640,)


@needs_chromium
def test_a_page_that_is_not_rendered_says_why_once(ask: Ask, folder: Path, tmp_path: Path) -> None:
    page, soon = folder / "pages" / "2.html", ("--render-timeout", "0.001")
    drawn = ask(page, "--draw", tmp_path / "out.svg", *soon)
    assert drawn.return_value == 1
    assert f"{page}: not rendered: not done within 0.001 s" in drawn.stderr
    assert not (tmp_path / "out.svg").exists()
    # Without a picture, what is known without boxes is told all the same.
    told = ask(page, "--render", *soon)
    assert told.return_value == 0
    assert "not rendered: not done" in told.stderr
    assert "On day 2" in told.stdout


@needs_chromium
def test_a_picture_that_cannot_be_written_is_said(ask: Ask, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    told = ask(folder / "pages" / "3.html", "--draw", tmp_path / "file" / "out.svg")
    assert isinstance(told.exception, OutputUnwritable)


@needs_chromium
def test_a_page_without_leaves_is_drawn(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("<!doctype html><title>Empty</title><p></p>")
    told = ask(tmp_path / "x.html", "--draw", tmp_path / "x.svg")
    assert told.return_value == 0
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<svg")
