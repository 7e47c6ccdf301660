"""The edges of a text: the end of a page, holes, and blanks that are meant."""

import time

import pytest

from dehusk.write.text import render_text
from tests.unit.pages import keep_all_but, parse_tree, read


def read_whole(html: str) -> str:
    tree = parse_tree(html)
    return render_text(tree, keep_all_but(tree))


def test_what_follows_the_last_text_does_not_set_it_apart() -> None:
    assert read_whole("<p>one <b>two</b> three</p>") == "one two three"


def test_the_last_cell_stands_in_its_row() -> None:
    assert read_whole("<table><tr><td>a</td><td>b</td></tr></table>") == "a\tb"


def test_the_last_item_stands_in_its_list() -> None:
    assert read_whole("<ul><li>a</li><li>b</li></ul>") == "a\nb"


def test_a_removed_leaf_between_two_kept_ones_leaves_a_space() -> None:
    assert read("<p>one<b>gone</b>two</p>", "gone") == "one two"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre><b>a</b> <b>b</b></pre>", "a b"),
        ("<pre><b>a</b>\n<b>b</b></pre>", "a\nb"),
        ("<pre><b>a</b>\n\n    <b>b</b></pre>", "a\n\n    b"),
    ],
)
def test_blanks_between_spans_in_preformatted_text_are_kept_as_written(
    html: str, text: str
) -> None:
    assert read(html) == text


@pytest.mark.parametrize("blank", ["\u3000", "\u2003", "\u2009"])
def test_a_paragraph_of_a_wide_space_says_nothing(blank: str) -> None:
    assert read(f"<p>a</p><p>{blank}</p><p>b</p>") == "a\n\nb"


def test_a_list_right_inside_a_list_stays_close() -> None:
    assert read("<ol><li>a</li><ol><li>b</li></ol></ol>") == "a\nb"


def test_blanks_by_the_hundred_thousand_cost_little() -> None:
    start = time.perf_counter()
    assert read_whole("<pre>a" + " " * 300_000 + "b\n   \nc</pre>").endswith("b\n\nc")
    assert time.perf_counter() - start < 2


def test_what_is_taken_out_of_preformatted_text_leaves_a_space() -> None:
    assert read("<pre><b>def</b> <i>f</i><u>(</u><b>x</b>\n  <i>y</i></pre>", "(") == "def f x\n  y"


def test_soft_hyphens_are_not_read() -> None:
    assert (
        read("<p>fund&shy;ing <b>&shy;</b>is <i>avail&shy;</i>able</p>") == "funding is available"
    )
