"""Template strings as expressions: what they match, and where."""

import re
import time
from collections.abc import Sequence

import pcre2
import pytest
import re2

from dehusk.learn.strings.corpus import Token
from dehusk.learn.strings.mine import MOST_TOKENS, TemplateString
from dehusk.learn.strings.patterns import Patterns, read_patterns
from dehusk.write.expressions import MOST_IN_A_ROW, spell_strings

ENGINES = (re, re2, pcre2)
NO_PATTERNS = read_patterns("strings", [])
DEFAULT = read_patterns("strings", "default")
ANY = read_patterns("strings", ["any=.+", "tag=</?h[1-6]>?"])


def string_of(words: str) -> TemplateString:
    """Words, `{name}` for any word of a pattern."""
    tokens = [
        Token(word[1:-1], is_pattern=True) if word[0] == "{" and word[-1] == "}" else Token(word)
        for word in words.split()
    ]
    return TemplateString(tuple(tokens), 3)


def spell(words: str, patterns: Patterns = NO_PATTERNS, *, is_markup: bool = False) -> list[str]:
    found = spell_strings([string_of(words)], patterns, is_markup=is_markup)
    return [one.expression for one in found]


def find(expressions: Sequence[str], text: str) -> list[str]:
    """What is in group 2, to every engine, in the order of the text."""
    spans: set[tuple[int, int]] = set()
    for expression in expressions:
        told = [
            [
                [match.span(group) for group in range(4)]
                for match in engine.finditer(expression, text)
            ]
            for engine in ENGINES
        ]
        assert told[0] == told[1] == told[2], expression
        spans.update(one[2] for one in told[0])
    return [text[start:stop] for start, stop in sorted(spans)]


def remove(expressions: Sequence[str], text: str) -> str:
    for expression in expressions:
        text = re.sub(expression, r"\1\3", text)
    return text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("read more", ["read more"]),
        ("read more\n", ["read more"]),
        ("\nread\u00a0 \tmore\u3000x", ["read\u00a0 \tmore"]),
        ("x read more y", ["read more"]),
        ("read more read more", ["read more read more"]),
        ("read more, read more", ["read more"]),
        ("spread more", []),
        ("read mores", []),
        ("readmore", []),
        ("read more x read more", ["read more", "read more"]),
    ],
)
def test_whole_words_are_matched_whatever_is_between_them(text: str, found: list[str]) -> None:
    assert find(spell("read more"), text) == found


def test_borders_stay_when_the_template_goes() -> None:
    assert remove(spell("read more"), "one read more two") == "one  two"
    assert remove(spell("x <b>", is_markup=True), "<i>x<b>y</b>") == "<i>y</b>"
    assert remove(spell("<b> x", is_markup=True), "y<b>x</b>") == "y</b>"


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("<b> more", "<b>more</b>", ["<b>more"]),
        ("<b> more", "x<b> more<", ["<b> more"]),
        ("<b> more", "<b>mores", []),
        ("more </b>", "x>more</b>x", ["more</b>"]),
        ("more </b>", "some more</b>", ["more</b>"]),
        ("more </b>", "somemore</b>", []),
        ("read more", "readmore", []),
        ("read more", ">read more<", ["read more"]),
        ("<a {link} Read", '<a href="x">Read</a>', ['<a href="x">Read']),
        ("<a {link} Read", "<a href=x Read</a>", ["<a href=x Read"]),
        ("<a {link} Read", "<a href=xRead</a>", []),
        ("<img {link}", "<img src=1><img src=2 x", ["<img src=1>", "<img src=2"]),
        ("<i> {number} </i>", "<i>12</i>", ["<i>12</i>"]),
        ("<i> {number} </i>", "<i>12x</i>", []),
    ],
)
def test_a_tags_bracket_is_a_border_in_markup(words: str, text: str, found: list[str]) -> None:
    assert find(spell(words, DEFAULT, is_markup=True), text) == found


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("{any} </b>", "one</b><i>two</b>", ["one</b>", "two</b>"]),
        ("<b> {any}", "<b>one<i>", ["<b>one"]),
        ("{any} x", "y<i>x", ["<i>x"]),
        ("a {any} x", "a<i>x", ["a<i>x"]),
        ("a {tag} x", "a<h1>x . a</h2 x a<h1x", ["a<h1>x", "a</h2 x"]),
    ],
)
def test_no_pattern_reaches_over_a_tag(words: str, text: str, found: list[str]) -> None:
    assert find(spell(words, ANY, is_markup=True), text) == found


