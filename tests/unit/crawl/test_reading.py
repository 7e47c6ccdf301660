"""What is read of pages, listings, robots.txt and headers."""

import gzip
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.crawl.empty import needs_scripts
from dehusk.crawl.failures import Kind
from dehusk.crawl.links import MOST_FEEDS, MOST_LINKS, find_links
from dehusk.crawl.listing import MOST_ADDRESSES, NotAListing, read_listing
from dehusk.crawl.response import Response, read_retry_after
from dehusk.crawl.robots import MOST_DELAY_S, Rules, Verdict, read_rules
from dehusk.errors import OverCap

URL = "http://a.example/x/"


def list_pages(html: str) -> list[str]:
    return find_links(html.encode(), "utf-8", URL).pages


def test_links_frames_and_relations_are_found_each_once() -> None:
    html = """<a href=a><a href="a"><area href=b><iframe src=c></iframe><link rel=next href=d>
        <link rel="canonical" href=e><link rel=stylesheet href=f><a name=g><a href="#h">
        <a href="javascript:i()"><a href=" mailto:j@k "><a href="l" rel="noopener nofollow">"""
    assert list_pages(html) == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0;url=/y", "/y"),
        ("5; URL='/y'", "/y"),
        ('0; url="/y"', "/y"),
        ("0,/y", "/y"),
        ("30", None),
        ("", None),
    ],
)
def test_a_refresh_is_a_link(content: str, target: str | None) -> None:
    quoted = content.replace('"', "&quot;")
    found = list_pages(f'<meta http-equiv="Refresh" content="{quoted}">')
    assert found == ([target] if target else [])


def test_the_first_base_counts() -> None:
    html = b"<base href=/one/><base href=/two/><a href=x>"
    assert find_links(html, None, URL).base == "/one/"


@pytest.mark.parametrize("content", ["nofollow", "NOINDEX,NOFOLLOW", "none"])
def test_a_page_that_asks_not_to_be_followed_has_no_links(content: str) -> None:
    html = f'<a href=a><meta name=ROBOTS content="{content}">'
    assert find_links(html.encode(), None, URL).is_closed
    assert list_pages(html) == []


def test_feeds_are_found() -> None:
    html = (
        '<link rel=alternate type="application/atom+xml" href=/feed><link rel=alternate href=/de>'
    )
    assert find_links(html.encode(), None, URL).feeds == ["/feed"]


def test_a_page_of_links_is_read_so_far_only() -> None:
    html = "".join(f"<a href=/{n}></a>" for n in range(MOST_LINKS + 100))
    assert len(list_pages(html)) == MOST_LINKS


def test_a_page_has_so_many_feeds_only() -> None:
    link = '<link rel=alternate type="application/rss+xml" href=/{}>'
    html = "".join(link.format(n) for n in range(200))
    assert len(find_links(html.encode(), None, URL).feeds) == MOST_FEEDS


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reading_of_links_or_scripts(content: bytes) -> None:
    find_links(content, None, URL)
    needs_scripts(b"<script>" + content, None)


MAP = (
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc> http://a/1 </loc></url>"
)


@pytest.mark.parametrize(
    ("text", "pages", "listings"),
    [
        (
            MAP + "<url><loc><![CDATA[http://a/2?x&y]]></loc></url></urlset>",
            ["http://a/1", "http://a/2?x&y"],
            [],
        ),
        (
            "<sitemapindex><sitemap><loc>http://a/m</loc></sitemap></sitemapindex>",
            [],
            ["http://a/m"],
        ),
        (
            "<rss><channel><link>http://a/</link><item><link>http://a/3</link></item></channel></rss>",
            ["http://a/3"],
            [],
        ),
        (
            "<feed xmlns='http://www.w3.org/2005/Atom'><link href='/'/><entry><link href='/4'/>"
            "<link rel='edit' href='/5'/></entry></feed>",
            ["/4"],
            [],
        ),
        ("http://a/1\n# no\n\nhttps://a/2\n", ["http://a/1", "https://a/2"], []),
        (MAP + "<url><loc>http://a/2</loc>", ["http://a/1", "http://a/2"], []),
    ],
)
def test_listings_of_all_kinds_are_read(text: str, pages: list[str], listings: list[str]) -> None:
    for content in (text.encode(), gzip.compress(text.encode()), b"\xef\xbb\xbf" + text.encode()):
        found = read_listing(content, 10_000)
        assert (found.pages, found.listings) == (pages, listings)


BOMB = """<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><urlset><url><loc>http://a/&b;</loc></url></urlset>"""
OUTSIDE = """<!DOCTYPE b [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>"""


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, BOMB.replace("<!ENTITY", "<!ENTITY %")])
def test_xml_that_declares_entities_is_refused(text: str) -> None:
    with pytest.raises(NotAListing):
        read_listing(text.encode(), 10_000)


