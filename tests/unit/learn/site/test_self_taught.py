"""The method `self-taught`: a site's repetition teaches it what its pages look like."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from dehusk.errors import BadSetting
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site import SelfTaught
from dehusk.learn.site.self_taught import TaughtTemplate
from dehusk.model import TEMPLATE_SCORE, Page
from examples import make_site
from tests.conftest import parse
from tests.contract.test_methods import SamplePages
from tests.unit.learn.site.sites import NAV, STORIES, kept, make_news, pages_of
from tests.unit.learn.site.test_method import N_LONG, find_navigation

Edit = Callable[[Any], object]


def learn(pages: Sequence[Page], method: SelfTaught | None = None) -> TaughtTemplate:
    return (method or SelfTaught()).learn(pages, gather_evidence(pages))


def save(pages: Sequence[Page]) -> Any:
    return json.loads(json.dumps(learn(pages).state()))


@pytest.mark.parametrize("pages", [0, -3, 2.0, "all", False])
def test_a_number_of_pages_that_cannot_be_is_refused(pages: object) -> None:
    with pytest.raises(BadSetting, match=r"self-taught: pages = .* a whole number from 1"):
        SelfTaught(pages=pages)  # type: ignore[arg-type]


def test_what_repeats_goes_and_what_is_new_stays() -> None:
    pages = make_news()
    template = learn(pages)
    for page, story in zip(pages, STORIES, strict=True):
        assert story in kept(template, page)
        assert "Home" not in kept(template, page)


def test_a_link_to_a_new_page_looks_like_template() -> None:
    """No other page has it: what it looks like is all that is known."""
    pages = make_news()
    markup = pages[0].tree.markup.decode().replace("</ul>", "<li><a href=/s>Snow</a></ul>")
    assert "Snow" not in kept(learn(pages), parse(markup))


@pytest.mark.parametrize("site", ["news", "blog", "shop", "docs"])
def test_navigation_of_sample_sites_goes_and_paragraphs_stay(site: str) -> None:
    samples = list(make_site(site, 12))
    pages = [parse(page.html, page.id) for page in samples]
    template = learn(pages)
    shared = set.intersection(*(set(find_navigation(page)) for page in pages))
    dropped, lost = [], []
    for sample, page in zip(samples, pages, strict=True):
        scores, navigation = template.score(page), find_navigation(page)
        dropped += [scores[navigation[text]] >= TEMPLATE_SCORE for text in shared]
        wanted = " ".join(sample.text.split())
        lost += [
            score >= TEMPLATE_SCORE
            for text, score in zip(page.tree.leaf_texts(), scores, strict=True)
            if len(text.split()) >= N_LONG and " ".join(text.split()) in wanted
        ]
    assert np.mean(dropped) > 0.95
    assert np.mean(lost) < 0.05


@pytest.mark.parametrize(
    "bodies",
    [
        (),
        ("<p>All there is</p>",),
        ("<p>The same</p>", "<p>The same</p>"),
        tuple(f"<p>{story}</p>" for story in STORIES),
        ("", ""),
        ("<img src=a>", "<img src=b>"),
    ],
)
def test_where_nothing_can_be_learned_everything_is_kept(bodies: tuple[str, ...]) -> None:
    template = learn(pages_of(*bodies))
    assert not template.weight
    page = make_news()[0]
    assert not template.score(page).any()
    assert {reason.why for reason in template.explain(page)} == {"nothing was learned"}
    assert SelfTaught().load(template.state()).state() == template.state()


def test_reasons_are_the_names_of_features() -> None:
    pages = make_news()
    template = learn(pages)
    for reason, score in zip(template.explain(pages[0]), template.score(pages[0]), strict=True):
        told = reason.why.split("; ")
        assert len(told) == 3
        assert set(told) <= set(template.weight)
        assert reason.score == float(score)


def test_no_more_pages_are_learned_from_than_are_asked_for(sample_pages: SamplePages) -> None:
    pages = sample_pages("news", 12)
    few, all_of_them = learn(pages, SelfTaught(pages=4)).state(), learn(pages).state()
    assert few != all_of_them
    assert few == learn(pages[::-1], SelfTaught(pages=4)).state()


def test_a_state_is_the_same_when_it_was_read_back() -> None:
    pages = make_news()
    state = save(pages)
    loaded = SelfTaught().load(state)
    assert json.loads(json.dumps(loaded.state())) == state
    assert loaded.score(pages[0]).tolist() == learn(pages).score(pages[0]).tolist()


def test_features_may_be_in_any_order() -> None:
    pages = make_news()
    state = save(pages)
    before = SelfTaught().load(state).score(pages[0]).tolist()
    state["mean"] = dict(reversed(state["mean"].items()))
    assert SelfTaught().load(state).score(pages[0]).tolist() == before


def test_a_weight_that_was_changed_by_hand_counts() -> None:
    pages = make_news()
    state = save(pages)
    state["weight"] = dict.fromkeys(state["weight"], 0)
    state["bias"] = {"bias": 9}
    assert not SelfTaught().load(state).score(pages[0]).round().any()
    state["bias"] = {"bias": -9}
    assert SelfTaught().load(state).score(pages[0]).round().all()


def test_a_page_is_judged_alike_whoever_is_judged_before_it() -> None:
    pages = make_news()
    template = learn(pages)
    alone = template.score(pages[1]).tolist()
    for page in (*pages, parse("<body></body>"), *pages_of(NAV)):
        scores = template.score(page)
        assert len(scores) == len(template.explain(page)) == len(page.tree.leaves)
    assert template.score(pages[1]).tolist() == alone


BROKEN: dict[str, Edit] = {
    "weight is missing": lambda state: state.pop("weight"),
    "mean is not a mapping": lambda state: state.update(mean=[1, 2]),
    "scale is not a number for each feature": lambda state: state["scale"].update(hidden="1"),
    "mean is not a number for each": lambda state: state["mean"].update(hidden=True),
    "weight is not a number for": lambda state: state["weight"].update(hidden=None),
    "mean, scale and weight are not of the same features": lambda state: state["mean"].pop(
        "hidden"
    ),
    "are not of the same features": lambda state: state["weight"].update({"a new one": 1}),
    "bias is missing": lambda state: state.pop("bias"),
    "bias is not a mapping": lambda state: state.update(bias=0.5),
    "bias is not a number": lambda state: state.update(bias={"bias": "much"}),
    "title_prefix is missing": lambda state: state.pop("title_prefix"),
    "title_suffix is not a text": lambda state: state.update(title_suffix=["x"]),
}


@pytest.mark.parametrize("told", BROKEN)
def test_a_state_that_cannot_be_is_refused(told: str) -> None:
    state = save(make_news())
    BROKEN[told](state)
    with pytest.raises((ValueError, TypeError, KeyError), match=told):
        SelfTaught().load(state)
