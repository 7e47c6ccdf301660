"""Blocks: headings, lists, quotes, code, rules, terms, notes."""

import time
import timeit

import numpy as np
import pytest
from markdown_it import MarkdownIt

from dehusk.write.markdown import render_markdown
from dehusk.write.markdown.notes import find_notes
from tests.unit.pages import keep_all_but, parse_tree


def write(html: str, *removed: str, base_url: str | None = None) -> str:
    tree = parse_tree(html)
    return render_markdown(tree, keep_all_but(tree, *removed), base_url)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>One</h1><h2>Two <em>x</em></h2><h6>Six</h6>", "# One\n\n## Two *x*\n\n###### Six"),
        ("<h2>one<br>line</h2>", "## one line"),
        ("<h2><div>one</div><div>line</div></h2>", "## one line"),
        ("<h2>1. Intro</h2><h2># x</h2><h2>C #</h2>", "## 1. Intro\n\n## # x\n\n## C \\#"),
        ("<ul><li><h3>Head</h3><li>b</ul>", "- ### Head\n- b"),
    ],
)
def test_headings_are_lines_of_their_own(html: str, markdown: str) -> None:
    assert write(html) == markdown


def test_a_link_around_blocks_stands_in_each_of_them() -> None:
    html = "<a href=/x><h3>Head</h3><p>Text</p></a>"
    assert write(html) == "### [Head](/x)\n\n[Text](/x)"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ul><li>a<ol><li>b<li>c</ol><li>d</ul>", "- a\n  1. b\n  2. c\n- d"),
        ("<ol start=9><li>a<li>b<ul><li>c</ul></ol>", "9. a\n10. b\n    - c"),
        ("<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n\n- c"),
        ("<ul><li>a<ul><li><p>b<p>c</ul><li>d</ul>", "- a\n  - b\n\n    c\n- d"),
        ("<ul><li><ul><li>a</ul></ul>", "- - a"),
        ("<ul><li>one<br>two<li>b</ul>", "- one\\\n  two\n- b"),
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b"),
    ],
)
def test_lists_nest_and_are_tight_where_items_are_single_lines(html: str, markdown: str) -> None:
    assert write(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ol><li>a<li value=10>b<li>c</ol>", "1. a\n\n10) b\n11) c"),
        ("<ol><li>a<li>gone<li>c<li>d</ol>", "1. a\n\n3) c\n4) d"),
        ("<ol reversed><li>a<li>gone<li>c</ol>", "3. a\n\n1) c"),
        ("<ol reversed start=9><li>a<li>b</ol>", "9. a\n\n8) b"),
        ("<ol start=-2><li>a<li>b<li>c<li>d</ol>", "- a\n- b\n\n0. c\n1. d"),
        ("<ol start=iv><li>a</ol>", "1. a"),
        ("<ol start=12345678901><li>a</ol>", "1. a"),
        ("<ol start=999999999><li>a<li>b</ol>", "999999999. a\n\n- b"),
        ("<ol><li>a<ol><li>x<li>y</ol><li>b</ol>", "1. a\n   1. x\n   2. y\n2. b"),
        ("<ol><div><li>a</div><div><li>b</div></ol>", "1. a\n2. b"),
        ("<ul><li>a<li value=7>b</ul>", "- a\n- b"),
        ("<ul><li>a<ol><li>gone<li>b</ol></ul>", "- a\n\n  2. b"),
    ],
)
def test_items_have_the_numbers_of_their_page(html: str, markdown: str) -> None:
    assert write(html, "gone") == markdown


def test_lists_of_many_jumps_cost_little() -> None:
    html = "<ol reversed>" + "<li>a" * 5_000 + "</ol>" + "<ol><li>a" * 400
    start = time.perf_counter()
    assert write(html).startswith("5000. a\n\n4999) a\n\n4998. a")
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"),
        ("<ul><li>a</ul><ol><li>b</ol>", "- a\n\n1. b"),
        ("<ul><li>a</ul><p>x</p><ul><li>b</ul>", "- a\n\nx\n\n- b"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
    ],
)
def test_neighbours_of_a_kind_do_not_merge(html: str, markdown: str) -> None:
    assert write(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ul><li>a</li><ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ul>text<li>a</ul>", "text\n\n- a"),
        ("<ul><ul><li>a</ul></ul>", "- a"),
        ("<div><li>a<li>b</div>", "- a\n- b"),
        ("<ul><div><li>a<li>b</div></ul>", "- a\n- b"),
        ("<p>a<ul><li> <li>&nbsp;<li>b</ul>", "a\n\n- b"),
    ],
)
def test_lists_that_are_not_quite_lists_are_read_as_browsers_show_them(
    html: str, markdown: str
) -> None:
    assert write(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b"),
        ("<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n>\n> > b\n>\n> c"),
        ("<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b"),
        ("<ul><li>x<blockquote>q<br>r</blockquote></ul>", "- x\n\n  > q\\\n  > r"),
    ],
)
def test_quotes_mark_every_line(html: str, markdown: str) -> None:
    assert write(html) == markdown


