from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from dehusk.evaluate import align
from dehusk.evaluate.align import align_words, match_words

words = st.lists(st.sampled_from("abcdef"), max_size=40)


def mark(page: str, wanted: str) -> str:
    """The page's words that are wanted, the others as dots."""
    kept = align_words(page.split(), wanted.split())
    return " ".join(w if is_kept else "." for w, is_kept in zip(page.split(), kept, strict=True))


def test_words_are_matched_in_order_not_by_membership() -> None:
    assert mark("home news contact a man came home late", "a man came home late") == (
        ". . . a man came home late"
    )


def test_a_match_in_one_piece_is_preferred() -> None:
    assert mark("the top the cat sat on the mat the end", "the cat sat on the mat") == (
        ". . the cat sat on the mat . ."
    )


def test_template_between_wanted_words_is_left_out() -> None:
    assert mark("one two advert here three four", "one two three four") == "one two . . three four"


@given(page=words, wanted=words)
def test_as_many_words_match_as_in_the_longest_common_subsequence(
    page: list[str], wanted: list[str]
) -> None:
    blocks = list(match_words(page, wanted))
    assert sum(length for _, _, length in blocks) == LCSseq.similarity(page, wanted)
    for start, other, length in blocks:
        assert page[start : start + length] == wanted[other : other + length]
    assert all(a[0] + a[2] <= b[0] and a[1] + a[2] <= b[1] for a, b in pairwise(blocks))


def test_a_long_stretch_told_elsewhere_is_found_too() -> None:
    about = "this game is about a man who came home late"
    reviews = "most of all reviews of the last thirty days are good ones"
    page = f"{reviews} menu {about} home of the menu"
    assert mark(page, f"{about} {reviews}") == f"{reviews} . {about} . . . ."


def test_texts_too_long_for_one_table_are_cut_where_both_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = [f"w{i % 997}-{i // 997}" for i in range(4000)]
    page = [word for i, word in enumerate(wanted) for word in (word, *["ad"] * (i % 10 == 0))]
    whole = align_words(page, wanted)
    monkeypatch.setattr(align, "LARGEST_TABLE", 250_000)
    in_parts = align_words(page, wanted)
    assert in_parts.sum() == whole.sum() == 4000
    assert (in_parts == whole).all()


def test_long_texts_without_anything_to_cut_at_are_cut_evenly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(align, "LARGEST_TABLE", 10_000)
    assert align_words(["na"] * 1000, ["na"] * 1000).all()
