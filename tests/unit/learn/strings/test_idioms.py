"""What recurs on many sites is a figure of speech; what recurs on one is its template."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.learn.strings import idioms, matcher
from dehusk.learn.strings.corpus import Pages, Token
from dehusk.learn.strings.cutoff import Cutoff
from dehusk.learn.strings.idioms import drop_idioms
from dehusk.learn.strings.matcher import Matcher
from dehusk.learn.strings.mine import Mining, StringSet, TemplateString
from dehusk.learn.strings.patterns import read_patterns

phrases = st.lists(st.sampled_from("abc"), min_size=2, max_size=4).map(" ".join)
site_sets = st.lists(st.lists(phrases, max_size=4, unique=True), max_size=5)


def make_site(texts: list[str]) -> StringSet:
    strings = [TemplateString(tuple(map(Token, text.split())), 3) for text in texts]
    return StringSet(3, Cutoff((), 0, 2), tuple(strings))


def drop(sites: list[list[str]], many: float = 0.5) -> list[list[str]]:
    return [
        [str(string) for string in site.strings]
        for site in drop_idioms([make_site(texts) for texts in sites], many)
    ]


def test_a_string_of_two_sites_in_three_is_dropped() -> None:
    sites = [["as much as", "read more"], ["as much as", "log in"], ["sign up"]]
    assert drop(sites) == [["read more"], ["log in"], ["sign up"]]


def test_a_string_within_those_of_other_sites_is_dropped() -> None:
    sites = [["as much"], ["twice as much as"], ["home page"]]
    assert drop(sites) == [[], ["twice as much as"], ["home page"]]


def test_the_ends_of_two_strings_are_not_one() -> None:
    assert drop([["as much"], ["just as", "much more"]]) == [["as much"], ["just as", "much more"]]


def test_what_only_idioms_cover_goes_with_them() -> None:
    """As the documents say: strings that others cover are left out before idioms are dropped."""
    own = "read more about us"
    site = [make_page(n, own) for n in range(4)]
    assert drop_mined([site, [make_page(n) for n in range(4)]]) == [[], []]
    assert own in drop_mined([[own.split()] * 4, [["log", "in"]] * 4])[0]


def make_page(number: int, *more: str) -> list[str]:
    phrases = (*more, "read more", "more about", "about us")
    return " ".join(f"{phrase} x{number}" for phrase in phrases).split()


def drop_mined(sites: list[list[list[str]]]) -> list[list[str]]:
    mined = []
    for texts in sites:
        pages = Pages()
        for words in texts:
            pages.add([word.encode() for word in words])
        mined.append(Mining(read_patterns("strings", "")).mine(pages))
    return [[str(string) for string in site.strings] for site in drop_idioms(mined)]


def test_a_word_is_not_the_pattern_of_its_name() -> None:
    word, pattern = make_site(["the month"]), make_site(["the month"])
    tokens = (Token("the"), Token("month", is_pattern=True))
    pattern = StringSet(3, pattern.cutoff, (TemplateString(tokens, 3),))
    assert drop_idioms([word, pattern]) == [word, pattern]


@given(site_sets, st.sampled_from([0.1, 0.5, 0.75, 1.0]))
@settings(max_examples=150, deadline=None)
def test_idioms_are_those_that_looking_finds(sites: list[list[str]], many: float) -> None:
    def count_sites(text: str) -> int:
        return sum(any(f" {text} " in f" {other} " for other in site) for site in sites)

    enough = max(2, many * len(sites))
    assert drop(sites, many) == [
        [text for text in site if count_sites(text) < enough] for site in sites
    ]


def test_more_tokens_than_there_are_characters_are_no_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (idioms, matcher):
        monkeypatch.setattr(module, "MOST_KNOWN_TOKENS", 5)
    sites = [["a b", "c d e", "f g"], ["a b", "f g"]]
    assert drop(sites) == [["c d e"], []]
    strings = make_site(sites[0]).strings
    found = Matcher(strings, read_patterns("strings", ""), is_markup=False).match(b"f g a b c d e")
    assert found.string.tolist() == [0, 1]
