"""A page's outline: which nodes it holds, what they are called, and when two are built alike."""

import pytest

from dehusk.learn.tree.outline import Outline, draw_outline
from tests.conftest import parse
from tests.unit.learn.tree.sites import pages_of


def outline_of(body: str) -> Outline:
    return draw_outline(pages_of(body)[0].tree)


def tags_of(outline: Outline) -> list[str]:
    return [outline.tag_name(place) for place in range(len(outline))]


def builds_of(body: str) -> list[int]:
    """The builds of the body's children."""
    outline = outline_of(body)
    return [outline.build[child] for child in outline.list_children(1)]


def test_only_nodes_with_something_to_read_are_held() -> None:
    outline = outline_of(
        "<script>x()</script><p></p><div><hr><span></span><b>one</b></div><img src=x><p><br></p>"
    )
    assert tags_of(outline) == ["html", "body", "div", "b", "-text", "img"]
    assert outline.parent.tolist() == [-1, 0, 1, 2, 3, 1]
    assert outline.end.tolist() == [6, 6, 5, 5, 5, 6]
    assert [outline.list_children(place) for place in range(6)] == [[1], [2, 5], [3], [4], [], []]
    assert outline.depth.tolist() == [0, 1, 2, 3, 4, 2]


@pytest.mark.parametrize("html", ["<html></html>", "<body><div></div>", "<script>1</script>"])
def test_a_page_without_leaves_has_an_empty_outline(html: str) -> None:
    outline = draw_outline(parse(html).tree)
    assert len(outline) == 0
    assert (outline.build, outline.names, outline.children) == ([], [], [])


def test_names_are_the_words_of_class_and_id_without_their_numbers() -> None:
    body = (
        "<p class='post  post-12 \n big' id=p7>1</p><p class=12 id=7>2</p><p id='a b'>3</p><p>4</p>"
    )
    outline = outline_of(body)
    names = [sorted(outline.names[child]) for child in outline.list_children(1)]
    assert names == [["#p0", "big", "post", "post-0"], [], ["#a", "#b"], []]


def test_names_of_what_is_not_held_go_to_nobody() -> None:
    outline = outline_of("<p class=a></p><p>1</p><hr class=b><p id=c>2</p><script id=d></script>")
    assert [sorted(names) for names in outline.names] == [[], [], [], [], ["#c"], []]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>one</p>", "<p>another text</p>"),
        ("<p class='a b'>1</p>", "<p class='b a'>1</p>"),
        ("<p class=a1>1</p>", "<p class=a22>1</p>"),
        ("<p class=7>1</p>", "<p>1</p>"),
        ("<a href=/x>1</a>", "<a href=/y>1</a>"),
        ("<div><p>1</p></div>", "<div><p>1</p><p></p><script></script></div>"),
    ],
)
def test_the_same_elements_with_the_same_names_are_one_build(one: str, other: str) -> None:
    first, second = builds_of(f"{one}{other}")
    assert first == second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>1</p>", "<div>1</div>"),
        ("<p>1</p>", "<p class=a>1</p>"),
        ("<p class=a>1</p>", "<p id=a>1</p>"),
        ("<div><p>1</p></div>", "<div><p>1</p><p>1</p></div>"),
        ("<div><b>1</b>2</div>", "<div>2<b>1</b></div>"),
        ("<div><b>1</b><i>2</i></div>", "<div><b>1<i>2</i></b></div>"),
        ("<div><b>1</b></div>", "<div><b><b>1</b></b></div>"),
        ("<div class=a><p>1</p></div>", "<div><p class=a>1</p></div>"),
        ("<div><p>1</p><p class=a>1</p></div>", "<div><p class=a>1</p><p>1</p></div>"),
        ("<div><img></div>", "<div>1</div>"),
        ("<p class=p>1</p>", "<div class=div>1</div>"),
        ("<section class=article>1</section>", "<article class=section>1</article>"),
    ],
)
def test_other_elements_or_names_or_another_order_are_another_build(one: str, other: str) -> None:
    first, second = builds_of(f"{one}{other}")
    assert first != second


def test_a_build_is_the_same_on_every_page_and_level() -> None:
    one = builds_of("<article><p class=a>1</p><ul><li>2</ul></article>")
    outline = outline_of(
        "<h1>x</h1><div><div><article><p class=a>1</p><ul><li>2</ul></article></div></div><p>y</p>"
    )
    (place,) = (at for at in range(len(outline)) if outline.tag_name(at) == "article")
    assert [outline.build[place]] == one


def test_ways_go_three_levels_down_and_hold_no_texts() -> None:
    outline = outline_of("<div>0<ul><li><a><b>1</b></a><li>2</ul></div><p>3</p>")
    div, p = outline.list_children(1)
    assert outline.list_ways(div) == ("ul", "ul/li", "ul/li/a")
    assert outline.list_ways(p) == ()
    assert outline.shape(p) == frozenset()
    assert len(outline.shape(div)) == 3
