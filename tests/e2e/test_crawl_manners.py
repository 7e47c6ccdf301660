"""How servers are treated, told from their own logs: pauses, robots.txt, requests for patience."""

import asyncio
import time
from email.utils import formatdate
from itertools import pairwise
from pathlib import Path

import pytest

from dehusk.crawl.fetch import Network
from dehusk.crawl.guard import is_any
from tests.crawl_server import Answer, Asked, Names, Raw, Respond, Server, Site, page, serving
from tests.crawls import count_responses, crawl, settings

PLAIN = {"Content-Type": "text/plain"}


def robots(text: str, status: int = 200) -> Answer:
    return Answer(text, status, PLAIN)


def star(n_pages: int) -> Site:
    """A home page that leads to all others."""
    site = Site({"/": page("home", *(f"/{n}" for n in range(1, n_pages)))})
    site.update({f"/{n}": page(f"Page {n}", "/") for n in range(1, n_pages)})
    return site


def list_gaps(server: Server, host: str) -> list[float]:
    """The seconds from one request to the next, robots.txt included."""
    asked = [one for one in server.log if one.host.startswith(host)]
    return [after.at - before.at for before, after in pairwise(asked)]


def test_a_host_is_asked_one_thing_at_a_time_with_its_pause_and_hosts_beside_one_another(
    tmp_path: Path,
) -> None:
    hosts = tuple(f"127.0.0.{n}" for n in range(1, 5))
    with serving(star(6).respond, hosts) as server:
        start = time.monotonic()
        starts = [server.url(host=host) for host in hosts]
        outcome = crawl(tmp_path / "s.warc.gz", *starts, chosen=settings(delay=0.2))
        took_s = time.monotonic() - start
    assert outcome.tally.pages == 24
    for host in hosts:
        gaps = list_gaps(server, host + ":")
        assert len(gaps) == 6
        assert min(gaps) >= 0.2
        assert max(gaps) < 0.5
    # One host after another would take four times as long.
    assert took_s < 4 * 6 * 0.2


def test_hosts_that_share_an_address_have_their_pauses_each(tmp_path: Path) -> None:
    names = Names({"a.example": "127.0.0.1", "b.example": "127.0.0.1"})
    with serving(star(4).respond) as server:
        starts = [server.url(host=name) for name in ("a.example", "b.example")]
        network = Network(is_any, names)
        crawl(tmp_path / "s.warc.gz", *starts, chosen=settings(delay=0.15), network=network)
    for name in ("a.example", "b.example"):
        assert min(list_gaps(server, name)) >= 0.15


def test_hundreds_of_hosts_wait_beside_one_another(tmp_path: Path) -> None:
    hosts = [f"h{n}.example" for n in range(300)]
    network = Network(is_any, Names(dict.fromkeys(hosts, "127.0.0.1")))
    with serving(Site({"/": page("home")}).respond) as server:
        path = tmp_path / "list.txt"
        path.write_text("\n".join(server.url(host=host) for host in hosts))
        start = time.monotonic()
        chosen = settings({"depth": 0}, delay=1.0)
        outcome = crawl(tmp_path / "s.warc.gz", str(path), chosen=chosen, network=network)
        took_s = time.monotonic() - start
    assert outcome.tally.pages == 300
    assert took_s < 15
    for host in hosts[::50]:
        assert min(list_gaps(server, host + ":")) >= 1.0


def test_a_crawl_delay_that_is_longer_than_ours_is_kept(tmp_path: Path) -> None:
    site = star(4)
    site["/robots.txt"] = robots("User-agent: *\nCrawl-delay: 0.3\n")
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url(), chosen=settings(delay=0.05))
        gaps = list_gaps(server, "127.0.0.1")
        assert min(gaps) >= 0.3
        # Goes on with the rules it has read: they still hold.
        before = len(server.log)
        crawl(tmp_path / "s.warc.gz", server.url(), chosen=settings(delay=0.05, again=True))
        assert "/robots.txt" not in [one.path for one in server.log[before:]]
        asked = server.log[before:]
        assert min(b.at - a.at for a, b in pairwise(asked)) >= 0.3


