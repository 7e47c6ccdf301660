"""Faults of ours, and servers that are always busy: each costs its page or its host, no more."""

import gzip
import random
import time
from pathlib import Path
from typing import Any

import pytest

from dehusk.crawl import leads
from dehusk.crawl.fetch import Fetcher
from dehusk.crawl.robots import Rules
from dehusk.crawl.visit import MOST_STRIKES
from tests.crawl_server import Answer, Site, page, serving
from tests.crawls import count_responses, crawl, read_records, settings

HOME = page("home", "/bad", "/good")


def test_a_header_of_nonsense_costs_only_its_page(tmp_path: Path) -> None:
    nonsense = {"Retry-After": "Mon, 06 May 2024 12:00:07 +99999999999999999"}
    site = Site({"/": HOME, "/bad": Answer("", 503, nonsense), "/good": page("good")})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert outcome.tally.pages == 2
    assert outcome.tally.failures == {"status 503": 1}


@pytest.mark.parametrize(("part", "name"), [(Fetcher, "fetch"), (Rules, "allows")])
def test_a_fault_anywhere_in_a_visit_costs_only_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: type, name: str
) -> None:
    real = getattr(part, name)

    def fail(self: object, address: object, *others: object) -> object:
        if str(getattr(address, "url", address)).endswith("/bad"):
            raise ZeroDivisionError("ours")
        return real(self, address, *others)

    monkeypatch.setattr(part, name, fail)
    site = Site({"/": HOME, "/bad": page("bad"), "/good": page("good")})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert outcome.tally.failures == {"a fault of dehusk": 1}
    assert outcome.tally.pages == 2
    assert outcome.tally.waiting == 0


def test_a_fault_in_a_robots_txt_costs_only_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Rules) -> list[str]:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(Rules, "list_sitemaps", fail)
    with serving(Site({"/": page("home")}).respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert outcome.tally.failures == {"robots.txt unreachable": 1}


def test_a_broken_page_is_not_waited_for_longer_than_patience(tmp_path: Path) -> None:
    broken = Answer("", 500, {"Retry-After": "999999999"})
    site = Site({"/": HOME, "/bad": broken, "/good": page("good")})
    chosen = settings(limits={"retries": 1, "patience_s": 0.2})
    with serving(site.respond) as server:
        start = time.monotonic()
        outcome = crawl(tmp_path / "s.warc.gz", server.url(), chosen=chosen)
    assert time.monotonic() - start < 4
    assert outcome.tally.failures == {"status 500": 1}


def test_a_host_that_is_always_busy_is_given_up(tmp_path: Path) -> None:
    links = [f"/{n}" for n in range(30)]
    site = Site({"/": page("home", *links), **{link: Answer("", 503) for link in links}})
    with serving(site.respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert len(server.paths()) == 1 + MOST_STRIKES
    assert outcome.tally.failures["asked to come back later"] >= 20
    assert outcome.tally.waiting == 0
    assert server.url() in count_responses(tmp_path / "s.warc.gz")


@pytest.mark.parametrize("packs", [False, True])
def test_of_a_long_robots_txt_the_first_part_counts(tmp_path: Path, packs: bool) -> None:
    rules = b"User-agent: *\nDisallow: /bad\n" + random.Random(1).randbytes(2_000).hex().encode()
    rules = (rules + b"\n") * 700
    headers = {"Content-Type": "text/plain"} | ({"Content-Encoding": "gzip"} if packs else {})
    site = Site({"/": HOME, "/bad": page("bad"), "/good": page("good")})
    site["/robots.txt"] = Answer(gzip.compress(rules) if packs else rules, 200, headers)
    archive = tmp_path / "s.warc.gz"
    with serving(site.respond) as server:
        outcome = crawl(archive, server.url())
    assert outcome.tally.pages == 2
    assert outcome.tally.failures == {"forbidden by robots.txt": 1}
    kept = next(one for one in read_records(archive) if one.url.endswith("/robots.txt"))
    # What is cut is what was sent: packed, all of it was.
    assert kept.headers.get("WARC-Truncated") == (None if packs else "length")


def test_a_host_has_so_many_listings_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leads, "MOST_LISTINGS", 5)
    feed = '<link rel=alternate type="application/rss+xml" href=/feed/{}>'
    home = Answer("<p>home" + "".join(feed.format(n) for n in range(9)))
    with serving(Site({"/": home}).respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert len(server.paths()) == 1 + 5
    assert outcome.tally.left_out == {"more sitemaps and feeds than are read": 4}


def test_what_a_faulty_page_led_to_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_links = leads.LeadBook.take_links

    def fail(self: leads.LeadBook, *given: Any) -> None:
        take_links(self, *given)
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(leads.LeadBook, "take_links", fail)
    with serving(Site({"/": HOME}).respond) as server:
        outcome = crawl(tmp_path / "s.warc.gz", server.url())
    assert outcome.tally.failures == {"a fault of dehusk": 1}
    assert (outcome.tally.waiting, outcome.tally.n_bytes) == (0, 0)
