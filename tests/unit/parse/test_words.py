"""A text as its words."""

import re

import pytest

from dehusk.parse.words import find_words, split_words

TEXTS = (
    "It's a_b 2024: 東京!",
    "ΟΔΟΣ'Α ΟΔΟΣ. ΣΑΣ",
    "İstanbul 5\u212a ÅNGSTRÖM straße",
    "“Quoted” words—and\u2003spaces\xa0too",
    "КАША и Каша\x1cx",
    "\ud800 lone",
    "",
)


@pytest.mark.parametrize("text", TEXTS)
def test_words_are_split_as_an_expression_finds_them(text: str) -> None:
    assert split_words(text) == [found[0] for found in find_words(text.lower())]


def test_words_are_in_small_letters() -> None:
    assert split_words("ONE Two, ÄÖ") == ["one", "two", "äö"]
    assert not any(re.search("[A-Z]", word) for text in TEXTS for word in split_words(text))
