"""What keeping the main sections does to a page's score, role by role, and the tables of it."""

from pathlib import Path

import numpy as np

from benchmarks.keep import make_tables
from benchmarks.keep_scores import (
    METHODS,
    OTHER_ROLES,
    Kept,
    RoleCount,
    SiteScores,
    count_roles,
    judge_page,
    judge_site,
    tell_roles,
)
from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.leaves import label_leaves
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.truth import TruthPage, TruthSite
from dehusk.section.divide import Division
from dehusk.section.split import Sections
from tests.conftest import parse
from tests.unit.evaluate.truths import make_truth

MENU, STORY, READERS = (
    "to be found elsewhere too",
    "what only this page tells",
    "so say readers of it",
)
HTML = f"<div>{MENU}</div><div>{STORY}</div><div>{READERS}</div>"
LOW, HIGH = Score(0.25, 0.5, 1 / 3), Score(0.75, 1.0, 6 / 7)


def make_exhibit(wanted: str) -> Exhibit:
    site = TruthSite("set", "site", (TruthPage("a", Path("a.html"), wanted),))
    page = parse(HTML)
    (truth,) = site.pages
    return Exhibit(page, truth, site.wanted(truth), label_leaves(page.tree, truth, site))


def make_division(*roles: str | None) -> Division:
    numbers = np.arange(len(roles), dtype=np.int32)
    return Division(Sections(numbers, numbers, numbers, -numbers), np.ones(len(roles)), roles)


ALL_KEPT = np.ones(3, dtype=np.bool_)


def test_what_has_another_role_is_scored_only_without_keep_main() -> None:
    kept = judge_page(make_exhibit(STORY), ALL_KEPT, make_division("navigation", "main", "form"))
    assert kept.as_is.precision < kept.as_is.recall == 1.0
    assert kept.main == (1.0, 1.0, 1.0)


def test_a_page_is_better_or_worse_without_a_role_or_neither() -> None:
    exhibit = make_exhibit(f"{STORY} {READERS}")
    division = make_division("navigation", "main", "comments")
    assert tell_roles(exhibit, ALL_KEPT, division) == {"navigation": 1, "comments": -1}
    is_kept = np.array([False, True, True])
    assert tell_roles(exhibit, is_kept, division) == {"navigation": 0, "comments": -1}


def test_roles_are_counted_over_pages_the_most_helpful_first() -> None:
    first = SiteScores("a", {}, ({"form": 1, "comments": -1}, {"form": 1, "related": 0}))
    second = SiteScores("b", {}, ({"comments": 1, "form": -1},))
    counts = count_roles([first, second])
    assert counts[:2] == [RoleCount("form", 2, 1), RoleCount("comments", 1, 1)]
    assert {(count.better, count.worse) for count in counts[2:]} == {(0, 0)}
    assert {count.role for count in counts} == set(OTHER_ROLES)


def test_every_method_is_judged_on_every_scored_page(tmp_path: Path) -> None:
    (site,) = make_truth(tmp_path, "news", pages=6)
    scores = judge_site(site)
    assert tuple(scores.of_method) == METHODS
    assert len(scores.by_role) == len(site.scored)
    for kept in scores.of_method.values():
        assert kept.main.recall <= kept.as_is.recall


def test_rows_are_means_over_the_sites_of_a_set_and_of_all() -> None:
    judged = [
        SiteScores(set_name, dict.fromkeys(METHODS, Kept(before, HIGH)), ({"form": 1},))
        for set_name, before in (("x", LOW), ("x", HIGH), ("y", LOW))
    ]
    *tables, roles = make_tables(judged)
    assert [table.title.partition(":")[0] for table in tables] == list(METHODS)
    names, f1, f1_main, precision = zip(*(row[:4] for row in tables[0].rows), strict=True)
    assert names == ("x (2)", "y (1)", "ALL (3)")
    assert f1 == ("0.595", "0.333", "0.508")
    assert f1_main == ("0.857",) * 3
    assert precision == ("0.500", "0.250", "0.417")
    assert roles.rows[0] == ("form", "3", "0")
    assert "of 3 pages" in roles.title
