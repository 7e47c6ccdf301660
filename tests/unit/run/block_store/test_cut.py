import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.model import Page, Tree
from dehusk.parse.caps import DEEPEST
from dehusk.parse.html import read_tree
from dehusk.run.block_store.cut import SCRAP_BYTES, cut_markup, cut_page
from dehusk.write.text import render_whole
from examples import SITES
from tests.conftest import parse

TAGS = "div section p ul li table tr td hr span b title script form xmp svg noscript head".split()
PIECES = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
    st.sampled_from(["<img alt=a>", "&lt;", "é", "<!-- c -->", '<div class="a>b">', "<"]),
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40),
)
PARTS = [f"<div class='part'>{'Words of part ' + str(n) + '. ':<60}</div>" for n in range(9)]


def read_columns(tree: Tree) -> list[list[int]]:
    columns = (tree.tag, tree.parent, tree.depth, tree.end, tree.start, tree.stop, tree.leaves)
    return [column.tolist() for column in columns]


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_the_blocks_of_any_page_are_its_markup_and_none_is_empty(html: str) -> None:
    tree = parse(f"<p>{html}").tree
    blocks = cut_markup(tree)
    assert b"".join(blocks) == tree.markup
    assert all(blocks)


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_the_tree_of_any_page_can_be_read_from_its_markup_again(html: str) -> None:
    tree = parse(f"<p>{html}").tree
    again = read_tree(tree.markup, DEEPEST)
    assert read_columns(again) == read_columns(tree)
    assert render_whole(again) == render_whole(tree)


@pytest.mark.parametrize("site", SITES)
def test_pages_of_a_site_share_blocks(
    sample_pages: Callable[[str, int], list[Page]], site: str
) -> None:
    first, second = (set(cut_markup(page.tree)) for page in sample_pages(site, 2))
    assert len(first) > 5
    assert first & second
    assert first != second


def test_a_change_in_one_part_spares_the_blocks_of_the_others() -> None:
    before = set(cut_markup(parse("".join(PARTS)).tree))
    changed = [*PARTS[:4], "<div><p>Something else altogether, and longer</p></div>", *PARTS[5:]]
    after = set(cut_markup(parse("".join(changed)).tree))
    assert len(before) == len(after) == 9
    assert len(before - after) <= 2


def test_separators_and_elements_of_the_head_begin_blocks() -> None:
    head = "".join(f'<meta name="number {n}" content="{"value " * 8}">' for n in range(3))
    text = "words " * 20
    blocks = cut_markup(parse(f"<head>{head}</head><body>{text}<hr>{text}").tree)
    assert [block[:5] for block in blocks] == [b"<html", b"<meta", b"<meta", b"<body", b"<hr>w"]


def test_scraps_go_with_what_follows_them() -> None:
    blocks = cut_markup(parse("<div>a</div>" * 500 + PARTS[0]).tree)
    assert len(blocks) < 4
    sizes = np.array([len(block) for block in blocks])
    assert sizes.min() >= SCRAP_BYTES


def test_equal_blocks_are_one() -> None:
    page = cut_page(parse(PARTS[0] * 50).tree)
    assert len(page.digests) == 16 * 50
    assert len(page.markup) < 5
    assert len(page.whole) == 16


@pytest.mark.parametrize("unit", ["<div>", "<div>" + "word " * 10 + "</div>", "<hr>", "<p>text"])
def test_time_grows_no_faster_than_the_page(unit: str) -> None:
    times = []
    for count in (900, 9_000) if unit != "<div>" else (90, 900):
        tree = parse(unit * count).tree
        laps = []
        for _ in range(5):
            start = time.perf_counter()
            cut_page(tree)
            laps.append(time.perf_counter() - start)
        times.append(min(laps))
    assert times[1] < 40 * times[0] + 0.005
