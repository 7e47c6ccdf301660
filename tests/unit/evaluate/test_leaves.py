from pathlib import Path

import numpy as np
import pytest

from dehusk.evaluate.leaves import LeafTruth, label_leaves
from dehusk.evaluate.truth import TruthPage, TruthSite
from dehusk.model import Tree
from dehusk.write.text import render_text
from tests.unit.pages import parse_tree


def label(html: str, text: str, comments: str = "", optional: str = "") -> tuple[Tree, LeafTruth]:
    tree = parse_tree(html)
    page = TruthPage("a", Path("a.html"), text, comments)
    return tree, label_leaves(tree, page, TruthSite("set", "site", (page,), (optional,)))


def content(html: str, text: str) -> list[str]:
    tree, truth = label(html, text)
    texts = tree.leaf_texts()
    return [texts[leaf] for leaf in np.flatnonzero(truth.is_content)]


def test_a_leaf_is_content_when_half_of_its_words_are() -> None:
    html = "<nav>home</nav><p>one two three</p><p>four ad ad ad</p>"
    assert content(html, "one two three four") == ["one two three"]


def test_a_navigation_that_says_what_the_article_says_is_none() -> None:
    html = "<nav><a>Rain</a> <a>Sun</a></nav><h1>Rain</h1><p>Rain and sun came early</p>"
    assert content(html, "Rain Rain and sun came early") == ["Rain", "Rain and sun came early"]
    tree, truth = label(html, "Rain Rain and sun came early")
    assert render_text(tree, truth.is_content) == "Rain\n\nRain and sun came early"


def test_what_says_nothing_goes_with_what_is_around() -> None:
    html = "<p>menu</p><p>—</p><pre><b>f</b>(<i>x</i>)</pre><p>…</p>"
    assert content(html, "f x") == ["f", "(", "x"]


def test_a_word_over_two_leaves_belongs_to_the_first() -> None:
    _, truth = label("<p><b>O</b>nce upon a time</p>", "Once upon a time")
    assert truth.n_words.tolist() == [1, 3]
    assert truth.is_content.all()


def test_comments_and_optional_lines_do_not_count() -> None:
    html = "<h1>Title here</h1><p>Share this</p><p>first post by me</p><p>menu</p>"
    _, truth = label(html, "Title here Share this", "first post by me", "Share this")
    assert truth.is_counted.tolist() == [True, False, False, True]


def test_leaves_and_blocks_are_scored_by_their_counts() -> None:
    html = "<p>one <b>two</b> three</p><p>four</p><p>menu</p>"
    _, truth = label(html, "one two three four")
    keeps_first_and_menu = np.array([True, True, True, False, True])
    assert truth.score_leaves(keeps_first_and_menu) == pytest.approx((3 / 4, 3 / 4, 3 / 4))
    assert truth.score_blocks(keeps_first_and_menu) == pytest.approx((1 / 2, 1 / 2, 1 / 2))
    assert truth.score_block_words(keeps_first_and_menu) == pytest.approx((3 / 4, 3 / 4, 3 / 4))


def test_blocks_that_say_nothing_are_not_among_the_content() -> None:
    _, truth = label("<p>one two</p><p>—</p><p>menu</p><p>three</p>", "one two three")
    assert truth.find_content_blocks().tolist() == [True, False, True]


def test_a_page_without_words_has_no_content() -> None:
    _, truth = label("<img src=x><p>…</p>", "something")
    assert not truth.is_content.any()
    assert not truth.is_counted.any()
