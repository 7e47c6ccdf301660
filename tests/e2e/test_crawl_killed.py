"""A crawl that is killed, interrupted or cut off goes on as if nothing had been."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from dehusk.crawl import leads, links
from dehusk.crawl.engine import CrawlRequest, crawl_site
from dehusk.crawl.opening import find_state
from dehusk.crawl.outcome import Ending
from dehusk.crawl.seeds import Seeds
from dehusk.crawl.state import State
from dehusk.errors import (
    ArchiveGone,
    ArchiveInTheWay,
    BadCrawlState,
    BadOutput,
    CrawlRunning,
    OtherCrawl,
    OutputUnwritable,
)
from tests.archives import read_sources
from tests.crawl_server import Answer, Asked, Server, Site, page, serving
from tests.crawls import QUICK, Quiet, count_responses, crawl, read_records, settings
from tests.e2e.test_crawl import make_tree

HOSTS = tuple(f"127.0.0.{n}" for n in range(1, 5))
PAGES_A_HOST = 500
KILLS = 20


def start_crawl(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "dehusk", "crawl", *arguments, "-o", "s.warc.gz"]
    command += ["--allow-private", "--delay", "0"]
    # Tests that run in the background of a script have inherited that it is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)


def wait_for(server: Server, n_asked: int, process: "subprocess.Popen[str]") -> None:
    """Until the server was asked so often, or the crawl is over."""
    while len(server.log) < n_asked and process.poll() is None:
        time.sleep(0.0005)


@pytest.mark.slow
def test_a_crawl_killed_twenty_times_has_every_page_once(tmp_path: Path) -> None:
    chance = random.Random(10)
    n_pages = len(HOSTS) * PAGES_A_HOST
    with serving(make_tree(PAGES_A_HOST).respond, HOSTS) as server:
        starts = [server.url(host=host) for host in HOSTS]
        for _ in range(KILLS):
            before = len(server.log)
            process = start_crawl(tmp_path, *starts)
            # Half as far on average as it could be: some pages more are fetched until it is dead.
            wait_for(server, before + chance.randrange(1, n_pages // KILLS), process)
            time.sleep(chance.random() * 0.005)
            assert process.poll() is None, "it was done before it was killed so often"
            process.send_signal(signal.SIGKILL)
            process.communicate()
        process = start_crawl(tmp_path, *starts)
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
        n_asked = Counter(one.url for one in server.log if one.path != "/robots.txt")
    archived = count_responses(tmp_path / "s.warc.gz")
    assert len(archived) == n_pages
    assert set(archived.values()) == {1}
    assert set(n_asked) == set(archived)
    # Only what was on its way when the crawl was killed is asked for again: one a host.
    assert n_asked.total() <= n_pages + KILLS * len(HOSTS)
    found = read_sources(tmp_path / "s.warc.gz")
    assert (len(found.bodies), len(found.rejected)) == (n_pages, 0)


def test_ctrl_c_ends_a_crawl_in_good_order_and_tells_how_to_go_on(tmp_path: Path) -> None:
    with serving(make_tree(400).respond) as server:
        process = start_crawl(tmp_path, server.url())
        wait_for(server, 50, process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert process.returncode == 130
        assert "the same command goes on" in said
        assert "Traceback" not in said
        there = count_responses(tmp_path / "s.warc.gz")
        assert len(there) >= 40
        again = start_crawl(tmp_path, server.url())
        _, said = again.communicate(timeout=30)
    assert again.returncode == 0
    assert f"going on: {len(there)} pages there already" in said
    # Nothing was lost, so nothing was asked for twice.
    assert len(server.paths()) == len(set(server.paths())) == 400
    assert set(count_responses(tmp_path / "s.warc.gz").values()) == {1}


def test_what_was_not_written_down_is_cut_off(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    with serving(make_tree(30).respond) as server:
        crawl(archive, server.url(), chosen=settings(max_pages=10))
        good = archive.read_bytes()
        with archive.open("ab") as file:
            file.write(good[-300:-20])
        crawl(archive, server.url())
    assert archive.read_bytes().startswith(good)
    assert len(count_responses(archive)) == 30


@pytest.mark.parametrize("damage", ["cut", "zeroed"])
def test_what_the_disk_lost_is_fetched_again(tmp_path: Path, damage: str) -> None:
    """After a power cut, the end of a file may be missing or hold nothing."""
    archive = tmp_path / "s.warc.gz"
    with serving(make_tree(30).respond) as server:
        crawl(archive, server.url(), chosen=settings(max_pages=20))
        whole = archive.read_bytes()
        cut = len(whole) * 2 // 3
        rest = b"" if damage == "cut" else bytes(len(whole) - cut)
        archive.write_bytes(whole[:cut] + rest)
        with sqlite3.connect(tmp_path / "s.warc.gz.crawl") as state:
            state.execute("UPDATE facts SET value = 0 WHERE name = 'synced'")
        state.close()
        outcome = crawl(archive, server.url())
    assert outcome.tally.pages == 30
    assert len(count_responses(archive)) == 30
    assert set(count_responses(archive).values()) == {1}


def test_the_same_crawl_may_run_only_once_at_a_time(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    refused: list[str] = []

    def respond(asked: Asked) -> object:
        if not refused:
            with pytest.raises(CrawlRunning) as raised:
                crawl(archive, "http://127.0.0.1/")
            refused.append(str(raised.value))
        return page("home") if asked.path == "/" else None

    with serving(respond) as server:  # type: ignore[arg-type]
        assert crawl(archive, server.url()).tally.pages == 1
    assert "another crawl is writing" in refused[0]


def test_a_file_in_the_way_is_not_touched(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    archive.write_bytes(b"precious")
    with pytest.raises(ArchiveInTheWay, match="move the file away"):
        crawl(archive, "http://127.0.0.1:8099/")
    assert archive.read_bytes() == b"precious"
    assert [path.name for path in tmp_path.iterdir()] == ["s.warc.gz"]


def test_another_crawl_does_not_go_on_with_what_is_there(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    with serving(make_tree(5).respond) as server:
        crawl(archive, server.url())
        with pytest.raises(OtherCrawl, match="depth was without, now 3"):
            crawl(archive, server.url(), chosen=settings({"depth": 3}))
        with pytest.raises(OtherCrawl, match="start was"):
            crawl(archive, server.url("/1"))


def test_a_state_without_its_archive_is_told_as_that(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    with serving(make_tree(2).respond) as server:
        crawl(archive, server.url())
        archive.unlink()
        with pytest.raises(ArchiveGone, match="bring it back"):
            crawl(archive, server.url())


def test_a_crawl_killed_before_its_archive_was_made_can_be_started(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    State(find_state(archive)).close()
    with serving(make_tree(2).respond) as server:
        assert crawl(archive, server.url()).tally.pages == 2


def test_a_signal_that_is_to_be_ignored_is(tmp_path: Path) -> None:
    def respond(asked: Asked) -> Answer | None:
        os.kill(os.getpid(), signal.SIGHUP)
        return page("home", "/1", "/2", "/3") if asked.path == "/" else page(asked.path)

    former = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with serving(respond) as server:
            outcome = crawl(tmp_path / "s.warc.gz", server.url())
    finally:
        signal.signal(signal.SIGHUP, former)
    assert (outcome.ending, outcome.tally.pages) == (Ending.DONE, 4)


def test_a_state_that_is_none_is_told_as_that(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    archive.write_bytes(b"")
    archive.with_name("s.warc.gz.crawl").write_text("some notes of mine, and nothing else\n" * 9)
    with pytest.raises(BadCrawlState, match="not a database"):
        crawl(archive, "http://127.0.0.1:8099/")


def test_a_name_that_is_no_archive_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadOutput, match=r"\.warc\.gz"):
        crawl(tmp_path / "pages", "http://127.0.0.1:8099/")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(shutil.which("bash") is None, reason="no shell to limit a file's size with")
def test_a_full_disk_ends_a_crawl_that_can_go_on_later(tmp_path: Path) -> None:
    site = Site()
    for n in range(200):
        noise = random.Random(n).randbytes(20_000).hex()
        site[f"/{n}" if n else "/"] = page(noise, f"/{(n + 1) % 200 or ''}")
    with serving(site.respond) as server:
        command = (
            f"ulimit -f 1000; exec {sys.executable} -m dehusk crawl {server.url()} -o s.warc.gz"
        )
        command += " --allow-private --delay 0 --no-sitemaps"
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, done.stderr
        assert "cannot write" in done.stderr
        assert "Traceback" not in done.stderr
        n_there = len(count_responses(tmp_path / "s.warc.gz"))
        assert 10 < n_there < 200
        again = start_crawl(tmp_path, server.url(), "--no-sitemaps")
        again.communicate(timeout=60)
        assert again.returncode == 0
    assert set(count_responses(tmp_path / "s.warc.gz").values()) == {1}
    assert len(count_responses(tmp_path / "s.warc.gz")) == 200


def test_a_fault_of_ours_in_one_page_costs_only_that_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    find_links = links.find_links

    def fail(content: bytes, charset: str | None, url: str) -> object:
        if url.endswith("/3"):
            raise ZeroDivisionError("ours")
        return find_links(content, charset, url)

    monkeypatch.setattr(leads, "find_links", fail)
    archive = tmp_path / "s.warc.gz"
    with serving(make_tree(10).respond) as server:
        outcome = crawl_site(CrawlRequest(Seeds((server.url(),)), archive, QUICK), Quiet())
    assert outcome.ending is Ending.DONE
    assert outcome.tally.failures == {"a fault of dehusk": 1}
    assert "ZeroDivisionError" in caplog.text
    # What was begun of it is not in the archive.
    assert server.url("/3") not in count_responses(archive)
    assert read_records(archive)


def test_what_cannot_be_written_is_said_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    with pytest.raises(OutputUnwritable, match="folder"):
        crawl(tmp_path / "folder" / "s.warc.gz", "http://127.0.0.1:8099/")
