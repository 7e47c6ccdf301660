"""Reasons in words: three at most, the strongest first, and a theme for every feature."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site import SiteMethod
from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.network import Network
from dehusk.learn.site.reasons import MOST_REASONS, THEMES, Row, give_reasons
from dehusk.learn.site.view import view_page
from dehusk.learn.site.weights import load_weights
from dehusk.model import Page
from examples import SITES
from tests.contract.test_methods import SamplePages
from tests.unit.learn.site.sites import (
    NAV,
    STORIES,
    know,
    list_features,
    make_lexicon,
    make_network,
    make_news,
    pages_of,
)

OF_NO_THEME = {"site pages", "cluster pages", "alone"}
"""How much is known is no reason for a block."""


def rows_of(page: Page, pages: Sequence[Page], lexicon: Lexicon) -> list[Row]:
    view = view_page(page)
    columns = describe_blocks(view, know(pages), lexicon).features.to_mapping()
    return [
        {name: float(values[block]) for name, values in columns.items()}
        for block in range(len(view))
    ]


def tell_all(page: Page, pages: Sequence[Page]) -> list[set[str]]:
    """All that could be told of each block."""
    rows = rows_of(page, pages, make_lexicon())
    return [{theme.tell(row) for theme in THEMES} for row in rows]


def test_every_feature_but_those_of_the_site_belongs_to_a_theme() -> None:
    for features in (list_features(), load_weights().features):
        prefixes = tuple(prefix for theme in THEMES for prefix in theme.features)
        assert {name for name in features if not name.startswith(prefixes)} <= OF_NO_THEME


def test_every_theme_is_of_some_feature() -> None:
    features = list_features()
    for theme in THEMES:
        assert any(name.startswith(theme.features) for name in features), theme.features


@pytest.mark.parametrize("site", SITES)
def test_every_theme_has_words_for_the_blocks_of_a_site(
    site: str, sample_pages: SamplePages
) -> None:
    pages = sample_pages(site, 4)
    rows = rows_of(pages[0], pages, load_weights().lexicon) + rows_of(pages[0], [], Lexicon())
    told = [[theme.tell(row) for theme in THEMES] for row in rows]
    assert all(isinstance(text, str) for texts in told for text in texts)
    assert all(any(texts) for texts in told)
    for text in {text for texts in told for text in texts if text}:
        assert text == text.strip()
        assert "nan" not in text
        assert ";" not in text


def test_reasons_say_what_is_so() -> None:
    pages = make_news()
    home, rain, head, story = tell_all(pages[0], pages)
    assert {"says the same on 4 of 4 other pages", "all of it is linked"} <= home
    assert {"one word", "a li in nav, list, li", "at the top of the page"} <= home
    assert {"100% of other pages have links in its place", "3 words"} <= rain
    assert {"by itself on none of 4 other pages", "a h1 in article, heading"} <= head
    assert {"14 words, whole sentences", "a p in article", "nothing in it is linked"} <= story
    assert {
        "inside the part where the site's new text is",
        "its words are such as content has",
    } <= (story)


def test_a_page_alone_is_told_nothing_of_others() -> None:
    (page,) = pages_of(f"{NAV}<div class=story><p hidden>{STORIES[1]}</p></div><img src=a>")
    told = tell_all(page, [])
    assert not any("other page" in text for texts in told for text in texts)
    assert "classes and ids around it name content" in told[2]
    assert "hidden" in told[2]
    assert "an image" in told[3]


def test_numbers_are_told_apart_from_words() -> None:
    pages = pages_of(*(f"<p>{n} readers so far</p><p>Rain</p>" for n in range(3)))
    first, second = tell_all(pages[0], pages)
    assert "says the same but for numbers on 2 of 2 other pages" in first
    assert "says the same on 2 of 2 other pages" in second


@pytest.mark.parametrize("seed", range(4))
def test_there_are_three_reasons_at_most_and_never_none(seed: int) -> None:
    pages = make_news()
    network = make_network(list_features(), seed=seed)
    view = view_page(pages[0])
    reasons = give_reasons(view, know(pages), network)
    assert len(reasons) == len(pages[0].tree.leaves)
    assert [reason.text for reason in reasons] == pages[0].tree.leaf_texts()
    for reason in reasons:
        told = reason.why.split("; ")
        assert 1 <= len(told) <= MOST_REASONS
        assert all(told)


def read_only(**worth: float) -> Network:
    """A network that reads these features and nothing else."""
    features = list_features()
    network = make_network(features, width=2)
    for name, values in network.layers.items():
        values[:] = np.eye(*values.shape) if name == "last.weight" else 0
    for name, weight in worth.items():
        network.layers["in.weight"][features.index(name.replace("_", " ")), 0] = weight
    network.layers["out.weight"][0] = 3
    network.layers["out.bias"][:] = -1
    network.mean[:], network.scale[:] = 0, 1
    # What is made of the weights is made anew.
    return replace(network)


def test_what_the_decision_hangs_on_is_the_reason() -> None:
    pages = make_news()
    reasons = give_reasons(view_page(pages[0]), know(pages), read_only(link_share=1))
    assert [reason.why for reason in reasons[:2]] == ["all of it is linked"] * 2
    assert [reason.why for reason in reasons[2:]] == ["like what is around it"] * 2
    assert reasons[0].score < 0.5 < reasons[-1].score


@pytest.mark.parametrize(("link_share", "place_depth"), [(1, 0.1), (0.2, 1)])
def test_the_strongest_reason_is_the_first(link_share: float, place_depth: float) -> None:
    pages = make_news()
    network = read_only(link_share=link_share, place_depth=place_depth)
    told = give_reasons(view_page(pages[0]), know(pages), network)[0].why.split("; ")
    wanted = ["all of it is linked", "at the top of the page"]
    assert told == (wanted if link_share > place_depth else wanted[::-1])


def test_a_page_without_leaves_has_no_reasons() -> None:
    pages = [*make_news(), *pages_of("")]
    template = SiteMethod().learn(pages, gather_evidence(pages))
    assert list(template.explain(pages[-1])) == []
