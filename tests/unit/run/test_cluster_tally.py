"""What is said of clusters, from pages that come in any order."""

import random

from dehusk.model import Cluster, Membership, PageRef
from dehusk.run.cluster_tally import ClusterRow, SiteTally
from tests.unit.pages import make_ref

CLUSTERS = (Cluster("1", ("a",), "1", ("p.lead",)), Cluster("2", ("b",), "1"))


def page(path: str) -> PageRef:
    return make_ref(path, url=f"https://site.example/{path}")


def count(refs: list[PageRef], cluster: str | None = "1") -> ClusterRow:
    tally = SiteTally.watch(refs)
    for ref in refs:
        tally.add(ref, Membership(cluster, "1"))
    return next(row for row in tally.list_rows(CLUSTERS) if row.pages)


def test_the_most_frequent_pattern_is_told_with_its_number() -> None:
    row = count([page("news/12"), page("news/7"), page("about")])
    assert (row.pattern, row.pattern_pages, row.pages) == ("site.example/news/0", 2, 3)


def test_examples_and_patterns_do_not_depend_on_the_order() -> None:
    refs = [page(f"news/{n}") for n in range(50)] + [page(f"tag/a{n}") for n in range(50)]
    shuffled = random.Random(1).sample(refs, len(refs))
    assert count(shuffled) == count(refs)
    assert len(set(count(refs).examples)) == 3


def test_copies_of_a_page_are_one_example() -> None:
    row = count([page("a"), page("a")._replace(copy=1), page("b")])
    assert row.pages == 3
    assert sorted(row.examples) == ["https://site.example/a", "https://site.example/b"]


def test_only_patterns_of_the_sample_are_counted() -> None:
    tally = SiteTally.watch([page("news/1")])
    tally.add(page("tag/x"), Membership("1", "1"))
    (row, _) = tally.list_rows(CLUSTERS)
    assert (row.pattern, row.pattern_pages) == (None, 0)


def test_every_cluster_has_a_row_and_pages_that_fit_none_the_last() -> None:
    tally = SiteTally.watch([])
    for cluster in ("1", "1", "1", None):
        tally.add(page(f"x{tally.pages}"), Membership(cluster, "1"))
    rows = list(tally.list_rows(CLUSTERS))
    told = [(row.name, row.pages, row.share, row.template) for row in rows]
    assert told == [("1", 3, 0.75, "1"), ("2", 0, 0.0, "1"), (None, 1, 0.25, None)]
    assert rows[0].paths == ("p.lead",)


def test_rows_are_sorted_by_all_pages_not_by_those_of_the_sample() -> None:
    clusters = (Cluster("1", ("a", "b", "c"), "1"), Cluster("2", ("d",), "2"))
    tally = SiteTally.watch([])
    for number, cluster in enumerate(("1", "2", "2", None, None, None)):
        tally.add(page(f"x{number}"), Membership(cluster, "1"))
    told = [(row.name, row.pages, row.sampled) for row in tally.list_rows(clusters)]
    assert told == [("2", 2, 1), ("1", 1, 3), (None, 3, 0)]
