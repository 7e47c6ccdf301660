"""What is kept: records, the archive's end, the state."""

import gzip
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from dehusk.crawl.archive import ArchiveFile, find_good_stop
from dehusk.crawl.records import (
    SAME_PAYLOAD,
    digest_bytes,
    write_built,
    write_date,
    write_exchange,
    write_info,
    write_revisit,
)
from dehusk.crawl.response import Response
from dehusk.crawl.seeds import Seeds
from dehusk.crawl.settings import CrawlSettings, Limits, Manners, Reach
from dehusk.crawl.state import Kept, Lead, Role, State, Status
from dehusk.crawl.tally import ask_all_again, ask_failed_again, count_all, forget_after
from dehusk.errors import BadAddress, BadCrawlState, BadSetting, DehuskError

NOON = datetime(2024, 5, 6, 12, 0, 0, 123_456, tzinfo=UTC)
ANSWER = Response(
    url="http://a.example/ü",
    request=b"GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n",
    captured=NOON,
    ip="192.0.2.1",
    version="1.1",
    status=200,
    reason="OK",
    headers=((b"Content-Type", b"text/html"), (b"Transfer-Encoding", b"chunked")),
    body=b"<p>body",
    content=b"<p>body",
)


def read(records: bytes) -> list[tuple[dict[str, str], bytes]]:
    found = ArchiveIterator(BytesIO(records), check_digests="raise")
    return [(dict(one.rec_headers.headers), one.content_stream().read()) for one in found]


def test_an_exchange_is_two_records_that_another_tool_reads() -> None:
    (response, body), (request, _) = read(write_exchange(ANSWER, digest_bytes(ANSWER.body)))
    assert body == b"<p>body"
    assert response["WARC-Type"] == "response"
    assert response["WARC-Date"] == "2024-05-06T12:00:00.123Z" == write_date(NOON)
    assert response["WARC-Payload-Digest"] == digest_bytes(b"<p>body")
    assert request["WARC-Concurrent-To"] == response["WARC-Record-ID"]


def test_every_record_is_a_gzip_member_of_its_own() -> None:
    records = write_info(NOON, "bot/1", "obeyed") + write_exchange(ANSWER, "sha1:X")
    starts = records.split(b"\x1f\x8b\x08")
    assert len(starts) >= 4
    assert gzip.decompress(records).count(b"WARC/1.1\r\n") == 3


def test_a_header_of_a_server_cannot_forge_a_record() -> None:
    forged = replace(ANSWER, reason="OK\r\n\r\nWARC/1.1\r\nWARC-Type: response", status=200)
    records = read(write_exchange(forged, digest_bytes(ANSWER.body)))
    assert len(records) == 2


def test_a_revisit_says_of_what() -> None:
    (revisit, _), _ = read(write_revisit(ANSWER, "sha1:X", SAME_PAYLOAD, "2023-01-01T00:00:00Z"))
    assert revisit["WARC-Type"] == "revisit"
    assert revisit["WARC-Refers-To-Date"] == "2023-01-01T00:00:00Z"


def test_what_a_browser_built_is_a_resource() -> None:
    ((built, body),) = read(write_built("http://a.example/", b"<p>built", NOON))
    assert (built["WARC-Type"], built["Content-Type"], body) == (
        "resource",
        "text/html; charset=utf-8",
        b"<p>built",
    )


def test_an_archive_is_cut_back_to_where_it_is_good(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"good torn")
    archive = ArchiveFile(path, 5)
    assert archive.add(b"new") == (5, 8)
    archive.add(b"failed")
    archive.cut_back(8)
    archive.close()
    assert path.read_bytes() == b"good new"


@pytest.mark.parametrize("damage", ["cut", "zeros", "noise", "none"])
def test_the_good_part_of_a_damaged_end_is_found(tmp_path: Path, damage: str) -> None:
    members = [gzip.compress(bytes([n]) * 100_000) for n in range(5)]
    whole = b"".join(members)
    good = len(b"".join(members[:3]))
    rest = {"cut": whole[good : good + 40], "zeros": bytes(200), "noise": b"WARC" * 50, "none": b""}
    path = tmp_path / "a"
    path.write_bytes(whole[:good] + rest[damage])
    assert find_good_stop(path, 0, path.stat().st_size) == good
    assert find_good_stop(path, len(members[0]), path.stat().st_size) == good


def make_state(path: Path) -> State:
    state = State(path / "s.crawl")
    state.add(Lead(f"http://a/{n}", "a", Role.PAGE, 0) for n in range(6))
    return state


def test_an_address_is_taken_in_once(tmp_path: Path) -> None:
    state = make_state(tmp_path)
    assert state.add(
        [Lead("http://a/0", "a", Role.PAGE, 0), Lead("http://b/", "b", Role.PAGE, 0)]
    ) == ["b"]
    assert (state.knows("http://b/"), state.knows("http://c/")) == (True, False)
    state.close()


