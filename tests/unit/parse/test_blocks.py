import numpy as np

from dehusk.model import TEXT, Ints, Tree
from dehusk.parse.blocks import Break, find_breaks, find_gaps, flag_preformatted
from tests.unit.pages import parse_tree


def gap_between(between: str) -> Break:
    """How far two texts stand apart that have this between them, on a page that goes on."""
    tree = parse_tree(f"<div>one{between}two</div><p>the end</p>")
    return Break(int(find_gaps(tree, _texts(tree))[-2]))


def _texts(tree: Tree) -> Ints:
    texts: Ints = tree.leaves[tree.tag[tree.leaves] == TEXT]
    return texts


def test_nothing_and_inline_elements_do_not_break() -> None:
    assert gap_between("<b></b>") == Break.NONE
    assert gap_between("<span><i></i></span><wbr>") == Break.NONE


def test_blank_text_is_a_space() -> None:
    assert gap_between("<b> </b>") == Break.SPACE


def test_an_image_is_a_space() -> None:
    assert gap_between("<img src=x>") == Break.SPACE


def test_a_line_break_is_a_line() -> None:
    assert gap_between("<br>") == Break.LINE


def test_two_line_breaks_are_a_paragraph() -> None:
    assert gap_between("<br> <br>") == Break.PARAGRAPH


def test_an_empty_block_still_breaks_the_line() -> None:
    assert gap_between("<div></div>") == Break.LINE


def test_the_strongest_of_the_breaks_that_meet_wins() -> None:
    assert gap_between("<br><b> </b><hr><img src=x>") == Break.PARAGRAPH
    assert gap_between("<img src=x><br><b> </b>") == Break.LINE


def test_cells_are_closer_than_rows() -> None:
    tree = parse_tree("<table><tr><td>a<td>b<tr><td>c</table><p>the end</p>")
    assert find_gaps(tree, _texts(tree))[1:].tolist() == [
        Break.CELL,
        Break.LINE,
        Break.PARAGRAPH,
    ]


def test_a_list_in_an_item_is_a_line_and_elsewhere_a_paragraph() -> None:
    assert gap_between("<ul><li></li></ul>") == Break.PARAGRAPH
    tree = parse_tree("<ul><li>a<ol><li>b</ol></ul><p>the end</p>")
    assert find_gaps(tree, _texts(tree))[1] == Break.LINE


def test_a_gap_is_seen_from_the_last_text_that_is_asked_for() -> None:
    tree = parse_tree("<div>a</div><p>b</p><div>c</div><div>d</div>")
    texts = _texts(tree)
    assert find_gaps(tree, texts[[0, 2, 3]])[:2].tolist() == [Break.LINE, Break.PARAGRAPH]


def test_no_texts_have_no_gaps() -> None:
    tree = parse_tree("<p>a")
    assert len(find_gaps(tree, np.zeros(0, dtype=np.int32))) == 0


def test_there_is_a_break_before_each_node_and_after_the_last() -> None:
    tree = parse_tree("<p>a</p>")
    breaks = find_breaks(tree)
    assert [tree.name(node) for node in range(len(tree))] == ["html", "head", "body", "p", "-text"]
    assert breaks.tolist() == [
        Break.LINE,
        Break.NONE,
        Break.LINE,
        Break.PARAGRAPH,
        Break.NONE,
        Break.PARAGRAPH,
    ]


def test_white_space_is_meant_only_below_preformatted_elements() -> None:
    tree = parse_tree("<p>no</p><pre>yes<b>yes</b></pre><i>no</i><textarea>yes</textarea>")
    texts = _texts(tree)
    meant = flag_preformatted(tree)[texts].tolist()
    assert meant == [text == "yes" for text in tree.texts(texts)]
