"""The feeds of sample sites against their pages, and feeds as they are found."""

import json
import socket
from collections.abc import Callable
from html import escape
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dehusk.errors import NotAFeed, NothingMatched, NothingToCompare
from dehusk.evaluate.feed import items
from dehusk.evaluate.feed.comparison import evaluate_feed, flag_full_texts
from dehusk.evaluate.feed.items import FeedItem, read_feed
from dehusk.evaluate.feed.matching import FeedPage
from dehusk.evaluate.findings import Findings
from dehusk.model import Extract
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe
from dehusk.run.sample import SampleSettings
from examples import make_site, write_site
from examples.feed import make_feed

JOB = Job(Recipe("chunks"))
PAGES = 30

Write = Callable[[str | bytes], Path]


@pytest.fixture(scope="module")
def blog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("blog")
    write_site("blog", folder, PAGES)
    return folder


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_feed(feed: str | bytes) -> Path:
        path = tmp_path / "feed.xml"
        path.write_bytes(feed.encode() if isinstance(feed, str) else feed)
        return path

    return write_feed


def figures(findings: Findings) -> dict[str, float]:
    return {figure.name: figure.value for figure in findings.figures}


def make_item(title: str = "A title", link: str = "", body: str = "") -> str:
    return (
        f"<rss version='2.0'><channel><item><title>{escape(title)}</title><link>{link}</link>"
        f"<description>{escape(body)}</description></item></channel></rss>"
    )


@pytest.mark.parametrize("site", ["news", "blog"])
def test_cleaning_brings_a_site_nearer_to_its_feed(site: str, tmp_path: Path) -> None:
    write_site(site, tmp_path, PAGES)
    found = figures(evaluate_feed(tmp_path / "feed.xml", [str(tmp_path / "pages")], JOB))
    assert found["items"] == found["matched"] == found["with text"] == 20
    assert found["full text"] == 20
    assert found["precision before"] + 0.05 < found["precision after"] < 1
    assert found["F1 before"] < found["F1 after"]
    assert found["recall after"] > 0.95


def test_text_that_cleaning_took_from_a_page_is_shown(blog: Path) -> None:
    # A chunk of only two pages is then template, and a listing repeats what posts begin with.
    greedy = Job(recipe=Recipe("chunks", {"containers": ["p", "div", "h1", "h3"], "threshold": 2}))
    findings = evaluate_feed(blog / "feed.xml", [str(blog / "pages")], greedy)
    found = figures(findings)
    assert found["recall after"] < found["recall before"]
    texts = {f"{page.id}.html": page.text for page in make_site("blog", PAGES)}
    assert findings.failures
    for failure in findings.failures:
        source, _, words = failure.partition(": cleaning removed ")
        assert words.split("“")[1].rstrip("”…") in texts[source]


def test_pages_outside_the_sample_are_compared_too(tmp_path: Path, write: Write) -> None:
    rows = [{"url": page.url, "html": page.html.decode()} for page in make_site("news", PAGES)]
    table = tmp_path / "pages.jsonl"
    table.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    feed = write(make_feed("news", make_site("news", PAGES)))
    job = Job(sample=SampleSettings(pages=5, shapes=1, pages_per_shape=1))
    assert figures(evaluate_feed(feed, [str(table)], job))["matched"] == 20


def test_so_are_those_of_a_table_that_is_spooled(tmp_path: Path, write: Write) -> None:
    rows = [{"url": page.url, "html": page.html} for page in make_site("news", PAGES)]
    table = tmp_path / "pages.parquet"
    pq.write_table(pa.Table.from_pylist(rows), table)
    feed = write(make_feed("news", make_site("news", PAGES)))
    job = Job(sample=SampleSettings(pages=5, shapes=1, pages_per_shape=1))
    found = figures(evaluate_feed(feed, [str(table)], job))
    assert (found["matched"], found["unread"]) == (20, 0)


