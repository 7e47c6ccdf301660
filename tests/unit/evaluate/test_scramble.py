import time
from pathlib import Path

import pytest

from dehusk.evaluate.scramble import NAME_LENGTH, scramble_name, scramble_names
from dehusk.evaluate.scramble_sites import scramble_site
from dehusk.evaluate.truth import SINGLES, TruthPage, TruthSite
from dehusk.model import Page, PageRef, RawPage, Tree
from dehusk.parse import parse_page
from dehusk.parse.encoding import decode_html
from dehusk.write.text import render_whole
from examples import SITES
from tests.unit.evaluate.truths import make_truth

SALT = "a site"
NAV, LEAD = (scramble_name(name, SALT).encode() for name in ("nav", "lead"))


def parse(body: bytes) -> Tree:
    page = parse_page(RawPage(PageRef("page", "site", "page", len(body)), body))
    assert isinstance(page, Page)
    return page.tree


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'<p class="nav">', b'<p class="%(nav)b">'),
        (b"<p class='nav'>", b"<p class='%(nav)b'>"),
        (b"<P CLASS=nav>", b"<P CLASS=%(nav)b>"),
        (b"<p class = nav >", b"<p class = %(nav)b >"),
        (b"<p\nclass\t=\n'nav'>", b"<p\nclass\t=\n'%(nav)b'>"),
        (b"<p/class=nav>", b"<p/class=%(nav)b>"),
        (b"<br class=nav/>", b"<br class=%(nav)b/>"),
        (b'<br class="nav"/>', b'<br class="%(nav)b"/>'),
        (b'<p class="nav\n lead">', b'<p class="%(nav)b\n %(lead)b">'),
        (b'<p id="nav" class="nav">', b'<p id="%(nav)b" class="%(nav)b">'),
        (b'<p class="n&#97;v">', b'<p class="%(nav)b">'),
        (b'<p class="nav&#32;lead">', b'<p class="%(nav)b %(lead)b">'),
        (b"<p class=nav&#32;lead>", b'<p class="%(nav)b %(lead)b">'),
        (b'<p class="nav" class="lead">', b'<p class="%(nav)b" class="%(lead)b">'),
        (b'<p title=">" class="nav">', b'<p title=">" class="%(nav)b">'),
        (b"<p title='a\"b' class=nav>", b"<p title='a\"b' class=%(nav)b>"),
        (b'<label for="nav">', b'<label for="%(nav)b">'),
        (b'<ul aria-labelledby="nav lead">', b'<ul aria-labelledby="%(nav)b %(lead)b">'),
        (b'<script class="nav">x</script>', b'<script class="%(nav)b">x</script>'),
        (b"<noscript><p class=nav></noscript>", b"<noscript><p class=%(nav)b></noscript>"),
        (b"<!--><p class=nav>", b"<!--><p class=%(nav)b>"),
        (b"<!-- --!><p class=nav>", b"<!-- --!><p class=%(nav)b>"),
    ],
)
def test_names_are_changed_however_they_are_written(before: bytes, after: bytes) -> None:
    assert scramble_names(before, SALT) == after % {b"nav": NAV, b"lead": LEAD}


@pytest.mark.parametrize(
    "html",
    [
        b"<p class>text",
        b"<p class=>text",
        b'<p class="">text',
        b'<p class=" ">text',
        b'text class="nav" id=nav',
        b'a < b class="nav" > c',
        b"<p title='<p class=nav>'>text",
        b'<p title=class="nav">text',
        b"<p title= class=nav>text",
        b"<p =class=nav>text",
        b"<p data-class=nav itemid=nav name=nav role=nav>text",
        b'<a href="#nav">text</a>',
        b"<!-- <p class=nav> -->text",
        b"<!-- <p class=nav>",
        b"<!doctype html class=nav>text",
        b"<?xml class=nav?>text",
        b"<script>'<p class=nav>'</script>",
        b"<STYLE>/* <p class=nav> */</style>",
        b"<title>On <p class=nav></title>",
        b"<textarea><p class=nav></p></textarea>",
        b"<script><p class=nav>",
        b"<plaintext></plaintext><p class=nav>",
        b"",
        b"\x00\x01\x02\x03 class=nav",
    ],
)
def test_all_else_stays_as_it_is(html: bytes) -> None:
    assert scramble_names(html, SALT) == html


