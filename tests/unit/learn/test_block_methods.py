"""The block methods on pages that show what each is made for."""

import json
from collections.abc import Mapping, Sequence

import pytest

from dehusk.errors import BadSetting
from dehusk.learn import METHODS, Template
from dehusk.learn.content_blocks import ContentBlocks
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.feature_blocks import FeatureBlocks, KFeatureBlocks
from dehusk.model import TEMPLATE_SCORE, Page
from tests.conftest import parse

NAV = "<ul>" + "".join(f"<li><a href='/{n}'>Part {n}</a></li>" for n in "abcdef") + "</ul>"
STORIES = {
    "rain": "All night long it rained on the hills above the town, and nobody slept a wink there.",
    "sun": "Bright weather came from the south with the morning train, to everybody's surprise.",
    "snow": "Children built a castle before noon; by evening not one wall of it was left standing.",
    "fog": "Ships waited outside our harbour for three days until their captains lost patience.",
}


def pages_of(*bodies: str) -> list[Page]:
    return [parse(f"<body>{body}</body>", f"{number}.html") for number, body in enumerate(bodies)]


def news_pages(**parts: str) -> list[Page]:
    rest = "".join(f"<div>{part}</div>" for part in parts.values())
    return pages_of(*(f"{NAV}<div>{story}</div>{rest}" for story in STORIES.values()))


def learn(name: str, pages: Sequence[Page], **settings: object) -> Template:
    return METHODS.create(name, settings).learn(pages, gather_evidence(pages))


def kept(template: Template, page: Page) -> list[str]:
    scores = template.score(page)
    texts = zip(page.tree.leaf_texts(), scores, strict=True)
    return [text.strip() for text, score in texts if score < TEMPLATE_SCORE]


def why(template: Template, page: Page) -> Mapping[str, str]:
    return {reason.text.strip(): reason.why for reason in template.explain(page)}


TWO_GROUPS = {"k": 2, "high": 1}


@pytest.mark.parametrize(
    ("name", "settings"),
    [("content-blocks", {}), ("k-feature-blocks", TWO_GROUPS), ("feature-blocks", {})],
)
def test_stories_are_kept_and_navigation_is_not(name: str, settings: Mapping[str, object]) -> None:
    pages = news_pages(legal="Copyright")
    assert kept(learn(name, pages, **settings), pages[0]) == [STORIES["rain"]]


def test_blocks_that_are_nearly_the_same_are_the_same() -> None:
    """A counter makes each page's block another; nine of ten terms are still alike."""
    text = "you are reader number {} of our small gazette today please come again soon dear friend"
    bodies = [f"<div>{text.format(n)}</div><div>{story}</div>" for n, story in enumerate(STORIES)]
    pages = pages_of(*bodies)
    assert kept(learn("content-blocks", pages), pages[1]) == ["sun"]
    strict = learn("content-blocks", pages, similarity=0.99)
    assert kept(strict, pages[1]) == [text.format(1), "sun"]


def test_a_block_like_a_known_one_is_template_on_a_page_not_learned_from() -> None:
    text = "you are reader number {} of our small gazette today please come again soon dear friend"
    pages = pages_of(*(f"<div>{text.format(n)}</div>{story}" for n, story in enumerate(STORIES)))
    template = learn("content-blocks", pages)
    new = parse(f"<body><div>{text.format(777)}</div>fresh</body>", "new.html")
    assert kept(template, new) == ["fresh"]
    assert why(template, new)[text.format(777)] == (
        "a block like it is on 4 of 4 pages, e.g. 0.html"
    )


def test_an_example_is_another_page() -> None:
    pages = news_pages(legal="Copyright")
    reasons = why(learn("content-blocks", pages), pages[0])
    assert reasons["Copyright"] == "a block like it is on 4 of 4 pages, e.g. 1.html"
    assert reasons[STORIES["rain"]] == "its block is on few pages"


def test_pictures_are_told_apart_by_their_addresses() -> None:
    bodies = [
        f"<div><img src=logo.png></div><div><img src={n}.jpg></div>{story}"
        for n, story in enumerate(STORIES)
    ]
    pages = pages_of(*bodies)
    scores = learn("content-blocks", pages).score(pages[0])
    assert (scores >= TEMPLATE_SCORE).tolist() == [True, False, False]


@pytest.mark.parametrize(("threshold", "is_template"), [(0.5, True), (0.34, True), (0.33, False)])
def test_the_threshold_counts_pages_upside_down(threshold: float, is_template: bool) -> None:
    pages = pages_of("<div>ad</div>a", "<div>ad</div>b", "<div>ad</div>c", "d")
    template = learn("content-blocks", pages, threshold=threshold)
    assert ("ad" not in kept(template, pages[0])) is is_template


