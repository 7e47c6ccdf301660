"""Whole crawls of sites that tests serve on loopback."""

import asyncio
import gzip
import zlib
from pathlib import Path

import pytest

from dehusk.crawl.fetch import Network
from dehusk.crawl.guard import is_any
from dehusk.crawl.outcome import Ending
from tests.archives import read_sources
from tests.crawl_server import Answer, Asked, Names, Site, page, redirect, serving
from tests.crawls import count_responses, crawl, read_records, settings


def make_tree(n_pages: int) -> Site:
    """A site in which page n leads to 2n + 1 and 2n + 2."""
    site = Site()
    for n in range(n_pages):
        links = [f"/{k}" for k in (2 * n + 1, 2 * n + 2) if k < n_pages]
        site[f"/{n}" if n else "/"] = page(f"Page {n}", *links, "/")
    return site


def test_every_page_of_a_site_is_fetched_and_archived_once(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc.gz"
    with serving(make_tree(100).respond) as server:
        outcome = crawl(archive, server.url())
        asked = server.paths()
    assert outcome.ending is Ending.DONE
    assert outcome.tally.pages == 100
    assert sorted(asked) == sorted(["/", *(f"/{n}" for n in range(1, 100))])
    assert set(count_responses(archive).values()) == {1}
    assert len(count_responses(archive)) == 100


def test_what_is_archived_is_read_back_by_dehusk_byte_for_byte(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc.gz"
    site = make_tree(20)
    with serving(site.respond) as server:
        crawl(archive, server.url())
        found = read_sources(archive)
    assert len(found.bodies) == 20
    assert not found.rejected
    body = site["/7"]
    assert isinstance(body, Answer)
    assert found.bodies[server.url("/7")] == str(body.body).encode()


def test_requests_stand_beside_their_answers(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc.gz"
    with serving(make_tree(3).respond) as server:
        crawl(archive, server.url())
    records = read_records(archive)
    assert records[0].kind == "warcinfo"
    responses = {one.headers["WARC-Record-ID"]: one for one in records if one.kind == "response"}
    requests = [one for one in records if one.kind == "request"]
    assert len(requests) == len(responses) == 4
    for one in requests:
        assert responses[one.headers["WARC-Concurrent-To"]].url == one.url
    assert {one.headers["WARC-IP-Address"] for one in responses.values()} == {"127.0.0.1"}
    assert all("WARC-Payload-Digest" in one.headers for one in responses.values())


def test_we_say_who_we_are_and_bring_no_cookies(tmp_path: Path) -> None:
    site = Site(
        {"/": Answer("<a href=/a>", headers={"Set-Cookie": "a=1", "Content-Type": "text/html"})}
    )
    site["/a"] = page("a")
    with serving(site.respond) as server:
        crawl(tmp_path / "site.warc.gz", server.url())
    assert all(one.headers["user-agent"].startswith("dehusk/") for one in server.log)
    assert all("cookie" not in one.headers for one in server.log)


def test_a_budget_of_pages_is_kept_exactly_and_can_be_raised(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc.gz"
    names = tuple(f"127.0.0.{n}" for n in range(1, 6))
    with serving(make_tree(50).respond, names) as server:
        starts = [server.url(host=name) for name in names]
        first = crawl(archive, *starts, chosen=settings(max_pages=33))
        assert first.ending is Ending.PAGES
        assert first.tally.pages == len(count_responses(archive)) == 33
        second = crawl(archive, *starts, chosen=settings(max_pages=1000))
    assert second.ending is Ending.DONE
    assert second.fetched == 5 * 50 - 33
    assert len(server.paths()) == 5 * 50


def test_a_budget_of_bytes_ends_a_crawl(tmp_path: Path) -> None:
    big = Answer("<p>" + "x" * 10_000 + "".join(f"<a href=/{n}>" for n in range(50)))
    with serving(lambda asked: None if asked.path == "/robots.txt" else big) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url(), chosen=settings(max_bytes=50_000))
    assert outcome.ending is Ending.BYTES
    assert 50_000 <= outcome.tally.n_bytes < 70_000


def test_links_are_followed_so_many_times_only(tmp_path: Path) -> None:
    with serving(make_tree(63).respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url(), chosen=settings({"depth": 2}))
    assert outcome.tally.pages == 7
    assert outcome.tally.left_out["too many links away"] > 0


def test_only_links_below_the_folder_are_followed_where_that_is_asked(tmp_path: Path) -> None:
    site = Site({"/blog/": page("blog", "/blog/a", "/shop/", "b.html"), "/shop/": page("shop")})
    site |= {"/blog/a": page("a", "/shop/"), "/blog/b.html": page("b", "/")}
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url("/blog/"), chosen=settings({"scope": "path"}))
    assert sorted(server.paths()) == ["/blog/", "/blog/a", "/blog/b.html"]


def test_patterns_take_links_in_and_leave_them_out(tmp_path: Path) -> None:
    site = Site({"/": page("home", "/a/1", "/a/2", "/b/1"), "/a/1": page("1"), "/a/2": page("2")})
    chosen = settings({"include": ("/a/",), "exclude": ("2$",)})
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url(), chosen=chosen)
    assert server.paths() == ["/", "/a/1"]


def test_sitemaps_of_robots_and_feeds_of_pages_are_read(tmp_path: Path) -> None:
    def respond(asked: Asked) -> Answer | None:
        xml = {"Content-Type": "application/xml"}
        root = f"http://{asked.host}"
        found = {
            "/robots.txt": Answer(f"Sitemap: {root}/index.xml", headers={}),
            "/index.xml": Answer(
                f"<sitemapindex><sitemap><loc>{root}/map.xml</loc></sitemap></sitemapindex>",
                headers=xml,
            ),
            "/map.xml": Answer(
                f"<urlset><url><loc>{root}/hidden</loc></url></urlset>", headers=xml
            ),
            "/": Answer(
                '<link rel="alternate" type="application/rss+xml" href="/feed"><p>home',
            ),
            "/feed": Answer(
                f"<rss><channel><item><link>{root}/news</link></item></channel></rss>", headers=xml
            ),
            "/hidden": page("hidden"),
            "/news": page("news"),
        }
        return found.get(asked.path)

    with serving(respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
        assert sorted(server.paths()) == [
            "/",
            "/feed",
            "/hidden",
            "/index.xml",
            "/map.xml",
            "/news",
        ]
        assert (outcome.tally.pages, outcome.tally.others) == (3, 3)
        before = len(server.log)
        crawl(tmp_path / "t.warc.gz", server.url(), chosen=settings({"sitemaps": False}))
    assert [one.path for one in server.log[before:]] == ["/robots.txt", "/"]


def test_a_sitemap_on_another_host_names_pages_of_the_site_and_leads_nowhere_else(
    tmp_path: Path,
) -> None:
    names = Names({f"{name}.example": "127.0.0.1" for name in ("site", "cdn", "victim")})

    def respond(asked: Asked) -> Answer | None:
        port = asked.host.partition(":")[2]
        root, cdn, victim = (f"http://{name}.example:{port}" for name in ("site", "cdn", "victim"))
        maps = "".join(f"<sitemap><loc>{one}/map.xml</loc></sitemap>" for one in (cdn, victim))
        urls = "".join(f"<url><loc>{one}/hidden</loc></url>" for one in (root, cdn, victim))
        xml = {"Content-Type": "application/xml"}
        found = {
            f"{root}/robots.txt": Answer(f"Sitemap: {cdn}/index.xml", headers={}),
            f"{cdn}/index.xml": Answer(f"<sitemapindex>{maps}</sitemapindex>", headers=xml),
            f"{cdn}/map.xml": Answer(f"<urlset>{urls}</urlset>", headers=xml),
            f"{root}/": page("home"),
            f"{root}/hidden": page("hidden"),
        }
        return found.get(asked.url)

    with serving(respond) as server:
        start = server.url(host="site.example")
        outcome = crawl(tmp_path / "s.warc.gz", start, network=Network(is_any, names))
    assert outcome.tally.pages == 2
    assert server.paths("victim") == []
    assert sorted(server.paths("cdn")) == ["/index.xml", "/map.xml"]


def test_an_answer_without_anything_in_it_is_no_page(tmp_path: Path) -> None:
    site = Site({"/": page("home", "/none"), "/none": Answer(b" ")})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert (outcome.tally.pages, outcome.tally.others) == (1, 1)


def test_what_a_server_says_does_not_reach_the_terminal(tmp_path: Path) -> None:
    site = Site({"/": page("home", "/a")})
    site["/a"] = Answer(b"x", headers={"Content-Type": "text/\x1b[31mred\x9b"})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert outcome.tally.failures in ({"not HTML": 1}, {"no proper answer": 1})


def test_a_sitemap_can_be_the_start(tmp_path: Path) -> None:
    def respond(asked: Asked) -> Answer | None:
        root = f"http://{asked.host}"
        body = f"<urlset><url><loc>{root}/a</loc></url><url><loc>{root}/b</loc></url></urlset>"
        maps = {"/sitemap.xml": Answer(body, headers={"Content-Type": "text/xml"})}
        return {**maps, "/a": page("a"), "/b": page("b")}.get(asked.path)

    with serving(respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url("/sitemap.xml"))
    assert outcome.tally.pages == 2


def test_redirects_are_followed_and_loops_end(tmp_path: Path) -> None:
    site = Site({"/": page("home", "/old", "/loop", "/endless/1"), "/new": page("new")})
    site |= {"/old": redirect("/new", 301), "/loop": redirect("/pool"), "/pool": redirect("/loop")}

    def respond(asked: Asked) -> object:
        if asked.path.startswith("/endless/"):
            return redirect(f"/endless/{int(asked.path.rpartition('/')[2]) + 1}")
        return site.respond(asked)

    with serving(respond) as server:  # type: ignore[arg-type]
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert outcome.tally.pages == 2
    assert outcome.tally.failures == {"too many redirects": 1}
    assert len([path for path in server.paths() if "endless" in path]) == 11


def test_a_start_that_is_sent_to_www_is_followed_there(tmp_path: Path) -> None:
    names = Names({"site.example": "127.0.0.1", "www.site.example": "127.0.0.1"})
    sites = {
        "site.example": lambda asked: redirect(f"http://www.{asked.host}/"),
        "www.site.example": Site({"/": page("home", "/a"), "/a": page("a")}).respond,
    }
    with serving(sites) as server:
        start = server.url(host="site.example")
        outcome = crawl(tmp_path / "s.warc.gz", start, network=Network(is_any, names))
    assert outcome.tally.pages == 2


def test_links_that_robots_are_asked_not_to_follow_are_not(tmp_path: Path) -> None:
    site = Site({"/": Answer('<a href="/a" rel="nofollow">a</a><a href="/b">b</a>')})
    site |= {"/b": Answer('<meta name="robots" content="noindex, nofollow"><a href="/c">c</a>')}
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url())
    assert server.paths() == ["/", "/b"]


def test_what_is_no_page_is_named_and_not_fetched_to_its_end(tmp_path: Path) -> None:
    site = Site({"/": page("home", "/a", "/b.pdf")})
    site["/a"] = Answer(b"x" * 1000, headers={"Content-Type": "application/pdf"})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert outcome.tally.failures == {"not HTML (application/pdf)": 1}
    assert server.paths() == ["/", "/a"]


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_compressed_pages_are_kept_as_sent_and_read_back(tmp_path: Path, encoding: str) -> None:
    html = b"<p>" + b"compressed " * 500 + b"<a href=/b>b</a>"
    body = gzip.compress(html) if encoding == "gzip" else zlib.compress(html)
    headers = {"Content-Type": "text/html", "Content-Encoding": encoding}
    site = Site({"/": Answer(body, headers=headers), "/b": page("b")})
    archive = tmp_path / "s.warc.gz"
    with serving(site.respond) as server:
        outcome = crawl(archive, server.url())
        assert outcome.tally.pages == 2
        assert read_sources(archive).bodies[server.url()] == html


def test_chunked_bodies_are_kept_whole(tmp_path: Path) -> None:
    async def send(writer: asyncio.StreamWriter) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
        writer.write(head + b"5\r\n<p>ab\r\n3\r\ncde\r\n0\r\n\r\n")

    archive = tmp_path / "s.warc.gz"
    with serving(Site({"/": send}).respond) as server:
        crawl(archive, server.url())
        assert read_sources(archive).bodies == {server.url(): b"<p>abcde"}
    found = [one for one in read_records(archive) if one.url == server.url()]
    assert [one.body for one in found if one.kind == "response"] == [b"<p>abcde"]