@pytest.mark.parametrize(
    ("html", "info"),
    [
        ("<pre>x</pre>", ""),
        ('<pre><code class="hljs language-python">x</code></pre>', "python"),
        ('<pre class="lang-c++">x</pre>', "c++"),
        ('<div class="highlight highlight-source-js"><pre>x</pre></div>', "js"),
        ('<div class="highlight-c notranslate"><div class=highlight><pre>x</pre></div></div>', "c"),
        ('<div class="highlight-default"><pre>x</pre></div>', ""),
        ('<pre class="brush: sql; gutter">x</pre>', "sql"),
        ("<ul class=language-x><li><pre>x</pre></ul>", None),
    ],
)
def test_code_is_fenced_and_names_its_language(html: str, info: str | None) -> None:
    expected = "- ```\n  x\n  ```" if info is None else f"```{info}\nx\n```"
    assert write(html) == expected


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<pre>a\n\n    b</pre>", "a\n\n    b"),
        ("<pre>\n    a\n  b\n\n</pre>", "    a\n  b"),
        ("<pre><b>def</b> <i>f</i>():\n  <a href=/x>x</a></pre>", "def f():\n  x"),
        ("<pre># *a* [b](c) &lt;d></pre>", "# *a* [b](c) <d>"),
        ("<pre>a<br>b</pre>", "a\nb"),
        ("<xmp>a\n  b</xmp>", "a\n  b"),
    ],
)
def test_code_is_written_as_it_stands(html: str, code: str) -> None:
    assert write(html) == f"```\n{code}\n```"


def test_a_fence_is_longer_than_any_within() -> None:
    assert write("<pre>```\na\n````</pre>") == "`````\n```\na\n````\n`````"


def test_code_in_an_item_is_indented_with_it() -> None:
    html = "<ol><li>a<pre>x\n\ny</pre><li>b</ol>"
    assert write(html) == "1. a\n\n   ```\n   x\n\n   y\n   ```\n\n2. b"


def test_a_line_break_is_a_hard_one_and_two_part_paragraphs() -> None:
    assert write("<p>one<br>two<br><br>three</p>") == "one\\\ntwo\n\nthree"


def test_rules_stand_between_what_is_kept() -> None:
    assert write("<p>a</p><hr><p>b</p>") == "a\n\n---\n\nb"
    assert write("<hr><p>a</p><hr><p>gone</p><hr><p>b</p><hr>", "gone") == "a\n\nb"
    assert write("<ul><li>a<hr>b</ul>") == "- a\n\n  ___\n\n  b"


def test_terms_are_bold_and_their_meanings_items() -> None:
    html = "<dl><dt>Term<dd>One<dd>Two<dt><code>x</code> <em>int</em><dd>Three</dl>"
    assert write(html) == "**Term**\n\n- One\n- Two\n\n**`x` _int_**\n\n- Three"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        (
            "<figure><img src=a.png alt=cat><figcaption>Cap</figcaption></figure>",
            "![cat](a.png)\n\nCap",
        ),
        ("<details><summary>More</summary>Text<p>End</details>", "More\n\nText\n\nEnd"),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("<section>a</section><footer>b</footer>", "a\n\nb"),
    ],
)
def test_what_starts_a_line_is_a_paragraph(html: str, markdown: str) -> None:
    assert write(html) == markdown


NOTE = "<ol><li id=fn1>A note. <a href='#r1'>↩</a></ol>"


@pytest.mark.parametrize(
    "reference",
    [
        '<sup><a href="#fn1">1</a></sup>',
        '<sup><a href="#fn1">[1]</a></sup>',
        '<a href="#fn1"><sup>1</sup></a>',
        '<sup><a href="#fn1"><span>[</span>1<span>]</span></a></sup>',
    ],
)
def test_a_raised_number_that_leads_to_a_note_is_a_footnote(reference: str) -> None:
    assert write(f"<p>x{reference} y</p>{NOTE}") == "x[^1] y\n\n[^1]: A note."


def test_a_note_of_two_paragraphs_is_indented() -> None:
    html = "<p>x<sup><a href='#n'>2</a></sup></p><div id=n><p>One word</p><p>Two</p></div>"
    assert write(html) == "x[^2]\n\n[^2]: One word\n\n    Two"


