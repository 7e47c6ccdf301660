"""Estimated areas beside drawn ones."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.areas import Pairs, compare, make_table, pair_areas
from tests.conftest import parse


def make_pairs(*shares: tuple[float, float]) -> Pairs:
    drawn, estimated = np.array(shares, dtype=np.float32).T
    return Pairs(drawn, estimated)


def test_elements_are_paired_but_for_small_ones_and_the_page_itself() -> None:
    page = parse("<div><p>one</p></div><b>two</b><noscript><p>three</p></noscript>")
    sizes = {"html": 100, "body": 100, "div": 60, "p": 50, "b": 1, "noscript": 20}
    names = [page.tree.name(node) for node in range(len(page.tree))]
    heights = [float(sizes.get(name, 0)) for name in names]
    boxes = np.array([[0, 0, 10, height] for height in heights], dtype=np.float32)
    pairs = pair_areas(replace(page, boxes=boxes))
    assert pairs.drawn.tolist() == pytest.approx([0.6, 0.5, 0.5, 0.5])
    assert (pairs.estimated > 0).tolist() == [True, True, False, False]


def test_a_page_that_was_not_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="not drawn"):
        pair_areas(parse("<p>one</p>"))


def test_agreement_is_counted_over_all_pages() -> None:
    pages = [make_pairs((0.5, 0.25), (0.2, 0.1)), make_pairs((0.1, 0.2), (0.02, 0.01), (0.3, 0))]
    found = compare(pages)
    assert (found.elements, found.both, found.only_estimated) == (5, 1, 1)
    assert (found.only_drawn, found.neither) == (2, 1)
    assert compare([make_pairs((0.4, 0.2), (0.2, 0.1), (0.02, 0.01))]).correlation == pytest.approx(
        1
    )


def test_sites_without_drawn_pages_have_no_row() -> None:
    pages = [make_pairs((0.4, 0.2), (0.02, 0.01))]
    table = make_table({"news": pages, "shop": [], "blog": pages})
    assert [row[:3] for row in table.rows] == [
        ("news", "1", "2"),
        ("blog", "1", "2"),
        ("all", "2", "4"),
    ]
    assert table.of_groups == {2}
    assert make_table({"shop": []}).rows == ()
