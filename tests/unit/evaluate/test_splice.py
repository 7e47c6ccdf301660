"""Markup put into pages stays where it was put, or is not put in at all."""

import pytest

from dehusk.evaluate.inject.parts import KINDS, make_words
from dehusk.evaluate.inject.places import find_places
from dehusk.evaluate.inject.splice import Insert, splice
from dehusk.learn.evidence import gather_evidence
from dehusk.model import Page
from dehusk.parse import DEFAULT_CAPS
from examples import SITES, make_site
from tests.conftest import parse

PROSE = "A text of the page's own that is long enough to be no label."


def put_before(page: Page, mark: bytes, html: bytes) -> list[str] | None:
    """The leaves that came with it."""
    found = splice(page, [Insert(page.tree.markup.index(mark), html)], DEFAULT_CAPS)
    if found is None:
        return None
    texts = zip(found.page.tree.leaf_texts(), found.is_put_in.tolist(), strict=True)
    return [text for text, is_put_in in texts if is_put_in]


def test_the_leaves_that_came_in_are_flagged() -> None:
    page = parse("<p>one</p><p>two</p>")
    assert put_before(page, b"<p>two", b"<div><p>new</p><b>newer</b></div>") == ["new", "newer"]


def test_several_inserts_are_each_flagged() -> None:
    page = parse("<p>one</p><p>two</p>")
    at = page.tree.markup.index
    inserts = [Insert(at(b"</body>"), b"<i>last</i>"), Insert(at(b"<p>one"), b"<i>first</i>")]
    found = splice(page, inserts, DEFAULT_CAPS)
    assert found is not None
    assert found.page.tree.leaf_texts() == ["first", "one", "two", "last"]
    assert found.is_put_in.tolist() == [True, False, False, True]


@pytest.mark.parametrize(
    ("html", "mark"),
    [
        ("<table><tr><td>x</td></tr></table>", b"<tr>"),
        ("<p>one <b>two</b></p>", b"<b>"),
        ("<textarea>x</textarea>", b"x</textarea>"),
    ],
)
def test_what_the_parser_would_move_is_not_put_in(html: str, mark: bytes) -> None:
    assert put_before(parse(html), mark, b"<div><p>new</p></div>") is None


def test_pages_with_linked_data_and_old_text_can_be_put_into() -> None:
    data = '<script type="application/ld+json">{"url": "/?a=1&b=<2>"}</script>'
    page = parse(f"{data}<p>Fish &amp; chips</p><xmp>a < b</xmp>")
    assert put_before(page, b"<p>Fish", b"<p>new</p>") == ["new"]


def test_a_page_in_another_charset_is_still_read_right() -> None:
    page = parse('<meta charset="windows-1251"><p>каша'.encode("cp1251"))
    assert put_before(page, b"<p>", b"<p>new</p>") == ["new"]


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_sample_page_with_text_of_its_own_takes_in_every_part(site: str, kind: str) -> None:
    pages = [parse(page.html, page.id) for page in make_site(site, 12)]
    evidence = gather_evidence(pages)
    words = make_words(frozenset())
    for page in pages:
        places = find_places(page, evidence)
        assert places is not None
        assert places.before_own, page.ref.source
        html = KINDS[kind].write(words, page.ref.key).encode()
        places_chosen = KINDS[kind].choose(places, page.ref.key)
        inserts = [Insert(at, html) for at in places_chosen if at is not None]
        found = splice(page, inserts, DEFAULT_CAPS)
        assert found is not None
        assert found.is_put_in.any()
        assert (~found.is_put_in).sum() == len(page.tree.leaves)


def test_the_page_s_own_text_is_what_no_other_page_has() -> None:
    shared = (
        "<div><p>A footer that is much longer than anything the pages have of their own.</p></div>"
    )
    pages = [parse(f"<div><p>{PROSE} {n}</p></div>{shared}", f"{n}.html") for n in range(3)]
    places = find_places(pages[0], gather_evidence(pages))
    assert places is not None
    markup = pages[0].tree.markup
    assert [markup[at : at + 9] for at in places.before_own] == [b"<p>A text"]
    assert places.after_longest == markup.index(b"</p>")


def test_links_headings_and_labels_are_no_prose() -> None:
    page = parse(f"<h1>{PROSE}</h1><div><a>{PROSE}!</a></div><label>{PROSE}?</label>")
    places = find_places(page, gather_evidence([page]))
    assert places is not None
    assert (places.before_own, places.after_longest) == ((), None)


def test_a_frameset_has_no_place() -> None:
    page = parse("<frameset><frame src=a.html></frameset>")
    assert find_places(page, gather_evidence([page])) is None


def test_words_that_the_site_has_are_not_made() -> None:
    words = make_words(frozenset())
    others = make_words(frozenset(words[:5]))
    assert len(set(words)) == len(set(others)) == len(words)
    assert not set(words[:5]) & set(others)
