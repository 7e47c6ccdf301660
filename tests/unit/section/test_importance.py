"""The importance of sections: what their scores say, weighted by size."""

import numpy as np
import pytest

from dehusk.section.importance import measure_leaves, weigh_sections
from tests.unit.pages import parse_tree


def test_longer_leaves_weigh_more() -> None:
    of_leaf = np.array([0, 0, 1], dtype=np.int32)
    scores = np.array([1.0, 0.0, 0.3], dtype=np.float32)
    weights = weigh_sections(of_leaf, np.array([30.0, 10.0, 5.0]), scores)
    assert weights.tolist() == [0.25, 0.7]


def test_scores_a_shade_outside_give_importance_inside() -> None:
    scores = np.array([1.0000001, -0.0000001], dtype=np.float32)
    weights = weigh_sections(np.array([0, 1], dtype=np.int32), np.ones(2), scores)
    assert weights.tolist() == [0, 1]


def test_images_weigh_as_much_as_a_sentence() -> None:
    text, image = measure_leaves(parse_tree("<p>abc</p><img src=x>"))
    assert (text, image) == (3, pytest.approx(100))


def test_a_page_without_leaves_has_no_importance() -> None:
    nothing = np.zeros(0)
    assert len(weigh_sections(np.zeros(0, np.int32), nothing, nothing.astype(np.float32))) == 0
