"""Whatever the pages, the arrays find the very strings that their definition does."""

import random
from unittest.mock import patch

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dehusk.learn.strings import matcher as matcher_module
from dehusk.learn.strings import mine as mine_module
from dehusk.learn.strings.classes import StringClasses, find_classes
from dehusk.learn.strings.corpus import Corpus, Pages
from dehusk.learn.strings.cutoff import N_BINS, find_border, find_cutoff
from dehusk.learn.strings.matcher import Matcher
from dehusk.learn.strings.mine import MOST_TOKENS, Mining, StringSet, TemplateString
from dehusk.learn.strings.nearest import build_minima, find_after, find_before
from dehusk.learn.strings.patterns import read_patterns
from dehusk.learn.strings.suffixes import sort_suffixes
from tests.property import literal_strings as literal

EXPRESSIONS = {"two": "[0-9]{2}", "number": "[0-9]+", "upper": "[A-Z]+"}
PATTERNS = read_patterns("strings", [f"{name}={one}" for name, one in EXPRESSIONS.items()])
NUMBER = "{number}"
ALPHABETS = ("a", "ab", "abc", "abcdef", ("a", "12", "34", "7", "XY", "Z"))

Words = list[str]


@st.composite
def sites(draw: st.DrawFn, most_words: int = 12) -> list[Words]:
    """Up to six pages of words and of parts that they share; some empty, some equal."""
    words = st.sampled_from(draw(st.sampled_from(ALPHABETS))).map(lambda word: [word])
    parts = draw(st.lists(st.lists(words, min_size=1, max_size=4).map(flatten), max_size=3))
    pieces = words | st.sampled_from(parts) if parts else words
    bodies = st.lists(pieces, max_size=8).map(lambda body: flatten(body)[:most_words])
    pages = draw(st.lists(bodies, max_size=6))
    copies = st.lists(st.sampled_from(pages), max_size=3) if pages else st.just([])
    return [*pages, *draw(copies)]


def flatten(lists: list[Words]) -> Words:
    return [word for words in lists for word in words]


def name_pages(site: list[Words]) -> list[Words]:
    return [literal.name_words(page, EXPRESSIONS) for page in site]


def read_pages(site: list[Words]) -> Pages:
    pages = Pages()
    for words in site:
        pages.add([word.encode() for word in words])
    return pages


def read_string(corpus: Corpus, start: int, length: int) -> literal.String:
    return to_literal(TemplateString(corpus.read(start, length), 0))


def to_literal(string: TemplateString) -> literal.String:
    return tuple(f"{{{one.text}}}" if one.is_pattern else one.text for one in string.tokens)


def list_strings(corpus: Corpus, found: StringClasses) -> list[literal.String]:
    places = zip(found.start.tolist(), found.length.tolist(), strict=True)
    return [read_string(corpus, start, length) for start, length in places]


def mine(site: list[Words]) -> StringSet:
    return Mining(PATTERNS).mine(read_pages(site))


@given(st.lists(st.sampled_from([0, 1, 2, 300, 70_000]), max_size=40))
@settings(max_examples=150, deadline=None)
def test_suffixes_are_those_that_sorting_gives(numbers: list[int]) -> None:
    found = sort_suffixes(np.array(numbers, dtype=np.int32))
    order = sorted(range(len(numbers)), key=lambda start: numbers[start:])
    assert found.order.tolist() == order
    assert found.shared.tolist() == [
        count_shared(numbers[order[place - 1] :], numbers[order[place] :]) if place else 0
        for place in range(len(order))
    ]


def count_shared(left: list[int], right: list[int]) -> int:
    unlike = (n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b)
    return next(unlike, min(len(left), len(right)))


