"""Where blocks stand: the same way is the same slot, parts hold the blocks below them."""

import itertools

import numpy as np
import pytest

from dehusk.learn.site.places import LEVELS
from dehusk.learn.site.view import View
from dehusk.model import TEXT
from tests.unit.learn.site.sites import view_of

PAGE = (
    "<nav class=top><ul><li><a href=/>Home</a><li>Rain</ul></nav><main><h1>Otters</h1>"
    "<div class='story x1'><p>One <b>two</b></p><p>Three</p><img src=a></div><p></p></main>"
    "<footer><span>End<br>of it</span></footer>"
)


def slots_of(view: View) -> list[int]:
    return [int(slot) for slot in view.places.slot[view.places.holder]]


def numbered_of(view: View) -> list[int]:
    return [int(slot) for slot in view.places.numbered[view.places.holder]]


def find_blocks(view: View, node: int) -> list[int]:
    """The blocks of all leaves below a node, one by one."""
    tree = view.page.tree
    below = [node <= leaf < tree.end[node] for leaf in tree.leaves.tolist()]
    return sorted({int(block) for block in view.reading.block[below]})


def test_the_same_way_is_the_same_slot_on_any_page() -> None:
    one = view_of("<h1>x</h1><div class=a><p>One</p><p>Two</p></div>")
    other = view_of("<aside>y</aside><table></table><div class=a><b>z</b><p>Three</p></div>")
    assert slots_of(one)[1] == slots_of(one)[2] == slots_of(other)[2]
    assert len(set(slots_of(one) + slots_of(other))) == 4


@pytest.mark.parametrize(
    "body",
    [
        "<div class=b><p>One</p></div>",
        "<div><p>One</p></div>",
        "<div class=a><h2>One</h2></div>",
        "<div class=a><div class=a><p>One</p></div></div>",
        "<p><div class=a>One</div>",
        "<section class=a><p>One</p></section>",
        "<div class=a><p class=a>One</p></div>",
    ],
)
def test_another_way_is_another_slot(body: str) -> None:
    assert slots_of(view_of("<div class=a><p>One</p></div>")) != slots_of(view_of(body))


def test_the_order_and_numbers_of_classes_do_not_count() -> None:
    one, other = view_of("<p class='a post-12'>x"), view_of("<p class='post-7  a'>y")
    assert slots_of(one) == slots_of(other)


def test_numbered_ways_tell_siblings_apart() -> None:
    view = view_of("<ul><li>a<li>b<li>c</ul>")
    assert len(set(slots_of(view))) == 1
    assert len(set(numbered_of(view))) == 3
    again = view_of("<h1>before</h1><ul><li>d<li>e<li>f<li>g</ul>")
    assert numbered_of(again)[1:4] == numbered_of(view)


def test_a_text_has_the_slot_of_its_element() -> None:
    view = view_of("<p>One <b>two</b></p>")
    tree = view.page.tree
    texts = np.flatnonzero(tree.tag == TEXT)
    assert (view.places.slot[texts] == view.places.slot[tree.parent[texts]]).all()


def test_tags_are_known_by_name_not_by_number() -> None:
    one = view_of("<x-y><p>One</p></x-y><z-w><p>Two</p></z-w>")
    other = view_of("<z-w><p>Two</p></z-w><x-y><p>One</p></x-y>")
    assert slots_of(one) == slots_of(other)[::-1]
    assert len(set(slots_of(one))) == 2


def test_parts_hold_the_blocks_of_the_leaves_below_them() -> None:
    view = view_of(PAGE)
    for node in range(len(view.page.tree)):
        low, high = int(view.places.low[node]), int(view.places.high[node])
        assert list(range(low, high)) == find_blocks(view, node)
    assert (view.places.low[0], view.places.high[0]) == (0, len(view))


def test_what_is_around_a_block_grows_up_to_the_root() -> None:
    view = view_of(PAGE)
    places, tree = view.places, view.page.tree
    size = places.high - places.low
    assert places.around.shape == (len(view), LEVELS)
    for block, around in enumerate(places.around.tolist()):
        assert size[around[0]] > 1
        for inner, outer in itertools.pairwise(around):
            assert outer == 0 or size[inner] < size[outer]
            assert outer <= inner < tree.end[outer]
        assert all(places.low[node] <= block < places.high[node] for node in around)


def test_no_part_between_two_around_a_block_is_of_another_size() -> None:
    view = view_of(f"<div><div><section>{PAGE}</section></div><p>More</p></div>")
    places, tree = view.places, view.page.tree
    size = (places.high - places.low).tolist()
    for element, around in zip(places.element.tolist(), places.around.tolist(), strict=True):
        sizes, node = [], element
        while node >= 0:
            if size[node] > 1 and size[node] not in sizes:
                sizes.append(size[node])
            node = int(tree.parent[node])
        wanted = [*sizes, *[size[0]] * LEVELS][:LEVELS]
        assert [size[node] for node in around] == wanted


def test_the_element_of_a_block_is_no_mere_span() -> None:
    view = view_of("<p><i><b>One</b></i> two</p>three<ul><li><a href=/><span>four</span></a></ul>")
    tree, places = view.page.tree, view.places
    assert [tree.name(node) for node in places.element.tolist()] == ["p", "body", "li"]
    assert [tree.name(node) for node in places.holder.tolist()] == ["b", "body", "span"]


def test_like_siblings_are_counted() -> None:
    view = view_of("<ul><li class=a1>x<li class=a2>y<li class=b>z</ul><ul><li class=a1>w</ul>")
    assert view.places.repeats[view.places.element].tolist() == [2, 2, 1, 1]
    lists = view.page.tree.parent[view.places.element]
    assert view.places.repeats[lists].tolist() == [2, 2, 2, 2]


def test_leaves_in_links_are_linked() -> None:
    view = view_of("<p>See <a href=/>this <b>one</b></a> or <a>that</a></p><a><div>all</div></a>")
    assert view.places.is_linked.tolist() == [False, True, True, False, True, True]
    many = view_of("<p><a href=/>x</a> y</p>" * 30)
    assert many.places.is_linked.tolist() == [True, False] * 30


def test_sums_within_parts_are_those_of_their_blocks() -> None:
    view = view_of(PAGE)
    values = np.random.default_rng(0).random((2, len(view))).astype(np.float32)
    nodes = np.arange(len(view.page.tree), dtype=np.intp)
    sums = view.places.sum_within(values, nodes)
    naive = [values[:, find_blocks(view, node)].sum(axis=1) for node in nodes.tolist()]
    assert np.allclose(sums.T, naive, atol=1e-6)


def test_a_page_without_blocks_has_places_for_none() -> None:
    view = view_of("")
    assert view.places.around.shape == (0, LEVELS)
    assert not view.places.high.any()
    assert view.places.element.tolist() == []


def test_links_and_images_are_in_the_blocks_that_hold_them() -> None:
    view = view_of("<p>No</p><p><a href=/a>x</a> <a href=/b>y</a></p><a href=/a></a><img src=/a>")
    assert view.links.block.tolist() == [1, 1]
    assert view.images.block.tolist() == [2]
    assert view.links.target[0] == view.images.target[0] != view.links.target[1]
