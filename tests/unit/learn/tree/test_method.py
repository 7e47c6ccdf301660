"""The method `tree`: what is noise, why, and what a person may change."""

import json
from dataclasses import asdict

import pytest

from dehusk.errors import BadSetting
from dehusk.learn import METHODS
from dehusk.learn.tree import TreeTemplate, TreeTemplates
from dehusk.model import Page
from tests.conftest import parse
from tests.unit.learn.tree.sites import kept, learn, pages_of

MENU = "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/a>About</a></ul></nav>"
FOOT = "<footer>Printed and published by the Daily Otter of Riverside</footer>"
STORIES = (
    "Otters were seen at the old mill again this morning",
    "Rain fell on the market and nobody stayed to buy bread",
    "A new bridge is planned where the ferry used to cross",
    "The school choir won the prize for the third time",
    "Trains run late because the signals froze in the night",
)


def news() -> list[Page]:
    return pages_of(*(f"{MENU}<main><h1>{s[:9]}</h1><p>{s}</p></main>{FOOT}" for s in STORIES))


def edit(template: TreeTemplate) -> dict[str, list[dict[str, object]]]:
    state: dict[str, list[dict[str, object]]] = json.loads(json.dumps(template.state()))
    return state


def test_what_recurs_at_its_place_is_noise_and_the_rest_is_content() -> None:
    pages = news()
    template = learn(pages)
    for page, story in zip(pages, STORIES, strict=True):
        assert kept(template, page) == [story[:9], story]


def test_pages_that_were_not_learned_from_are_judged_too() -> None:
    template = learn(news())
    page = parse(f"<body>{MENU}<main><h1>Fog</h1><p>Fog came over the hill</p></main>{FOOT}")
    assert kept(template, page) == ["Fog", "Fog came over the hill"]


def test_a_text_at_another_place_is_content() -> None:
    template = learn(news())
    page = parse(f"<body>{MENU}<main><h1>Fog</h1><p>Home</p></main>{FOOT}")
    assert kept(template, page) == ["Fog", "Home"]


def test_a_text_that_is_taken_out_of_the_file_is_content_again() -> None:
    pages = news()
    template = learn(pages)
    state = edit(template)
    text = "Printed and published by the Daily Otter of Riverside"
    (row,) = (row for row in state["nodes"] if text in row.get("texts", ()))  # type: ignore[operator]
    del row["texts"]
    assert text not in kept(template, pages[0])
    corrected = TreeTemplates().load(state)
    assert kept(corrected, pages[0]) == [STORIES[0][:9], STORIES[0], text]
    assert corrected != template


def test_links_and_images_count_as_texts_do() -> None:
    bodies = (
        f"<p>{s}</p><div><img src=/logo.png></div><h6><a href=/top>{n} up</a></h6>"
        for n, s in enumerate(STORIES)
    )
    pages = pages_of(*bodies)
    template = learn(pages)
    assert kept(template, pages[0]) == [STORIES[0]]
    features = [set(row) & {"texts", "links", "images"} for row in edit(template)["nodes"]]
    assert {"images"} in features
    assert {"links"} in features


def test_places_on_too_few_pages_tell_nothing() -> None:
    side = "<aside>Subscribe to the Daily Otter</aside>"
    bodies = [f"{side if n < 2 else ''}<p>{s}</p>" for n, s in enumerate(STORIES)]
    pages = pages_of(*bodies)
    assert kept(learn(pages, TreeTemplates(min_support=0.4)), pages[0]) == [STORIES[0]]
    strict = learn(pages, TreeTemplates(min_support=0.41))
    assert kept(strict, pages[0]) == ["Subscribe to the Daily Otter", STORIES[0]]


def test_the_border_is_a_setting_and_scores_keep_their_order() -> None:
    bodies = [f"<h2>{'Same' if n < 3 else n}</h2><p>{s}</p>" for n, s in enumerate(STORIES)]
    pages = pages_of(*bodies)
    scores = {}
    for border in (0.2, 0.5, 0.8):
        template = learn(pages, TreeTemplates(noise=border))
        same, story = template.score(pages[0]).tolist()
        scores[border] = same
        assert story < same
    assert scores[0.2] >= 0.5 > scores[0.8]
    assert scores[0.2] > scores[0.5] > scores[0.8]


@pytest.mark.parametrize(
    ("border", "score"), [(0.5, 0.75), (0.6, 0.6875), (0.75, 0.5), (0.8, 0.46875)]
)
def test_a_score_is_the_confidence_scaled_to_the_border(border: float, score: float) -> None:
    pages = pages_of("Same", "Same", "Same", "Other")
    template = learn(pages, TreeTemplates(noise=border))
    assert template.score(pages[0]).tolist() == pytest.approx([score])
    assert template.score(pages[3]).tolist() == [0]


def test_the_tree_is_made_from_so_many_pages_but_all_are_counted() -> None:
    # By its key, not by its order: which page is drawn is the same however they come.
    bodies = [f"<{tag}>Same words on every page</{tag}>" for tag in ("p", "p", "p", "h1")]
    pages = pages_of(*bodies)
    template = learn(pages, TreeTemplates(pages=1))
    tags = [node.kind.tag for node in template.nodes]
    assert tags[:2] == ["html", "body"]
    assert len(tags) == 4
    assert template.pages == 4
    assert template.support[0].pages == 4
    assert template.support[2].pages == (1 if tags[2] == "h1" else 3)
    assert len(learn(pages, TreeTemplates(pages=4)).nodes) == 6


def test_a_page_whose_body_is_unlike_all_others_keeps_its_footer_noise() -> None:
    body = '<body class="post"><ul><li><a>one</a></ul><footer>Printed every day since</footer>'
    pages = pages_of(*[body] * 3)
    template = learn(pages)
    page = parse(
        '<body class="map"><table><tr><td>x</table><footer>Printed every day since</footer>'
    )
    assert template.score(page)[-1] == 1
    assert template.score(page)[0] == 0


def test_two_pages_of_one_key_may_come_in_any_order() -> None:
    pages = [parse(f"<body>{body}", "same.html") for body in ("<p>one", "<ul><li>two", "<h1>x")]
    method = TreeTemplates(pages=1)
    states = [learn(order, method).state() for order in (pages, pages[::-1])]
    assert states[0] == states[1]


def test_a_template_may_be_compared() -> None:
    assert learn(news()) == learn(news()[::-1])
    assert learn(news()) != learn(news()[:4])


def test_nodes_are_those_of_the_tree_with_the_root_first() -> None:
    tags = [node.kind.tag for node in learn(news()).nodes]
    assert tags[:2] == ["html", "body"]
    assert sorted(tags[2:5]) == ["footer", "main", "nav"]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        *(("pages", value) for value in (0, -1, 1.0, True, "15", None)),
        *(("noise", value) for value in (0, 0.0, 1.0, 1, -0.1, float("nan"), True, "half", None)),
        *(("min_support", value) for value in (-0.1, 1.1, float("nan"), True, "1", None)),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(setting: str, value: object) -> None:
    with pytest.raises(BadSetting, match=setting):
        METHODS.create("tree", {setting: value})


@pytest.mark.parametrize(
    "settings", [{"pages": 1}, {"noise": 0.01}, {"min_support": 0}, {"min_support": 1}]
)
def test_a_setting_that_can_be_is_taken(settings: dict[str, object]) -> None:
    assert asdict(METHODS.create("tree", settings)).items() >= settings.items()  # type: ignore[call-overload]
