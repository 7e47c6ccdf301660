"""What trees cost: the pages it is measured on, and which goals a cost misses."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import tree
from benchmarks.tree import MADE, MORE, PAGES, Cost, Work, find_missed, find_ratios, measure, show
from benchmarks.tree_pages import (
    CHAINS,
    HARD,
    LEVELS,
    SIBLINGS,
    make_deep,
    make_large,
    make_plain,
    make_wide,
    read_made,
)

FINE = Cost(
    MADE, PAGES, 1e5, 3000, learn_s=0.3, match_s=0.005, score_s=0.01, memory=2 * tree.MEBIBYTE
)


def test_made_pages_are_as_large_as_wanted_and_differ() -> None:
    pages = [make_large(number, 30_000) for number in range(3)]
    assert all(30_000 <= len(page) < 60_000 for page in pages)
    assert len(set(pages)) == 3
    assert pages[0] == make_large(0, 30_000)
    assert pages[0].count(b"<main") == 1


def test_hard_pages_are_wide_and_deep() -> None:
    wide, deep = read_made(0, make_wide(0)).tree, read_made(0, make_deep(0)).tree
    assert (wide.depth == wide.depth[wide.leaves[0]] - 1).sum() == SIBLINGS
    assert int(deep.depth.max()) > LEVELS - 4
    assert len(deep) > 2 * CHAINS * (LEVELS - 4)


@pytest.mark.parametrize("n_nodes", [400, 4000])
def test_a_plain_page_has_about_so_many_nodes(n_nodes: int) -> None:
    assert len(read_made(0, make_plain(0, n_nodes)).tree) == pytest.approx(n_nodes, rel=0.2)


def test_learning_matching_and_scoring_are_measured() -> None:
    pages = [read_made(number, make_plain(number, 200)) for number in range(4)]
    cost = measure(Work("small", pages[:3], pages[3:]), rounds=1)
    assert (cost.name, cost.pages) == ("small", 3)
    assert cost.page_nodes == sum(len(page.tree) for page in pages[:3]) / 3
    assert min(cost.learn_s, cost.match_s, cost.score_s, cost.memory) > 0
    assert show(FINE).split() == ["made", "15", "100", "3000", "0.30", "200", "100", "2.0"]


def test_goals_that_are_missed_are_told() -> None:
    assert find_missed([FINE]) == []
    assert find_missed([replace(FINE, learn_s=3.2)]) == ["made: 3.2 s to learn, at most 3"]
    assert find_missed([replace(FINE, match_s=0.02)]) == ["made: 50 pages/s matched, at least 100"]


def test_growth_and_hard_pages_are_compared_with_what_stands_beside() -> None:
    more = replace(FINE, name=MORE, pages=8 * PAGES, learn_s=16 * FINE.learn_s)
    ((name, ratio, ceiling),) = find_ratios([FINE, more])
    assert (name, ceiling) == (MORE, tree.GROWTH_CEILING)
    assert ratio == pytest.approx(5 / 3)
    hard = next(iter(HARD))
    plain = replace(FINE, name=f"plain for {hard}")
    slow = replace(FINE, name=hard, learn_s=2.0, score_s=0.5)
    assert find_missed([plain, slow]) == [f"{hard}: 21.1 times the time, at most 10.0"]


def test_pages_of_all_kinds_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "PAGE_BYTES", 10_000)
    monkeypatch.setattr(tree, "MANY", PAGES + 1)
    names = [work.name for work in tree.list_works(tmp_path)]
    assert names[:2] == [MADE, MORE]
    assert names[2::2] == [f"plain for {name}" for name in HARD]
    assert names[3::2] == list(HARD)
