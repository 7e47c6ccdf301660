"""Asking again for what is there: only what changed is sent, and only that is kept whole."""

from pathlib import Path

import pytest

from dehusk.crawl.address import read_address
from dehusk.crawl.learning import NOT_NEEDED
from dehusk.crawl.opening import find_state
from dehusk.crawl.state import State, Status
from dehusk.ingest import SourceSettings
from tests.archives import read_sources
from tests.crawl_server import Answer, Asked, Site, page, redirect, serving
from tests.crawls import crawl, read_records, settings

AGAIN = settings(again=True)


class Changing:
    """A site of two pages, with tags and dates; `version` is what the second says."""

    def __init__(self, headers: dict[str, str]) -> None:
        self.version = 1
        self._headers = headers

    def respond(self, asked: Asked) -> Answer | None:
        body = {"/": page("home", "/news").body, "/news": page(f"news {self.version}").body}
        if asked.path not in body:
            return None
        version = self.version if asked.path == "/news" else 0
        headers = {name: value.format(version) for name, value in self._headers.items()}
        asks = (asked.headers.get("if-none-match"), asked.headers.get("if-modified-since"))
        marks = (headers.get("ETag"), headers.get("Last-Modified"))
        if any(one is not None and one == mark for one, mark in zip(asks, marks, strict=True)):
            return Answer(status=304, headers=headers)
        return Answer(body[asked.path], headers={"Content-Type": "text/html", **headers})


MARKS = [{"ETag": '"v{}"'}, {"Last-Modified": "Mon, 06 May 2024 12:00:0{} GMT"}, {}]


@pytest.mark.parametrize("headers", MARKS, ids=["tag", "date", "neither"])
def test_what_did_not_change_is_a_revisit_and_what_did_is_kept(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    archive = tmp_path / "s.warc.gz"
    site = Changing(headers)
    with serving(site.respond) as server:
        crawl(archive, server.url())
        site.version = 2
        outcome = crawl(archive, server.url(), chosen=AGAIN)
        root = server.url()
    assert (outcome.fetched, outcome.tally.unchanged) == (1, 1)
    records = read_records(archive)
    kinds = [(one.kind, one.url) for one in records if one.kind in ("response", "revisit")]
    news = server.url("/news")
    robots = ("response", f"{root}robots.txt")
    assert kinds == [
        robots,
        *(("response", one) for one in (root, news)),
        ("revisit", root),
        ("response", news),
    ]
    (revisit,) = [one for one in records if one.kind == "revisit"]
    first = next(one for one in records if one.url == root and one.kind == "response")
    assert revisit.headers["WARC-Refers-To-Target-URI"] == root
    assert revisit.headers["WARC-Refers-To-Date"] == first.headers["WARC-Date"]
    assert revisit.headers["WARC-Payload-Digest"] == first.headers["WARC-Payload-Digest"]
    profile = "server-not-modified" if headers else "identical-payload-digest"
    assert revisit.headers["WARC-Profile"].endswith(profile)
    found = read_sources(archive, settings=SourceSettings(latest=True))
    assert b"news 2" in found.bodies[news]
    assert b"home" in found.bodies[root]


def test_conditions_are_told_only_where_something_is_there(tmp_path: Path) -> None:
    site = Changing(MARKS[0] | MARKS[1])
    with serving(site.respond) as server:
        crawl(tmp_path / "s.warc.gz", server.url())
        assert not any("if-none-match" in one.headers for one in server.log)
        before = len(server.log)
        crawl(tmp_path / "s.warc.gz", server.url(), chosen=AGAIN)
    asked = {one.path: one.headers for one in server.log[before:]}
    assert asked["/"]["if-none-match"] == '"v0"'
    assert asked["/news"]["if-modified-since"] == "Mon, 06 May 2024 12:00:01 GMT"


def test_a_page_that_is_new_is_found_when_asked_again(tmp_path: Path) -> None:
    links = ["/a"]

    def respond(asked: Asked) -> Answer | None:
        if asked.path == "/":
            return page("home", *links)
        return page(asked.path) if asked.path in links else None

    with serving(respond) as server:
        assert crawl(tmp_path / "s.warc.gz", server.url()).tally.pages == 2
        links.append("/b")
        outcome = crawl(tmp_path / "s.warc.gz", server.url(), chosen=AGAIN)
    assert outcome.tally.pages == 3
    assert outcome.tally.unchanged == 1


def test_a_second_round_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    site = Changing(MARKS[0])
    with serving(site.respond) as server:
        crawl(archive, server.url())
        crawl(archive, server.url(), chosen=settings(again=True, max_pages=1))
        outcome = crawl(archive, server.url(), chosen=settings())
    assert outcome.tally.pages == 2
    assert server.paths() == ["/", "/news", "/", "/news"]


def test_the_folder_that_a_start_led_to_is_remembered(tmp_path: Path) -> None:
    site = Site({"/old/": redirect("/new/")})
    site["/new/"] = page("home", *(f"/new/{n}" for n in range(8)), "/elsewhere")
    site.update({f"/new/{n}": page(f"Page {n}", f"/new/{n}/more") for n in range(8)})
    site.update({f"/new/{n}/more": page(f"More {n}") for n in range(8)})
    archive, reach = tmp_path / "s.warc.gz", {"scope": "path"}
    with serving(site.respond) as server:
        crawl(archive, server.url("/old/"), chosen=settings(reach, max_pages=2))
        outcome = crawl(archive, server.url("/old/"), chosen=settings(reach))
    assert outcome.tally.pages == 17


def test_what_was_not_needed_to_learn_can_be_had_later(tmp_path: Path) -> None:
    archive = tmp_path / "s.warc.gz"
    site = Site({"/": page("home", *(f"/{n}" for n in range(9)))})
    site.update({f"/{n}": page(f"Page {n}") for n in range(9)})
    with serving(site.respond) as server:
        crawl(archive, server.url(), chosen=settings(max_pages=2, until_learned=True))
        state = State(find_state(archive))
        state.leave(read_address(server.url()).host, Status.LEFT, NOT_NEEDED)  # type: ignore[union-attr]
        state.close()
        more = settings(until_learned=True)
        assert crawl(archive, server.url(), chosen=more).tally.pages == 2
        outcome = crawl(archive, server.url())
    assert outcome.tally.pages == 10
    assert not outcome.was_finished
