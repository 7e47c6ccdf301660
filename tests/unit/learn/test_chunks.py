"""The method `chunks`: what is a chunk, when it is template, and the paper's known weakness."""

import json
from collections.abc import Sequence

import pytest

from dehusk.errors import BadSetting
from dehusk.learn.chunks import TABLES, Chunks, ChunkTemplate
from dehusk.learn.evidence import gather_evidence
from dehusk.model import TEMPLATE_SCORE, Page
from tests.conftest import parse

NAV = "<table><tr><td>Home</td><td>Sports</td><td>Weather</td></tr></table>"


def removed(method: Chunks, pages: Sequence[Page], page: Page) -> list[str]:
    template = method.learn(pages, gather_evidence(pages))
    scores = template.score(page)
    return [t.strip() for t, s in zip(page.tree.leaf_texts(), scores, strict=True) if s >= 0.5]


def pages_of(*bodies: str) -> list[Page]:
    return [parse(f"<body>{body}</body>", f"{number}.html") for number, body in enumerate(bodies)]


def chunks_of(method: Chunks, html: str) -> list[str]:
    return [chunk for chunk, _ in method.cut_chunks(parse(html).tree)]


def test_text_between_container_tags_is_one_chunk() -> None:
    method = Chunks(containers=("div",))
    html = "one <b>two</b> three<div>four <i>five</i></div>six<div></div>seven"
    assert chunks_of(method, html) == ["one two three", "four five", "six", "seven"]


def test_the_papers_container_is_the_table_alone() -> None:
    html = f"<div>left</div><div>right</div>{NAV}<p>after</p>"
    assert chunks_of(Chunks(containers=TABLES), html) == [
        "left right",
        "Home Sports Weather",
        "after",
    ]


def test_containers_may_be_named_in_one_word() -> None:
    assert Chunks(containers="table").containers == TABLES
    assert Chunks(containers="table, div").containers == ("table", "div")


def test_entities_are_decoded_and_white_space_is_folded() -> None:
    assert chunks_of(Chunks(), "<div>a &lt;\n  b&nbsp;&amp; c</div>") == ["a < b & c"]


def test_a_chunk_on_enough_pages_is_template_and_the_rest_is_content() -> None:
    pages = pages_of(*(f"{NAV}<div>Story number {n}</div>" for n in "abcd"))
    assert removed(Chunks(), pages, pages[0]) == ["Home", "Sports", "Weather"]


@pytest.mark.parametrize(("threshold", "is_template"), [(2, True), (3, True), (4, False)])
def test_a_count_that_equals_the_threshold_is_enough(threshold: int, is_template: bool) -> None:
    pages = pages_of("<div>ad</div>x1", "<div>ad</div>x2", "<div>ad</div>x3", "x4")
    assert ("ad" in removed(Chunks(threshold=threshold), pages, pages[0])) is is_template


@pytest.mark.parametrize(("threshold", "is_template"), [(0.5, True), (0.75, True), (0.76, False)])
def test_a_fraction_is_a_share_of_the_pages(threshold: float, is_template: bool) -> None:
    pages = pages_of("<div>ad</div>x1", "<div>ad</div>x2", "<div>ad</div>x3", "x4")
    assert ("ad" in removed(Chunks(threshold=threshold), pages, pages[0])) is is_template


def test_a_chunk_twice_on_one_page_is_on_one_page() -> None:
    pages = pages_of("<div>twice</div><div>twice</div>", "<div>other</div>", "<div>more</div>")
    assert removed(Chunks(threshold=2), pages, pages[0]) == []


def test_the_papers_weakness_is_met_by_the_tag_path_as_second_key() -> None:
    """One text as a navigation bar on all pages, and once as content: text alone removes both."""
    bar = "<table><tr><td>Scores</td></tr></table>"
    story = "<article><section>Scores</section></article>"
    pages = pages_of(bar + story, *(f"{bar}<p>page {n}</p>" for n in "bcde"))
    assert removed(Chunks(), pages, pages[0]) == ["Scores", "Scores"]
    assert removed(Chunks(key="path"), pages, pages[0]) == ["Scores"]


