"""Expressions of random strings over awkward alphabets: engines agree, and nothing is missed."""

import re
from collections.abc import Sequence

import pcre2
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.learn.strings.corpus import Pages, Token
from dehusk.learn.strings.matcher import Matcher
from dehusk.learn.strings.mine import Mining, TemplateString
from dehusk.learn.strings.patterns import read_patterns
from dehusk.learn.strings.tokens import SEPARATORS, find_tokens, split_tokens
from dehusk.write.expressions import spell_strings
from dehusk.write.pattern_forms import cut_forms

ENGINES = (re, re2, pcre2)
PATTERNS = read_patterns(
    "strings",
    [r"sku=[A-Z](x|\d){1,3}", r"end=[ab]+?/?>?", r"tag=</?[a-c]+>?", r"rest=~.*", "date=1[-/.]1+"],
)
WORDS = ["a", "b", "ab", "a.", "]", "^-", "\\d", "(b", "#", "é", "e\u0301", "😀", "\x01", '"', "x"]
MUTABLE = ["A1", "Ax2", "aab", "ba/", "~é", "~", "1-11", "1.1"]
TAGS = ["<a>", "</b>", "<c", "b>", "aa/>", "~>", "<", ">", "<x", "~]>", "<~"]
SPACES = [" ", "\n", "\u00a0", "\u2028", "  \t", "\u3000\r\n"]

Span = tuple[int, int]


def texts_of(most: int) -> st.SearchStrategy[str]:
    words = st.tuples(st.sampled_from(WORDS + MUTABLE), st.sampled_from(SPACES))
    return st.lists(words.map("".join), max_size=most).map("".join)


markup = st.lists(
    st.tuples(st.sampled_from(WORDS + MUTABLE + TAGS * 2), st.sampled_from(["", "", *SPACES])),
    max_size=16,
).map(lambda pairs: "".join(word + space for word, space in pairs))


def find_spans(expression: str, text: str) -> list[Span]:
    """Where the template is, by every engine."""
    told = [
        [[match.span(group) for group in range(4)] for match in engine.finditer(expression, text)]
        for engine in ENGINES
    ]
    assert told[0] == told[1] == told[2], expression
    return [spans[2] for spans in told[0]]


def place_tokens(text: str, *, is_markup: bool) -> tuple[list[int], list[int]]:
    """The characters at which tokens start and stop."""
    found = find_tokens(text.encode(), is_markup=is_markup)
    before = [len(text.encode()[:place].decode()) for place in found.start.tolist()]
    return before, [len(text.encode()[:place].decode()) for place in found.stop.tolist()]


def check(string: TemplateString, text: str, *, is_markup: bool) -> None:
    """Only whole tokens are matched, and every place that the automaton finds."""
    spans = [
        span
        for one in spell_strings([string], PATTERNS, is_markup=is_markup)
        for span in find_spans(one.expression, text)
    ]
    starts, stops = place_tokens(text, is_markup=is_markup)
    assert all(first in starts and last in stops for first, last in spans)
    matches = Matcher([string], PATTERNS, is_markup=is_markup).match(text.encode())
    for first, end in zip(matches.first.tolist(), matches.end.tolist(), strict=True):
        assert overlaps(spans, (starts[first], stops[end - 1])), (string, text)


def overlaps(spans: Sequence[Span], wanted: Span) -> bool:
    return any(first < wanted[1] and wanted[0] < last for first, last in spans)


@st.composite
def strings_of(draw: st.DrawFn, text: str, *, is_markup: bool) -> TemplateString:
    """A string that is somewhere in the text, some of its words as patterns."""
    words = split_tokens(text.encode(), is_markup=is_markup) or [b"a", b"b"]
    first = draw(st.integers(0, len(words) - 1))
    length = draw(st.integers(1, 4))
    chosen = words[first : first + length]
    kinds = PATTERNS.classify(chosen).tolist()
    return TemplateString(
        tuple(
            Token(PATTERNS.names[kind], is_pattern=True) if kind >= 0 else Token(word.decode())
            for word, kind in zip(chosen, kinds, strict=True)
        ),
        1,
    )


@settings(max_examples=100, deadline=None)
@given(st.data(), texts_of(16))
def test_strings_are_found_in_text_wherever_they_are(data: st.DataObject, text: str) -> None:
    check(data.draw(strings_of(text, is_markup=False)), text, is_markup=False)


@settings(max_examples=200, deadline=None)
@given(st.data(), markup)
def test_strings_are_found_in_markup_wherever_they_are(data: st.DataObject, text: str) -> None:
    check(data.draw(strings_of(text, is_markup=True)), text, is_markup=True)


@settings(max_examples=80, deadline=None)
@given(
    st.data(), st.text(st.sampled_from("ab\\]^-[(){}|.*+?$#é😀\x01\x7f<>'\" \n\u3000"), max_size=40)
)
def test_any_text_gives_strings_that_are_found_in_it(data: st.DataObject, text: str) -> None:
    is_markup = data.draw(st.booleans())
    check(data.draw(strings_of(text, is_markup=is_markup)), text, is_markup=is_markup)


@settings(max_examples=60, deadline=None)
@given(st.lists(texts_of(5), min_size=3, max_size=4), texts_of(5))
def test_learned_expressions_match_every_page_they_were_learned_from(
    pages: list[str], shared: str
) -> None:
    pages = [*pages, *(f"{shared}{page}{shared}" for page in pages)]
    read = Pages()
    for page in pages:
        read.add(split_tokens(page.encode(), is_markup=False))
    for string in Mining(PATTERNS, share=0.5).mine(read).strings:
        (one,) = spell_strings([string], PATTERNS, is_markup=False)
        n_pages = 0
        for page in pages:
            spans = find_spans(one.expression, page)
            places = scan(string, page)
            assert all(overlaps(spans, place) for place in places)
            n_pages += bool(places)
        assert n_pages >= string.pages


def scan(string: TemplateString, text: str) -> list[Span]:
    """Where the string is, token by token, at every place."""
    starts, stops = place_tokens(text, is_markup=False)
    symbols = [symbol_of(text[start:stop]) for start, stop in zip(starts, stops, strict=True)]
    length = len(string.tokens)
    return [
        (starts[place], stops[place + length - 1])
        for place in range(len(symbols) - length + 1)
        if tuple(symbols[place : place + length]) == string.tokens
    ]


def symbol_of(word: str) -> Token:
    for name, expression in zip(PATTERNS.names, PATTERNS.expressions, strict=True):
        if re.fullmatch(expression, word):
            return Token(name, is_pattern=True)
    return Token(word)


expressions = st.recursive(
    st.sampled_from(["a", "<", ">", "[ab<]", "[^a]", "[^<>]", "[^b]"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{0,1}"])).map(
            lambda two: f"(?:{two[0]}){two[1]}"
        ),
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(expressions, st.booleans(), st.text("abc", max_size=4), st.booleans())
def test_a_pattern_and_its_forms_match_the_same_tokens(
    expression: str, opens: bool, inside: str, closes: bool
) -> None:
    word = "<" * opens + inside + ">" * closes
    forms = [one for one in cut_forms(expression) if re.fullmatch(one.expression, word)]
    if re.fullmatch(expression, word):
        assert [(one.opens, one.closes) for one in forms] == [(opens, closes)]
    else:
        assert not forms


def test_the_words_of_these_tests_have_no_separators() -> None:
    assert not set(SEPARATORS) & set("".join(WORDS + MUTABLE + TAGS))
