"""What pages have in common is worked out when it is asked for, from pages drawn in any order."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site import SiteMethod, recall
from dehusk.learn.site.method import judge
from dehusk.learn.site.recall import Learned, Loaded, draw_pages, recall_pages
from dehusk.learn.site.view import View, view_page
from dehusk.model import Page
from tests.conftest import parse
from tests.unit.learn.site.sites import list_features, make_network, make_news, pages_of


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is worked out, in the order of it."""
    found: list[str] = []

    def listen(name: str, real: Callable[..., object], *given: object) -> object:
        found.append(name)
        return real(*given)

    for name in ("remember_site", "remember_cluster", "label_texts", "label_ways"):
        monkeypatch.setattr(recall, name, partial(listen, name, getattr(recall, name)))
    return found


def learn(pages: Sequence[Page], most: int = 64, enough: int = 0) -> Learned:
    return recall_pages(pages, gather_evidence(pages), most, enough)


def test_pages_are_drawn_alike_in_any_order() -> None:
    pages = pages_of(*("<p>x" for _ in range(20)))
    drawn = draw_pages(pages, 7)
    assert len(drawn) == 7
    for seed in range(3):
        shuffled = random.Random(seed).sample(pages, len(pages))
        assert [page.ref for page in draw_pages(shuffled, 7)] == [page.ref for page in drawn]


def test_fewer_pages_are_the_first_of_more() -> None:
    pages = pages_of(*("<p>x" for _ in range(9)))
    assert draw_pages(pages, 100)[:4] == draw_pages(pages, 4)
    assert draw_pages([], 4) == []


def test_pages_of_one_key_are_drawn_alike_in_any_order() -> None:
    pages = [parse(f"<p>{n}") for n in range(4)]
    for some in (
        pages,
        [replace(one, ref=one.ref._replace(copy=n)) for n, one in enumerate(pages)],
        [replace(one, ref=one.ref._replace(copy=-n)) for n, one in enumerate(pages)],
    ):
        drawn = [
            [page.tree.markup for page in draw_pages(given, 2)] for given in (some, some[::-1])
        ]
        assert drawn[0] == drawn[1] == [page.tree.markup for page in draw_pages(pages, 2)]


def test_learning_remembers_nothing_yet(remembered: list[str]) -> None:
    pages = make_news()
    SiteMethod().learn(pages, gather_evidence(pages))
    assert remembered == []


def test_a_lone_page_is_judged_without_remembering_anything(remembered: list[str]) -> None:
    page = make_news()[0]
    learned = learn([page])
    known = learned.know_of_others(page)
    assert not len(known.site.digests)
    assert not len(known.cluster.digests)
    # Another copy of it is still the same page.
    assert not len(learned.know_of_others(parse(page.tree.markup, "copy.html")).site.digests)
    assert remembered == []


def test_another_page_is_judged_with_what_was_remembered(remembered: list[str]) -> None:
    page, other, *_ = make_news()
    learned = learn([page])
    known = learned.know_of_others(other)
    assert known is learned.known
    assert len(known.site.digests) == len(known.cluster.digests) == 1
    assert remembered == ["remember_site", "remember_cluster"]


def test_a_lone_page_is_judged_as_if_all_were_remembered() -> None:
    network = make_network(list_features())
    for page in (*make_news(), parse("<title>Rain - x</title><h1>Rain</h1><p>Rain - x")):
        learned, view = learn([page]), view_page(page)
        lazily, eagerly = (
            judge(view, known, network) for known in (learned.know_of_others(page), learned.known)
        )
        assert lazily.tolist() == eagerly.tolist()


def test_a_lone_page_keeps_the_ends_of_its_sites_titles() -> None:
    titles = ("Rain", "Snow", "Sun")
    pages = [parse(f"<title>{t} - The Otter</title><p>{t}", f"{t}.html") for t in titles]
    site = replace(gather_evidence(pages), sample=())
    learned = recall_pages(pages[:1], site, 64)
    assert learned.know_of_others(pages[0]).ends == learned.known.ends == ("", " - The Otter")


def test_a_page_of_a_cluster_of_one_is_told_of_the_other_pages_of_its_site() -> None:
    pages = make_news()
    learned = recall_pages(pages[:1], gather_evidence(pages), 64)
    known = learned.know_of_others(pages[0])
    assert len(known.site.digests) == len(pages)
    assert len(known.cluster.digests) == 1


def test_what_was_learned_is_remembered_once(remembered: list[str]) -> None:
    pages = make_news()
    learned = learn(pages)
    for page in pages:
        assert learned.know_of_others(page) is learned.known
    assert remembered == ["remember_site", "remember_cluster"]
    assert learned.labels is learned.labels
    assert remembered[2:] == ["label_texts", "label_ways"]


def test_clusters_of_a_site_share_what_is_remembered_of_it(remembered: list[str]) -> None:
    pages = make_news()
    site = gather_evidence(pages)
    one, other = recall_pages(pages[:2], site, 64), recall_pages(pages[2:], site, 64)
    assert one.known.site is other.known.site
    assert remembered.count("remember_site") == 1
    assert remembered.count("remember_cluster") == 2


def test_what_hashes_are_of_is_asked_only_when_a_site_is_saved(remembered: list[str]) -> None:
    pages = make_news()
    template = SiteMethod().learn(pages, gather_evidence(pages))
    judge_all(template.recalled, [view_page(page) for page in pages])
    assert "label_texts" not in remembered
    template.state()
    assert remembered.count("label_texts") == remembered.count("label_ways") == 1


def judge_all(recalled: recall.Recalled, views: Sequence[View]) -> None:
    network = make_network(list_features())
    for view in views:
        judge(view, recalled.know_of_others(view.page), network)


def test_of_what_was_loaded_a_page_that_was_learned_from_is_not_its_own_other() -> None:
    page = make_news()[0]
    learned = learn([page])
    loaded = Loaded(learned.known, learned.labels)
    network = make_network(list_features())
    view = view_page(page)
    scores = [
        judge(view, recalled.know_of_others(page), network).tolist()
        for recalled in (learned, loaded)
    ]
    assert scores[0] == scores[1]


def test_a_cluster_of_too_few_pages_has_the_others_of_its_site_beside() -> None:
    pages = make_news()
    site = gather_evidence(pages)
    for enough, n_pages in ((0, 2), (2, 2), (3, len(pages))):
        assert len(recall_pages(pages[:2], site, 64, enough).pages) == n_pages
    few = recall_pages(pages[:2], site, 3, 3)
    assert len(few.pages) == len(few.sample) == 3
    own = {page.ref.key for page in pages[:2]}
    assert {page.ref.key for page in few.pages} >= own


def test_of_no_pages_nothing_is_known() -> None:
    learned = learn([])
    page = pages_of("<p>x")[0]
    assert not len(learned.know_of_others(page).site.digests)
    assert learned.labels == ({}, {})
