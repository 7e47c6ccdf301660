"""What every engine reads alike, and what is refused because some do not."""

import re
import string

import pcre2
import pytest
import re2

from dehusk.errors import BadSetting
from dehusk.learn.strings.default_patterns import DEFAULT_PATTERNS
from dehusk.learn.strings.patterns import read_patterns
from dehusk.learn.strings.spell_out import NotPortable, escape, spell_out
from dehusk.learn.strings.tokens import SEPARATORS

ENGINES = (re, re2, pcre2)
OTHERS = "\u0301\u1680\u2000\u200b\u200d\u2028\u202e\u3000\ufeff\ufffd\uffff\U0001f600\U0010ffff"
CHARACTERS = "".join(map(chr, range(0x180))) + OTHERS


def is_read_alike(expression: str, text: str) -> bool:
    told = {engine.fullmatch(expression, text) is not None for engine in ENGINES}
    assert len(told) == 1, (expression, text)
    return told.pop()


def find_characters(expression: str) -> list[str]:
    """Those that it matches, to every engine."""
    found = [
        [match.group() for match in engine.finditer(expression, CHARACTERS)] for engine in ENGINES
    ]
    assert found[0] == found[1] == found[2], expression
    return found[0]


def test_each_character_escaped_matches_just_itself() -> None:
    for character in CHARACTERS:
        assert find_characters(escape(character)) == [character]


def test_escaped_text_is_one_printable_line_below_the_middle_of_unicode() -> None:
    assert escape("".join(map(chr, range(0x100)))).isprintable()


@pytest.mark.parametrize(
    ("given", "yes", "no"),
    [
        (r"\d+", "12", "١٢"),
        (r"\w+", "a_1", "é"),
        (r".", "é", "\u00a0"),
        (r"[^a]", "b", "\n"),
        (r"[!-ſ]", "é", "\u00a0"),
        (r"[\x01-~]".replace(r"\x01", "\x01"), "~", " "),
        (r"[]a]+", "a]", "["),
        (r"[^]a-]", "b", "-"),
        (r"[a-]+", "a-", "b"),
        (r"[-\d]+", "-1", "d"),
        (r"[[a]+", "[a", "]"),
        (r"[a&&b~~|]+", "&~|", "-"),
        (r"[--/]+", "-./", ","),
        (r"a{2,3}?", "aaa", "a{2,3}"),
        (r"}]", "}]", "}"),
        (r"(a|b)+(?:c)", "abc", "ab"),
        (r"\.\-\#\/\@", ".-#/@", "x-#/@"),
        (r"\{a\}", "{a}", "a"),
    ],
)
def test_engines_agree_on_what_is_spelled_out(given: str, yes: str, no: str) -> None:
    spelled = spell_out(given)
    assert is_read_alike(spelled, yes)
    assert not is_read_alike(spelled, no)
    assert not set(SEPARATORS) & set("".join(find_characters(spelled)))


@pytest.mark.parametrize(
    "given",
    [
        *(r"\bword", r"\s", r"\S", r"\D", r"\W", r"\x41", r"\p{L}", r"\1", r"\Qa\E", "\\"),
        *(r"^a", r"a$", r"(?i)a", r"(?=a)", r"(?!a)", r"(?<=a)", r"(?>a)", r"(?P<n>a)", r"(?#a)"),
        *(r"a++", r"a*+", r"a?+", r"a{2}+", r"a**", r"a{2}{3}", r"a+??", r"a{,3}", r"a{", r"{a}"),
        *(r"[a", r"[]", r"[^]", r"[z-a]", r"[a-\d]", r"[!-\d]", r"[[:alpha:]]", r"[[=a=]]"),
        *(r"[\s]", r"[\p{L}]", r"[ ]", r"a b", "a\u3000b", r"(*ACCEPT)"),
    ],
)
def test_what_some_engine_reads_otherwise_is_refused(given: str) -> None:
    with pytest.raises(NotPortable):
        spell_out(given)


@pytest.mark.parametrize("given", ["a=(", "a=)", "a=*b", "a=x*", "a=[b-a]", "a=b{2000}", "a=a|"])
def test_settings_name_the_pattern_that_cannot_be(given: str) -> None:
    with pytest.raises(BadSetting, match="patterns"):
        read_patterns("strings", [given])


def test_no_default_pattern_matches_a_separator() -> None:
    for _, expression in DEFAULT_PATTERNS:
        spelled = spell_out(expression)
        for separator in SEPARATORS:
            for text in (separator, f"1{separator}1", f"href=a{separator}b"):
                assert not is_read_alike(spelled, text)


def test_engines_agree_on_default_patterns() -> None:
    words = """
        12 3rd 4ème 12:30 pm
        9am 2024-01-31 2024-01-31T10:00:00Z 31.12.2024, 2024年1月31日 $5 US$5.00
        5,00€ -7% #12# 1#2x3 12,500.-- May Mai. März, (mars) Sept Montag Fri, días 星期一 a@b.co.uk.
        https://a.b/?c=d www.x.y) J.R.R. NATO ÄÖÜ Dr. by von: -- — href="a"/> href='a src=a>
        id=1 class="a1"> content="" Marchx x May( a@b @b.c J. N
    """.split()
    for name, expression in DEFAULT_PATTERNS:
        spelled = spell_out(expression)
        assert {is_read_alike(spelled, word) for word in words} == {True, False}, name
        assert not is_read_alike(spelled, "plainword"), name


def test_all_of_ascii_can_stand_in_a_pattern() -> None:
    for character in string.punctuation:
        spelled = spell_out(f"x\\{character}[\\{character}]")
        assert is_read_alike(spelled, f"x{character}{character}")
