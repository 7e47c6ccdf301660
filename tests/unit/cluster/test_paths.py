"""Paths of a page: read as hashes, spelled for people, and hashed again."""

from collections.abc import Sequence
from html import escape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.cluster.paths import TagPaths, hash_element, hash_elements, hash_places, spell_elements
from tests.unit.pages import parse_tree


def list_paths(html: str, *attributes: str) -> set[str]:
    tree = parse_tree(html)
    paths = TagPaths(attributes)
    read = paths.read(tree)
    spelled = paths.spell(tree, read)
    assert sorted(spelled) == read.tolist()
    return set(spelled.values())


def test_paths_are_elements_and_their_texts() -> None:
    assert list_paths("<p>Some <b>bold</b>  text</p>") == {
        "/html",
        "/html/body",
        "/html/body/p",
        '/html/body/p/"Some"',
        "/html/body/p/b",
        '/html/body/p/b/"bold"',
        '/html/body/p/"text"',
    }


def test_the_head_is_left_out() -> None:
    page = "<head><meta name=a><link rel=b></head><body><p>x</p></body>"
    assert list_paths(page) == list_paths("<p>x</p>")


def test_values_of_attributes_are_paths_where_asked_for() -> None:
    html = "<head><meta class=h></head><p class='b a' id='c d'>x</p>"
    assert list_paths(html) == list_paths("<p>x</p>")
    more = list_paths(html, "class", "id") - list_paths(html)
    assert more == {f"/html/body/p[@{value}]" for value in ("class=a", "class=b", "id=c d")}


def test_how_often_and_in_which_order_elements_stand_does_not_matter() -> None:
    one, other = parse_tree("<p><b></b></p><i></i>"), parse_tree("<i></i><p></p><p><b></b><b></b>")
    assert {*hash_elements(one).tolist()} == {*hash_elements(other).tolist()}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<div><p></p></div>", "<p><div></div></p>"),
        ("<b><i></i></b>", "<i><b></b></i>"),
        ("<i><i></i></i>", "<i></i>"),
        ("<b><i></i></b><i><b></b></i>", "<b><b></b></b><i><i></i></i>"),
        (
            "<ul><li><a></a></li></ul><ol><li></li></ol>",
            "<ul><li></li></ul><ol><li><a></a></li></ol>",
        ),
    ],
)
def test_elements_at_other_places_are_other_paths(one: str, other: str) -> None:
    assert {*hash_elements(parse_tree(one)).tolist()} != {
        *hash_elements(parse_tree(other)).tolist()
    }


def test_a_text_has_the_place_of_its_element() -> None:
    tree = parse_tree("<p>x<b>y</b>z</p>")
    places = hash_places(tree)
    texts = {tree.texts(np.array([node]))[0]: places[node] for node in tree.leaves.tolist()}
    paragraph, bold = (int(np.flatnonzero(places == texts[name])[0]) for name in "xy")
    assert (tree.name(paragraph), tree.name(bold)) == ("p", "b")
    assert texts["x"] == texts["z"] != texts["y"]


def test_an_element_and_a_text_of_its_name_are_two_paths() -> None:
    assert '/html/body/"b"' in list_paths("b<b></b>")
    assert TagPaths().hash_spelled('/html/body/"b"') != hash_element("/html/body/b")


def test_only_what_is_wanted_is_spelled() -> None:
    tree = parse_tree("<p>x</p><p>y</p>")
    for path in ("/html/body/p", '/html/body/p/"y"'):
        wanted = np.array([TagPaths().hash_spelled(path), 7], dtype=np.uint64)
        assert TagPaths().spell(tree, wanted) == {int(wanted[0]): path}
    assert spell_elements(tree, np.zeros(0, dtype=np.uint64)) == {}


HOSTILE = st.one_of(
    st.sampled_from(['"', '/"x"', "[@a=b]", '"]', "x]", '[@a="b"]', "a/b", "&lt;p&gt;", "\n", "é"]),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12),
)


@given(st.lists(st.tuples(HOSTILE, HOSTILE, HOSTILE), max_size=4))
def test_a_path_that_was_spelled_has_the_hash_that_was_read(
    boxes: Sequence[tuple[str, str, str]],
) -> None:
    rows = [tuple(map(escape, box)) for box in boxes]
    html = "".join(f'<p class="{name}" title="{at}">{text}<b>x</b>' for name, at, text in rows)
    tree, paths = parse_tree(f"{html}y"), TagPaths(("class", "title"))
    read = paths.read(tree)
    spelled = paths.spell(tree, read)
    assert sorted(spelled) == read.tolist()
    assert {paths.hash_spelled(path): path for path in spelled.values()} == spelled
