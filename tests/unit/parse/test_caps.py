"""Hostile markup is refused by name, in little time; ordinary large pages are not."""

import time

import pytest

from dehusk.errors import BadSetting
from dehusk.model import Page, PageRef, RawPage, Rejected
from dehusk.parse import Caps, parse_page

MUCH_TOO_LONG_S = 3.0


def take(body: bytes, caps: Caps | None = None) -> tuple[Page | Rejected, float]:
    start = time.perf_counter()
    result = parse_page(RawPage(PageRef("page", "site", "page", len(body)), body), caps or Caps())
    return result, time.perf_counter() - start


HOSTILE = {
    "nested divs": (b"<div>" * 100_000, "depth"),
    "nested unknown tags": (b"<x-y>" * 100_000, "depth"),
    "nested lists": (b"<ul><li>" * 50_000, "depth"),
    "nested tables": (b"<table><tr><td>" * 50_000, "depth"),
    "depth behind false end tags": (b"<div></p></b>" * 100_000, "depth"),
    "depth behind a script": (
        b"<script>" + b"a<b;" * 2000 + b"</script>" + b"<i>" * 50_000,
        "depth",
    ),
    "many attributes": (
        b"<p " + b" ".join(b"a%d=1" % n for n in range(100_000)) + b">",
        "attributes",
    ),
    "attributes without values": (
        b"<p " + b" ".join(b"x%d" % n for n in range(50_000)),
        "attributes",
    ),
    "unclosed formatting": (b"".join(b"<p><b id=%d>x</p>" % n for n in range(20_000)), "depth"),
    "formatting opened again": (
        b"".join(b"<p><b id=%d>x</p>" % n for n in range(800)) + b"<p>y</p>" * 20_000,
        "unclosed formatting",
    ),
    "too many tags": (b"<br>" * 600_000, "tags"),
    "too many bytes": (b"<p>" + b"x" * 17 * 1024 * 1024, "bytes"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markup_is_refused_by_the_name_of_the_cap(name: str) -> None:
    body, cap = HOSTILE[name]
    result, seconds = take(body)
    assert isinstance(result, Rejected)
    assert f"over the cap {cap}" in result.reason
    assert seconds < MUCH_TOO_LONG_S


LARGE = {
    "a long list": b"<ul>" + b"<li><a href=x>item</a>" * 30_000 + b"</ul>",
    "a long table": b"<table>" + b"<tr><td>a<td>b" * 30_000 + b"</table>",
    "many paragraphs without end tags": b"<p>one two <br>" * 30_000,
    "a script full of comparisons": b"<script>" + b"for(i=0;i<n;i++)a<b;" * 20_000 + b"</script>x",
    "markup in strings of a script": b"<script>s='" + b"<div><b>" * 20_000 + b"'</script>x",
    "markup in a comment": b"<!-- " + b"<div><b>" * 20_000 + b" -->x",
    "an image as a data URL": b'<img src="data:image/png;base64,' + b"QUJD" * 100_000 + b'">x',
    "a long text": b"<p>" + b"word " * 200_000,
    "balanced formatting": b"<p><b>x</b> <i>y</i></p>" * 20_000,
}


@pytest.mark.parametrize("name", LARGE)
def test_large_but_honest_markup_is_taken(name: str) -> None:
    result, _ = take(LARGE[name])
    assert isinstance(result, Page), result


def test_markup_just_under_the_cap_is_taken_and_just_over_is_not() -> None:
    caps = Caps(max_depth=50)
    assert isinstance(take(b"<div>" * 47 + b"x", caps)[0], Page)
    assert isinstance(take(b"<div>" * 60 + b"x", caps)[0], Rejected)


def test_a_cap_below_one_is_refused() -> None:
    with pytest.raises(BadSetting, match="max_depth"):
        Caps(max_depth=0)
