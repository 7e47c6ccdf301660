"""On how many pages a place says something: values, counts and their bounds."""

import numpy as np
import pytest

from dehusk.learn.tree.matcher import Mapped, Matcher
from dehusk.learn.tree.support import LEAST_SHARE, Counts, Said, Support, read_leaves, read_values
from dehusk.model import Page
from tests.unit.learn.tree.sites import learn, pages_of

TEXTS, LINKS, IMAGES = range(3)


def count(pages: list[Page], most: int = 10_000) -> tuple[Matcher, Counts]:
    matcher = learn(pages).matcher
    counts = Counts(len(matcher.nodes), most=most)
    for page in pages:
        counts.add(matcher.match(page.tree))
    return matcher, counts


def texts_of(support: list[Support]) -> dict[str, int]:
    return {text: pages for one in support for text, pages in one.values[TEXTS].items()}


def test_what_a_leaf_says_is_its_text_its_link_and_its_image() -> None:
    (page,) = pages_of(
        "<p> plain \n text <a href=/x>linked <b>bold</b><img src=1.png alt=Otter></a>"
        "<img src=2.png><a name=y>no link</a> <img></p>"
    )
    assert read_values(page.tree) == [
        ("plain text", "", ""),
        ("linked", "/x", ""),
        ("bold", "/x", ""),
        ("Otter", "/x", "1.png"),
        ("", "", "2.png"),
        ("no link", "", ""),
        ("", "", ""),
    ]


def test_leaves_without_a_place_say_nothing() -> None:
    pages = pages_of("<p>one</p>", "<p>two</p>")
    matcher = learn(pages).matcher
    (other,) = pages_of("<p>three</p><h2>four</h2>")
    said = list(read_leaves(matcher.match(other.tree)))
    assert said == [Said(len(matcher.nodes) - 1, TEXTS, "three")]


def test_pages_are_counted_once_however_often_a_page_says_it() -> None:
    _, counts = count(pages_of("<ul><li>a<li>a<li>b</ul>", "<ul><li>a<li>c<li>c</ul>"))
    support = counts.list_support(0)
    assert counts.pages == 2
    assert [one.pages for one in support] == [2] * len(support)
    assert texts_of(support) == {"a": 2}


def test_what_is_on_too_small_a_share_of_a_places_pages_is_not_kept() -> None:
    n_pages = 151
    bodies = [f"<p>{'rare' if n < 3 else 'some' if n < 7 else n}</p>" for n in range(n_pages)]
    assert 3 < LEAST_SHARE * n_pages < 4
    assert texts_of(count(pages_of(*bodies))[1].list_support(0)) == {"some": 4}


@pytest.mark.parametrize(("min_support", "is_known"), [(0.5, True), (0.51, False)])
def test_places_on_too_few_pages_keep_no_values(min_support: float, is_known: bool) -> None:
    bodies = [f"<p>{n}</p>{'<h2>Same</h2>' if n < 2 else ''}" for n in range(4)]
    support = count(pages_of(*bodies))[1].list_support(min_support)
    assert texts_of(support) == ({"Same": 2} if is_known else {})
    assert sorted(one.pages for one in support) == [2, 2, 4, 4, 4, 4]


def test_values_past_the_most_are_forgotten_but_what_recurs_is_found() -> None:
    n_pages, most = 200, 100
    bodies = [
        "<p>Home</p>"
        + f"<h2>{'Often' if n % 2 else n}</h2>"
        + "".join(f"<div>{n} {k}</div>" for k in range(20))
        for n in range(n_pages)
    ]
    _, counts = count(pages_of(*bodies), most)
    assert len(counts._of_value) <= most
    found = texts_of(counts.list_support(0.1))
    assert set(found) == {"Home", "Often"}
    assert found["Home"] == n_pages
    # It may have been forgotten at first, and counted from then on.
    assert n_pages / 2 - 10 <= found["Often"] <= n_pages / 2


@pytest.mark.parametrize(("n_own", "n_held"), [(6, 10), (7, 4)])
def test_half_of_the_most_are_held_once_there_are_too_many(n_own: int, n_held: int) -> None:
    common = "".join(f"<p>{letter}</p>" for letter in "abcd")
    own = "".join(f"<p>{number}</p>" for number in range(n_own))
    _, counts = count(pages_of(common, common, common + own), most=10)
    assert len(counts._of_value) == n_held
    assert texts_of(counts.list_support(0)) == dict.fromkeys("abcd", 3)


def test_a_page_with_more_values_than_the_most_is_counted_too() -> None:
    _, counts = count(pages_of("".join(f"<p>{n}</p>" for n in range(50)), "<p>1</p>"), most=10)
    assert len(counts._of_value) <= 10
    assert counts.list_support(0)[0].pages == 2


def test_what_is_on_most_pages_stays_when_all_pages_say_much() -> None:
    common = "".join(f"<h3>{letter}</h3>" for letter in "abcde")
    bodies = [common + "".join(f"<p>{n} {k}</p>" for k in range(30)) for n in range(40)]
    _, counts = count(pages_of(*bodies), most=50)
    assert texts_of(counts.list_support(0.1)) == dict.fromkeys("abcde", 40)


def test_a_place_on_no_page_is_sure_of_nothing() -> None:
    assert Support(0, ({"a": 3}, {}, {})).confidence(TEXTS, "a") == 0
    assert Support(4, ({"a": 3}, {}, {})).confidence(TEXTS, "a") == 0.75
    assert Support(4).confidence(LINKS, "a") == Support(4).confidence(IMAGES, "a") == 0


def test_a_page_that_has_no_place_is_counted_as_a_page() -> None:
    pages = pages_of("<p>one", "<p>two")
    matched = learn(pages).matcher.match(pages[0].tree)
    nowhere = np.full_like(matched.template, -1)
    counts = Counts(3)
    counts.add(Mapped(matched.outline, nowhere, nowhere))
    assert counts.pages == 1
    assert [one.pages for one in counts.list_support(0)] == [0, 0, 0]


def test_long_values_are_kept_short_and_stay_apart() -> None:
    long = "word " * 5_000
    pages = pages_of(*[f"<p>{long} one</p><img src='data:{long}'>"] * 2, f"<p>{long} two</p>")
    template = learn(pages)
    kept = [value for one in template.support for values in one.values for value in values]
    assert len(kept) == 2
    assert max(map(len, kept)) < 400
    assert read_values(pages[0].tree)[0] != read_values(pages[2].tree)[0]
    assert template.score(pages[0])[0] > template.score(pages[2])[0]
