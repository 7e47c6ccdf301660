"""Clusters joined two by two, the cheapest first."""

import numpy as np
import pytest

from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.merges import list_merges


def make_matrix(*rows: str) -> PathMatrix:
    """Pages by paths: a letter for each path a page has."""
    letters = sorted(set("".join(rows)))
    columns = [letters.index(letter) for row in rows for letter in sorted(row)]
    starts = np.cumsum([0, *map(len, rows)])
    return PathMatrix(np.arange(len(letters), dtype=np.uint64), np.array(columns), starts)


def test_the_description_is_as_long_as_the_formula_says() -> None:
    # Templates ab and cd: half of 4 x 2 cells; whose pages: half of 2 x 4; differences: none.
    merges = list_merges(make_matrix("ab", "ab", "cd", "cd"), np.array([0, 0, 1, 1]))
    assert merges.bits == 16
    # One template has all paths, and each page lacks half of them: 4 x 4 cells, half of them -1.
    assert [(step.one, step.other, step.bits) for step in merges.steps] == [(0, 1, 16)]


def test_the_most_alike_are_joined_first_and_all_are_joined_at_last() -> None:
    rows = ["abcdefgh", "abcdefgh", "stuvwxyz", "stuvwxyz", "abcdefgi", "abcdefgi"]
    merges = list_merges(make_matrix(*rows), np.array([0, 0, 1, 1, 2, 2]))
    assert [(step.one, step.other) for step in merges.steps] == [(0, 2), (0, 1)]
    assert merges.steps[0].bits < merges.steps[1].bits


def test_joining_what_was_torn_apart_saves_bits() -> None:
    merges = list_merges(make_matrix("abcd", "abcd", "abcd", "abcd"), np.array([0, 0, 1, 1]))
    assert merges.steps[0].bits < merges.bits


def test_later_costs_are_those_of_the_joined_clusters() -> None:
    rows = ["abcdefgh", "abcdefgh", "stuvwxyz", "stuvwxyz", "abcdefgi", "abcdefgi"]
    joined = list_merges(make_matrix(*rows), np.array([0, 0, 1, 1, 0, 0]))
    steps = list_merges(make_matrix(*rows), np.array([0, 0, 1, 1, 2, 2])).steps
    assert (joined.bits, joined.steps[0].bits) == pytest.approx((steps[0].bits, steps[1].bits))
