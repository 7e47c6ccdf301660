"""The measure must be that of the scorer which comes with the gold data, to the last digit."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.corpus import DEFAULT_GOLD, load_scorer
from dehusk.evaluate.metrics import Score, Wanted, score_bag, score_text
from dehusk.evaluate.words import count_grams
from dehusk.parse.words import split_words

has_scorer = (DEFAULT_GOLD.parent / "tools" / "gold.py").exists()
words = st.lists(st.sampled_from("a b c d É 東 京 ｶ ー é_x 12 ß İ".split()), max_size=14)
texts = words.map(" ".join) | st.text(max_size=40)


@pytest.mark.gold
@pytest.mark.skipif(not has_scorer, reason="the gold data is not beside the project")
@given(gold=texts, kept=texts, comments=texts, lines=st.lists(texts, max_size=3))
def test_scores_are_those_of_the_gold_scorer(
    gold: str, kept: str, comments: str, lines: list[str]
) -> None:
    scorer = load_scorer(DEFAULT_GOLD)
    optional: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        optional.update(dict.fromkeys(scorer.shingles(line), 99))
    theirs = scorer.page_score(gold, kept, scorer.shingles(comments), optional)
    ours = Wanted(gold, count_grams(comments), optional).score(kept)
    assert ours == pytest.approx(theirs, abs=1e-9)


def test_a_text_too_short_for_four_words_is_one_run() -> None:
    assert count_grams("Hello, world") == {("hello", "world"): 1}
    assert count_grams("…") == {}


def test_each_ideograph_is_a_word() -> None:
    assert split_words("東京都 Tokyo-to") == ["東", "京", "都", "tokyo", "to"]


def test_nothing_wanted_and_nothing_kept_is_right() -> None:
    assert score_text("", "") == Score(1, 1, 1)
    assert score_text("", "something") == Score(0, 0, 0)
    assert score_text("something", "") == Score(0, 0, 0)


def test_what_is_ignored_costs_nothing_and_earns_nothing() -> None:
    wanted = Wanted("a b c d e", ignored=count_grams("w x y z"))
    assert wanted.score("a b c d e").f1 == 1
    assert wanted.score("w x y z").f1 == 0


def test_the_bag_counts_each_word_as_often_as_it_occurs() -> None:
    assert score_bag("a a b", "a b b") == pytest.approx((2 / 3, 2 / 3, 2 / 3))
