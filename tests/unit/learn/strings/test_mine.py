"""Which of the strings that recur are template."""

from collections.abc import Sequence

from dehusk.learn.strings import Strings
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.mine import MOST_TOKENS, StringSet
from dehusk.learn.strings.tokens import split_tokens

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = [f"w{letter}" for letter in LETTERS]


def mine(texts: Sequence[str], **settings: object) -> StringSet:
    pages = Pages()
    for text in texts:
        pages.add(split_tokens(text.encode(), is_markup=False))
    return Strings(**settings).mining.mine(pages)  # type: ignore[arg-type]


def make_pages(on: int, passage: str, of: int = 20) -> list[str]:
    """Pages with a header that all share, and a passage that some do; the rest is their own."""
    own = [" ".join(f"{word}x{page}" for word in LETTERS) for page in range(of)]
    return [
        f"The Daily Crumb {text} {passage if page < on else ''} end{page}"
        for page, text in enumerate(own)
    ]


def test_a_long_string_is_template_below_the_cutoff() -> None:
    passage = " ".join(WORDS[:16])
    found = mine(make_pages(5, passage))
    assert found.cutoff.pages > 5
    assert [(str(string), string.pages) for string in found.strings] == [
        (passage, 5),
        ("The Daily Crumb", 20),
    ]


def test_a_shorter_one_is_not() -> None:
    found = mine(make_pages(5, " ".join(WORDS[:15])))
    assert [str(string) for string in found.strings] == ["The Daily Crumb"]


def test_nor_is_any_where_none_is_sure() -> None:
    found = mine(make_pages(5, " ".join(WORDS)), sure_tokens=0)
    assert [str(string) for string in found.strings] == ["The Daily Crumb"]


def test_nor_one_on_too_few_pages() -> None:
    found = mine(make_pages(3, " ".join(WORDS)))
    assert [str(string) for string in found.strings] == ["The Daily Crumb"]


def test_a_long_row_of_a_table_is_not_sure() -> None:
    row = "Games 12 Goals 7 Shots 31 Cards 2 2011 2012 Home 4 Away 3 Total 19"
    assert [str(string) for string in mine(make_pages(5, row)).strings] == ["The Daily Crumb"]


def test_nothing_but_numbers_is_no_template() -> None:
    found = mine(make_pages(20, "1 2 $3 4-5"))
    assert [str(string) for string in found.strings] == ["The Daily Crumb"]


def test_numbers_with_a_word_are() -> None:
    found = mine(make_pages(20, "Page 1 of 7"))
    assert "Page {number} of {number}" in [str(string) for string in found.strings]


def test_a_very_long_string_is_cut_into_pieces_that_cover_it() -> None:
    words = [f"word{letter}{second}" for letter in "abc" for second in LETTERS]
    found = mine([" ".join(words)] * 3)
    pieces = [[token.text for token in string.tokens] for string in found.strings]
    assert {len(piece) for piece in pieces} == {MOST_TOKENS}
    assert set().union(*pieces) == set(words)
    assert all(piece == words[words.index(piece[0]) :][:MOST_TOKENS] for piece in pieces)


def test_only_so_many_are_kept_those_that_stand_for_most() -> None:
    texts = [f"Home News Sport own{page} Contact us" for page in range(4)]
    assert [str(string) for string in mine(texts, max_strings=1).strings] == ["Home News Sport"]