@pytest.mark.parametrize("words", ["a b", "{number} {number}", "<b> x", "x <b>"])
def test_strings_in_a_row_are_one_match(words: str) -> None:
    is_markup = "<" in words
    one = words.replace("{number}", "1")
    text = " ".join([one] * MOST_IN_A_ROW)
    assert find(spell(words, DEFAULT, is_markup=is_markup), text) == [text]


def test_a_longer_row_goes_when_the_expression_is_applied_again() -> None:
    expressions = spell("a b")
    text = "a b " * 1000 + "c"
    assert remove(expressions, remove(expressions, text)).split() == ["c"]


def test_a_long_string_is_found_four_times_in_a_row() -> None:
    words = " ".join(f"w{number}" for number in range(MOST_TOKENS))
    text = " ".join([words] * 4)
    assert find(spell(words), text) == [text]


@pytest.mark.parametrize(
    "word",
    [
        *("a]b", "[-^", "\\d", "a\\", "#x", "'", '"', "(?i)", "$1", "x{2}", "\x01\x7f", "\x1f"),
        *("\x00", "é\u0301", "😀|", "\u200b", "\xad", "<", ">"),
    ],
)
def test_words_are_matched_as_they_are_written(word: str) -> None:
    text = f"x {word} {word} x{word} {word}x"
    string = TemplateString((Token(word), Token(word)), 1)
    (found,) = spell_strings([string], NO_PATTERNS, is_markup=False)
    assert find([found.expression], text) == [f"{word} {word}"]


@pytest.mark.parametrize("is_markup", [False, True])
@pytest.mark.parametrize("name", DEFAULT.names)
def test_the_longest_string_of_any_pattern_is_no_longer_than_engines_take(
    name: str, is_markup: bool
) -> None:
    for expression in spell(f"{{{name}}} " * MOST_TOKENS, DEFAULT, is_markup=is_markup):
        re2.compile(expression)
        pcre2.compile(expression)
        assert "\n" not in expression
        assert re.search(r"\(\?[^:]|\\[a-wyzA-Z]|[+*?}]\+", expression) is None


@pytest.mark.parametrize(
    "token", [Token("unknown", is_pattern=True), Token("a b"), Token(""), Token("\ud800")]
)
def test_what_no_text_has_is_left_out(token: Token) -> None:
    strings = [TemplateString((token, Token("x")), 2), string_of("a b")]
    assert [one.pages for one in spell_strings(strings, DEFAULT, is_markup=False)] == [3]


HOSTILE = [
    *("a", "(a+)+$ ", "((((]]]]", "<", "<a><", "1", "1,", "A.", "#", "'", "href=", "http://"),
    *("1 ", "May 1 ", "read more ", "a@b.", "x=1", " ", "\n"),
]


@pytest.mark.parametrize(
    "words",
    [
        *("read more", "{number} {digits}", "{price} {url}", "{date} x"),
        *("{email} {initials}", "{link} {numbered}", "{month} {number}"),
    ],
)
@pytest.mark.parametrize("is_markup", [False, True])
def test_no_text_exceeds_the_limits_of_an_engine(words: str, is_markup: bool) -> None:
    for expression in spell(words, DEFAULT, is_markup=is_markup):
        compiled = pcre2.compile(expression)
        for part in HOSTILE:
            text = part * (1_000_000 // len(part)) + "\x01"
            # It raises where a limit of stack or steps is reached.
            for match in compiled.finditer(text):
                assert match.group(2)


@pytest.mark.parametrize("part", ["a", "(a+)+$ ", "((((]]]]", "1,", "http://"])
def test_time_is_linear_in_a_hostile_text(part: str) -> None:
    strings = [string_of(words) for words in ("read more", "{price} {url}", "{link} {digits}")]
    expressions = [
        re2.compile(one.expression) for one in spell_strings(strings, DEFAULT, is_markup=True)
    ]

    def measure(size: int) -> float:
        text = part * (size // len(part))
        started = time.process_time()
        for expression in expressions:
            assert not list(expression.finditer(text))
        return time.process_time() - started

    least = min(measure(100_000) for _ in range(3))
    # Quadratic time would be a hundred times as long.
    assert measure(1_000_000) < 40 * max(least, 0.002)
