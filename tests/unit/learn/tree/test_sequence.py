"""Rows of children as one expression: the paper's example, folding, widening and bounds."""

import pytest

from dehusk.learn.tree.sequence import (
    MOST_CHANGES,
    MOST_ITEMS,
    Expression,
    Item,
    Row,
    fold_row,
    learn_expression,
    matches,
    place_row,
)
from dehusk.learn.tree.state import spell

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAPER_ROWS = ("ABCDE", "AABCDE", "ABDE", "ABDF", "ABCDF")


def row_of(letters: str) -> Row:
    return tuple(LETTERS.index(letter) for letter in letters)


def learn(*rows: str, inline: str = "") -> Expression:
    counts = {row_of(row): rows.count(row) for row in rows}
    return learn_expression(counts, frozenset(row_of(inline)))


def say(expression: Expression) -> str:
    return spell(expression, LETTERS)


def test_the_papers_example_is_learned() -> None:
    assert say(learn(*PAPER_ROWS)) == "A* B C? D (E|F)"


def test_the_papers_example_is_learned_from_rows_in_any_order() -> None:
    assert learn(*PAPER_ROWS[::-1]) == learn(*PAPER_ROWS)


@pytest.mark.parametrize("row", [*PAPER_ROWS, "AAABDE", "AAABDF", "BCDE", "BDF"])
def test_the_papers_example_matches(row: str) -> None:
    assert matches(learn(*PAPER_ROWS), row_of(row))


@pytest.mark.parametrize(
    "row", ["", "ABCD", "BAD", "EABCD", "ABCCDE", "ABDEF", "ADE", "ABCE", "ABCDEE", "ABCDG"]
)
def test_the_papers_example_does_not_match(row: str) -> None:
    assert not matches(learn(*PAPER_ROWS), row_of(row))


@pytest.mark.parametrize(
    ("row", "folded"),
    [
        ("", ""),
        ("A", "A"),
        ("AB", "A B"),
        ("AABBC", "A* B* C"),
        ("ABA", "A B A"),
        ("ABAB", "(A|B)*"),
        ("CABABD", "C (A|B)* D"),
        ("ABACA", "(A|B|C)*"),
        ("ABCABC", "A B C A B C"),
        ("BCDABAE", "B C D A B A E"),
        ("ABCABCABC", "(A|B|C)*"),
    ],
)
def test_a_row_is_folded(row: str, folded: str) -> None:
    assert say(fold_row(row_of(row))) == folded


def test_inline_children_side_by_side_are_a_star_in_any_order() -> None:
    folded = fold_row(row_of("PABCPAP"), frozenset(row_of("ABC")))
    assert say(folded) == "(A|B|C|P)*"
    assert say(fold_row(row_of("PABCQA"), frozenset(row_of("ABC")))) == "P (A|B|C)* Q A"


@pytest.mark.parametrize(
    ("rows", "expression"),
    [
        (("AB", "AB", "A"), "A B?"),
        (("AB", "AB", "B"), "A? B"),
        (("AC", "AC", "ABC"), "A B? C"),
        (("ABC", "ABC", "ADC"), "A (B|D) C"),
        (("ABC", "ABC", "ADEC"), "A B? D? E? C"),
        (("ABC", "ABC", "AC", "ADC"), "A (B|D)? C"),
        (("AB", "AB", "ABB"), "A B*"),
        (("AB", "AB", ""), "A? B?"),
        (("", "", "AB"), "A? B?"),
        (("AB", "AB", "CD"), "A? B? C? D?"),
        (("AABC", "AABC", "BC"), "A* B C"),
        (("BC", "BC", "AABC"), "A* B C"),
        (("ABAB", "ABAB", "ABABCA"), "(A|B|C)*"),
        (("ABAB", "ABAB", "ABABCC"), "(A|B)* C*"),
        # Only a star of several kinds takes what is like it; a choice or a run does not.
        (("ABC",) * 3 + ("ADC",) * 2 + ("ABCD",), "A (B|D) C D?"),
        (("AAB", "AAB", "AABA"), "A* B A?"),
    ],
)
def test_what_rows_differ_in_widens_the_expression(rows: tuple[str, ...], expression: str) -> None:
    learned = learn(*rows)
    assert say(learned) == expression
    assert all(matches(learned, row_of(row)) for row in rows)


def test_rows_on_more_pages_come_first() -> None:
    assert say(learn("AB", "BA", "BA")) == "B? A B?"
    assert say(learn("AB", "AB", "BA")) == "A? B A?"


def test_a_row_of_too_many_items_is_given_up_for_a_star() -> None:
    most = tuple(range(MOST_ITEMS))
    assert learn_expression({most: 1}, frozenset()) == fold_row(most)
    more = tuple(range(MOST_ITEMS + 1))
    star = (Item(frozenset(more), star=True),)
    assert learn_expression({more: 1}, frozenset()) == star
    assert learn_expression({more: 1, (0, 1): 1}, frozenset()) == star
    assert learn_expression({most: 2, (*most, MOST_ITEMS): 1}, frozenset()) == star


def test_an_expression_that_keeps_changing_is_given_up_for_a_star() -> None:
    # Each row adds a choice in the middle.
    rows: dict[Row, int] = {(0, kind, 1): 1 for kind in range(2, MOST_CHANGES + 3)}
    assert len(learn_expression(rows, frozenset())) == 3
    rows[0, MOST_CHANGES + 3, 1] = 1
    kinds = frozenset(range(MOST_CHANGES + 4))
    assert learn_expression(rows, frozenset()) == (Item(kinds, star=True),)


def test_a_child_of_no_kind_is_never_matched() -> None:
    star = (Item(frozenset((0,)), star=True),)
    assert matches(star, (0, 0))
    assert not matches(star, (-1,))
    assert place_row(star, (-1, 0)) == [-1, 0]


def items(spelled: str) -> Expression:
    """An expression such as `A* (B|C)? D`."""
    return tuple(
        Item(frozenset(row_of(part.strip("()*?").replace("|", ""))), "?" in part, "*" in part)
        for part in spelled.split()
    )


@pytest.mark.parametrize(
    ("expression", "row", "places"),
    [
        ("A* B C? D (E|F)", "AABDF", [0, 0, 1, 3, 4]),
        ("A* B C? D (E|F)", "D", [3]),
        ("A* B C? D (E|F)", "BAAD", [-1, 0, 0, 3]),
        ("A B", "AAB", [0, -1, 1]),
        ("A B A", "BA", [1, 2]),
        ("A B", "CC", [-1, -1]),
        ("", "A", [-1]),
        ("A", "", []),
        ("(A|B)* C A*", "ABCAA", [0, 0, 1, 2, 2]),
    ],
)
def test_children_are_placed_at_items(expression: str, row: str, places: list[int]) -> None:
    assert place_row(items(expression), row_of(row)) == places