@given(st.lists(st.integers(0, 6), min_size=1, max_size=70), st.data())
@settings(max_examples=150, deadline=None)
def test_the_nearest_place_is_the_first_that_looking_finds(
    inner: list[int], data: st.DataObject
) -> None:
    # The ends are below every limit, so that there is something to be found.
    values = [-1, *inner, -1]
    places = data.draw(st.lists(st.integers(1, len(inner)), max_size=20))
    limits = [data.draw(st.integers(-1, 7)) for _ in places]
    asked = list(zip(places, limits, strict=True))
    minima = build_minima(np.array(values, dtype=np.int32))
    arrays = np.array(places, dtype=np.int64), np.array(limits, dtype=np.int32)
    assert find_before(minima, *arrays).tolist() == [
        next(at for at in range(place - 1, -1, -1) if values[at] <= limit) for place, limit in asked
    ]
    assert find_after(minima, *arrays).tolist() == [
        next(at for at in range(place + 1, len(values)) if values[at] <= limit)
        for place, limit in asked
    ]


@given(sites(), st.integers(2, 4), st.integers(1, 4))
@example([], 2, 2)
@example([[]], 2, 1)
@example([["a"] * 12], 2, 1)
@example([["a"] * 12] * 3, 3, 2)
@settings(max_examples=200, deadline=None)
def test_classes_are_the_maximal_strings_with_their_counts(
    site: list[Words], min_tokens: int, min_pages: int
) -> None:
    corpus = read_pages(site).make_corpus(PATTERNS, min_pages)
    found = find_classes(corpus, sort_suffixes(corpus.ids), min_tokens, min_pages)
    strings = list_strings(corpus, found)
    expected = literal.find_maximal(name_pages(site), min_tokens, min_pages)
    counts = zip(found.times.tolist(), found.pages.tolist(), strict=True)
    assert len(set(strings)) == len(strings)
    assert {
        string: literal.Count(*count) for string, count in zip(strings, counts, strict=True)
    } == expected


@given(sites(), st.integers(2, 4), st.integers(1, 4))
@settings(max_examples=120, deadline=None)
def test_needed_strings_are_few_and_cover_all_that_strings_cover(
    site: list[Words], min_tokens: int, min_pages: int
) -> None:
    corpus = read_pages(site).make_corpus(PATTERNS, min_pages)
    found = find_classes(corpus, sort_suffixes(corpus.ids), min_tokens, min_pages)
    strings = list_strings(corpus, found)
    needed = {one for one, keep in zip(strings, found.is_needed.tolist(), strict=True) if keep}
    pages = name_pages(site)
    maximal = literal.find_maximal(pages, min_tokens, min_pages)
    assert needed == literal.find_unshared(maximal, literal.count_strings(pages), min_tokens)
    for page in pages:
        assert literal.cover(page, needed) == literal.cover(page, maximal)


bins = st.lists(st.integers(0, 9) | st.just(0), min_size=2, max_size=24)


@given(bins)
@settings(max_examples=150, deadline=None)
def test_the_border_is_the_lowest_of_the_best(histogram: list[int]) -> None:
    found = find_border(np.array(histogram))
    best = min(literal.find_best_borders(histogram))
    # Between two bins, the upper one is the first that is not below.
    assert found == int(np.ceil(best))


@given(st.lists(st.integers(1, 40), max_size=60), st.integers(40, 130))
@settings(max_examples=15, deadline=None)
def test_the_cutoff_parts_strings_as_the_border_parts_bins(pages: list[int], n_pages: int) -> None:
    found = find_cutoff(np.array(pages, dtype=np.int32), n_pages, None, 1)
    named: dict[literal.String, literal.Count] = {
        (str(number),): literal.Count(one, one) for number, one in enumerate(pages)
    }
    template = literal.find_template(named, n_pages, N_BINS)
    assert [one >= found.pages for one in pages] == [
        (str(n),) in template for n in range(len(pages))
    ]


