"""Ways into a private network that pages, redirects, names and lists can try: all are shut.

Nothing here may leave the machine, so 127.0.0.2 plays the internet and 127.0.0.1 what is private.
"""

import gzip
import json
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

import pytest

from dehusk.crawl import fetch
from dehusk.crawl.fetch import Network
from dehusk.crawl.guard import IP, is_public
from dehusk.crawl.outcome import Outcome
from tests.conftest import Run
from tests.crawl_server import Answer, Asked, Names, Respond, Server, Site, page, serving
from tests.crawls import crawl, settings

INTERNET, PRIVATE = "127.0.0.2", "127.0.0.1"
BOTH = (INTERNET, PRIVATE)
GUARDED = settings({"scope": "domain"}, {"retries": 0}, allow_private=False)


def judge(ip: IP) -> bool:
    return ip == ip_address(INTERNET) or is_public(ip)


NAMES = {"site.example": INTERNET, "inside.site.example": PRIVATE}


def crawl_guarded(tmp_path: Path, respond: Respond) -> tuple[Outcome, Server]:
    """A crawl of site.example, which is on the internet; inside.site.example is not."""
    with serving(respond, BOTH) as server:
        network = Network(judge, Names(NAMES))
        start = server.url(host="site.example")
        outcome = crawl(tmp_path / "s.warc.gz", start, chosen=GUARDED, network=network)
    return outcome, server


def list_private(server: Server) -> list[str]:
    return [one.url for one in server.log if one.ip == PRIVATE]