def test_what_is_done_together_is_done_or_not(tmp_path: Path) -> None:
    state = make_state(tmp_path)

    def fail() -> None:
        with state.together():
            state.note("x", 1)
            state.add([Lead("http://b/", "b", Role.PAGE, 0)])
            raise DehuskError

    with pytest.raises(DehuskError):
        fail()
    assert (state.recall("x"), state.knows("http://b/")) == (None, False)
    state.close()


def settle_all(state: State) -> None:
    fates = [
        (Status.PAGE, None),
        (Status.FAILED, "timeout"),
        (Status.FAILED, "status 404"),
        (Status.FAILED, "status 503"),
        (Status.LEFT, "learned"),
    ]
    for waiting, (status, reason) in zip(state.list_waiting("a", 1e12, 5), fates, strict=True):
        kept = Kept(100, 200, 5, "then", "sha1:X", None, None) if status is Status.PAGE else None
        state.settle(waiting, status, reason, kept)


def test_counts_are_told_from_the_state(tmp_path: Path) -> None:
    state = make_state(tmp_path)
    settle_all(state)
    tally = count_all(state)
    assert (tally.pages, tally.waiting, tally.failed) == (1, 1, 3)
    assert tally.failures == {"timeout": 1, "status 404": 1, "status 503": 1}
    assert tally.left_out == {"learned": 1}
    state.close()


def test_only_failures_of_the_day_are_tried_by_the_next_run(tmp_path: Path) -> None:
    state = make_state(tmp_path)
    settle_all(state)
    ask_failed_again(state)
    assert count_all(state).failures == {"status 404": 1}
    assert count_all(state).waiting == 3
    state.close()


def test_all_but_what_was_left_is_asked_again(tmp_path: Path) -> None:
    state = make_state(tmp_path)
    settle_all(state)
    assert ask_all_again(state) == 4
    known = state.list_waiting("a", 1e12, 9)
    assert [one.digest for one in known if one.digest] == ["sha1:X"]
    state.close()


def test_what_lies_behind_the_good_end_is_forgotten(tmp_path: Path) -> None:
    state = make_state(tmp_path)
    settle_all(state)
    assert forget_after(state, 200) == 0
    assert forget_after(state, 150) == 1
    assert count_all(state).pages == 0
    state.close()


def test_the_state_of_a_later_dehusk_is_not_touched(tmp_path: Path) -> None:
    state = make_state(tmp_path)
    state.note("format", 99)
    state.close()
    with pytest.raises(BadCrawlState, match="format is 99"):
        State(tmp_path / "s.crawl")


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: Reach(scope="world"), "host, domain, path"),
        (lambda: Reach(depth=-1), "0 or more"),
        (lambda: Manners(delay_s=-1), "delay"),
        (lambda: Manners(user_agent=""), "mybot"),
        (lambda: Manners(user_agent="a\r\nHost: b"), "mybot"),
        (lambda: Manners(hosts_at_once=0), "1 or more"),
        (lambda: Limits(timeout_s=float("nan")), "timeout_s"),
        (lambda: CrawlSettings(max_pages=0), "max_pages"),
    ],
)
def test_settings_that_cannot_be_are_refused(make: object, named: str) -> None:
    with pytest.raises(BadSetting, match=named):
        make()  # type: ignore[operator]


def test_the_name_for_robots_is_the_first_word() -> None:
    assert Manners(user_agent="mybot/2.0 (+https://me.example)").token == "mybot"
    assert Manners().token == "dehusk"


def test_starts_are_checked_before_anything_is_done(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("http://a.example/")
    assert Seeds((str(path),)).is_list
    assert not Seeds(("http://a.example/",)).is_list
    with pytest.raises(BadAddress, match=r"https://a\.example"):
        Seeds(("a.example",))
    with pytest.raises(BadAddress, match=r"https://a\.example:8080"):
        Seeds(("a.example:8080",))


def test_nothing_waits_for_longer_than_patience(tmp_path: Path) -> None:
    state = State(tmp_path / "s.crawl")
    state.add([Lead("http://a/", "a", Role.PAGE, 0)])
    (waiting,) = state.list_waiting("a", 0.0, 1)
    state.postpone(waiting, 1e12, "status 500")
    state.hold_off("a", 1e12)
    state.clamp_patience(5_000.0)
    assert state.find_next_time("a") == 5_000.0
    assert state.list_hosts() == [("a", 5_000.0)]
    state.close()


def test_what_is_under_way_is_not_given_up(tmp_path: Path) -> None:
    state = State(tmp_path / "s.crawl")
    state.add([Lead(f"http://a/{n}", "a", Role.PAGE, 0) for n in range(3)])
    first, *_ = state.list_waiting("a", 0.0, 3)
    assert state.leave("a", Status.LEFT, "x", (first.id,)) == 2
    assert state.list_waiting("a", 0.0, 3) == [first]
    state.close()