@pytest.mark.parametrize(
    "text", ["<html><body>no</body></html>", "hello", "", "\x00\x01", "<urlset"]
)
def test_what_is_no_listing_is_told(text: str) -> None:
    with pytest.raises(NotAListing):
        read_listing(text.encode(), 10_000)


def test_a_listing_that_grows_too_large_is_stopped() -> None:
    with pytest.raises(OverCap):
        read_listing(gzip.compress(b"<urlset>" + b" " * 10_000_000), 100_000)


def test_a_listing_is_read_so_far_only() -> None:
    rows = "<url><loc>http://a/</loc></url>" * (MOST_ADDRESSES + 10)
    assert (
        len(read_listing(f"<urlset>{rows}</urlset>".encode(), 10_000_000).pages) == MOST_ADDRESSES
    )


def test_an_index_is_read_so_far_only() -> None:
    rows = "<sitemap><loc>http://a/</loc></sitemap>" * (MOST_ADDRESSES + 10)
    found = read_listing(f"<sitemapindex>{rows}</sitemapindex>".encode(), 10_000_000)
    assert len(found.listings) == MOST_ADDRESSES


@given(st.binary(max_size=100))
def test_no_bytes_break_the_reading_of_listings(content: bytes) -> None:
    for start in (b"", b"<urlset>", b"\x1f\x8b"):
        with suppress(NotAListing, OverCap):
            read_listing(start + content, 10_000)


def answer(status: int, text: str = "", **headers: str) -> Response:
    pairs = tuple(
        (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
    )
    body = text.encode()
    return Response(URL, b"", datetime.now(UTC), None, "1.1", status, "", pairs, body, body)


def test_rules_and_their_absence() -> None:
    rules = read_rules(answer(200, "User-agent: dehusk\nDisallow: /x\nCrawl-delay: 7"), 0.0)
    assert not rules.allows("http://a.example/x/1", "dehusk")
    assert rules.allows("http://a.example/y", "dehusk")
    assert rules.wanted_delay("dehusk") == 7
    assert read_rules(answer(404), 0.0).allows(URL, "dehusk")
    for broken in (None, answer(500), answer(429)):
        assert not read_rules(broken, 0.0).allows(URL, "dehusk")


@pytest.mark.parametrize(
    "text", ["Crawl-delay: soon", "Crawl-delay: -5", "Request-rate: 0/0", "Request-rate: x"]
)
def test_a_delay_that_is_none_asks_for_nothing(text: str) -> None:
    assert read_rules(answer(200, f"User-agent: *\n{text}"), 0.0).wanted_delay("dehusk") <= 0


def test_a_delay_beyond_all_numbers_is_more_than_anybody_waits() -> None:
    rules = read_rules(answer(200, f"User-agent: *\nRequest-rate: 1/{'9' * 400}s"), 0.0)
    assert rules.wanted_delay("dehusk") > MOST_DELAY_S
    assert not rules.allows(URL, "dehusk")


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reading_of_rules(content: bytes) -> None:
    found = answer(200)
    rules = read_rules(Response(**{**found.__dict__, "content": content}), 0.0)
    rules.allows(URL, "dehusk")
    rules.list_sitemaps()


def test_rules_that_cannot_be_had_say_why() -> None:
    assert Rules(Verdict.UNREACHABLE, 0.0, why=Kind.NAME).why is Kind.NAME


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        ("Mon, 06 May 2024 12:00:07 GMT", 7.0),
        ("soon", None),
        ("", None),
        (None, None),
        ("-3", None),
        ("Mon, 06 May 2024 12:00:07 +99999999999999999", None),
        ("Mon, 06 May 99999999999999 12:00:07 GMT", None),
    ],
)
def test_requests_for_patience_are_read(value: str | None, seconds: float | None) -> None:
    noon = datetime(2024, 5, 6, 12, tzinfo=UTC)
    assert read_retry_after(value, noon) == seconds


def test_patience_until_a_time_that_has_passed_is_none() -> None:
    noon = datetime(2024, 5, 6, 12, tzinfo=UTC)
    assert read_retry_after("Mon, 06 May 2024 11:00:00 GMT", noon) == 0


def test_headers_are_found_in_any_spelling() -> None:
    found = answer(200, content_type='Text/HTML; charset="UTF-8"')
    assert (found.media_type, found.charset, found.is_page) == ("text/html", "utf-8", True)
    assert answer(302, location="/y").redirect == "/y"
    assert answer(200, location="/y").redirect is None


@pytest.mark.parametrize(
    ("html", "is_empty"),
    [
        ("<div id=root></div><script src=a.js></script>", True),
        (
            "<noscript>Enable JavaScript to run this application.</noscript><script></script>",
            True,
        ),
        ("<div id=root></div>", False),
        ("<script></script><p>" + "words " * 60, False),
        ("<frameset><frame src=a></frameset><script></script>", False),
    ],
)
def test_pages_that_wait_for_their_scripts_are_told(html: str, is_empty: bool) -> None:
    assert needs_scripts(html.encode(), None) is is_empty
