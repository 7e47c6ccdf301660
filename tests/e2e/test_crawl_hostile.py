"""Servers that mean harm, or cannot do better: each costs a bounded time, and no other page."""

import asyncio
import gzip
import ssl
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from dehusk.crawl.fetch import Network
from dehusk.crawl.guard import is_any
from tests.archives import read_sources
from tests.crawl_server import Answer, Names, Raw, Server, Site, page, serving
from tests.crawls import count_responses, crawl, read_records, settings

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHOSEN = settings(limits={"timeout_s": 1.5, "retries": 0, "body_bytes": 1024 * 1024})


async def send_endlessly(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n")
    while True:
        writer.write(b"<p>more</p>" * 5000)
        await writer.drain()


async def send_endless_headers(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-More: and more\r\n" * 100)
        await writer.drain()


async def drip(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n")
    while True:
        writer.write(b".")
        await writer.drain()
        await asyncio.sleep(0.05)


async def drip_headers(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        writer.write(b".")
        await writer.drain()
        await asyncio.sleep(0.05)


async def say_nothing(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)


def send(*pieces: bytes) -> Raw:
    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(b"".join(pieces))
        await writer.drain()

    return write


BOMB = gzip.compress(b"<p>" + b"\0" * 64 * 1024 * 1024)
PACKED = b"Content-Encoding: gzip\r\n"

CASES: dict[str, tuple[Raw, str]] = {
    "an endless body": (send_endlessly, "too large"),
    "endless headers": (send_endless_headers, "no proper answer"),
    "one header without end": (send(b"HTTP/1.1 200 OK\r\nX: ", b"x" * 100_000), "no proper answer"),
    "a body drop by drop": (drip, "timeout"),
    "headers drop by drop": (drip_headers, "timeout"),
    "nothing at all": (say_nothing, "timeout"),
    "a closed door": (send(), "disconnected"),
    "a gzip bomb": (send(HEAD, PACKED, b"\r\n", BOMB), "too large"),
    "a gzip bomb in a gzip bomb": (
        send(HEAD, b"Content-Encoding: gzip, gzip\r\n\r\n", gzip.compress(BOMB)),
        "too large",
    ),
    "a length that is too long": (send(HEAD, b"Content-Length: 500\r\n\r\n<p>short"), "cut short"),
    "a length beyond all bounds": (
        send(HEAD, b"Content-Length: 99999999999\r\n\r\n<p>"),
        "too large",
    ),
    "a length that is no number": (
        send(HEAD, b"Content-Length: many\r\n\r\n<p>"),
        "no proper answer",
    ),
    "a length below zero": (send(HEAD, b"Content-Length: -5\r\n\r\n<p>"), "no proper answer"),
    "two lengths": (
        send(HEAD, b"Content-Length: 3\r\nContent-Length: 7\r\n\r\n<p>abcd"),
        "no proper answer",
    ),
    "a chunk that is none": (
        send(HEAD, b"Transfer-Encoding: chunked\r\n\r\nzz\r\n<p>\r\n"),
        "no proper answer",
    ),
    "chunks without an end": (
        send(HEAD, b"Transfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n"),
        "cut short",
    ),
    "no HTTP": (send(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"), "no proper answer"),
    "binary": (send(bytes(range(256)) * 10), "no proper answer"),
}


@pytest.mark.parametrize("case", CASES)
def test_it_costs_itself_and_nobody_else(tmp_path: Path, case: str) -> None:
    hostile, reason = CASES[case]
    site = Site({"/": page("home", "/bad", "/good"), "/bad": hostile, "/good": page("good")})
    archive = tmp_path / "s.warc.gz"
    with serving(site.respond) as server:
        start = time.monotonic()
        outcome = crawl(archive, server.url(), chosen=CHOSEN)
        took_s = time.monotonic() - start
    assert outcome.tally.failures == {reason: 1}
    assert outcome.tally.pages == 2
    assert took_s < 4
    assert sorted(count_responses(archive)) == [server.url(), server.url("/good")]


HARD = {
    "deep": "<div>" * 300_000,
    "unclosed": "<b><i><p>" * 60_000,
    "attributes": "<a " + " ".join(f"x{n}=1" for n in range(60_000)) + ">",
    "links": "".join(f"<a href=/bad{n}.pdf>" for n in range(40_000)),
    "long links": "".join(f"<a href='/{str(n) * 900}'>" for n in range(300)),
    "spaces": "<meta http-equiv=refresh content='"
    + " " * 300_000
    + "x'>"
    + "<a href='"
    + " " * 300_000,
    "scripts": "<script>" + "<!--<script>" * 60_000,
}


@pytest.mark.parametrize("case", HARD)
def test_a_page_that_is_hard_to_read_costs_little_time(tmp_path: Path, case: str) -> None:
    site = Site({"/": page("home", "/bad", "/good"), "/good": page("good")})
    site["/bad"] = Answer("<script></script>" + HARD[case])
    chosen = settings(limits={"timeout_s": 5.0, "retries": 0})
    with serving(site.respond) as server:
        start = time.monotonic()
        outcome = crawl(tmp_path / "s.warc.gz", server.url(), chosen=chosen)
        took_s = time.monotonic() - start
    assert outcome.tally.pages == 3
    assert took_s < 5


def test_a_robots_txt_that_is_hard_to_read_costs_little_time(tmp_path: Path) -> None:
    rules = "User-agent: *\n" + "".join(f"Disallow: /*a*a*a*{n}*b$\n" for n in range(15_000))
    site = Site({"/robots.txt": Answer(rules, headers={})})
    site["/"] = page("home", *(f"/{'a' * 1500}{n}" for n in range(10)))
    site.update({f"/{'a' * 1500}{n}": page(str(n)) for n in range(10)})
    with serving(site.respond) as server:
        start = time.monotonic()
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
        assert time.monotonic() - start < 10
    assert outcome.tally.pages == 11


def test_what_follows_the_length_that_was_told_is_not_taken_for_an_answer(tmp_path: Path) -> None:
    smuggled = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\nforged"
    site = Site({"/": page("home", "/bad", "/good"), "/good": page("good")})
    site["/bad"] = Answer(
        b"<p>" + smuggled, headers={"Content-Type": "text/html", "Content-Length": "3"}
    )
    archive = tmp_path / "s.warc.gz"
    with serving(site.respond) as server:
        crawl(archive, server.url(), chosen=CHOSEN)
        bodies = read_sources(archive).bodies
    assert bodies[server.url("/bad")] == b"<p>"
    assert b"good" in bodies[server.url("/good")]


def test_a_gzip_that_is_none_is_kept_as_it_came(tmp_path: Path) -> None:
    headers = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    site = Site({"/": Answer("<p>plain <a href=/a>a</a>", headers=headers), "/a": page("a")})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url(), chosen=CHOSEN)
    assert outcome.tally.pages == 2


def test_a_host_that_never_answers_is_given_up(tmp_path: Path) -> None:
    site = Site({"/": page("home", *(f"/{n}" for n in range(40)))})
    site.update({f"/{n}": say_nothing for n in range(40)})
    chosen = settings(limits={"timeout_s": 0.1, "retries": 0})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url(), chosen=chosen)
    assert outcome.tally.failures == {"timeout": 8, "host given up": 32}


def test_a_name_that_leads_nowhere_is_told_as_that(tmp_path: Path) -> None:
    network = Network(is_any, Names({}))
    outcome = crawl(tmp_path / "s.warc.gz", "http://nowhere.example/", network=network)
    assert outcome.tally.failures == {"name not found": 1}


def test_a_port_where_nobody_listens_is_told_as_that(tmp_path: Path) -> None:
    with serving(Site().respond) as server:
        start = server.url()
    outcome = crawl(tmp_path / "s.warc.gz", start, chosen=CHOSEN)
    assert outcome.tally.failures == {"unreachable": 1}


def test_failures_of_the_day_are_tried_by_the_next_run(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    names: dict[str, str] = {}
    network = Network(is_any, Names(names))
    with serving(Site({"/": page("home", "/gone")}).respond) as server:
        start = server.url(host="late.example")
        assert crawl(archive, start, network=network, chosen=CHOSEN).tally.pages == 0
        network = Network(is_any, Names({"late.example": "127.0.0.1"}))
        assert crawl(archive, start, network=network, chosen=CHOSEN).tally.pages == 1
        n_asked = len(server.log)
        # What will not be there tomorrow either is not.
        assert crawl(archive, start, network=network, chosen=CHOSEN).was_finished
        assert len(server.log) == n_asked


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def secure(authority: trustme.CA) -> Iterator[tuple[Server, ssl.SSLContext]]:
    """A server whose certificate is that of good.example, and who trusts its issuer."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("good.example").configure_cert(context)
    client = ssl.create_default_context()
    authority.configure_trust(client)
    with serving(Site({"/": page("secret")}).respond, tls=context) as server:
        yield server, client


NAMES = {"good.example": "127.0.0.1", "other.example": "127.0.0.1"}


def test_a_certificate_that_is_trusted_and_fits_is_taken(
    tmp_path: Path, secure: tuple[Server, ssl.SSLContext]
) -> None:
    server, client = secure
    network = Network(is_any, Names(NAMES), client)
    start = server.url(host="good.example", scheme="https")
    archive = tmp_path / "s.warc.gz"
    assert crawl(archive, start, network=network).tally.pages == 1
    assert any(one.url == start and one.kind == "response" for one in read_records(archive))


def test_a_certificate_nobody_vouches_for_is_refused(
    tmp_path: Path, secure: tuple[Server, ssl.SSLContext]
) -> None:
    server, _ = secure
    start = server.url(host="good.example", scheme="https")
    outcome = crawl(tmp_path / "s.warc.gz", start, network=Network(is_any, Names(NAMES)))
    assert outcome.tally.failures == {"bad certificate": 1}
    assert server.log == []


def test_a_certificate_of_another_host_is_refused(
    tmp_path: Path, secure: tuple[Server, ssl.SSLContext]
) -> None:
    server, client = secure
    start = server.url(host="other.example", scheme="https")
    network = Network(is_any, Names(NAMES), client)
    outcome = crawl(tmp_path / "s.warc.gz", start, network=network)
    assert outcome.tally.failures == {"bad certificate": 1}
    assert server.log == []