def test_a_request_rate_is_a_pause_too(tmp_path: Path) -> None:
    site = star(3)
    site["/robots.txt"] = robots("User-agent: *\nRequest-rate: 4/1\n")
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url())
    assert min(list_gaps(server, "127.0.0.1")) >= 0.25


def test_who_wants_to_be_asked_once_an_hour_is_not_asked(tmp_path: Path) -> None:
    site = star(3)
    site["/robots.txt"] = robots("User-agent: *\nCrawl-delay: 3600\n")
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert server.paths() == []
    assert outcome.tally.failures == {"forbidden by robots.txt": 1}


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("User-agent: *\nDisallow: /1", {"/", "/2", "/3"}),
        ("User-agent: *\nDisallow: /", set()),
        ("User-agent: *\nDisallow:", {"/", "/1", "/2", "/3"}),
        ("User-agent: *\nDisallow: /\nAllow: /$\nAllow: /2", {"/", "/2"}),
        ("User-agent: *\nDisallow: /\n\nUser-agent: Dehusk\nDisallow: /3", {"/", "/1", "/2"}),
        ("User-agent: other\nDisallow: /", {"/", "/1", "/2", "/3"}),
        ("user-agent : *\ndisallow : /*2  # not this", {"/", "/1", "/3"}),
        ("\ufeffUser-agent: *\nDisallow: /1", {"/", "/2", "/3"}),
        ("<html>not rules at all</html>", {"/", "/1", "/2", "/3"}),
    ],
)
def test_robots_txt_is_obeyed(tmp_path: Path, text: str, allowed: set[str]) -> None:
    site = star(4)
    site["/robots.txt"] = robots(text)
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url())
    assert set(server.paths()) == allowed


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_robots_txt_that_is_not_there_forbids_nothing(tmp_path: Path, status: int) -> None:
    site = star(3)
    site["/robots.txt"] = robots("Disallow: /", status)
    with serving(site.respond) as server:
        assert crawl(tmp_path / "s.warc.gz", server.url()).tally.pages == 3


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_robots_txt_that_cannot_be_had_forbids_all_but_is_tried_again(
    tmp_path: Path, status: int
) -> None:
    site = star(3)
    site["/robots.txt"] = robots("", status)
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert [one.path for one in server.log] == ["/robots.txt"] * 3
    assert outcome.tally.failures == {"robots.txt unreachable": 1}


def test_a_robots_txt_that_comes_at_last_is_obeyed(tmp_path: Path) -> None:
    answers = iter([robots("", 503), robots("", 500), robots("User-agent: *\nDisallow: /1")])
    site = star(3)
    site["/robots.txt"] = lambda asked: next(answers)
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url())
    assert [one.path for one in server.log] == ["/robots.txt"] * 3 + ["/", "/2"]


def redirect_robots(hops: int) -> Respond:
    """A robots.txt that is at the end of so many redirects, and forbids /1."""
    site = star(3)

    def respond(asked: Asked) -> Answer | Raw | None:
        if asked.path == "/robots.txt" or asked.path.startswith("/hop"):
            at = int(asked.path.removeprefix("/hop") or 0) if "hop" in asked.path else 0
            if at == hops:
                return robots("User-agent: *\nDisallow: /1")
            return Answer(status=301, headers={"Location": f"/hop{at + 1}"})
        return site.respond(asked)

    return respond


def test_five_redirects_to_a_robots_txt_are_followed_and_no_more(tmp_path: Path) -> None:
    with serving(redirect_robots(5)) as server:
        crawl(tmp_path / "a.warc.gz", server.url())
        assert "/1" not in server.paths()
    with serving(redirect_robots(6)) as server:
        crawl(tmp_path / "b.warc.gz", server.url())
        assert "/1" in server.paths()
        assert "/hop6" not in server.paths()


