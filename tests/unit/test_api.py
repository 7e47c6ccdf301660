"""The Python face: the words of the command line."""

from pathlib import Path

import pytest

import dehusk
from dehusk.errors import (
    BadSetting,
    ManySites,
    NothingLearned,
    PageRejected,
    SourceMissing,
    UnknownName,
)
from examples import make_site

LINES = [
    f"Sentence {n} is one of {n * 7} that tell a tale, and has words enough." for n in range(9)
]
TALE = "".join(f"<p>{line}</p>" for line in LINES)


def test_a_folder_is_learned_saved_loaded_and_extracted(news_folder: Path, tmp_path: Path) -> None:
    site = dehusk.learn(str(news_folder))
    assert repr(site).startswith("<Site 'pages': site, 24 pages, ")
    site.save(tmp_path / "news.husk")
    pages = list(dehusk.load(tmp_path / "news.husk").extract(news_folder))
    assert len(pages) == 24
    assert pages == list(site.extract(news_folder))
    assert site.learned.recipe.method == "site"
    assert all("Contact the newsroom" not in page.text for page in pages)


def test_what_only_a_page_says_stays() -> None:
    stories = list(make_site("news", 12))
    pairs = [(page.url, page.html) for page in stories]
    for story, page in zip(stories, dehusk.learn(pairs).extract(pairs), strict=True):
        assert max(story.text.splitlines(), key=len) in page.text


def test_pairs_of_url_and_html_are_a_site_of_their_own() -> None:
    pairs = [(page.url, page.html) for page in make_site("shop", 8)]
    site = dehusk.learn(iter(pairs))
    assert site.name == "shop.example"
    first = next(site.extract(iter(pairs)))
    assert (first.url, first.site) == (pairs[0][0], "shop.example")


def test_pairs_may_be_text_and_names_without_a_scheme() -> None:
    pairs = [(str(number), f"<div>Menu</div><div>Tale {number}</div>") for number in range(3)]
    assert [page.text for page in dehusk.learn(pairs, "chunks").extract(pairs)] == [
        "Tale 0",
        "Tale 1",
        "Tale 2",
    ]


def test_one_page_alone_is_cleaned_too() -> None:
    story = max(make_site("news", 12), key=lambda page: len(page.text))
    page = dehusk.extract(story.html)
    assert page.title is not None
    assert story.title in page.title
    assert max(story.text.splitlines(), key=len) in page.text
    assert "Contact the newsroom" not in page.text


def test_a_page_of_nothing_but_text_is_read_whole() -> None:
    page = dehusk.extract(f"<title>T</title><h1>Head</h1>{TALE}")
    assert page.title == "T"
    assert all(line in page.text for line in LINES)


def test_a_page_that_cannot_be_taken_says_why() -> None:
    with pytest.raises(PageRejected, match="empty"):
        dehusk.extract("")
    site = dehusk.learn([("a", "<p>a"), ("b", "<p>b")])
    rows = list(site.extract_all([("c", b""), ("d", "<p>d")]))
    assert isinstance(rows[0], dehusk.Rejected)
    assert isinstance(rows[1], dehusk.Extract)


def test_explaining_goes_leaf_by_leaf() -> None:
    pairs = [("a", "<div>Menu</div>one"), ("b", "<div>Menu</div>two")]
    site = dehusk.learn(pairs, "chunks")
    reasons = site.explain("<div>Menu</div>three")
    assert [(reason.text, reason.score) for reason in reasons] == [("Menu", 1.0), ("three", 0.0)]


def test_mistakes_fail_at_once() -> None:
    with pytest.raises(SourceMissing):
        dehusk.learn("/no/such/folder")
    with pytest.raises(UnknownName, match="known: site, chunks"):
        dehusk.learn([("a", "<p>a")], method="magic")
    with pytest.raises(ManySites):
        dehusk.learn([("http://a.com/", "<p>a"), ("http://b.com/", "<p>b")])
    with pytest.raises(NothingLearned):
        dehusk.learn([])


def test_two_pages_of_one_name_are_two_pages() -> None:
    pairs = [
        ("a", "<div>Menu</div>one"),
        ("a", "<div>Menu</div>two"),
        ("b", "<div>Menu</div>three"),
    ]
    for order in (pairs, pairs[::-1]):
        texts = [page.text for page in dehusk.learn(order, "chunks").extract(pairs)]
        assert texts == ["one", "two", "three"]


def test_a_mapping_is_taken_and_other_things_are_not() -> None:
    assert dehusk.learn({"a": "<p>x", "b": "<p>y"}).learned.pages == 2
    with pytest.raises(BadSetting, match="URL or name"):
        dehusk.learn(["one.html", "two.html"])  # type: ignore[list-item]


def test_a_url_that_is_none_is_only_a_name() -> None:
    assert dehusk.learn([("http://[bad", "<p>x"), ("b", "<p>y")]).name == "pages"


def test_a_cluster_method_can_be_chosen() -> None:
    pairs = [(page.url, page.html) for page in make_site("shop", 24)]
    whole = dehusk.learn(pairs, cluster="none", cluster_settings={})
    assert {page.cluster for page in whole.extract(pairs)} == {"all"}
    assert len({page.cluster for page in dehusk.learn(pairs).extract(pairs)}) > 1
    with pytest.raises(UnknownName, match="unknown cluster method 'nope'; known: mdl"):
        dehusk.learn(pairs, cluster="nope")


def test_only_sections_of_the_roles_asked_for_are_kept() -> None:
    html = f"<nav>Menu</nav><article>{TALE}</article><footer>The end</footer>"
    whole = dehusk.extract(html)
    assert whole.sections is not None
    assert [section.role for section in whole.sections] == ["navigation", "main", "footer"]
    assert dehusk.extract(html, keep="main").text == "\n\n".join(LINES)
    pairs = [("a", html), ("b", html.replace("tale", "song"))]
    site = dehusk.learn(pairs)
    texts = [page.text for page in site.extract(pairs, keep=["footer", "navigation"])]
    assert texts == ["Menu\n\nThe end"] * 2
    with pytest.raises(UnknownName, match="known: main, navigation"):
        dehusk.extract(html, keep="sidebar")