def test_teasers_say_nothing_of_what_should_go(blog: Path, write: Write) -> None:
    page = next(iter(make_site("blog", PAGES)))
    feed = write(make_item(page.title, page.url, " ".join(page.text.split()[:20]) + " […]"))
    findings = evaluate_feed(feed, [str(blog / "pages")], JOB)
    found = figures(findings)
    assert found["recall after"] > 0.7
    assert found["full text"] == 0
    assert "precision after" not in found
    assert any("teasers" in figure.meaning for figure in findings.figures)


def test_what_every_item_ends_with_is_the_feeds_own(tmp_path: Path, write: Write) -> None:
    for number in range(6):
        html = f"<title>Page {number}</title><p>own words number {number} a b c {number} d</p>"
        (tmp_path / f"{number}.html").write_text(html)
    items = "".join(
        f"<item><title>Page {number}</title><description>own words number {number} a b c {number} d"
        "&lt;p>This first appeared on our own pages</description></item>"
        for number in range(6)
    )
    feed = write(f"<rss version='2.0'><channel>{items}</channel></rss>")
    found = figures(evaluate_feed(feed, [str(tmp_path / "*.html")], JOB))
    # Only the runs that lead from the item's own words to the common ones are missing.
    assert found["recall before"] == pytest.approx(6 / 8)


FRAGMENT = escape("<p>Tea &amp; rum</p><p>and <b>gin</b></p>")
ATOM = f"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Tea</title><id>tag:a,1</id>
  <link href="https://a.example/tea"/><summary>Short</summary>
  <content type="html">{FRAGMENT}</content></entry></feed>"""
RDF = f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns="http://purl.org/rss/1.0/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel rdf:about="x"><title>c</title></channel><item rdf:about="https://a.example/tea">
  <title>Tea</title><link>https://a.example/tea</link><description>Short</description>
  <content:encoded>{FRAGMENT}</content:encoded></item></rdf:RDF>"""
RSS = make_item("Tea", "https://a.example/tea", "<p>Tea &amp; rum</p><p>and <b>gin</b></p>")


@pytest.mark.parametrize("feed", [ATOM, RDF, RSS])
def test_items_are_read_whatever_the_kind_of_feed(feed: str, write: Write) -> None:
    (item,) = read_feed(write(feed)).items
    assert (item.link, item.title) == ("https://a.example/tea", "Tea")
    assert item.text == "Tea & rum\n\nand gin"


def test_plain_text_is_not_taken_for_markup(write: Write) -> None:
    (item,) = read_feed(
        write(ATOM.replace('type="html"', 'type="text"').replace("Tea &", "a &"))
    ).items
    assert item.text.startswith("<p>")


@pytest.mark.parametrize("feed", [b"", b"\x00\xff", b"<html><p>no feed"])
def test_what_is_no_feed_is_refused(feed: bytes, write: Write) -> None:
    with pytest.raises(NotAFeed, match=r"feed\.xml is not a feed.*RSS and Atom"):
        read_feed(write(feed))


def test_a_feed_without_items_is_told_as_one(write: Write) -> None:
    with pytest.raises(NothingToCompare, match=r"feed\.xml is a feed without items"):
        read_feed(write("<rss version='2.0'><channel><title>c</title></channel></rss>"))


