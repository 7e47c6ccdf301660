"""The command `crawl`, and `run` on an address, as a newcomer types them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from dehusk import cli
from dehusk.errors import CallerError
from tests.conftest import Run
from tests.crawl_server import Answer, Asked, Site, serving
from tests.crawls import count_responses
from tests.e2e.test_crawl import make_tree

QUICK = ("--allow-private", "--delay", "0")


def call(*arguments: str) -> None:
    """The command in this process, which takes no time to start."""
    cli._commands.main(list(arguments), standalone_mode=False)


def test_a_site_is_crawled_and_what_comes_next_is_said(dehusk: Run, tmp_path: Path) -> None:
    with serving(make_tree(12).respond) as server:
        done = dehusk("crawl", server.url(), "-o", "s.warc.gz", *QUICK)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "12 pages in s.warc.gz, 12 of them new" in done.stderr
    assert "next: dehusk run s.warc.gz -o s/" in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"s.warc.gz", "s.warc.gz.crawl"}


def test_what_came_of_it_can_be_had_as_json_and_nothing_else(dehusk: Run) -> None:
    with serving(make_tree(5).respond) as server:
        done = dehusk("crawl", server.url(), "-o", "s.warc.gz", *QUICK, "--quiet", "--json", "-")
    report = json.loads(done.stdout)
    assert done.stderr == ""
    assert (report["pages"], report["ended"], report["waiting"]) == (5, "done", 0)


def test_a_list_is_fetched_as_it_is_without_its_links(dehusk: Run, tmp_path: Path) -> None:
    with serving(make_tree(12).respond) as server:
        lines = [
            server.url("/3"),
            "# a remark",
            "",
            server.url("/5"),
            "no address",
            server.url("/3"),
        ]
        (tmp_path / "list.txt").write_text("\n".join(lines))
        done = dehusk("crawl", "list.txt", "-o", "s.warc.gz", *QUICK)
        assert done.returncode == 0, done.stderr
        assert sorted(server.paths()) == ["/3", "/5"]
    assert "1 line of the input no address" in done.stderr


def test_a_crawl_ends_before_its_input_does(tmp_path: Path) -> None:
    with serving(make_tree(9).respond) as server:
        command = [sys.executable, "-m", "dehusk", "crawl", "-", "-o", "s.warc.gz", *QUICK]
        command += ["--max-pages", "1"]
        with subprocess.Popen(
            command, cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE
        ) as running:
            assert running.stdin is not None
            assert running.stderr is not None
            running.stdin.write(server.url("/1").encode() + b"\n")
            running.stdin.flush()
            code = running.wait(20)
            said = running.stderr.read()
    assert code == 0, said
    assert b"Fatal" not in said


def test_a_sitemap_that_lies_here_is_a_list(dehusk: Run, tmp_path: Path) -> None:
    with serving(make_tree(9).respond) as server:
        urls = "".join(f"<url><loc>{server.url(f'/{n}')}</loc></url>" for n in (1, 2))
        (tmp_path / "map.xml").write_text(f"<?xml version='1.0'?><urlset>{urls}</urlset>")
        done = dehusk("crawl", "map.xml", "-o", "s.warc.gz", *QUICK)
    assert done.returncode == 0, done.stderr
    assert sorted(server.paths()) == ["/1", "/2"]


def test_addresses_are_fetched_as_they_come_in(tmp_path: Path) -> None:
    with serving(make_tree(9).respond) as server:
        command = [sys.executable, "-m", "dehusk", "crawl", "-", "-o", "s.warc.gz", *QUICK]
        pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, cwd=tmp_path, text=True, **pipes) as running:  # type: ignore[call-overload]
            for path in ("/1", "/2"):
                running.stdin.write(server.url(path) + "\n")
                running.stdin.flush()
                # The second is written only when the first was asked for.
                while path not in server.paths() and running.poll() is None:
                    pass
            running.stdin.close()
            assert running.wait(30) == 0
            assert "2 pages" in running.stderr.read()


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("example.org", "as an address it would be https://example.org"),
        ("ftp://example.org/", "not http or https"),
        ("mailto:me@example.org", "not http or https"),
        ("http://me:secret@example.org/", "user name or password"),
        ("http://example.org:22/", "a port of other services"),
        ("https://", "not an address"),
        ("/no/such/list.txt", "no such file"),
        (".", "it is a folder"),
    ],
)
def test_a_start_that_cannot_be_is_misuse(tmp_path: Path, start: str, said: str) -> None:
    with pytest.raises(CallerError, match=re.escape(said)):
        call("crawl", start, "-o", str(tmp_path / "s.warc.gz"))
    assert not list(tmp_path.iterdir())


def test_misuse_is_one_line_and_an_exit_code(dehusk: Run) -> None:
    done = dehusk("crawl", "example.org", "-o", "s.warc.gz")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--delay", "-1"), "0 seconds to an hour"),
        (("--include", "("), "regular expression"),
        (("--max-bytes", "lots"), "such as 500M"),
        (("--timeout", "0"), "timeout_s"),
        (("--user-agent", "ünlesbar"), "mybot/1.0"),
        (("--render-timeout", "3"), "add --render"),
        (("-o", "pages"), "ends in .warc.gz"),
    ],
)
def test_an_option_that_cannot_be_is_misuse(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    output = ("-o", str(tmp_path / "s.warc.gz"))
    with pytest.raises((CallerError, click.UsageError), match=re.escape(said)):
        call("crawl", "http://127.0.0.1:8099/", *output, *options)


def test_without_the_extra_it_is_said_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['aiohttp'] = None; sys.argv = ['dehusk', *sys.argv[1:]];"
        "from importlib import util; find = util.find_spec;"
        "util.find_spec = lambda name, *rest: None if name == 'aiohttp' else find(name, *rest);"
        "from dehusk.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "crawl", "http://a.example/", "-o", "s.warc.gz"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'dehusk[crawl]'" in done.stderr


def test_a_site_without_a_page_is_a_failure(dehusk: Run) -> None:
    with serving(Site().respond) as server:
        done = dehusk("crawl", server.url(), "-o", "s.warc.gz", *QUICK)
    assert done.returncode == 1
    assert "1 failed: 1 status 404" in done.stderr


def test_what_failed_is_listed_with_its_reasons(dehusk: Run, tmp_path: Path) -> None:
    site = Site({"/": Answer("<a href=/gone>x</a><p>home")})
    with serving(site.respond) as server:
        done = dehusk("crawl", server.url(), "-o", "s.warc.gz", *QUICK, "--failed", "failed.jsonl")
    assert done.returncode == 0, done.stderr
    (row,) = (tmp_path / "failed.jsonl").read_text().splitlines()
    assert json.loads(row) == {"url": server.url("/gone"), "reason": "status 404"}


def test_run_crawls_an_address_and_cleans_its_pages(dehusk: Run, tmp_path: Path) -> None:
    menu = "<nav><a href=/>Home</a> <a href=/1>One</a> <a href=/2>Two</a></nav>"

    def respond(asked: Asked) -> Answer | None:
        number = asked.path.removeprefix("/") or "0"
        if not number.isdecimal() or int(number) > 11:
            return None
        text = f"The story of number {number} is told here, and nowhere else at all. " * 5
        follow = f"<a href=/{int(number) + 1}>next</a>"
        return Answer(
            f"<html><title>{number}</title>{menu}<article><p>{text}</p></article>{follow}"
        )

    with serving(respond) as server:
        done = dehusk("run", server.url(), "-o", "clean", *QUICK)
        assert done.returncode == 0, done.stderr
        assert "12 pages in clean.warc.gz" in done.stderr
        assert "12 pages written to clean" in done.stderr
        texts = [path.read_text() for path in (tmp_path / "clean" / "pages").rglob("*.txt")]
        assert sum("story of number 7" in text for text in texts) == 1
        n_asked = len(server.log)
        again = dehusk("run", server.url(), "-o", "clean", *QUICK)
        assert again.returncode == 0, again.stderr
        assert len(server.log) == n_asked
    assert len(count_responses(tmp_path / "clean.warc.gz")) == 13


def test_run_says_that_options_of_crawling_are_for_addresses(
    dehusk: Run, news_folder: Path
) -> None:
    done = dehusk("run", news_folder, "-o", "clean", "--until-learned")
    assert done.returncode == 2
    assert "--until-learned is for sources that are addresses" in done.stderr


def test_other_commands_say_how_to_fetch_an_address(tmp_path: Path) -> None:
    with pytest.raises(CallerError, match="dehusk crawl ADDRESS"):
        call("learn", "https://a.example/", "-o", str(tmp_path / "site.husk"))


def test_help_teaches(dehusk: Run) -> None:
    done = dehusk("crawl", "--help")
    for word in ("--until-learned", "robots.txt", "the same command goes on", "--allow-private"):
        assert word in done.stdout


def test_a_command_started_by_nohup_outlives_its_terminal() -> None:
    code = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN);"
        "from dehusk.cli import _prepare_process; _prepare_process();"
        "os.kill(os.getpid(), signal.SIGHUP); print('there')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "there\n"