@pytest.mark.parametrize(("share", "is_template"), [(0.0, True), (0.1, True), (0.11, False)])
def test_what_two_of_many_pages_share_by_chance_is_content(share: float, is_template: bool) -> None:
    pages = pages_of(*(f"<div>{'same' if n < 2 else n}</div>{n}" for n in range(20)))
    template = learn("content-blocks", pages, share=share)
    assert ("same" not in kept(template, pages[0])) is is_template


def test_a_block_that_is_taken_out_of_the_file_is_content() -> None:
    pages = news_pages(legal="Copyright")
    state = json.loads(json.dumps(learn("content-blocks", pages).state()))
    state["blocks"] = [row for row in state["blocks"] if row["terms"] != ["copyright"]]
    assert kept(ContentBlocks().load(state), pages[0]) == [STORIES["rain"], "Copyright"]


SHOP = """
<div>{}</div><div><a href=1><img src=1.jpg></a><a href=2><img src=2.jpg></a></div>
<form><input><input><select></select>Sort by price</form><ul><li>one<li>two<li>three</ul>
<div><a href=3>a</a><a href=4>b</a><a href=5>c</a><a href=6>d</a></div>
"""


@pytest.mark.parametrize(
    ("want", "expected"),
    [("text", ["Blue boots of fine leather, hand made"]), ("lists", ["one", "two", "three"])],
)
@pytest.mark.parametrize(("name", "k"), [("feature-blocks", {}), ("k-feature-blocks", TWO_GROUPS)])
def test_what_is_wanted_is_kept(
    name: str, k: Mapping[str, int], want: str, expected: list[str]
) -> None:
    page = parse(SHOP.format("Blue boots of fine leather, hand made"))
    settings = {"want": want, "tags": ("div", "form", "ul"), **k}
    assert kept(learn(name, [page], **settings), page) == expected


@pytest.mark.parametrize("want", ["images", "image", ["images"], " Images"])
def test_pictures_are_wanted_in_several_spellings(want: object) -> None:
    page = parse(SHOP.format("Blue boots of fine leather, hand made"))
    scores = learn("k-feature-blocks", [page], want=want).score(page)
    assert (scores < TEMPLATE_SCORE).sum() == 2
    assert page.tree.name(int(page.tree.leaves[scores < TEMPLATE_SCORE][0])) == "img"


def test_one_block_or_the_better_ones() -> None:
    stories = "".join(f"<p>{story}</p>" for story in STORIES.values())
    page = parse(f"<body>{NAV}{stories}<div>Imprint</div></body>")
    longest = max(STORIES.values(), key=lambda story: len(story.split()))
    assert kept(learn("feature-blocks", [page], tags="p,ul,div"), page) == [longest]
    template = learn("k-feature-blocks", [page], **TWO_GROUPS)
    assert kept(template, page) == list(STORIES.values())


def test_feature_reasons_name_the_share_and_what_was_more() -> None:
    pages = news_pages(legal="Imprint and <a href=/x>more</a>")
    reasons = why(learn("feature-blocks", pages), pages[0])
    assert reasons[STORIES["rain"]] == "the share of text in its block is 1.00"
    assert reasons["Part a"] == "the share of text in its block is 0.41, beside links and forms"
    reasons = why(learn("feature-blocks", pages, want="tables"), pages[0])
    assert set(reasons.values()) == {"its block has no tables"}
    assert why(learn("feature-blocks", news_pages(legal="Imprint")), pages[0])["Imprint and"] == (
        "the share of text in its block is 0.51, but other blocks have more"
    )


def test_entropy_tells_what_is_on_all_pages_from_what_is_on_one() -> None:
    story_of = {name: f"<table><tr><td>{story}</table>" for name, story in STORIES.items()}
    menu = "<table><tr><td>Home News Sports Weather</table>"
    pages = pages_of(*(menu + story for story in story_of.values()))
    template = learn("block-entropy", pages)
    assert kept(template, pages[0]) == [STORIES["rain"]]
    reasons = why(template, pages[0])
    assert reasons["Home News Sports Weather"].startswith("the mean entropy of its block's terms")
    assert "from 0." in reasons["Home News Sports Weather"]
    assert "below 0." in reasons[STORIES["rain"]]