@pytest.mark.parametrize(
    "html",
    [
        "<p>x<sup><a href='#fn1'>1</a></sup></p>",
        "<p>x<sup><a href='#fn1'>1</a></sup></p><ol><li id=fn1>gone</ol>",
        "<p>x<sup><a href='#fn1'>1</a></sup></p><ul><li>a<p id=fn1>b</p></ul>",
        "<ol><li id=fn1>a</ol><p>x<sup><a href='#fn1'>1</a></sup></p>",
        "<p>x<sup><a href='#fn1'>1</a></sup><sup><a href='#fn2'>1</a></sup><p id=fn1>a<p id=fn2>b",
    ],
)
def test_in_doubt_a_reference_is_a_link(html: str) -> None:
    assert "[1](#fn1)" in write(html, "gone")


REFERENCE = "<p>x<sup><a href='#n'>1</a></sup></p>"


@pytest.mark.parametrize(
    "note",
    [
        "javascript:alert(1)",
        "Ibid.",
        "Ibid. (p. 4)",
        "Ibid. &quot;A title&quot;",
        "Smith 'A title'",
        "&lt;1 2>",
        "<b>Ibid.</b>",
        "<a href=/y>there</a>",
        "Ibid.<br>more",
        "Ibid. 'a<br>b'",
        "<img src=y.png>",
    ],
)
def test_a_note_that_could_be_an_address_is_a_paragraph(note: str) -> None:
    markdown = write(f"{REFERENCE}<p id=n>{note}</p>")
    assert markdown.startswith("x[1](#n)\n\n")
    environment: dict[str, object] = {}
    MarkdownIt("commonmark").parse(markdown, environment)
    assert "references" not in environment


@pytest.mark.parametrize("note", ["<pre>&lt;b>\n\nx</pre>", "<ul><li>a b</ul>"])
def test_a_note_starts_with_words(note: str) -> None:
    assert "[^1]" not in write(f"{REFERENCE}<div id=n>{note}</div>")


@pytest.mark.parametrize("note", ["Two words", "Ibid. (p. 4), there", "“Quoted” 'x'y", "a (b) c"])
def test_a_note_of_words_is_a_note(note: str) -> None:
    assert write(f"{REFERENCE}<p id=n>{note}</p>") == f"x[^1]\n\n[^1]: {note}"


def test_a_note_within_a_note_is_a_paragraph() -> None:
    second = "<sup><a href='#m'>2</a></sup>"
    html = f"{REFERENCE}{second}<div id=n>An outer note<p id=m>An inner one</p></div>"
    assert write(html) == "x[^1]\n\n[2](#m)\n\n[^1]: An outer note\n\n    An inner one"


def test_many_notes_deep_in_a_page_cost_no_more_than_others() -> None:
    assert time_notes(depth=900) < 4 * time_notes(depth=0)


def time_notes(depth: int) -> float:
    numbers = range(1_000)
    references = "".join([f'<sup><a href="#n{at}">{at}</a></sup>' for at in numbers])
    notes = "".join([f"<p id=n{at}>A note" for at in numbers])
    tree = parse_tree(references + "<div>" * depth + notes)
    assert len(find_notes(tree, keep_all_but(tree)).labels) == len(numbers)
    return min(timeit.repeat(lambda: find_notes(tree, keep_all_but(tree)), number=1, repeat=3))


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>one</p><ul><li>gone</ul><p>two</p>", "one\n\ntwo"),
        ("<ul><li>a<li>gone<li>b</ul>", "- a\n- b"),
        ("<p>one<b>gone</b>two</p>", "one two"),
        ("<blockquote>gone</blockquote><h2>gone</h2><p>x", "x"),
        ("<p>a<div>gone</div>b", "a\n\nb"),
        ("<pre>gone</pre><p>x", "x"),
    ],
)
def test_what_is_not_kept_leaves_no_trace(html: str, markdown: str) -> None:
    assert write(html, "gone") == markdown


def test_nothing_kept_is_no_markdown() -> None:
    tree = parse_tree("<h1>a</h1><img src=x><ul><li>b</ul><table><tr><td>c</table><hr><pre>d</pre>")
    assert render_markdown(tree, np.zeros(len(tree.leaves), dtype=np.bool_)) == ""


@pytest.mark.parametrize(
    "tag", ["blockquote", "ul><li", "ol><li", "div", "b", "em", "table><tr><td"]
)
def test_the_deepest_page_is_written(tag: str) -> None:
    html = f"<{tag}>x" * 240
    markdown = write(html)
    assert markdown.count("x") == 240
    assert len(markdown) < 10 * len(html)
