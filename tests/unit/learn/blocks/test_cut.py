"""Pages cut into blocks: tables that stay whole, lines that cut, and pages that are hard to cut."""

import time

import numpy as np
import pytest

from dehusk.errors import BadSetting
from dehusk.learn.blocks.cut import DEFAULT_TAGS, PAPER_TAGS, check_tags, cut_blocks
from dehusk.parse.html import build_tree
from dehusk.parse.tags import TAG_IDS
from tests.conftest import parse

INNER = "<table><caption>c</caption><tr><td>1</td><td>2</td></tr><tr><th>3</th></tr></table>"
ROWS = ("table", "caption", "tbody", "tr", "td", "th")


def blocks_of(html: str, *tags: str) -> list[str]:
    """The texts of each block, joined by spaces."""
    tree = parse(f"<body>{html}").tree
    blocks = cut_blocks(tree, tags)
    said: list[list[str]] = [[] for _ in range(blocks.n)]
    for block, text in zip(blocks.of_leaf.tolist(), tree.leaf_texts(), strict=True):
        said[block].append(text.strip())
    return [" ".join(texts) for texts in said]


def test_what_is_nearest_to_an_element_is_its_block_and_the_rest_another() -> None:
    html = "a<div>b<div>c</div>d</div>e<div>f</div>"
    assert blocks_of(html, "div") == ["a e", "b d", "c", "f"]


def test_tags_that_hold_something_cut_alike_in_any_order() -> None:
    html = "a<div>b<ul><li>c<div>d</div></ul>e</div><ul><li>f</ul>"
    expected = ["a", "b e", "c", "d", "f"]
    assert blocks_of(html, "div", "ul") == blocks_of(html, "ul", "div") == expected


@pytest.mark.parametrize("tags", [ROWS, ROWS[::-1], ROWS[1:], ("tr",), ("td", "hr")])
def test_an_innermost_table_is_never_cut_by_its_rows_and_cells(tags: tuple[str, ...]) -> None:
    assert blocks_of(INNER, *tags) == ["c 1 2 3"]


def test_the_columns_of_an_innermost_table_do_not_cut_it() -> None:
    html = "a<table><caption>b</caption><colgroup><col></colgroup><tr><td>c</table>d"
    assert blocks_of(html, "table", "col") == ["a d", "b c"]


def test_rows_of_an_outer_table_cut_while_the_inner_ones_stay_whole() -> None:
    html = f"<table><tr><td>a<td>b<tr><td>{INNER}<tr><td>d</table>"
    assert blocks_of(html, "table", "tr") == ["a b", "c 1 2 3", "d"]
    assert blocks_of(html, "table", "tr", "td") == ["a", "b", "c 1 2 3", "d"]


def test_an_inner_table_goes_with_its_row_where_tables_do_not_cut() -> None:
    html = f"<table><tr><td>a<tr><td>b{INNER}</table>"
    assert blocks_of(html, "tr", "td") == ["a", "b c 1 2 3"]


def test_other_tags_do_cut_an_innermost_table() -> None:
    assert blocks_of("<table><tr><td>a<p>b<td>c</table>", "table", "tr", "p") == ["a c", "b"]


def test_a_table_beside_one_with_a_table_in_it_is_innermost() -> None:
    html = f"{INNER}<table><tr><td>a<tr><td>{INNER}</table>{INNER}"
    assert blocks_of(html, "table", "tr") == ["c 1 2 3", "a", "c 1 2 3", "c 1 2 3"]


def test_a_line_goes_with_what_follows_it() -> None:
    tree = parse("<body>a<hr>b").tree
    blocks = cut_blocks(tree, ("hr",))
    assert blocks.of_node[tree.tag == TAG_IDS["hr"]].tolist() == [1]


def test_a_line_that_comes_last_cuts_the_part_it_stands_in() -> None:
    html = "a<div>b<hr>c</div>d<hr>e"
    assert blocks_of(html, "div", "hr") == ["a d", "b", "c", "e"]


def test_a_line_that_comes_first_cuts_across_the_page() -> None:
    html = "a<div>b<hr>c</div>d<hr>e"
    assert blocks_of(html, "hr", "div") == ["a", "b", "c", "d", "e"]


def test_a_line_within_other_elements_cuts_what_is_around_them() -> None:
    assert blocks_of("a<b>b<hr>c</b>d", "hr") == ["a b", "c d"]


def test_lines_with_nothing_between_them_make_no_blocks() -> None:
    assert blocks_of("<hr><hr>a<hr><hr>", "hr") == ["a"]


def test_blocks_are_counted_as_their_first_leaves_come() -> None:
    assert blocks_of("<div><div>a</div>b</div>c", "div") == ["a", "b", "c"]


def test_names_that_no_page_has_cut_nothing() -> None:
    html = "a<x-y>b</x-y>c"
    assert blocks_of(html, "nothing", "div") == ["a b c"]
    assert blocks_of(html, "nothing", "x-y") == ["a c", "b"]


def test_elements_without_leaves_are_in_no_block() -> None:
    tree = parse("<body><div>a</div><div><script>b</script></div>").tree
    blocks = cut_blocks(tree, ("div",))
    assert blocks.n == 1
    assert blocks.of_node[tree.tag == TAG_IDS["script"]].tolist() == [-1]
    assert set(blocks.of_node.tolist()) == {0, -1}


@pytest.mark.parametrize("tags", [DEFAULT_TAGS, PAPER_TAGS, ("hr", "div"), ("nothing",)])
def test_a_page_without_leaves_has_no_blocks(tags: tuple[str, ...]) -> None:
    tree = parse("<body><div> <hr> </div><table><tr><td></table>").tree
    blocks = cut_blocks(tree, tags)
    assert (blocks.n, blocks.of_leaf.tolist()) == (0, [])
    assert set(blocks.of_node.tolist()) == {-1}


def test_a_page_of_5000_levels_is_cut_quickly() -> None:
    tree = build_tree(b"<body>" + b"<div>a<b>" * 2_490, max_depth=5_000)
    started = time.perf_counter()
    blocks = cut_blocks(tree, DEFAULT_TAGS)
    assert time.perf_counter() - started < 1
    assert blocks.of_leaf.tolist() == list(range(2_490))


def test_a_page_of_200000_nodes_is_cut_quickly() -> None:
    row = b"<div>a<hr>b<table><tr><td>c<td>d</table></div>"
    tree = build_tree(b"<body>" + row * 18_500, max_depth=5_000)
    assert len(tree) > 200_000
    started = time.perf_counter()
    blocks = cut_blocks(tree, DEFAULT_TAGS)
    assert time.perf_counter() - started < 2
    assert blocks.of_leaf[:8].tolist() == [0, 1, 2, 2, 3, 4, 5, 5]
    assert blocks.n == 3 * 18_500
    assert np.bincount(blocks.of_leaf).max() == 2


def test_tags_are_read_from_one_word_in_their_order() -> None:
    assert check_tags("m", "tags", "Table, hr,table") == ("table", "hr")
    assert check_tags("m", "tags", ["p"]) == ("p",)


@pytest.mark.parametrize("given", ["", "table,,hr", [], ["p", ""], [1], None, 3])
def test_what_names_no_tags_is_refused(given: object) -> None:
    with pytest.raises(BadSetting, match="tag names in their order"):
        check_tags("m", "tags", given)
