"""Which links are followed, and which lead nowhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dehusk.crawl import traps as module
from dehusk.crawl.address import Address, read_address
from dehusk.crawl.scope import Outside, Scope
from dehusk.crawl.settings import Reach
from dehusk.crawl.state import State
from dehusk.crawl.traps import Trap, TrapBook, is_dated, judge_look, name_shape
from dehusk.errors import BadSetting


def address(text: str) -> Address:
    found = read_address(text if "://" in text else f"http://a.example{text}")
    assert isinstance(found, Address)
    return found


@pytest.mark.parametrize(
    ("reach", "link", "outside"),
    [
        ({}, "http://a.example/x", None),
        ({}, "https://a.example:8443/x", None),
        ({}, "http://www.a.example/x", None),
        ({}, "http://b.a.example/x", Outside.HOST),
        ({}, "http://b.example/x", Outside.HOST),
        ({"scope": "domain"}, "http://b.a.example/x", None),
        ({"scope": "domain"}, "http://aa.example/x", Outside.HOST),
        ({"hosts": ("b.example",)}, "http://b.example/x", None),
        ({"depth": 1}, "http://a.example/x", Outside.DEPTH),
        ({}, "http://a.example/x.PDF", Outside.FILE),
        ({}, "http://a.example/x.pdf/", None),
        ({"include": ("/blog/",)}, "http://a.example/x", Outside.PATTERN),
        ({"include": ("/blog/", "x$")}, "http://a.example/x", None),
        ({"exclude": (r"\?page=",)}, "http://a.example/x?page=2", Outside.PATTERN),
    ],
)
def test_a_link_is_judged_by_where_it_was_found(
    reach: dict[str, object], link: str, outside: Outside | None
) -> None:
    scope = Scope(Reach(**reach))  # type: ignore[arg-type]
    assert scope.judge(address(link), "a.example", 2) is outside


def test_below_the_folder_means_below_it() -> None:
    scope = Scope(Reach(scope="path"))
    scope.start_from(address("/blog/index.html"))
    assert scope.judge(address("https://www.a.example/blog/z"), "a.example", 1) is None
    judged = {
        path: scope.judge(address(path), "a.example", 1) for path in ("/blog/x/y", "/blogs", "/")
    }
    assert judged == {"/blog/x/y": None, "/blogs": Outside.FOLDER, "/": Outside.FOLDER}


def test_an_expression_that_would_take_for_ever_takes_no_time() -> None:
    scope = Scope(Reach(exclude=("(a+)+$",)))
    assert scope.judge(address("/" + "a" * 1500 + "!"), "a.example", 1) is None


def test_a_pattern_that_is_none_is_refused_with_its_reason() -> None:
    with pytest.raises(BadSetting, match="RE2"):
        Scope(Reach(include=("(",)))


@pytest.mark.parametrize(
    ("path", "trap"),
    [
        ("/a/b/c", None),
        ("/a/a/b", None),
        ("/a/1/a/2/a/3", None),
        ("/x/x/x", Trap.LOOP),
        ("/shop/de/shop/de/shop/de/", Trap.LOOP),
        ("/" + "/".join(map(str, range(25))), Trap.DEEP),
        ("/x?" + "&".join(f"p{n}=1" for n in range(8)), None),
        ("/x?" + "&".join(f"p{n}=1" for n in range(9)), Trap.PARAMETERS),
    ],
)
def test_some_addresses_give_themselves_away(path: str, trap: Trap | None) -> None:
    assert judge_look(address(path)) is trap


@pytest.mark.parametrize(
    "path",
    [
        *("/2024/05/06/", "/2024/05", "/events/2024-05-06", "/cal?date=2031-01-01", "/c?month=5"),
        *("/c?year=2031&month=12", "/c?d=20240506", "/c?start=2024-05"),
    ],
)
def test_pages_that_are_named_by_a_date_are_told(path: str) -> None:
    assert is_dated(address(path))


@pytest.mark.parametrize(
    "path", ["/2024/05/06/a-story", "/2024/", "/page/2024", "/x?id=20240", "/x?q=2024", "/1234/56"]
)
def test_pages_that_only_hold_a_number_are_not(path: str) -> None:
    assert not is_dated(address(path))


@pytest.fixture
def book(tmp_path: Path) -> Iterator[TrapBook]:
    state = State(tmp_path / "s.crawl")
    yield TrapBook(state)
    state.close()


def count_admitted(book: TrapBook, urls: list[str]) -> int:
    admitted = 0
    for url in urls:
        if book.judge(address(url)) is None:
            book.admit(address(url))
            admitted += 1
    return admitted


def test_a_calendar_ends(book: TrapBook) -> None:
    days = [
        f"/cal/{year}/{month:02}/{day:02}"
        for year in range(2000, 2100)
        for month in range(1, 13)
        for day in (1, 9)
    ]
    assert count_admitted(book, days) == module.MOST_DATED
    assert book.judge(address("/cal/2150/01/01")) is Trap.CALENDAR
    assert book.judge(address("/blog/2150/01/01/a-story")) is None


def test_query_strings_end_the_sooner_the_more_can_be_combined(book: TrapBook) -> None:
    many = [f"/shop?colour={n}&size={n}&sort={n}&view={n}" for n in range(1000)]
    few = [f"/topic?t={n}" for n in range(1000)]
    assert count_admitted(book, many) == module.MOST_OF_SHAPE[4]
    assert count_admitted(book, few) == 1000
    assert book.judge(address("/shop?size=0&colour=x&view=1&sort=1")) is Trap.QUERIES


def test_query_strings_that_change_nothing_end(book: TrapBook) -> None:
    for n in range(module.MOST_SAME):
        assert book.judge(address(f"/x?v={n}")) is None
        book.note_answer(address(f"/x?v={n}"), is_repeat=True)
    assert book.judge(address("/x?v=99")) is Trap.SAME
    assert book.judge(address("/y?v=99")) is None
    book.note_answer(address("/x?v=7"), is_repeat=False)
    assert book.judge(address("/x?v=99")) is None


def test_counts_outlive_a_crawl(tmp_path: Path) -> None:
    path = tmp_path / "s.crawl"
    state = State(path)
    urls = [f"/shop?a={n}&b={n}&c={n}&d={n}&e={n}" for n in range(module.MOST_OF_SHAPE[5])]
    assert count_admitted(TrapBook(state), urls) == len(urls)
    state.close()
    state = State(path)
    assert TrapBook(state).judge(address("/shop?a=x&b=x&c=x&d=x&e=x")) is Trap.QUERIES
    state.close()


def test_addresses_without_a_query_or_date_are_not_counted() -> None:
    assert name_shape(address("/a/b")) is None
