"""Which blocks say a page's title, and what is before and after the headline."""

import pytest

from dehusk.learn.site.titles import cut_title, find_titles, match_title
from tests.unit.learn.site.sites import hash_text, note, view_of

BODY = "<p>Home</p><h1>Otters are back</h1><p>They swim at the mill.</p><p>Nothing else</p>"


def match(body: str, title: str, prefix: str = "", suffix: str = "") -> dict[str, list[float]]:
    found = note(match_title, view_of(body, title), (prefix, suffix))
    return {name.removeprefix("title "): values.tolist() for name, values in found.items()}


@pytest.mark.parametrize(
    ("title", "cut"),
    [
        ("Rain - The Daily", "Rain"),
        ("News: Rain - The Daily", "Rain"),
        ("News: Rain", "Rain"),
        ("Rain", "Rain"),
        (" - The Daily", " - The Daily"),
        ("", ""),
    ],
)
def test_what_the_site_adds_to_titles_is_cut_off(title: str, cut: str) -> None:
    assert cut_title(title, "News: ", " - The Daily") == cut


def test_nothing_is_cut_off_where_nothing_is_shared() -> None:
    assert cut_title("Rain - The Daily", "", "") == "Rain - The Daily"
    assert len(cut_title("x" * 1000, "", "")) == 300


@pytest.mark.parametrize(
    "title",
    [
        "Otters are back",
        "OTTERS are back!",
        "Otters are back | News",
        "Otters are back|News",
        "News - Otters are back",
        "News: Otters are back",
        "News » Otters are back",
        "News»Otters are back",
        "Otters are back – News",
        "Otters are back — News",
        "News · Otters are back · Nature",
    ],
)
def test_a_block_that_says_the_title_or_a_part_of_it_is_found(title: str) -> None:
    found = match(BODY, title)
    assert found["same"] == [0, 1, 0, 0]
    assert found["before"] == [1, 0, 0, 0]
    assert found["after"] == [0, 0, 1, 1]
    assert found["distance"] == pytest.approx([0.6931, 0, 0.6931, 1.0986], abs=1e-3)


def test_most_of_a_title_in_few_other_words_is_a_headline() -> None:
    found = match(BODY, "Yes, otters are back")
    assert found["same"] == [0, 0, 0, 0]
    assert found["covered"] == [0, 0.75, 0, 0]
    assert found["overlap"] == [0, 1, 0, 0]
    assert found["after"] == [0, 0, 1, 1]


def test_a_heading_is_a_headline_before_a_link_that_says_the_same() -> None:
    body = f"<a href=/>Otters are back</a>{BODY}"
    found = match(body, "Otters are back")
    assert found["same"] == [1, 0, 1, 0, 0]
    assert found["before"] == [1, 1, 0, 0, 0]


@pytest.mark.parametrize("title", ["", "Snow", "- | -"])
def test_without_its_title_a_page_has_no_headline(title: str) -> None:
    found = match(BODY, title)
    for name in ("same", "covered", "overlap", "before", "after"):
        assert not any(found[name]), name
    assert set(found["distance"]) == {-1}


def test_one_word_is_no_headline() -> None:
    found = match("<p>Otters</p><p>swim</p>", "Otters")
    assert found["same"] == [1, 0]
    assert set(found["distance"]) == {-1}


def test_the_ends_that_a_site_shares_are_not_the_title() -> None:
    found = match("<p>The Daily Otter</p><h1>Rain again</h1>", "Rain again - The Daily Otter")
    assert found["same"] == [1, 1]
    cut = match(
        "<p>The Daily Otter</p><h1>Rain again</h1>",
        "Rain again - The Daily Otter",
        suffix=" - The Daily Otter",
    )
    assert cut["same"] == [0, 1]


def test_a_page_without_blocks_is_matched() -> None:
    assert match("", "Otters")["distance"] == []


def test_an_entity_in_a_headline_is_what_it_is_in_the_title() -> None:
    view = view_of("<h1>Cats &amp; dogs</h1><p>Cats</p>", "Cats &amp; dogs")
    assert view.page.title == "Cats & dogs"
    assert match("<h1>Cats &amp; dogs</h1><p>Cats</p>", "Cats &amp; dogs")["same"] == [1, 0]
    assert set(find_titles(view, ("", "")).tolist()) == {hash_text("Cats & dogs")}


def test_signs_alone_are_no_headline() -> None:
    found = match("<p>- - -</p><p>Otters are back</p>", "Otters - News")
    assert (found["covered"][0], found["overlap"][0]) == (0, 0)


def test_a_page_is_called_by_its_title_and_its_first_headlines() -> None:
    heads = "".join(f"<h2>Rain in {place}</h2>" for place in ("Ulm", "Kiel", "Bonn"))
    view = view_of(f"<h1>Rain</h1><h1>Rain again</h1>{heads}", "Weather - The Otter")
    called = ("Weather", "Rain again", "Rain in Ulm", "Rain in Kiel")
    found = find_titles(view, ("", " - The Otter")).tolist()
    assert sorted(found) == sorted(map(hash_text, called))


def test_a_page_without_a_title_is_called_nothing() -> None:
    assert not find_titles(view_of("<p>Rain again</p>"), ("", "")).any()
