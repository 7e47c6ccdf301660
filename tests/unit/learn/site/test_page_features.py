"""What a page by itself tells of its blocks."""

import numpy as np
import pytest

from dehusk.learn.site.page_features import describe_tags, describe_text, find_last_heading
from dehusk.learn.site.view import View
from tests.unit.learn.site.sites import NAV, STORIES, note, view_of

PAGE = (
    f"{NAV}<main><article><h1>Otters</h1><p>{STORIES[0]}</p><table><tr><td>1<td>2</table>"
    f"<figure><figcaption>A <b>mill</b></figcaption></figure></article></main><form><button>Go"
    "</button></form><footer><h3>End</h3><p>Rain 7</p><p>Rain 8</p><ul><li><pre>x</pre></ul>"
)


def list_tags_around(view: View, block: int) -> set[str]:
    """The tags of the element of a block and of all around it."""
    tree, node, found = view.page.tree, int(view.places.element[block]), set()
    while node >= 0:
        found.add(tree.name(node))
        node = int(tree.parent[node])
    return found


def test_what_is_said_not_to_be_hidden_is_not() -> None:
    view = view_of('<p aria-hidden="false">x</p><p data-hidden="no">y</p><p hidden>z</p>')
    assert note(describe_tags, view)["hidden"].tolist() == [0, 0, 1]


def test_what_is_in_something_hidden_is_hidden() -> None:
    view = view_of(
        '<div aria-hidden="true"><p>a</p><p>b</p></div><p>c</p>'
        '<div style="color:red;display:none"><p>d</p></div><p style="display: none">e</p>'
        '<p style="display:block">f</p><p title="display:none" class="hidden">g</p>'
    )
    assert note(describe_tags, view)["hidden"].tolist() == [1, 1, 0, 1, 1, 0, 0]


def test_who_writes_of_hiding_is_not_hidden() -> None:
    view = view_of("<p>Say display:none or hidden.</p>")
    assert note(describe_tags, view)["hidden"].tolist() == [0]


def test_a_block_is_in_all_that_is_around_it() -> None:
    view = view_of(PAGE)
    told = note(describe_tags, view)
    wanted = {
        "in nav": {"nav"}, "in footer": {"footer"}, "in article": {"article"}, "in main": {"main"},
        "in table": {"table"}, "in list": {"ul"}, "in li": {"li"}, "in figure": {"figure"},
        "in form": {"form"}, "in code": {"pre"}, "in heading": {"h1", "h3"},
    }  # fmt: skip
    for name, tags in wanted.items():
        found = [bool(list_tags_around(view, block) & tags) for block in range(len(view))]
        assert told[name].astype(bool).tolist() == found, name
        assert any(found), name
    assert not told["in aside"].any()


def test_what_is_deep_inside_is_still_in_it() -> None:
    view = view_of(f"<nav>{'<div>' * 100}<p>x</p>{'</div>' * 100}</nav><p>y</p>")
    assert note(describe_tags, view)["in nav"].tolist() == [1, 0]


def test_a_block_is_what_its_element_is() -> None:
    view = view_of(PAGE)
    told = note(describe_tags, view)
    names = [view.page.tree.name(node) for node in view.places.element.tolist()]
    for name in ("p", "h1", "h3", "li", "td", "pre"):
        assert told[f"tag {name}"].tolist() == [name == own for own in names], name
        assert name in names


def test_headings_are_so_many_blocks_away() -> None:
    view = view_of("<p>a</p><h2>b</h2><p>c</p><p>d</p><h1>e</h1><p>f</p>")
    told = note(describe_tags, view)
    before, after = (np.expm1(told[f"heading {side}"]) for side in ("before", "after"))
    # Beyond the first and the last there is none, and none is as far as a page is long.
    assert before.tolist() == pytest.approx([6, 0, 1, 2, 0, 1])
    assert after.tolist() == pytest.approx([1, 3, 2, 1, 8, 7])
    assert find_last_heading(view).tolist() == [-1, 1, 1, 1, 4, 4]


def test_what_is_said_again_on_the_page_is_known_as_such() -> None:
    view = view_of("<p>Rain 7</p><p>Snow</p><p>Rain 8</p><div><img src=a></div><img src=b>")
    told = note(describe_text, view)
    assert np.expm1(told["repeat copies"]).tolist() == pytest.approx([1, 0, 1, 0, 0])
    assert told["repeat later"].tolist() == [0, 0, 1, 0, 0]


def test_where_a_block_is_is_counted_in_words() -> None:
    told = note(describe_text, view_of("<p>one two</p><p><a href=/>three</a></p><p>four</p>"))
    assert told["place words before"].tolist() == [0, 0.5, 0.75]
    assert told["place words after"].tolist() == [0.5, 0.25, 0]
    assert told["link share"].tolist() == told["link whole"].tolist() == [0, 1, 0]
    assert told["page links"].tolist() == [0.25] * 3
    assert np.expm1(told["page words"]).tolist() == pytest.approx([4] * 3)


def test_words_in_a_row_that_the_page_has_again_are_known() -> None:
    view = view_of(
        "<p>the old mill by the river</p><p>the old mill</p><img src=a><p>by the old mill</p><p>x"
    )
    told = note(describe_text, view)["repeat words"].tolist()
    # Of its four threes, the first block has one again; a short block is one by itself.
    assert told == [0.25, 1, 0, 0.5, 0]


@pytest.mark.parametrize("body", ["", "<img src=a>", "<p>...</p>"])
def test_a_page_that_says_nothing_is_described(body: str) -> None:
    view = view_of(body)
    for describe in (describe_text, describe_tags):
        for name, values in note(describe, view).items():
            assert len(values) == len(view)
            assert np.isfinite(values).all(), name