@given(sites())
@settings(max_examples=30, deadline=None)
def test_mined_strings_cover_what_the_paper_says_is_template(site: list[Words]) -> None:
    pages = name_pages(site)
    maximal = literal.find_maximal(pages, min_tokens=2, min_pages=2)
    template = literal.find_template(maximal, max(len(pages), 1), N_BINS)
    # Not in the paper: rows of numbers are no template.
    template = {string: count for string, count in template.items() if set(string) != {NUMBER}}
    found = mine(site)
    # None of them is longer than what is cut into pieces.
    mined = {to_literal(string): string.pages for string in found.strings}
    assert mined.items() <= {string: count.pages for string, count in template.items()}.items()
    for page in pages:
        assert literal.cover(page, mined) == literal.cover(page, template)


@given(sites(most_words=20), st.integers(2, 5))
@example([["a"] * 4 + ["b"], ["a"] * 9 + ["b"], ["a"] * 9 + ["b"], ["a"] * 2], 2)
@example([["a", "7", "7", "7"]] * 2, 2)
@settings(max_examples=60, deadline=None)
def test_pieces_cover_what_their_strings_do(site: list[Words], most_tokens: int) -> None:
    whole = [to_literal(string) for string in mine(site).strings]
    with patch.object(mine_module, "MOST_TOKENS", most_tokens):
        pieces = [to_literal(string) for string in mine(site).strings]
    assert all(len(piece) <= most_tokens for piece in pieces)
    for page in name_pages(site):
        by_pieces, by_whole = literal.cover(page, pieces), literal.cover(page, whole)
        # A piece may stand where its string does not; one of numbers alone is none.
        assert all(
            piece >= one or token == NUMBER
            for token, piece, one in zip(page, by_pieces, by_whole, strict=True)
        )


@given(sites(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_mining_ignores_page_order(site: list[Words], chance: random.Random) -> None:
    assert mine(chance.sample(site, len(site))) == mine(site)


@given(sites(most_words=40), st.integers(1, 4), st.text("ab <7", max_size=30))
@example([[f"w{number}" for number in range(MOST_TOKENS + 8)]] * 3, 1, "")
@example([["a", "b"] * 40, ["b", "a"] * 35, ["a", "b"] * 20], 1, "")
@settings(max_examples=100, deadline=None)
def test_every_mined_string_matches_wherever_it_stands(
    site: list[Words], times: int, other: str
) -> None:
    site = [page * times for page in site]
    strings = mine(site).strings
    matcher = Matcher(strings, PATTERNS, is_markup=False)
    for words in [*site, literal.WORD.findall(other)]:
        found = matcher.match(" ".join(words).encode())
        rows = zip(found.string.tolist(), found.first.tolist(), found.end.tolist(), strict=True)
        page = literal.name_words(words, EXPRESSIONS)
        named = [to_literal(string) for string in strings]
        assert sorted(rows) == [
            (number, *place)
            for number, string in enumerate(named)
            for place in literal.find_places(page, string)
        ]
        assert found.cover().tolist() == literal.cover(page, named)


@given(sites(most_words=40), st.integers(1, 4), st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_matches_are_the_same_however_many_tokens_are_looked_at_together(
    site: list[Words], times: int, at_once: int
) -> None:
    site = [page * times for page in site]
    matcher = Matcher(mine(site).strings, PATTERNS, is_markup=False)
    for page in site:
        text = " ".join(page).encode()
        together = matcher.match(text)
        with patch.object(matcher_module, "TOKENS_AT_ONCE", at_once):
            apart = matcher.match(text)
        for column in ("string", "first", "end"):
            assert getattr(apart, column).tolist() == getattr(together, column).tolist()


@given(sites(most_words=40), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_a_mined_string_is_short_and_on_as_many_pages_as_it_says(
    site: list[Words], times: int
) -> None:
    pages = name_pages([page * times for page in site])
    for string in mine([page * times for page in site]).strings:
        on = sum(bool(literal.find_places(page, to_literal(string))) for page in pages)
        assert 2 <= len(string.tokens) <= MOST_TOKENS
        # Of a piece it is the pages of the whole that are known.
        assert on == string.pages or (len(string.tokens) == MOST_TOKENS and on > string.pages)
