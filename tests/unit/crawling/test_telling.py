"""What is said of a crawl, while it runs and after it."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from dehusk.crawl.outcome import Ending, Outcome
from dehusk.crawl.progress import Snapshot, Speed
from dehusk.crawl.tally import Tally
from dehusk.crawling.before_run import is_address, name_archive
from dehusk.crawling.options import parse_size
from dehusk.crawling.screen import Screen, list_kinds, write_line
from dehusk.crawling.telling import find_exit, tell
from dehusk.errors import BadSetting


def make_outcome(ending: Ending = Ending.DONE, **counts: object) -> Outcome:
    tally = Tally(**{"pages": 7, **counts})  # type: ignore[arg-type]
    return Outcome("s.warc.gz", tally, ending, 5, 2.0, 0, {})


def test_a_line_of_the_log_tells_all_that_matters() -> None:
    failures = {"timeout": 2, "status 404": 10}
    snapshot = Snapshot(1200, 3, 340, 8, 8, 3 * 1024 * 1024, failures, 45.25)
    assert write_line(snapshot) == (
        "1,200 pages, 45.2/s, 8 hosts, 340 waiting, 3.0 MiB, 12 failed (10 status 404, 2 timeout)"
    )


def test_only_the_most_frequent_kinds_are_told() -> None:
    assert list_kinds({str(n): n for n in range(1, 8)}) == "7 7, 6 6, 5 5, 4 4, 3 3, …"


def test_nothing_is_said_where_quiet_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with Screen(quiet=True) as screen:
        screen.go_on(3, 4)
        screen.show(Snapshot(1, 0, 0, 1, 1, 0, {}, 0.0))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("ending", "pages", "code"),
    [(Ending.DONE, 3, 0), (Ending.DONE, 0, 1), (Ending.PAGES, 3, 0), (Ending.INTERRUPTED, 3, 130)],
)
def test_the_exit_code_tells_how_it_ended(ending: Ending, pages: int, code: int) -> None:
    assert find_exit(make_outcome(ending, pages=pages)) == code


def test_what_to_do_next_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    tell(make_outcome(Ending.PAGES, waiting=4), has_next=False)
    said = capsys.readouterr().err
    assert "7 pages in s.warc.gz, 5 of them new" in said
    assert "the same command with a larger one goes on" in said
    assert "next: dehusk run s.warc.gz -o s/" in said
    failures = Counter({"private address": 1})
    tell(make_outcome(Ending.INTERRUPTED, waiting=4, failures=failures), has_next=False)
    said = capsys.readouterr().err
    assert "what is written is whole" in said
    assert "--allow-private" in said
    assert "next:" not in said


def test_the_summary_is_plain_values() -> None:
    failures = Counter({"timeout": 1})
    found = json.loads(json.dumps(make_outcome(failures=failures).summary()))
    assert (found["pages"], found["failed"], found["ended"]) == (7, {"timeout": 1}, "done")


def test_speed_is_that_of_the_last_while() -> None:
    speed = Speed(0.0, 0)
    assert [speed.measure(float(at), 10 * at) for at in range(1, 30)][-1] == 10
    assert speed.measure(60.0, 290) < 1


@pytest.mark.parametrize("text", ["", "0", "-1", "many", "5X", "1.5.2"])
def test_sizes_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="500M"):
        parse_size(text, "--max-bytes")


@pytest.mark.parametrize(
    ("output", "archive"),
    [
        ("clean", "clean.warc.gz"),
        ("out/clean/", "out/clean.warc.gz"),
        ("rows.jsonl", "rows.jsonl.warc.gz"),
        ("-", "a.example.warc.gz"),
    ],
)
def test_the_archive_of_a_run_lies_beside_its_output(output: str, archive: str) -> None:
    assert name_archive(output, "https://a.example/x") == Path(archive)


def test_addresses_are_told_from_files() -> None:
    found = [
        is_address(one) for one in ("https://a/", "HTTP://a/", "a.example", "http", "x.warc.gz")
    ]
    assert found == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({"left_out": Counter({"redirects: on other hosts": 1})}, "name that instead"),
        ({"others": 1}, "leads in a circle"),
        ({}, "no page was named"),
    ],
)
def test_a_crawl_that_found_nothing_says_why(
    counts: dict[str, object], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tell(make_outcome(Ending.DONE, **{"pages": 0, **counts}), has_next=False)
    assert said in capsys.readouterr().err


def test_asking_again_is_told_from_going_on(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(quiet=False, again=True).go_on(0, 151)
    assert capsys.readouterr().err == "asking again for 151 addresses\n"
    Screen(quiet=False, again=True).go_on(5, 146)
    assert "going on: 5 pages" in capsys.readouterr().err


def test_a_run_is_not_told_of_options_that_it_does_not_have(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for has_next in (True, False):
        tell(replace(make_outcome(), was_finished=True), has_next=has_next)
        assert ("--again" in capsys.readouterr().err) is not has_next
