import numpy as np
import pytest

from dehusk.write.text import render_text
from tests.unit.pages import keep_all_but, parse_tree, read


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one <b>two</b> three</p>", "one two three"),
        ("<p>un<b>believ</b>able</p>", "unbelievable"),
        ("<p><b>one </b>two</p>", "one two"),
        ("<p>one<b> two</b></p>", "one two"),
        ("<p>one <b> two</b></p>", "one two"),
        ("<p><b>one</b> <i>two</i></p>", "one two"),
        ("<p><b>one</b><i> </i><b>two</b></p>", "one two"),
        ("<p>x<sup>2</sup>, <a href=y>y</a>.</p>", "x2, y."),
        ("<p>漢<b>字</b></p>", "漢字"),
        ("<p>a<wbr>b</p>", "ab"),
    ],
)
def test_inline_elements_join_and_keep_the_spaces_between_them(html: str, text: str) -> None:
    assert read(html) == text


@pytest.mark.parametrize("tag", ["div", "section", "article", "li", "dd", "footer", "form"])
def test_a_block_starts_and_ends_a_line(tag: str) -> None:
    assert read(f"<div>before<{tag}>inside</{tag}>after</div>") == "before\ninside\nafter"


@pytest.mark.parametrize("tag", ["p", "h1", "h6", "blockquote", "figure", "ul", "pre", "fieldset"])
def test_a_paragraph_keeps_its_distance(tag: str) -> None:
    assert read(f"<div>before<{tag}>inside</{tag}>after</div>") == "before\n\ninside\n\nafter"


def test_white_space_between_blocks_is_not_seen() -> None:
    assert read("<div>\n  one\n  two </div>\n\n <div> three</div>") == "one two\nthree"


def test_a_line_break_breaks_the_line() -> None:
    assert read("<p>one<br>two <br> three</p>") == "one\ntwo\nthree"


@pytest.mark.parametrize("breaks", ["<br><br>", "<br> <br>", "<br>&nbsp;<br>", "<br><br><br>"])
def test_line_breaks_in_a_row_are_a_paragraphs_distance(breaks: str) -> None:
    assert read(f"<p>one{breaks}two</p>") == "one\n\ntwo"


def test_a_list_inside_an_item_stays_close_to_it() -> None:
    html = "<p>intro</p><ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>"
    assert read(html) == "intro\n\na\nb\nc\nd"


def test_terms_and_their_meanings_are_lines() -> None:
    assert read("<dl><dt>term<dd>meaning<dt>other<dd>sense</dl>") == "term\nmeaning\nother\nsense"


def test_cells_of_a_row_are_set_apart_by_tabs() -> None:
    html = "<table><tr><th>size</th> <td>12</td></tr>\n<tr><th>age</th><td>3</td></tr></table>"
    assert read(html) == "size\t12\nage\t3"


def test_a_line_break_in_a_cell_does_not_end_the_row() -> None:
    assert read("<table><tr><td>a<br>b</td><td>c</td></tr></table>") == "a\nb\tc"


def test_preformatted_text_keeps_its_white_space() -> None:
    code = "def f(x):\n    if x:\n\n        return  1"
    assert read(f"<p>see</p><pre>{code}</pre>") == f"see\n\n{code}"


def test_spans_in_preformatted_text_keep_the_spaces_they_hold() -> None:
    assert read("<pre><b>def</b> f():\n    <i>return</i>  1</pre>") == "def f():\n    return  1"


def test_the_first_lines_indent_is_kept_in_preformatted_text() -> None:
    assert read("<p>see</p><pre>\n    x = 1</pre>") == "see\n\n    x = 1"


@pytest.mark.parametrize("tag", ["textarea", "xmp", "listing"])
def test_other_preformatted_elements_keep_their_white_space(tag: str) -> None:
    assert read(f"<div>see</div><{tag}>a\n   b</{tag}>").endswith("\na\n   b")


def test_no_break_spaces_read_as_spaces() -> None:
    assert read("<p>12&nbsp;km&#160; <b>\xa0away</b></p>") == "12 km away"


def test_a_paragraph_of_a_no_break_space_says_nothing() -> None:
    assert read("<p>a</p><p>&nbsp;</p><p>b</p>") == "a\n\nb"


def test_a_no_break_space_between_elements_sets_them_apart() -> None:
    assert read("<p><b>a</b>&nbsp;<b>b</b></p>") == "a b"


def test_images_say_nothing_but_stand_between_words() -> None:
    assert read("<p>before<img src=x.png alt='a cat'>after</p>") == "before after"


def test_buttons_and_fields_stand_between_words() -> None:
    assert read("<p><button>yes</button><button>no</button><input>go</p>") == "yes no go"


@pytest.mark.parametrize(
    "unseen",
    [
        "<script>x()</script>",
        "<style>p {}</style>",
        "<template>later</template>",
        "<video>too old</video>",
        "<!-- note -->",
        "<svg><desc>a circle</desc></svg>",
    ],
)
def test_what_a_reader_does_not_see_is_not_text(unseen: str) -> None:
    assert read(f"<p>one</p>{unseen}<p>two</p>") == "one\n\ntwo"


def test_entities_are_written_as_the_characters_they_mean() -> None:
    assert read("<p>1 &lt; 2 &amp;amp; &quot;x&quot; &eacute;</p>") == '1 < 2 &amp; "x" é'


def test_a_removed_paragraph_leaves_only_the_distance_of_its_neighbours() -> None:
    assert read("<p>one</p><p>gone</p><p>two</p>", "gone") == "one\n\ntwo"


def test_a_removed_word_leaves_one_space() -> None:
    assert read("<p>one <b>gone</b> two</p>", "gone") == "one two"


def test_a_removed_cell_leaves_its_neighbours_apart() -> None:
    assert read("<table><tr><td>a<td>gone<td>b</table>", "gone") == "a\tb"


def test_nothing_kept_is_no_text() -> None:
    tree = parse_tree("<p>one</p><pre>  two\n <b>x</b> <i>y</i></pre>")
    assert render_text(tree, np.zeros(len(tree.leaves), dtype=np.bool_)) == ""


def test_a_page_without_words_is_no_text() -> None:
    tree = parse_tree("<p> </p><img src=a.png alt=cat>")
    assert render_text(tree, keep_all_but(tree)) == ""


def test_the_edges_of_a_page_are_not_blank() -> None:
    tree = parse_tree("<br><br><div> one </div><br><br><p>&nbsp;")
    assert render_text(tree, keep_all_but(tree)) == "one"