def test_a_broken_feed_is_read_as_far_as_it_goes_and_told(blog: Path, write: Write) -> None:
    whole = (blog / "feed.xml").read_bytes()
    assert read_feed(write(whole)).fault is None
    findings = evaluate_feed(write(whole[: len(whole) // 2]), [str(blog / "pages")], JOB)
    assert 0 < figures(findings)["items"] < 20
    assert "feed.xml is broken" in findings.failures[0]


def test_items_that_come_again_count_once(blog: Path, write: Write) -> None:
    feed = (blog / "feed.xml").read_text(encoding="utf-8")
    start, end = feed.index("<item>"), feed.rindex("</item>") + len("</item>")
    items = feed[start:end]
    renamed, moved = items.replace("</guid>", "-2</guid>"), items.replace("</link>", "/2</link>")
    again = feed[:end] + items + renamed + moved + feed[end:]
    once = evaluate_feed(write(feed), [str(blog / "pages")], JOB)
    assert evaluate_feed(write(again), [str(blog / "pages")], JOB) == once


def test_missing_and_huge_files_are_refused(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotAFeed, match="No such file"):
        read_feed(tmp_path / "none.xml")
    monkeypatch.setattr(items, "MOST_BYTES", 99)
    with pytest.raises(NotAFeed, match="more than 99 bytes"):
        read_feed(write(RSS))


def test_a_feed_opens_nothing_else(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked for")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    secret = tmp_path / "secret.xml"
    secret.write_text(make_item("SECRET"))
    for name in (str(secret), "http://127.0.0.1:9/feed"):
        with pytest.raises(NotAFeed):
            read_feed(write(name))
    entity = f'<!DOCTYPE rss [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    (item,) = read_feed(write(entity + make_item().replace("A title", "A &x; title"))).items
    assert "SECRET" not in item.title


def test_pages_without_an_address_are_found_by_path_or_title(tmp_path: Path, write: Write) -> None:
    (tmp_path / "deep" / "all-about-tea").mkdir(parents=True)
    page = "<title>{}</title><p>some words of this page alone: {}</p>"
    path = tmp_path / "deep" / "all-about-tea" / "index.html"
    path.write_text(page.format("Unlike the item", "tea"))
    (tmp_path / "1.html").write_text(page.format("On rum", "rum"))
    for number in (2, 3):
        (tmp_path / f"{number}.html").write_text(page.format("Twice", number))
    pages = [str(path.parent.parent), *(str(tmp_path / f"{number}.html") for number in (1, 2, 3))]
    for title, link, expected in (
        ("Other", "https://a.example/2024/all-about-tea/", 1),
        ("On RUM!", "https://a.example/x", 1),
    ):
        feed = write(make_item(title, link, "some words of this page alone"))
        found = figures(evaluate_feed(feed, pages, JOB))
        assert (found["matched"], found["recall before"]) == (expected, 1)
    with pytest.raises(NothingMatched):
        evaluate_feed(write(make_item("Twice", "https://a.example/x")), pages, JOB)
    with pytest.raises(NothingToCompare, match=r"no item of .*feed\.xml .* has a text"):
        evaluate_feed(write(make_item("On rum", "https://a.example/x")), pages, JOB)


def test_nothing_matched_says_what_was_tried(blog: Path, write: Write) -> None:
    feed = write(make_item("A title", "https://else.example/1"))
    with pytest.raises(NothingMatched, match=r"https://else\.example/1.*page \S+\.html"):
        evaluate_feed(feed, [str(blog / "pages")], JOB)


LONG, SHORT, CUT_OFF = "w " * 30, "w " * 10, "w " * 30 + "…"
QUOTING = "w " * 15 + "[…] said\n" + "w " * 15
CUT_BEFORE_LAST = "w " * 30 + "[…]\n\nThe post W appeared first on V."


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([LONG, SHORT, LONG], [True, True, True]),
        ([LONG, CUT_OFF, LONG], [True, False, True]),
        ([LONG, QUOTING, CUT_BEFORE_LAST], [True, True, False]),
        ([SHORT, SHORT, LONG], [False, False, False]),
        ([CUT_OFF, CUT_OFF, LONG], [False, False, False]),
    ],
)
def test_a_feed_gives_whole_texts_if_most_of_its_items_do(
    texts: list[str], expected: list[bool]
) -> None:
    page = FeedPage(Extract("1.html", None, None, "site", None, None, ""), "w " * 100)
    assert flag_full_texts([(FeedItem("", "", "", text), page) for text in texts]) == expected
