from dataclasses import replace
from pathlib import Path

import pytest

from dehusk.errors import BadSetting, UnknownName
from dehusk.evaluate.clusters.comparison import (
    ClusterSettings,
    Comparison,
    Trial,
    make_comparison,
    plan_comparison,
)
from dehusk.evaluate.clusters.measure import Figures, measure
from dehusk.evaluate.clusters.pictures import TRUTH, plot_all
from dehusk.evaluate.clusters.pool import Pool, read_pool
from dehusk.evaluate.clusters.tables import make_mixed_table, make_site_table, tell_budgets
from dehusk.evaluate.contest import Choice
from dehusk.evaluate.corpus import Corpus
from dehusk.evaluate.truth import TruthSite
from dehusk.run.local import Job
from tests.unit.evaluate.truths import make_truth

NONE = Choice("none")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> list[TruthSite]:
    return make_truth(tmp_path_factory.mktemp("sites"), "news", "shop", pages=24)


@pytest.fixture(scope="module")
def pool(sites: list[TruthSite]) -> Pool:
    pool, problems = read_pool(sites, Job())
    assert problems == []
    return pool


def figures(method: str, pages: int, seconds: float = 1.0) -> Figures:
    return Figures(method, pages, 4, 5, 1, 0.9, 0.95, None, 2, seconds, 0.001, ("set/site/page",))


def compare(*mixed: Figures) -> Comparison:
    return make_comparison(Corpus(1, 1, 10, "digest"), mixed, [])


def test_a_page_in_the_pool_tells_nothing_of_where_it_is_from(pool: Pool) -> None:
    assert len(pool.pages) == 48
    for page in pool.pages:
        assert page.ref.url is None
        assert page.ref.site == "pool"
        for name in ("news", "shop", "html", "samples"):
            assert not any(name in str(part) for part in (page.ref.source, page.ref.path))


def test_a_kind_of_one_site_is_not_that_of_another(pool: Pool) -> None:
    kinds = set(pool.kinds.values())
    assert {"samples/news article", "samples/shop product"} <= kinds
    names = set(pool.names.values())
    assert len(names) == 48
    assert {name.rpartition("/")[0] for name in names} == {"samples/news", "samples/shop"}


def test_the_first_pages_have_each_kind_in_its_share(pool: Pool) -> None:
    half = pool.take_first(24)
    whole = list(pool.kinds.values())
    for kind in set(whole):
        found = list(half.kinds.values()).count(kind)
        assert found == pytest.approx(whole.count(kind) / 2, abs=1), kind


def test_the_order_of_the_sites_changes_no_pool(sites: list[TruthSite], pool: Pool) -> None:
    turned, _ = read_pool(sites[::-1], Job())
    assert [page.ref for page in turned.pages] == [page.ref for page in pool.pages]


def test_a_page_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (site,) = make_truth(tmp_path, "news", pages=5)
    site.pages[0].path.write_bytes(b"")
    pool, problems = read_pool([site], Job())
    assert len(pool.pages) == 4
    assert [problem.page for problem in problems] == [site.pages[0].id]


def test_one_cluster_of_all_is_measured_as_what_it_is(sites: list[TruthSite], pool: Pool) -> None:
    alone = pool.take_site(sites[0])
    found = measure(NONE, alone)
    most = max(map(list(alone.kinds.values()).count, alone.kinds.values()))
    assert (found.clusters, found.small, found.elsewhere, found.rand) == (1, 0, 0, 0)
    assert found.purity == most / 24
    assert len(found.impure) == 24 - most
    listings = list(alone.kinds.values()).count("listing")
    assert found.listing == (24 - listings) / 24


def test_pages_of_two_sites_are_told_apart(pool: Pool) -> None:
    by_site = {key: kind.partition(" ")[0] for key, kind in pool.kinds.items()}
    found = measure(Choice("auto"), replace(pool, kinds=by_site))
    assert found.kinds == 2
    assert found.purity == 1
    assert found.impure == ()
    assert found.cluster_s > 0
    assert found.assign_page_s > 0


def test_a_slow_method_gets_no_more_than_its_pages(sites: list[TruthSite], pool: Pool) -> None:
    settings = ClusterSettings((Choice("auto"), NONE), {"auto": 30})
    trials = plan_comparison(sites, pool, settings)
    sizes = {(t.choice.name, t.ground) for t in trials if isinstance(t.ground, int)}
    assert sizes == {("auto", 30), ("none", 30), ("none", 48)}
    # The newspaper has too few listings for a kind of their own.
    alone = [t.ground.name for t in trials if isinstance(t.ground, TruthSite)]
    assert alone == ["shop", "shop"]
    results = [Trial(NONE, 30).run(pool), Trial(NONE, sites[0]).run(pool)]
    found = make_comparison(Corpus(1, 2, 48, ""), results, [])
    assert found.mixed[0].pages == 30
    assert found.sites[0].site == "news"


def test_what_cannot_be_compared_is_said_before_the_work() -> None:
    with pytest.raises(UnknownName):
        ClusterSettings((Choice("nothing"),))
    with pytest.raises(BadSetting):
        ClusterSettings((NONE,), {"none": 0})


def test_the_table_says_who_was_given_fewer_pages() -> None:
    found = compare(figures("auto", 50), figures("mdl", 50), figures("auto", 90))
    rows = [[cell.text for cell in row[:2]] for row in make_mixed_table(found).rows]
    assert rows == [["auto", "90"], ["auto", "50"], ["mdl", "50"]]
    told = tell_budgets(found)
    assert told is not None
    assert "all 90 pages" in told
    assert "mdl 50" in told
    assert tell_budgets(compare(figures("auto", 50))) is None


def test_the_table_of_sites_names_the_method_once(sites: list[TruthSite], pool: Pool) -> None:
    results = [Trial(NONE, sites[1]).run(pool), Trial(NONE, 10).run(pool)]
    found = make_comparison(Corpus(1, 2, 48, ""), results, [])
    table = make_site_table(found, "none")
    assert table.title.endswith("by none")
    assert [row[0].text for row in table.rows] == ["samples/shop"]
    heads = [head.name for head in table.heads]
    assert "method" not in heads
    assert "listing" not in heads


def test_pictures_compare_times_on_the_same_pages_and_clusters_with_truth() -> None:
    bars, times, clusters = plot_all(
        compare(
            *(figures("auto", 50, 0.5), figures("mdl", 50, 9), figures("none", 50, 1e-5)),
            *(figures("auto", 90, 0.7), figures("none", 90, 1e-5)),
        )
    )
    assert bars.ticks == ("auto", "mdl")
    assert bars.series[0].y == (0.5, 9.0)
    assert {one.name: one.x for one in times.series} == {"auto": (50, 90), "mdl": (50,)}
    assert [one.name for one in clusters.series] == ["auto", "mdl", "none", TRUTH]
    assert all(plot.is_log for plot in (bars, times, clusters))