def test_images_count_by_file_name_and_alternative_text() -> None:
    html = '<div><img src="/i/summer-sale.gif?v=3" alt="Big sale"></div>'
    assert chunks_of(Chunks(), html) == ["summer-sale Big sale"]


@pytest.mark.parametrize(
    "name", ["spacer", "img9", "graphic", "pixel_1", "blank", "data:image/png"]
)
def test_worthless_image_names_make_no_chunk(name: str) -> None:
    assert chunks_of(Chunks(), f'<div><img src="/{name}.gif"></div>'.replace("/data", "data")) == []


def test_image_maps_give_their_areas() -> None:
    html = '<map><area alt="Politics" href="/p"><area alt="Culture" href="/c"></map>'
    assert chunks_of(Chunks(), html) == ["Politics Culture"]


def test_learning_can_draw_a_part_of_the_pages() -> None:
    pages = pages_of(*(f"{NAV}<div>Story {n}</div>" for n in range(40)))
    template = Chunks(max_pages=9).learn(pages, gather_evidence(pages))
    assert template.pages == 9
    assert "Home Sports Weather" in template.counts


def learn_among(cluster: list[Page], others: list[Page]) -> ChunkTemplate:
    return Chunks().learn(cluster, gather_evidence([*cluster, *others]))


def test_what_recurs_on_the_whole_site_is_template_in_every_cluster() -> None:
    pages = pages_of(*[f"<div>Frame</div><div>Own {n}</div>" for n in range(8)])
    page = pages_of("<div>Frame</div><div>Unseen</div>")[0]
    template = learn_among(pages[:1], pages[1:])
    assert template.score(page).tolist() == [1.0, 0.0]
    assert template.explain(page)[0].why == "its chunk is on 8 of 8 pages of the site"
    assert Chunks().load(json.loads(json.dumps(template.state()))) == template


@pytest.mark.parametrize(("n_lists", "is_template"), [(2, False), (3, False), (4, True)])
def test_what_recurs_in_a_cluster_is_template_from_a_fifth_of_its_pages(
    n_lists: int, is_template: bool
) -> None:
    lists = [f"<div>{'Offer' if n < n_lists else n}</div><div>List {n}</div>" for n in range(20)]
    pages = pages_of(*lists, *[f"<div>Article {n}</div>" for n in range(80)])
    template = learn_among(pages[:20], pages[20:])
    assert bool(template.score(pages[0])[0] >= TEMPLATE_SCORE) == is_template


def test_a_small_cluster_takes_three_pages() -> None:
    lists = [f"<div>{'Two' if n < 2 else 'Three'}</div>" for n in range(5)]
    pages = pages_of(*lists, *[f"<div>Article {n}</div>" for n in range(45)])
    template = learn_among(pages[:5], pages[5:])
    assert [score > 0 for page in pages[:5] for score in template.score(page)] == [
        *[False] * 2,
        *[True] * 3,
    ]


def test_explaining_says_on_how_many_pages() -> None:
    pages = pages_of(*(f"{NAV}<div>Story {n}</div>" for n in "abc"))
    reasons = Chunks().learn(pages, gather_evidence(pages)).explain(pages[0])
    assert reasons[0].why == "its chunk is on 3 of 3 pages"
    assert reasons[0].path == "html/body/table/tbody/tr/td/-text"
    assert reasons[-1].score == 0


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"threshold": 1}, "threshold"),
        ({"threshold": 0.0}, "threshold"),
        ({"threshold": 1.5}, "threshold"),
        ({"threshold": "often"}, "threshold"),
        ({"key": "tag"}, "text, path"),
        ({"containers": ()}, "containers"),
        ({"max_pages": 1}, "max_pages"),
        ({"max_pages": 2.5}, "max_pages"),
        ({"max_pages": "abc"}, "max_pages"),
        ({"threshold": True}, "threshold"),
        ({"threshold": float("nan")}, "threshold"),
        ({"containers": 5}, "containers"),
        ({"containers": [1]}, "containers"),
        ({"containers": ""}, "containers"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(
    settings: dict[str, object], named: str
) -> None:
    with pytest.raises(BadSetting, match=named):
        Chunks(**settings)  # type: ignore[arg-type]
