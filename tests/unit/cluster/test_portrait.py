"""Pages and clusters as a picture shows them."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from dehusk.cluster.auto import Auto
from dehusk.cluster.marks import Marks
from dehusk.cluster.matrix import PathMatrix
from dehusk.cluster.portrait import MOST_BRANCHES, place_pages, portray
from dehusk.model import Cluster, Page
from tests.conftest import parse

SamplePages = Callable[[str, int], list[Page]]


def test_pages_of_one_cluster_are_nearer_to_each_other(sample_pages: SamplePages) -> None:
    pages = sample_pages("shop", 30)
    clusters, _ = Auto().cluster(pages)
    portrait = portray(pages, clusters)
    places, names = np.array(portrait.places), np.array(portrait.clusters)
    one, other = places[names == "1"], places[names == "2"]
    widest = max(np.ptp(one, axis=0).max(), np.ptp(other, axis=0).max())
    assert np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)) > widest


def test_the_order_of_pages_does_not_matter(sample_pages: SamplePages) -> None:
    pages = sample_pages("blog", 30)
    clusters, _ = Auto().cluster(pages)
    shuffled = random.Random(3).sample(pages, len(pages))
    assert portray(shuffled, clusters) == portray(pages, clusters)


def test_pages_that_are_all_alike_are_in_one_place() -> None:
    pages = [parse("<body><p class=a>x</p></body>", str(number)) for number in range(4)]
    matrix = PathMatrix.read(pages, Marks())
    assert place_pages(matrix).tolist() == [[0, 0]] * 4
    assert place_pages(PathMatrix.read(pages[:1], Marks())).tolist() == [[0, 0]]
    assert place_pages(PathMatrix.read([], Marks())).tolist() == []


def test_the_tree_has_the_largest_clusters_only() -> None:
    n_pages = MOST_BRANCHES + 5
    pages = [parse(f"<body><p class=c{n}>x</p></body>", str(n)) for n in range(n_pages)]
    clusters = [Cluster(f"{n + 1}", (str(n),), "1") for n in range(n_pages)]
    portrait = portray(pages, clusters)
    assert set(portrait.clusters) == {cluster.name for cluster in clusters}
    assert portrait.branches == tuple(cluster.name for cluster in clusters[:MOST_BRANCHES])
    assert len(portrait.steps) == MOST_BRANCHES - 1


def make_pages(*letters: str) -> list[Page]:
    """Pages of nine classes each, whose names begin with these letters."""
    bodies = ["".join(f"<p class={name}{n}>" for n in range(9)) for name in letters]
    return [parse(f"<body>{body}</body>", str(number)) for number, body in enumerate(bodies)]


def test_the_tree_tells_what_joining_costs_and_what_it_saves() -> None:
    pages = make_pages("a", "a", "b", "b")
    right = [Cluster("1", ("0", "1"), "1"), Cluster("2", ("2", "3"), "2")]
    torn = [*right[:1], Cluster("2", ("2",), "2"), Cluster("3", ("3",), "3")]
    (dear,) = portray(pages, right).steps
    cheap, _ = portray(pages, torn).steps
    assert dear.cost_after > portray(pages, right).first_cost
    assert cheap.cost_after < portray(pages, torn).first_cost
    assert (cheap.one, cheap.other) == (1, 2)
    assert cheap.cost_after == pytest.approx(portray(pages, right).first_cost)


def test_one_cluster_or_none_has_no_tree() -> None:
    pages = make_pages("a", "a")
    assert portray(pages, [Cluster("1", ("0", "1"), "1")]).steps == ()
    assert portray([], [Cluster("1", (), "1")]).steps == ()
