import time

import pytest

from dehusk.learn.evidence import SiteEvidence, gather_evidence
from dehusk.model import Page, stable_hash
from examples import make_site
from tests.conftest import parse


def gather(*bodies: str) -> SiteEvidence:
    return gather_evidence([parse(body, f"{n}.html") for n, body in enumerate(bodies)])


def with_titles(*titles: str) -> SiteEvidence:
    return gather(*(f"<title>{title}</title><p>x" for title in titles))


def test_a_text_is_counted_once_a_page() -> None:
    site = gather("<p>menu</p><p>menu</p><p>one</p>", "<p>menu</p><p>two</p>")
    assert site.pages == 2
    assert site.text_pages == {
        stable_hash(text): count for text, count in (("menu", 2), ("one", 1), ("two", 1))
    }


def test_texts_that_read_alike_are_one() -> None:
    site = gather("<p>all  news\n</p>", "<p> all&nbsp;news</p>")
    assert site.text_pages == {stable_hash("all news"): 2}


def test_an_images_alternative_text_counts_as_text() -> None:
    assert gather("<img src=x alt=logo>").text_pages == {stable_hash("logo"): 1}


def test_links_and_images_are_counted_by_their_addresses() -> None:
    site = gather(
        "<a href=/home>a</a><a href=/home>b</a><img src=logo.png>",
        "<a href=/home>a</a><a href='/x?a&amp;b'>c</a><img src=cat.png><img src=logo.png>",
    )
    assert site.link_pages == {stable_hash("/home"): 2, stable_hash("/x?a&b"): 1}
    assert site.image_pages == {stable_hash("logo.png"): 2, stable_hash("cat.png"): 1}


def test_empty_values_are_not_counted() -> None:
    site = gather("<a href=''>x</a><img src='' alt=''>")
    assert site.link_pages == {}
    assert site.image_pages == {}
    assert list(site.text_pages) == [stable_hash("x")]


@pytest.mark.parametrize("joint", [" - ", " | ", "|", " :: ", " » ", " – ", ": "])
def test_the_end_that_titles_share_is_the_sites(joint: str) -> None:
    site = with_titles(f"Rain{joint}The Daily", f"Sun{joint}The Daily", "About us")
    assert (site.title_prefix, site.title_suffix) == ("", f"{joint}The Daily")


def test_the_start_that_titles_share_is_the_sites() -> None:
    site = with_titles("The Daily | Rain", "The Daily | Sun", "The Daily | Snow")
    assert (site.title_prefix, site.title_suffix) == ("The Daily | ", "")


def test_of_the_ends_that_titles_share_the_longest_is_taken() -> None:
    site = with_titles("Rain | News | Daily", "Sun | News | Daily", "Snow | Sport | Daily")
    assert site.title_suffix == " | News | Daily"


def test_an_end_on_a_minority_of_titles_is_not_the_sites() -> None:
    site = with_titles("A - X", "B - X", "C", "D", "E")
    assert site.title_suffix == ""


def test_one_title_alone_tells_nothing() -> None:
    site = with_titles("Rain - The Daily")
    assert (site.title_prefix, site.title_suffix) == ("", "")


def test_words_that_titles_share_without_a_joint_are_no_end() -> None:
    assert with_titles("Big red car", "Old red car").title_suffix == ""


def test_pages_without_a_title_are_left_out_of_the_titles() -> None:
    site = gather("<title>B</title>", "<p>none", "<title>A</title>")
    assert site.titles == ("A", "B")
    assert site.pages == 3


def test_evidence_ignores_page_order() -> None:
    pages: list[Page] = [parse(page.html, page.id) for page in make_site("shop", pages=8)]
    site, again = gather_evidence(pages), gather_evidence(pages[::-1])
    assert site == again
    assert list(site.text_pages.items()) == list(again.text_pages.items())
    assert max(site.text_pages.values()) == 8


def test_no_pages_are_no_evidence() -> None:
    site = gather_evidence([])
    assert site == SiteEvidence(0, (), "", "")
    assert site.text_pages == site.link_pages == site.image_pages == {}


def test_an_endless_title_costs_little() -> None:
    start = time.perf_counter()
    evidence = gather_evidence([parse("<title>" + " | a" * 200_000, name) for name in "ab"])
    assert time.perf_counter() - start < 2
    assert len(evidence.titles) == 2
