"""How surely a leaf is noise: by itself, with its line, and with its section."""

import numpy as np
import pytest

from dehusk.learn.tree.noise import LINE_WEIGHT, blend, read_confidence
from dehusk.learn.tree.support import Support
from dehusk.model import Tree
from tests.unit.learn.tree.sites import pages_of

SUPPORT = [
    Support(1, ({"a": 1}, {}, {})),
    Support(
        8, ({"a": 8, "b": 4, "one two three": 1, "one two three four": 1}, {"/x": 6}, {"i": 2})
    ),
]


def confidence_of(node: int, text: str = "", link: str = "", image: str = "") -> float:
    return float(read_confidence([node], [(text, link, image)], SUPPORT)[0])


def test_the_surest_of_what_a_leaf_says_counts() -> None:
    assert confidence_of(1, "a") == 1
    assert confidence_of(1, "b") == 0.5
    assert confidence_of(1, "b", "/x") == 0.75
    assert confidence_of(1, "b", "/y", "i") == 0.5
    assert confidence_of(1, "", "", "i") == 0.25
    assert confidence_of(1, "c", "/y") == confidence_of(1) == 0


def test_a_long_text_does_not_recur_by_chance() -> None:
    assert confidence_of(1, "one two three") == 0.125
    assert confidence_of(1, "one two three four") == pytest.approx(0.5)
    assert confidence_of(1, "one two three four five") == 0


def test_a_long_text_of_its_own_is_no_surer_for_where_it_links_to() -> None:
    assert confidence_of(1, "a headline of today alone", "/x") == 0.75


def test_what_has_no_place_or_one_on_a_single_page_is_content() -> None:
    assert confidence_of(-1, "a") == 0
    assert confidence_of(0, "a") == 0


def tree_of(body: str) -> Tree:
    return pages_of(body)[0].tree


def test_a_leaf_goes_with_its_line_and_its_section() -> None:
    tree = tree_of("<p>aaaa<b>bbbb</b></p><p>cccc</p><p>dddd</p>")
    noise = blend(tree, np.array([1.0, 0, 0, 1]), np.array([0, 0, 0, 1], dtype=np.int32))
    line, section = 0.5, 1 / 3
    first = LINE_WEIGHT * line + (1 - LINE_WEIGHT) * section
    assert noise.tolist() == pytest.approx([first, first, (1 - LINE_WEIGHT) * section, 1])


def test_longer_leaves_weigh_more() -> None:
    tree = tree_of("<p>one<b>a long text of many words that goes on</b></p>")
    one_section = np.zeros(2, dtype=np.int32)
    assert blend(tree, np.array([1.0, 0]), one_section).max() < 0.3
    assert blend(tree, np.array([0, 1.0]), one_section).min() > 0.7


def test_no_leaves_have_no_noise() -> None:
    assert len(blend(tree_of(""), np.zeros(0), np.zeros(0, dtype=np.int32))) == 0