def test_the_papers_blocks_are_tables_and_others_an_option() -> None:
    pages = pages_of(*(f"<div>Home News Sports</div><div>{s}</div>" for s in STORIES.values()))
    assert len(set(learn("block-entropy", pages).score(pages[0]).tolist())) == 1
    assert kept(learn("block-entropy", pages, tags="div"), pages[0]) == [STORIES["rain"]]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("content-blocks", {"similarity": 1.0}),
        ("content-blocks", {"similarity": "much"}),
        ("content-blocks", {"threshold": 2}),
        ("content-blocks", {"share": -0.1}),
        ("content-blocks", {"share": True}),
        ("content-blocks", {"tags": ""}),
        ("content-blocks", {"tags": [1]}),
        ("content-blocks", {"tags": {}}),
        ("feature-blocks", {"want": "pictures"}),
        ("feature-blocks", {"want": []}),
        ("feature-blocks", {"features": "text,love"}),
        ("k-feature-blocks", {"k": 1}),
        ("k-feature-blocks", {"k": 2, "high": 2}),
        ("k-feature-blocks", {"high": 0}),
        ("block-entropy", {"step": 0.0}),
        ("block-entropy", {"step": 1}),
    ],
)
def test_settings_that_cannot_be_are_refused(name: str, settings: Mapping[str, object]) -> None:
    with pytest.raises(BadSetting, match=name):
        METHODS.create(name, settings)


def test_what_is_wanted_can_change_without_learning_again() -> None:
    pages = [parse(SHOP.format(story), f"{name}.html") for name, story in STORIES.items()]
    for learned, wanted in ((FeatureBlocks(), "lists"), (KFeatureBlocks(), "images")):
        template = learned.learn(pages, gather_evidence(pages))
        other = METHODS.create(learned.name, {"want": wanted})
        fresh = other.learn(pages, gather_evidence(pages))
        for page in pages:
            assert other.load(template.state()).score(page).tolist() == fresh.score(page).tolist()


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("content-blocks", {"pages": "abc"}),
        ("content-blocks", {"pages": []}),
        ("content-blocks", {"members": [99]}),
        ("content-blocks", {"members": None}),
        ("content-blocks", {"largest": {"text": 10**400}}),
        ("content-blocks", {"largest": {"text": -1}}),
        ("content-blocks", {"blocks": {}}),
        ("content-blocks", {"blocks": [{"terms": ["a"]}]}),
        ("content-blocks", {"blocks": ["a"]}),
        ("feature-blocks", {"want": "text"}),
        ("feature-blocks", {"largest": []}),
        ("k-feature-blocks", {"largest_of_winners": {"text": 1.5}}),
        ("block-entropy", {"threshold": 0}),
        ("block-entropy", {"threshold": 1.0}),
        ("block-entropy", {"threshold": float("nan")}),
        ("block-entropy", {"terms": {"a": 2.0}}),
        ("block-entropy", {"terms": {"a": "high"}}),
        ("block-entropy", {"pages": True}),
    ],
)
def test_a_template_that_was_changed_to_nonsense_is_not_loaded(
    name: str, change: Mapping[str, object]
) -> None:
    pages = news_pages(legal="Copyright")
    state = {**learn(name, pages).state(), **change}
    with pytest.raises((ValueError, TypeError)):
        METHODS.create(name, {}).load(state)


def test_blocks_of_features_alone_are_compared_in_portions() -> None:
    """A page of images and links without a word: each block is compared with each."""
    bodies = [
        "".join(f"<div>{'<img>' * (n % 40)}{'<a href=#>.</a>' * (n // 40 + 1)}</div>" for n in some)
        for some in (range(1_200), range(600, 1_800))
    ]
    pages = pages_of(*bodies)
    template = learn("content-blocks", pages)
    assert (template.score(pages[0]) >= TEMPLATE_SCORE).any()


def test_a_page_with_more_links_than_were_learned_is_still_alike() -> None:
    words = " ".join(f"word{n}" for n in range(20))
    pages = pages_of(*(f"<div>{words} <a href=#>x</a></div>{story}" for story in STORIES))
    crowded = parse(f"<body><div>{words} {'<a href=#>x</a>' * 500}</div>new</body>")
    assert kept(learn("content-blocks", pages), crowded) == ["new"]


def test_an_image_in_its_address_is_kept_by_its_hash() -> None:
    logo = "data:image/png;base64," + "A" * 100_000
    pages = pages_of(*(f"<div><img src='{logo}'></div>{story}" for story in STORIES))
    template = learn("content-blocks", pages)
    assert len(json.dumps(template.state())) < 2_000
    assert template.score(pages[0])[0] >= TEMPLATE_SCORE