def test_a_robots_txt_is_read_to_its_500th_kilobyte(tmp_path: Path) -> None:
    filler = "# " + "x" * 97 + "\n"
    text = "User-agent: *\nDisallow: /1\n" + filler * 5200 + "Disallow: /2\n"
    site = star(3)
    site["/robots.txt"] = robots(text)
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url())
    assert set(server.paths()) == {"/", "/2"}


def test_two_hosts_whose_robots_lead_to_each_other_do_not_wait_for_ever(tmp_path: Path) -> None:
    hosts = ("127.0.0.1", "127.0.0.2")

    def respond(asked: Asked) -> Answer:
        if asked.path == "/robots.txt":
            host, _, port = asked.host.partition(":")
            other = hosts[host == hosts[0]]
            return Answer(status=302, headers={"Location": f"http://{other}:{port}/rules"})
        return robots("User-agent: *\nAllow: /") if asked.path == "/rules" else page("home")

    with serving(respond, hosts) as server:
        starts = [server.url(host=host) for host in hosts]
        outcome = crawl(tmp_path / "s.warc.gz", *starts, chosen=settings(delay=0.05))
    assert outcome.tally.pages == 2
    for host in hosts:
        assert min(list_gaps(server, host)) >= 0.05


@pytest.mark.parametrize("form", ["seconds", "date"])
@pytest.mark.parametrize("status", [503, 429])
def test_a_server_that_asks_for_patience_gets_it(tmp_path: Path, status: int, form: str) -> None:
    site = star(4)
    busy: list[float] = []

    def answer(asked: Asked) -> Answer:
        if busy:
            return page("here")
        busy.append(time.monotonic())
        value = "1" if form == "seconds" else formatdate(time.time() + 1.5, usegmt=True)
        return Answer("busy", status, {"Retry-After": value, "Content-Type": "text/html"})

    site["/1"] = answer
    archive = tmp_path / "s.warc.gz"
    with serving(site.respond) as server:
        outcome = crawl(archive, server.url())
    at = next(index for index, one in enumerate(server.log) if one.path == "/1")
    # A date tells whole seconds only.
    assert server.log[at + 1].at - server.log[at].at >= (1.0 if form == "seconds" else 0.5)
    assert outcome.tally.pages == 4
    assert server.paths().count("/1") == 2
    assert set(count_responses(archive).values()) == {1}


def test_a_server_that_wants_to_be_left_alone_for_a_day_is(tmp_path: Path) -> None:
    site = star(4)
    site["/1"] = Answer("busy", 503, {"Retry-After": "86400"})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert server.paths() == ["/", "/1"]
    assert outcome.tally.failures == {"asked to come back later": 3}


def test_a_broken_page_is_asked_for_again_and_then_given_up(tmp_path: Path) -> None:
    site = star(3)
    site["/1"] = Answer("broken", 500)
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert server.paths().count("/1") == 3
    assert outcome.tally.failures == {"status 500": 1}
    assert outcome.tally.pages == 2


def test_the_pause_is_kept_when_a_crawl_goes_on(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    with serving(star(5).respond) as server:
        crawl(archive, server.url(), chosen=settings(delay=0.3, max_pages=2))
        crawl(archive, server.url(), chosen=settings(delay=0.3))
    assert min(list_gaps(server, "127.0.0.1")) >= 0.3


def test_a_slow_server_holds_up_nobody_else(tmp_path: Path) -> None:
    async def dawdle(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    slow, quick = Site({"/": dawdle}), star(30)
    hosts = ("127.0.0.1", "127.0.0.2")
    sites = dict(zip(hosts, (slow.respond, quick.respond), strict=True))
    chosen = settings(limits={"timeout_s": 1.0, "retries": 0})
    with serving(sites, hosts) as server:
        start = time.monotonic()
        starts = [server.url(host=host) for host in hosts]
        outcome = crawl(tmp_path / "s.warc.gz", *starts, chosen=chosen)
        assert time.monotonic() - start < 4
    assert outcome.tally.pages == 30
    assert outcome.tally.failures == {"timeout": 1}