LITERALS = [
    *("127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "017700000001"),
    *("0177.0.0.1", "127.0.0.1.", "127.000.000.001", "%31%32%37.0.0.1", "１２７.0.0.1"),
    *("0.0.0.0", "0", "localhost", "LOCALHOST", "localhost.", "127。0。0。1"),
    *("[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
    *("[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::ffff:0:127.0.0.1]"),
    *("[fe80::1]", "[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]"),
    *("169.254.169.254", "0xa9fea9fe", "2852039166", "[::ffff:169.254.169.254]"),
    *("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "100.127.255.255"),
    *("198.18.0.1", "192.0.2.1", "192.0.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
]


@pytest.mark.parametrize("host", LITERALS)
def test_a_private_address_is_refused_however_it_is_written(tmp_path: Path, host: str) -> None:
    with serving(Site({"/": page("secret")}).respond) as server:
        chosen = settings(allow_private=False, limits={"retries": 0})
        outcome = crawl(tmp_path / "s.warc.gz", f"http://{host}:{server.port}/", chosen=chosen)
    assert server.log == []
    assert outcome.tally.failures == {"private address": 1}


@pytest.mark.parametrize(
    "tricked",
    [
        "http://site.example@127.0.0.1:{port}/",
        "http://site.example:80@127.0.0.1:{port}/",
        "http://127.0.0.1:{port}\\@site.example/",
        "http://site.example#@127.0.0.1:{port}/",
        "http:127.0.0.1:{port}/",
        "http:\\\\127.0.0.1:{port}/",
        "//127.0.0.1:{port}/",
        "\thttp://127.0.0.1\n:{port}/",
        "http://inside.site.example:{port}/",
        "file:///etc/passwd",
        "ftp://127.0.0.1:{port}/",
        "gopher://127.0.0.1:{port}/_GET%20/",
        "javascript:fetch('http://127.0.0.1:{port}/')",
        "data:text/html,<a href=http://127.0.0.1/>",
        "ws://127.0.0.1:{port}/",
        "http://127.0.0.1:22/",
    ],
)
@pytest.mark.parametrize("how", ["link", "redirect", "refresh", "base"])
def test_no_page_leads_inside(tmp_path: Path, tricked: str, how: str) -> None:
    def respond(asked: Asked) -> Answer | None:
        target = tricked.format(port=asked.host.partition(":")[2])
        if asked.path != "/":
            return None
        if how == "redirect":
            return Answer(status=302, headers={"Location": target.strip().replace("\n", "")})
        quoted = target.replace('"', "&quot;")
        return {
            "link": Answer(f'<a href="{quoted}">x</a>'),
            "refresh": Answer(f'<meta http-equiv="refresh" content="0; url={quoted}">'),
            "base": Answer(f'<base href="{quoted}"><a href="x">x</a>'),
        }[how]

    _, server = crawl_guarded(tmp_path, respond)
    assert any(one.path == "/" for one in server.log)
    assert list_private(server) == []


def test_a_name_of_a_private_address_is_refused_where_the_scope_allows_it(tmp_path: Path) -> None:
    def respond(asked: Asked) -> Answer:
        port = asked.host.partition(":")[2]
        return page("home", f"http://inside.site.example:{port}/")

    outcome, server = crawl_guarded(tmp_path, respond)
    assert outcome.tally.failures == {"private address": 1}
    assert list_private(server) == []


def test_a_redirect_to_a_private_address_is_refused(tmp_path: Path) -> None:
    def respond(asked: Asked) -> Answer | None:
        port = asked.host.partition(":")[2]
        target = {"Location": f"http://inside.site.example:{port}/secret"}
        return Answer(status=301, headers=target) if asked.path == "/" else None

    outcome, server = crawl_guarded(tmp_path, respond)
    assert outcome.tally.failures == {"private address": 1}
    assert list_private(server) == []


def test_a_robots_txt_that_is_sent_inside_is_not_followed_and_forbids_all(tmp_path: Path) -> None:
    def respond(asked: Asked) -> Answer:
        port = asked.host.partition(":")[2]
        if asked.path == "/robots.txt":
            return Answer(status=302, headers={"Location": f"http://127.0.0.1:{port}/admin"})
        return page("home")

    outcome, server = crawl_guarded(tmp_path, respond)
    assert list_private(server) == []
    assert [one.path for one in server.log] == ["/robots.txt"]
    assert outcome.tally.failures == {"robots.txt unreachable": 1}


@pytest.mark.parametrize("packed", [False, True])
def test_sitemaps_do_not_lead_inside(tmp_path: Path, packed: bool) -> None:
    def respond(asked: Asked) -> Answer | None:
        port = asked.host.partition(":")[2]
        root, inside = f"http://{asked.host}", f"http://inside.site.example:{port}"
        index = "".join(
            f"<sitemap><loc>{one}</loc></sitemap>"
            for one in (f"{inside}/map.xml", f"http://127.0.0.1:{port}/m.xml", f"{root}/map.xml")
        )
        pages = (
            f"<urlset><url><loc>{inside}/secret</loc></url><url><loc>{root}/a</loc></url></urlset>"
        )
        lines = f"Sitemap: {root}/index.xml\nSitemap: http://127.0.0.1:{port}/sitemap.xml"
        xml = {"Content-Type": "application/xml"}
        index = f"<sitemapindex>{index}</sitemapindex>"
        found = {
            "/robots.txt": Answer(lines, headers={}),
            "/index.xml": Answer(gzip.compress(index.encode()) if packed else index, headers=xml),
            "/map.xml": Answer(pages, headers=xml),
            "/": page("home"),
            "/a": page("a"),
        }
        return found.get(asked.path)

    outcome, server = crawl_guarded(tmp_path, respond)
    assert list_private(server) == []
    assert outcome.tally.pages == 2
    assert outcome.tally.failures["private address"] == 3


def make_closing(find_links: Callable[[Asked], list[str]]) -> Respond:
    def respond(asked: Asked) -> Answer | None:
        if asked.path == "/robots.txt":
            return None
        body = page("home", *find_links(asked)).body
        return Answer(body, headers={"Content-Type": "text/html", "Connection": "close"})

    return respond


def test_a_name_is_looked_up_once_for_the_check_and_the_connection(tmp_path: Path) -> None:
    names = Names({"rebind.example": [INTERNET, PRIVATE]})
    with serving(make_closing(lambda _: []), BOTH) as server:
        start = server.url(host="rebind.example")
        crawl(tmp_path / "s.warc.gz", start, chosen=GUARDED, network=Network(judge, names))
    assert names.asked == ["rebind.example"]
    assert {one.ip for one in server.log} == {INTERNET}


def test_a_name_that_changes_its_answer_is_refused_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Every connection asks anew, and every answer closes its connection.
    monkeypatch.setattr(fetch, "DNS_TTL_S", 0)
    names = Names({"rebind.example": [INTERNET] * 3 + [PRIVATE]})
    pages = make_closing(lambda asked: [f"/{n}" for n in range(5)])

    with serving(pages, BOTH) as server:
        start = server.url(host="rebind.example")
        network = Network(judge, names)
        outcome = crawl(tmp_path / "s.warc.gz", start, chosen=GUARDED, network=network)
    assert list_private(server) == []
    assert len(names.asked) > 4
    assert outcome.tally.pages >= 1
    assert outcome.tally.failures["private address"] >= 1


def test_a_name_with_one_private_address_among_others_is_refused(tmp_path: Path) -> None:
    class Mixed(Names):
        async def resolve(self, host: str, *rest: object) -> list:  # type: ignore[type-arg]
            public = await Names({host: INTERNET}).resolve(host, *rest)  # type: ignore[arg-type]
            private = await Names({host: PRIVATE}).resolve(host, *rest)  # type: ignore[arg-type]
            return [*public, *private]

    with serving(make_closing(lambda _: []), BOTH) as server:
        start = server.url(host="mixed.example")
        network = Network(judge, Mixed({}))
        outcome = crawl(tmp_path / "s.warc.gz", start, chosen=GUARDED, network=network)
    assert server.log == []
    assert outcome.tally.failures == {"private address": 1}


def test_the_command_refuses_private_addresses_and_says_how_to_allow_them(
    dehusk: Run, tmp_path: Path
) -> None:
    with serving(Site({"/": page("mine")}).respond) as server:
        done = dehusk("crawl", server.url(), "-o", "s.warc.gz", "--json", "-")
        assert done.returncode == 1
        assert json.loads(done.stdout)["failed"] == {"private address": 1}
        assert "--allow-private" in done.stderr
        assert server.log == []
        again = dehusk("crawl", server.url(), "-o", "s.warc.gz", "--allow-private", "--delay", "0")
    assert again.returncode == 0, again.stderr
    assert "1 page in s.warc.gz" in again.stderr


def test_a_proxy_of_the_environment_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Site({"/": page("home")}).respond) as server, serving(Site().respond) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url())
        monkeypatch.setenv("HTTP_PROXY", proxy.url())
        assert crawl(tmp_path / "s.warc.gz", server.url()).tally.pages == 1
    assert proxy.log == []
