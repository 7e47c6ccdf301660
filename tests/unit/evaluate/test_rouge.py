"""ROUGE-LSum must be that of the reference implementation, whichever subsequence it traces."""

import time
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from dehusk.evaluate.metrics import Score
from dehusk.evaluate.rouge import score_rouge
from dehusk.parse.words import split_words
from examples import make_site


class OurWords:
    def tokenize(self, text: str) -> list[str]:
        return split_words(text)


SCORER = RougeScorer(["rougeLsum"], tokenizer=OurWords())
lines = st.lists(st.sampled_from("a b c d 東 É".split()), max_size=12).map(" ".join)
texts = st.lists(lines, max_size=6).map("\n".join) | st.text(max_size=40)


def score_by_reference(wanted: str, kept: str) -> tuple[float, float, float]:
    theirs = SCORER.score(wanted, kept)["rougeLsum"]
    return theirs.precision, theirs.recall, theirs.fmeasure


@settings(max_examples=600, deadline=None)
@given(wanted=texts, kept=texts)
@example(wanted="a b a c a", kept="a x\nb y a")
@example(wanted="a\u2028b\rc", kept="b\u2028a")
def test_scores_are_those_of_the_reference(wanted: str, kept: str) -> None:
    if split_words(wanted) or split_words(kept):
        theirs = score_by_reference(wanted, kept)
        assert score_rouge(wanted, kept) == pytest.approx(theirs, abs=1e-9)


def test_scores_of_real_pages_are_those_of_the_reference() -> None:
    first, second, third = (page.text for page in make_site("news", 3))
    for kept in (f"{third}\n{first}", second):
        theirs = score_by_reference(first, kept)
        assert 0 < theirs[2] < 1
        assert score_rouge(first, kept) == pytest.approx(theirs, abs=1e-9)


def test_moved_lines_cost_nothing() -> None:
    assert score_rouge("one two\nthree four", "three four\none two") == Score(1, 1, 1)


def test_words_in_another_order_cost() -> None:
    assert score_rouge("one two three four", "four three two one").f1 == 0.25


def test_a_word_is_hit_no_more_often_than_it_was_kept() -> None:
    assert score_rouge("the cat\nthe dog\nthe fox", "the").recall == pytest.approx(1 / 6)


def test_nothing_wanted_and_nothing_kept_is_right() -> None:
    assert score_rouge("", "…\n") == Score(1, 1, 1)
    assert score_rouge("", "something") == Score(0, 0, 0)
    assert score_rouge("something", "") == Score(0, 0, 0)


def test_pages_of_500_lines_take_seconds() -> None:
    rng = Random(0)
    words = [f"w{rank}" for rank in range(3000)]
    weights = [1 / rank for rank in range(1, 3001)]

    def write_page() -> str:
        return "\n".join(" ".join(rng.choices(words, weights, k=20)) for _ in range(500))

    wanted, kept = write_page(), write_page()
    start = time.perf_counter()
    assert 0 < score_rouge(wanted, kept).f1 < 1
    assert time.perf_counter() - start < 20