def test_a_name_is_meaningless_and_another_on_another_site() -> None:
    names = {scramble_name(name, salt) for name in ("nav", "Nav", "menu") for salt in ("a", "b")}
    assert len(names) == 6
    for name in names:
        assert len(name) == NAME_LENGTH
        assert name.isalpha()
        assert not set(name) & set("aeiou")


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "koi8-r", "utf-16", "utf-8-sig"])
def test_pages_say_the_same_in_any_encoding(encoding: str) -> None:
    html = f'<meta charset={encoding}><p class="nav">' + "Каша на завтрак, щи на обед. " * 9
    tree = parse(scramble_names(html.encode(encoding), SALT))
    assert render_whole(tree) == render_whole(parse(html.encode(encoding)))
    assert list(tree.attribute("class").values()) == [NAV.decode()]


def test_bytes_that_only_look_like_tags_are_left_alone() -> None:
    html = "<meta charset=iso-2022-jp><p class=nav>" + "検索結果の一覧を表示します。" * 9
    body = html.encode("iso-2022-jp")
    tree = parse(scramble_names(body, SALT))
    assert render_whole(tree) == render_whole(parse(body))
    assert list(tree.attribute("class").values()) == [NAV.decode()]


def test_an_encoding_that_moves_into_sight_is_not_read_another_way() -> None:
    padding = 'class="' + "a-long-name-of-a-class " * 50 + '"'
    html = f"<html {padding}><meta charset=cp1251><p>" + "à la carte, déjà vu, garçon " * 3
    body = html.encode("cp1252")
    scrambled = scramble_names(body, SALT)
    assert decode_html(body)[1] != "cp1251"
    assert scrambled.startswith(b"\xef\xbb\xbf")
    assert render_whole(parse(scrambled)) == render_whole(parse(body))


def test_what_is_never_closed_takes_no_longer_than_what_is() -> None:
    start = time.process_time()
    for scrap in (b"<a ", b"<a b='", b"<!--", b"<script>", b"<a b=\"'", b"<", b"</", b"<a/"):
        scramble_names(b"<p class=nav>" + scrap * 50_000, SALT)
    assert time.process_time() - start < 10


def test_the_texts_of_the_sample_sites_stay(tmp_path: Path) -> None:
    for site in make_truth(tmp_path, *SITES, pages=4):
        scrambled = scramble_site(site, tmp_path / "scrambled")
        for page, other in zip(site.pages, scrambled.pages, strict=True):
            before, after = parse(page.path.read_bytes()), parse(other.path.read_bytes())
            assert render_whole(after) == render_whole(before)
            assert after.attribute("class") != before.attribute("class")
            assert (after.tag == before.tag).all()


def test_a_site_keeps_its_truth_and_has_names_of_its_own(tmp_path: Path) -> None:
    sites = []
    for name in ("one", "two"):
        folder = tmp_path / "set" / SINGLES / "pages"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.html").write_text("<p class=nav>text")
        page = TruthPage(name, folder / f"{name}.html", "text", kind="article")
        sites.append(TruthSite("set", f"{SINGLES}/{name}", (page,), ("a line",)))
    scrambled = [scramble_site(site, tmp_path / "scrambled") for site in sites]
    assert [site.pages[0].text for site in scrambled] == ["text", "text"]
    assert scrambled[0].optional_lines == ("a line",)
    bodies = {site.pages[0].path.read_bytes() for site in scrambled}
    assert len(bodies) == 2
    assert b"<p class=nav>text" not in bodies
