"""What every cluster method of the catalogue must do, whatever it groups pages by."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict

import pytest

from dehusk.cluster import CLUSTER_METHODS, Clustering, ClusterMethod
from dehusk.model import Cluster, Page
from examples import SITES
from tests.conftest import parse

SamplePages = Callable[[str, int], list[Page]]

pytestmark = pytest.mark.parametrize("name", CLUSTER_METHODS.names())


def cluster(name: str, pages: Sequence[Page]) -> tuple[Sequence[Cluster], Clustering]:
    return CLUSTER_METHODS.create(name, {}).cluster(pages)


def mix_sites(sample_pages: SamplePages) -> list[Page]:
    """Pages of two sites, so that there is something to tell apart."""
    return [
        parse(page.tree.markup, f"{site}/{page.ref.key}")
        for site in ("shop", "docs")
        for page in sample_pages(site, 8)
    ]


def test_clustering_ignores_page_order(name: str, sample_pages: SamplePages) -> None:
    pages = mix_sites(sample_pages)
    clusters, clustering = cluster(name, pages)
    for seed in (1, 2):
        shuffled = random.Random(seed).sample(pages, len(pages))
        again, learned = cluster(name, shuffled)
        assert list(again) == list(clusters)
        assert json.dumps(learned.state()) == json.dumps(clustering.state())


def test_pages_of_two_sites_are_told_apart_by_all_but_none(
    name: str, sample_pages: SamplePages
) -> None:
    clusters, _ = cluster(name, mix_sites(sample_pages))
    mixed = [c for c in clusters if len({key.partition("/")[0] for key in c.keys}) > 1]
    assert bool(mixed) == (name == "none")


@pytest.mark.parametrize("site", SITES)
def test_every_page_is_in_exactly_one_cluster(
    name: str, site: str, sample_pages: SamplePages
) -> None:
    pages = sample_pages(site, 12)
    clusters, _ = cluster(name, pages)
    keys = [key for found in clusters for key in found.keys]
    assert sorted(keys) == sorted(page.ref.key for page in pages)
    assert all(found.keys for found in clusters)


@pytest.mark.parametrize("site", SITES)
def test_clusters_have_names_templates_and_readable_paths(
    name: str, site: str, sample_pages: SamplePages
) -> None:
    clusters, clustering = cluster(name, sample_pages(site, 12))
    names = [found.name for found in clusters]
    assert len(names) == len(set(names))
    assert {found.template for found in clusters} <= set(names)
    assert sorted(clustering.list_templates()) == sorted({found.template for found in clusters})
    for found in clusters:
        assert all(path.strip() and path.isprintable() for path in found.paths)
        assert len(found.paths) == len(set(found.paths))
        assert bool(found.paths) == (name != "none")


@pytest.mark.parametrize("site", SITES)
def test_every_page_clustered_is_assigned_a_template(
    name: str, site: str, sample_pages: SamplePages
) -> None:
    pages = sample_pages(site, 12)
    clusters, clustering = cluster(name, pages)
    for page in pages:
        member = clustering.assign(page)
        assert member.template in clustering.list_templates()
        assert member.cluster in {found.name for found in clusters}


def test_a_clustering_survives_save_and_load(name: str, sample_pages: SamplePages) -> None:
    method = CLUSTER_METHODS.create(name, {})
    pages = mix_sites(sample_pages)
    _, clustering = method.cluster(pages)
    saved = json.loads(json.dumps(clustering.state()))
    settings = json.loads(json.dumps(asdict(method)))  # type: ignore[call-overload]
    again = CLUSTER_METHODS.create(name, settings)
    assert again == method
    loaded = again.load(saved)
    assert loaded.state() == clustering.state()
    assert list(loaded.list_templates()) == list(clustering.list_templates())
    others = sample_pages("news", 2)
    assert [loaded.assign(p) for p in pages + others] == [
        clustering.assign(p) for p in pages + others
    ]


def test_clustering_leaves_settings_and_pages_unchanged(
    name: str, sample_pages: SamplePages
) -> None:
    method: ClusterMethod = CLUSTER_METHODS.create(name, {})
    settings = asdict(method)  # type: ignore[call-overload]
    pages = sample_pages("blog", 8)
    before = [(page.ref, page.tree.markup) for page in pages]
    method.cluster(pages)
    assert asdict(method) == settings  # type: ignore[call-overload]
    assert [(page.ref, page.tree.markup) for page in pages] == before


def test_no_pages_make_a_cluster_for_those_to_come(name: str, sample_pages: SamplePages) -> None:
    clusters, clustering = cluster(name, [])
    assert [found.keys for found in clusters] == [()]
    page = sample_pages("news", 1)[0]
    assert clustering.assign(page).template == clusters[0].name


def test_one_page_is_a_cluster(name: str, sample_pages: SamplePages) -> None:
    page = sample_pages("news", 1)[0]
    clusters, clustering = cluster(name, [page])
    assert [found.keys for found in clusters] == [(page.ref.key,)]
    assert clustering.assign(page).cluster == clusters[0].name


def test_pages_that_are_empty_are_clustered(name: str) -> None:
    pages = [parse("<html><body></body></html>", f"{number}.html") for number in range(3)]
    clusters, _ = cluster(name, pages)
    assert sum(len(found.keys) for found in clusters) == 3


def test_the_catalogue_knows_a_method_by_its_own_name(name: str) -> None:
    assert CLUSTER_METHODS.create(name, {}).name == name
