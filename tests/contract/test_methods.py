"""What every method of the catalogue must do, whatever it learns."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict

import numpy as np
import pytest

from dehusk.learn import METHODS, Method, Template
from dehusk.learn.evidence import gather_evidence
from dehusk.model import Page
from examples import SITES
from tests.conftest import parse

SamplePages = Callable[[str, int], list[Page]]

JUDGE_PAGES_ALONE = ("site", "feature-blocks", "k-feature-blocks")
"""What is content to them is so on a page without others, too."""

NEED_OTHER_PAGES = [name for name in METHODS.names() if name not in JUDGE_PAGES_ALONE]

SETTINGS = {"block-entropy": {"tags": "div,section,nav,ul,p"}}
"""For pages of today: the paper's own cuts pages at tables only."""

every_method = pytest.mark.parametrize("name", METHODS.names())


def learn(name: str, pages: Sequence[Page]) -> Template:
    return create(name).learn(pages, gather_evidence(pages))


def create(name: str) -> Method:
    return METHODS.create(name, SETTINGS.get(name, {}))


def scores_of(template: Template, pages: Sequence[Page]) -> list[list[float]]:
    return [template.score(page).tolist() for page in pages]


@every_method
def test_learning_twice_gives_the_same_template(name: str, sample_pages: SamplePages) -> None:
    pages = sample_pages("news", 12)
    assert learn(name, pages).state() == learn(name, pages).state()


@every_method
def test_learning_ignores_page_order(name: str, sample_pages: SamplePages) -> None:
    pages = sample_pages("shop", 15)
    shuffled = random.Random(3).sample(pages, len(pages))
    assert json.dumps(learn(name, pages).state()) == json.dumps(learn(name, shuffled).state())


@every_method
def test_learning_leaves_settings_and_pages_unchanged(name: str, sample_pages: SamplePages) -> None:
    method = create(name)
    pages = sample_pages("docs", 8)
    settings = asdict(method)  # type: ignore[call-overload]
    trees = [(page.tree.markup, page.tree.leaves.copy()) for page in pages]
    method.learn(pages, gather_evidence(pages))
    assert asdict(method) == settings  # type: ignore[call-overload]
    for page, (markup, leaves) in zip(pages, trees, strict=True):
        assert page.tree.markup == markup
        assert np.array_equal(page.tree.leaves, leaves)


@every_method
def test_a_template_survives_save_and_load(name: str, sample_pages: SamplePages) -> None:
    method = create(name)
    pages = sample_pages("forum", 12)
    template = method.learn(pages, gather_evidence(pages))
    saved = json.loads(json.dumps(template.state()))
    loaded = METHODS.create(name, json.loads(json.dumps(asdict(method)))).load(saved)  # type: ignore[call-overload]
    assert loaded.state() == template.state()
    assert scores_of(loaded, pages) == scores_of(template, pages)


@every_method
@pytest.mark.parametrize("site", SITES)
def test_scores_are_one_a_leaf_between_0_and_1(
    name: str, site: str, sample_pages: SamplePages
) -> None:
    pages = sample_pages(site, 10)
    template = learn(name, pages)
    for page in pages:
        scores = template.score(page)
        assert scores.shape == page.tree.leaves.shape
        assert np.all((scores >= 0) & (scores <= 1))


@pytest.mark.parametrize("name", NEED_OTHER_PAGES)
def test_no_pages_teach_a_template_that_keeps_everything(
    name: str, sample_pages: SamplePages
) -> None:
    template = learn(name, [])
    page = sample_pages("news", 1)[0]
    assert not template.score(page).any()


@pytest.mark.parametrize("name", NEED_OTHER_PAGES)
def test_one_page_is_not_its_own_template(name: str, sample_pages: SamplePages) -> None:
    page = sample_pages("news", 1)[0]
    assert learn(name, [page]).score(page).mean() < 0.5


@every_method
def test_a_page_without_leaves_has_no_scores(name: str, sample_pages: SamplePages) -> None:
    template = learn(name, sample_pages("news", 5))
    empty = parse("<html><body></body></html>")
    assert len(template.score(empty)) == 0
    assert list(template.explain(empty)) == []


@every_method
def test_a_page_scores_the_same_alone_and_among_others(
    name: str, sample_pages: SamplePages
) -> None:
    pages = sample_pages("blog", 12)
    template = learn(name, pages)
    alone = template.score(pages[4]).tolist()
    assert scores_of(template, pages)[4] == alone
    assert scores_of(template, pages[::-1])[-5] == alone


@every_method
def test_every_leaf_is_explained_with_its_score(name: str, sample_pages: SamplePages) -> None:
    pages = sample_pages("news", 10)
    template = learn(name, pages)
    reasons = template.explain(pages[0])
    assert [reason.score for reason in reasons] == template.score(pages[0]).tolist()
    assert all(reason.why and reason.path for reason in reasons)


@every_method
def test_what_the_pages_share_scores_higher_than_what_they_do_not(
    name: str, sample_pages: SamplePages
) -> None:
    # Where stories are fewer, each is linked from most of the others.
    pages = sample_pages("news", 60)
    template = learn(name, pages)
    page = pages[3]
    scores = dict(zip(page.tree.leaf_texts(), template.score(page).tolist(), strict=True))
    headline = str(page.title).partition(" | ")[0]
    assert scores["Politics"] > scores[headline]


@pytest.mark.parametrize("name", JUDGE_PAGES_ALONE)
@pytest.mark.parametrize("learned_from", [0, 1])
def test_a_page_alone_is_told_apart(
    name: str, learned_from: int, sample_pages: SamplePages
) -> None:
    pages = sample_pages("news", 1)
    scores = learn(name, pages[:learned_from]).score(pages[0])
    assert 0 < (scores < 0.5).mean() < 1


@pytest.mark.parametrize("name", JUDGE_PAGES_ALONE)
def test_a_page_teaches_nothing_of_itself(name: str, sample_pages: SamplePages) -> None:
    page = sample_pages("news", 1)[0]
    of_nothing, of_itself = learn(name, []).score(page), learn(name, [page]).score(page)
    assert of_nothing.tolist() == of_itself.tolist()
