"""Noise by words: what counts, how ways are compared, and which goals that misses."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks.noise import (
    PAPER_BLEND,
    PAPER_SETTINGS,
    find_missed,
    format_table,
    list_methods,
    list_settings,
)
from benchmarks.noise_scores import (
    REACH,
    Blend,
    SiteTallies,
    Tally,
    Way,
    mean_rates,
    tally_page,
    tally_site,
)
from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.leaves import label_leaves
from dehusk.evaluate.truth import TruthPage, TruthSite
from dehusk.learn.tree import TreeTemplates
from dehusk.run.pipeline import Recipe
from tests.conftest import parse
from tests.unit.evaluate.truths import make_truth

HTML = "<div>menu here</div><p>one two three</p><div>all rights reserved by us</div>"


def make_site(set_name: str) -> TruthSite:
    return TruthSite(set_name, "site", (TruthPage("a", Path("a.html"), "one two three"),))


def test_words_of_leaves_are_counted() -> None:
    site, page = make_site("set"), parse(HTML)
    (truth,) = site.pages
    exhibit = Exhibit(page, truth, site.wanted(truth), label_leaves(page.tree, truth, site))
    is_called = np.array(
        [text in ("menu here", "one two three") for text in page.tree.leaf_texts()]
    )
    assert tally_page(exhibit, is_called) == Tally(hits=2, called=5, noise=7, words=10)


def test_a_site_where_nothing_is_called_noise_has_no_precision() -> None:
    rates = mean_rates([Tally(6, 8, 10, 20), Tally(0, 0, 10, 20)])
    assert (rates.precision, rates.recall, rates.share) == pytest.approx((0.75, 0.3, 0.2))


def test_ways_are_compared_on_the_same_pages(tmp_path: Path) -> None:
    (site,) = make_truth(tmp_path, "news", pages=8)
    border = TreeTemplates().noise
    ways = [
        Way("tree", Recipe("tree")),
        Way("the same", Recipe("tree"), Blend(border)),
        Way("paper", Recipe("tree", PAPER_SETTINGS), PAPER_BLEND),
        Way("chunks", Recipe("chunks")),
    ]
    found = tally_site(site, ways).of_way
    assert found["the same"] == found["tree"]
    assert 0 < found["paper"].called < found["tree"].called
    assert found[REACH].hits == found[REACH].called > found["tree"].hits
    assert len({(tally.noise, tally.words) for tally in found.values()}) == 1


def test_ways_of_one_recipe_follow_each_other() -> None:
    for ways in (list(list_methods()), list(list_settings())):
        assert ways[0].name == "tree"
        assert len({way.name for way in ways}) == len(ways)
        recipes = [str(way.recipe) for way in ways]
        changes = sum(one != other for one, other in pairwise(recipes))
        assert changes == len(set(recipes)) - 1


def test_goals_are_those_of_newspapers_and_blogs() -> None:
    good, poor = Tally(70, 75, 100, 200), Tally(50, 60, 100, 200)

    def judge(set_name: str, tally: Tally) -> SiteTallies:
        return SiteTallies(make_site(set_name), {"tree": tally, REACH: good})

    assert find_missed([judge("big9", good), judge("dragnet", good), judge("debian", poor)]) == []
    missed = find_missed([judge("dragnet", poor)])
    assert missed[0] == "blogs (dragnet): precision 0.833, at least 0.91"
    assert missed[1] == "blogs (dragnet): recall 0.500, at least 0.60"
    table = format_table([judge("big9", good), judge("dragnet", poor)], ["tree"]).splitlines()
    assert table[0].split() == ["big9", "(1)", "dragnet", "(1)", "all", "(2)"]
    assert table[2].split()[:4] == ["tree", ".933", ".700", ".375"]
    assert table[-1].split()[-3:] == [".910", ".820", ".200"]
