"""Groups of pages to clusters, and from those to the cluster of a new page."""

import json
from collections.abc import Sequence

import numpy as np
import pytest

from dehusk.cluster import templates as module
from dehusk.cluster.marks import Marks
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.templates import (
    FEWEST_TO_LEARN,
    KnownCluster,
    PathClustering,
    load_clustering,
    make_clusters,
    recall_clusters,
)
from dehusk.model import Cluster, Membership, Page
from tests.conftest import parse


def make_page(classes: str, name: str = "page") -> Page:
    """A page with an element for each class."""
    return parse("".join(f"<p class={word}>x</p>" for word in classes.split()), name)


def group(*kinds: tuple[str, int]) -> tuple[Sequence[Cluster], PathClustering]:
    """Clusters of groups of pages: their classes, and how many there are."""
    pages = [
        make_page(f"{classes} own{number}{page}", f"{number}-{page:02}")
        for number, (classes, n_pages) in enumerate(kinds)
        for page in range(n_pages)
    ]
    groups = np.repeat(np.arange(len(kinds)), [n_pages for _, n_pages in kinds])
    return make_clusters(pages, PathMatrix.read(pages, Marks()), groups, Marks())


def test_clusters_are_numbered_by_size_and_hold_the_keys_of_their_pages() -> None:
    clusters, _ = group(("a", 6), ("b", 8), ("c", 7))
    assert [cluster.name for cluster in clusters] == ["1", "2", "3"]
    assert [len(cluster.keys) for cluster in clusters] == [8, 7, 6]
    assert clusters[0].keys == tuple(f"1-{page:02}" for page in range(8))


def test_clusters_of_one_size_are_numbered_by_their_first_page() -> None:
    clusters, _ = group(("a", 6), ("b", 6))
    assert [cluster.keys[0] for cluster in clusters] == ["0-00", "1-00"]


def test_the_most_telling_paths_come_first_and_what_is_rare_is_none() -> None:
    clusters, clustering = group(("all mine", 8), ("all other", 6))
    assert clusters[0].paths[0] == "p.mine"
    assert "p.all" in clusters[0].paths[1:]
    assert not any("own" in path or "other" in path for path in clusters[0].paths)
    assert not any("own" in path for cluster in clustering.known for path in cluster.counts)


@pytest.mark.parametrize(("n_without", "is_template"), [(4, True), (5, False)])
def test_half_of_the_pages_make_a_path_template(n_without: int, is_template: bool) -> None:
    pages = [
        make_page(word, str(number)) for number, word in enumerate(["a b"] * 4 + ["a"] * n_without)
    ]
    groups = np.zeros(len(pages), dtype=np.intp)
    (cluster,), _ = make_clusters(pages, PathMatrix.read(pages, Marks()), groups, Marks())
    assert ("p.b" in cluster.paths) == is_template


def test_clusters_too_small_to_learn_from_are_read_with_the_nearest_large_one() -> None:
    few = FEWEST_TO_LEARN - 1
    clusters, clustering = group(
        ("a b c d e", 9), ("v w x y z", 8), ("v w x t u", few), ("a b c t u", 1)
    )
    assert [cluster.template for cluster in clusters] == ["1", "2", "2", "1"]
    assert list(clustering.list_templates()) == ["1", "2"]


def test_a_cluster_of_just_enough_pages_is_its_own_template() -> None:
    clusters, _ = group(("a b", 9), ("a c", FEWEST_TO_LEARN))
    assert [cluster.template for cluster in clusters] == ["1", "2"]


def test_where_all_clusters_are_small_they_are_read_with_the_largest() -> None:
    clusters, clustering = group(("a", 2), ("b", 3), ("c", 1))
    assert [cluster.template for cluster in clusters] == ["1", "1", "1"]
    assert list(clustering.list_templates()) == ["1"]


