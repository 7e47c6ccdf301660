"""Noise of a part of a site: a sidebar on one page in five, all pages learned as one cluster."""

from functools import lru_cache
from random import Random

import pytest

from dehusk.learn.chunks import Chunks
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.tree import TreeTemplates
from dehusk.model import TEMPLATE_SCORE, Page
from dehusk.run.pipeline import Recipe, learn_site
from tests.conftest import parse

N_PAGES = 60
ONE_IN = 5
WORDS = "river otter mill bridge market rain bread choir train signal ferry school night".split()
MENU = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Home", "News", "Sport", "About"))
SIDE = ("Most read this week", "Join the otter watch", "Letters to the editor", "Tides at the mill")
SIDEBAR = "<aside class=side>" + "".join(f"<p><a href=/s>{text}</a></p>" for text in SIDE)
FOOT = "Printed and published by the Daily Otter of Riverside"


def has_sidebar(number: int) -> bool:
    return number % ONE_IN == 0


@lru_cache
def make_story(number: int) -> tuple[str, ...]:
    chance = Random(number)
    return tuple(f"{number} {' '.join(chance.choices(WORDS, k=20))}" for _ in range(3))


def make_page(number: int) -> Page:
    story = "".join(f"<p>{text}</p>" for text in make_story(number))
    side = f"{SIDEBAR}</aside>" if has_sidebar(number) else ""
    return parse(
        f"<body><nav><ul>{MENU}</ul></nav><div class=page>"
        f"<main><h1>Story {number}</h1>{story}</main>"
        f"{side}</div><footer>{FOOT}</footer>",
        f"{number}.html",
    )


@pytest.fixture(scope="module")
def site() -> list[Page]:
    return [make_page(number) for number in range(N_PAGES)]


def removed(scores: list[float], page: Page) -> set[str]:
    texts = page.tree.leaf_texts()
    return {text for text, score in zip(texts, scores, strict=True) if score >= TEMPLATE_SCORE}


def test_a_sidebar_on_one_page_in_five_is_noise_and_the_stories_stay(site: list[Page]) -> None:
    template = TreeTemplates().learn(site, gather_evidence(site))
    everywhere = {"Home", "News", "Sport", "About", FOOT}
    for number, page in enumerate(site):
        expected = everywhere | set(SIDE) if has_sidebar(number) else everywhere
        assert removed(template.score(page).tolist(), page) == expected


def test_a_page_that_comes_later_is_cleaned_of_it_too(site: list[Page]) -> None:
    template = TreeTemplates().learn(site, gather_evidence(site))
    page = make_page(ONE_IN * N_PAGES)
    assert set(SIDE) < removed(template.score(page).tolist(), page)
    assert not set(make_story(ONE_IN * N_PAGES)) & removed(template.score(page).tolist(), page)


def test_frequency_over_the_whole_site_misses_it(site: list[Page]) -> None:
    template = Chunks(threshold=0.5).learn(site, gather_evidence(site))
    gone = removed(template.score(site[0]).tolist(), site[0])
    assert FOOT in gone
    assert not set(SIDE) & gone
    share = sum(SIDE[0] in page.tree.leaf_texts() for page in site) / N_PAGES
    assert share == 1 / ONE_IN < TEMPLATE_SCORE


def test_so_it_is_in_a_run_of_the_whole_site_as_one_cluster(site: list[Page]) -> None:
    learned = learn_site("otter.example", site, Recipe(method="tree", cluster="none"))
    assert len(learned.templates) == 1
    text = learned.extract(site[0]).text
    assert all(story in text for story in make_story(0))
    assert not any(one in text for one in (*SIDE, FOOT, "Sport"))
