"""A page's marks: what tells its kind, and what only looks like it."""

import re
from html import escape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.cluster.marks import Marks
from tests.unit.pages import parse_tree

BODY = {"/html", "/html/body"}


def list_marks(html: str) -> set[str]:
    """All marks of a page, spelled; every one of them can be."""
    tree = parse_tree(html)
    read = Marks().read(tree)
    spelled = Marks().spell(tree, read)
    assert sorted(spelled) == read.tolist()
    return set(spelled.values())


def test_marks_are_elements_and_classes_with_their_tags() -> None:
    marks = list_marks("<div class='box wide'><p class=box>x</p></div>")
    assert marks == BODY | {"/html/body/div", "/html/body/div/p", "div.box", "div.wide", "p.box"}


def test_texts_and_other_attributes_are_no_marks() -> None:
    one = list_marks("<p class=a id=x title=y>The text</p><img src=z alt=v>")
    assert one == list_marks("<p class=a>Another</p><img>")


@pytest.mark.parametrize(
    "html",
    [
        '<p>a class="no" b</p>',
        "<script>x = '<p class=\"no\">'</script>",
        '<textarea><p class="no"></textarea>',
        '<!-- <p class="no"> -->',
        "<p title='<b class=\"no\">'>",
        '<p title="the class=" lang="no">',
        '<p title="the class=">',
        '<p data-class="no" class>',
        "<p title='a \" class=' lang=no>",
    ],
)
def test_the_same_characters_elsewhere_are_no_class(html: str) -> None:
    assert not any("." in mark for mark in list_marks(html))


def test_a_class_is_read_beside_what_looks_like_one() -> None:
    assert "p.a" in list_marks('<p title="the class=" class=" a" lang="b">')
    assert "p.a" in list_marks('<p title="the" " class="a">')
    assert "p.a" in list_marks('<p class="a" title="the class=">')


def test_classes_that_occur_again_have_a_mark_more() -> None:
    assert "li.item twice" not in list_marks("<li class=item>")
    assert {"li.item", "li.item twice"} <= list_marks("<li class=item><li class=item>")
    again = list_marks("<li class=item><li class='last item'><b class=last>x</b>")
    assert {mark for mark in again if mark.endswith("twice")} == {"li.item twice"}


def test_three_times_are_as_good_as_two() -> None:
    assert list_marks("<p class=a>" * 2) == list_marks("<p class=a>" * 9)


def test_a_name_written_twice_in_one_list_occurs_once() -> None:
    assert "p.a twice" not in list_marks("<p class='a b a'>")


def test_a_class_called_twice_is_told_from_one_that_is_there_twice() -> None:
    assert list_marks("<p class='a twice'>") & {"p.a twice", "p.twice"} == {"p.twice"}


def test_lists_of_names_that_are_data_are_no_marks() -> None:
    short, long = "a" * 999, "a" * 1001
    assert f"p.{short}" in list_marks(f"<p class={short}>")
    assert list_marks(f"<p class={long}>") == list_marks("<p>")


def test_a_title_is_a_mark_and_other_texts_are_not() -> None:
    marks = list_marks("<title> Not \n found</title><h1>Page <b>404</b></h1><h2>Sorry</h2>")
    assert {mark for mark in marks if '"' in mark} == {'title "Not found"'}


def test_a_title_that_says_nothing_or_too_much_is_no_mark() -> None:
    for title in (" ", "long " * 50):
        assert not any('"' in mark for mark in list_marks(f"<title>{title}</title>"))


def test_only_what_is_wanted_is_spelled() -> None:
    tree = parse_tree("<title>T</title><p class=a><p class=a>")
    for mark in ("/html/body/p", "p.a", "p.a twice", 'title "T"'):
        wanted = np.array([Marks().hash_spelled(mark), 7], dtype=np.uint64)
        assert Marks().spell(tree, wanted) == {int(wanted[0]): mark}


HOSTILE = st.one_of(
    st.sampled_from(
        [
            *("twice", "a twice", "/html", '"', "a\"b' class=", "&amp;", "[@a]", ".", " ", "é"),
            *("a\xa0b", "a\u2003b", "a\x85b", "a\x01b", "a\u3000", "&nbsp;", "a\tb", "title a"),
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12),
)
TAGS = ("p", "my-box", "x[@a]", "x.y", "é", 'x"y')


@st.composite
def any_page(draw: st.DrawFn) -> str:
    """A page whose names, titles and headings are as odd as they come."""
    title, head = escape(draw(HOSTILE)), escape(draw(HOSTILE))
    names = draw(st.lists(st.tuples(st.sampled_from(TAGS), HOSTILE, HOSTILE), max_size=5))
    boxes = [f'<{tag} title="{escape(at)}" class="{escape(name)}">' for tag, name, at in names]
    return f"<title>{title}</title><h1>{head}</h1>{''.join(boxes)}x"


@given(any_page())
def test_a_mark_that_was_spelled_has_the_hash_that_was_read(html: str) -> None:
    tree = parse_tree(html)
    read = Marks().read(tree)
    spelled = Marks().spell(tree, read)
    assert sorted(spelled) == read.tolist()
    assert {Marks().hash_spelled(mark): mark for mark in spelled.values()} == spelled


@given(any_page())
def test_class_marks_are_those_of_the_attribute_read_one_by_one(html: str) -> None:
    tree = parse_tree(html)
    classes = {
        f"{tree.name(node)}.{name}"
        for node, value in tree.attribute("class").items()
        for name in re.split("[\0-\x20]+", value)
        if name
    }
    told = {mark for mark in list_marks(html) if not mark.startswith(("/", 'title "', 'h1 "'))}
    assert {mark.removesuffix(" twice") for mark in told} == classes