def test_a_page_goes_where_it_takes_the_fewest_bits() -> None:
    _, clustering = group(("all a b c", 9), ("all x y z", 8))
    assert clustering.assign(make_page("all a b c new")) == Membership("1", "1")
    assert clustering.assign(make_page("all x z")) == Membership("2", "2")


def test_what_a_page_lacks_counts_too() -> None:
    _, clustering = group(("all", 9), ("all x y z", 8))
    assert clustering.assign(make_page("all")).cluster == "1"
    assert clustering.assign(make_page("all x y z")).cluster == "2"


def test_a_page_of_a_small_cluster_is_of_it_and_read_with_the_nearest() -> None:
    _, clustering = group(("all a b c", 9), ("all a y z", 2))
    assert clustering.assign(make_page("all a y z")) == Membership("2", "1")


def test_a_page_unlike_all_fits_none_but_has_a_template() -> None:
    _, clustering = group(("all a b c d e f g", 9), ("all x y z t u v w", 8))
    stranger = clustering.assign(make_page("other"))
    assert stranger.cluster is None
    assert stranger.template in ("1", "2")


def make_known(**clusters: dict[str, int]) -> PathClustering:
    known = [KnownCluster(name, 10, name, counts) for name, counts in clusters.items()]
    return recall_clusters(known, Marks())


@pytest.mark.parametrize(("n_paths", "fits"), [(2, False), (3, True)])
def test_a_third_of_the_template_is_enough_to_fit(n_paths: int, fits: bool) -> None:
    clustering = make_known(one={f"p.c{number}": 10 for number in range(9)})
    page = make_page(" ".join(f"c{number}" for number in range(n_paths)))
    assert clustering.assign(page) == Membership("one" if fits else None, "one")


def test_a_path_that_thousands_of_pages_have_may_be_missing() -> None:
    # By the counts alone 14 bits; that it is never so certain makes it 8. The other takes 10.
    many = 10_000
    sure = {"p.a": many, "p.sure": many}
    varied = {"p.a": many} | {f"p.c{number}": many // 2 for number in range(10)}
    known = [KnownCluster("sure", many, "1", sure), KnownCluster("varied", many, "2", varied)]
    assert recall_clusters(known, Marks()).assign(make_page("a")).cluster == "sure"


def test_so_many_paths_at_most_are_kept_the_most_telling_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_PATHS", 3)
    clusters, clustering = group(("all a b c", 9), ("all x y z", 8))
    assert [len(cluster.paths) for cluster in clusters] == [3, 3]
    assert set(clusters[0].paths) == {"p.a", "p.b", "p.c"}
    assert clustering.assign(make_page("all x y z")).cluster == "2"


def test_a_state_without_clusters_is_refused() -> None:
    states: list[dict[str, object]] = [{"clusters": []}, {"clusters": {}}, {"clusters": [None]}, {}]
    for state in states:
        with pytest.raises(ValueError, match="no list of clusters"):
            load_clustering(state, Marks())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "are text"),
        ({"template": None}, "are text"),
        ({"name": "2"}, "one name"),
        ({"pages": -1}, "no count of its pages"),
        ({"pages": True}, "no count of its pages"),
        ({"paths": []}, "no paths"),
        ({"paths": {"p.a": 99}}, "has 9 pages, but p.a is on 99"),
        ({"paths": {"p.a": "4"}}, "is on '4'"),
    ],
)
def test_a_state_that_was_changed_for_the_worse_is_refused(
    change: dict[str, object], message: str
) -> None:
    _, clustering = group(("all a", 9), ("all b", 8))
    state = json.loads(json.dumps(clustering.state()))
    state["clusters"][0].update(change)
    with pytest.raises(ValueError, match=message):
        load_clustering(state, Marks())


def test_counts_survive_the_state() -> None:
    _, clustering = group(("all a", 9), ("all b", 2))
    loaded = load_clustering(clustering.state(), Marks())
    assert loaded == clustering
    assert loaded.known[0].counts["p.a"] == 9
    assert [cluster.template for cluster in loaded.known] == ["1", "1"]
