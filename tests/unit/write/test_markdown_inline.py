"""Within a line: emphasis, code, links, images, and what must be escaped."""

import pytest
from markdown_it import MarkdownIt

from dehusk.write.text import render_text
from tests.unit.pages import keep_all_but, parse_tree
from tests.unit.write.test_markdown import write


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        (
            "<b>bold</b> and <i>it</i>, <strong>s</strong> <em>e</em>",
            "**bold** and *it*, **s** *e*",
        ),
        ("<b>bold </b>and<i> it</i>.", "**bold** and *it*."),
        ("un<b>believ</b>able", "un**believ**able"),
        ("<b>a</b><b>b</b> <b>c</b>", "**ab c**"),
        ("<b><b>a</b></b>", "**a**"),
        ("<b><i>both</i></b>", "**_both_**"),
        ("<b>one <i>two</i></b> <i><b>three</b> four</i>", "**one _two_** _**three** four_"),
        ("<del>a</del> <s>b</s>, <strike>c</strike>", "~~a b~~, ~~c~~"),
        ("<b>a<br>b</b>", "**a\\\nb**"),
        ("<b> </b>x", "x"),
    ],
)
def test_emphasis_holds_words_and_not_the_spaces_around_them(html: str, markdown: str) -> None:
    assert write(f"<p>{html}</p>") == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("a<b>.b</b>", "a.b"),
        ("<b>“x”</b>y", "“x”y"),
        ("漢<b>字。</b>字", "漢字。字"),
        ("漢<b>字</b>字", "漢**字**字"),
        ("<i>d</i><b>e</b>", "d**e**"),
        ("<b>x</b><i>y</i>", "**x**_y_"),
    ],
)
def test_a_mark_that_would_not_be_read_is_left_out(html: str, markdown: str) -> None:
    assert write(f"<p>{html}</p>") == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<code>a*b</code>, <kbd>Ctrl</kbd> <tt>x</tt>", "`a*b`, `Ctrl` `x`"),
        ("<code>x`y</code> or <code>`z`</code>", "``x`y`` or `` `z` ``"),
        ("<code>a <b>b</b> c</code>", "`a` **`b`** `c`"),
        ("<code>a</code><code>b</code><code> c</code>", "`ab` `c`"),
        ("<code><a href=/f>f</a>(x)</code>", "[`f`](/f)`(x)`"),
        ("<b><code>x</code></b>", "**`x`**"),
        ("<code>a<br>b</code>", "`a b`"),
    ],
)
def test_code_is_innermost(html: str, markdown: str) -> None:
    assert write(f"<p>{html}</p>") == markdown


@pytest.mark.parametrize(
    ("href", "destination"),
    [
        ("/x", "/x"),
        ("b c(d", "b%20c%28d"),
        ("W_(x)", "W_(x)"),
        ("?a=1&amp;copy;", "?a=1\\&copy;"),
        ("a|b`c", "a%7Cb%60c"),
        ("#s", "#s"),
        (" \n/x\n y ", "/x%20y"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("http://[bad", "http://[bad"),
    ],
)
def test_a_link_leads_where_it_led(href: str, destination: str) -> None:
    assert write(f"<p><a href='{href}'>x</a></p>") == f"[x]({destination})"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("10<sup>6</sup> and 10<sup>-12</sup>", "10⁶ and 10⁻¹²"),
        ("H<sub>2</sub>O, x<sup>n</sup>", "H₂O, xⁿ"),
        ("1<sup>st</sup> x<sup>2m</sup> x<sub>n</sub>", "1st x2m xn"),
        ("<b>m<sup>2</sup></b> <a href=/x>m<sup>3</sup></a>", "**m²** [m³](/x)"),
        ("m<sup> 2 </sup>, <sup><img src=a.png></sup>", "m ² , ![](a.png)"),
    ],
)
def test_raised_numbers_are_told_from_others(html: str, markdown: str) -> None:
    assert write(f"<p>{html}</p>") == markdown


UNTAKEN = ["data:x,y", "blob:https://x.example/1", "view-source:https://x.example", "x:y"]


@pytest.mark.parametrize(
    "href", ["", " ", "#", "javascript:x()", "JavaScript:x", "java\nscript:x", *UNTAKEN]
)
def test_a_link_that_leads_nowhere_is_text(href: str) -> None:
    assert write(f"<p><a href='{href}'>x</a> <a>y</a></p>") == "x y"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("x.html", "https://a.example/b/x.html"),
        ("/x", "https://a.example/x"),
        ("../x", "https://a.example/x"),
        ("/y/../x", "https://a.example/x"),
        ("//b.example/x", "https://b.example/x"),
        ("?q", "https://a.example/b/c.html?q"),
        ("#s", "https://a.example/b/c.html#s"),
        ("http://c.example", "http://c.example"),
        ("mailto:x@y", "mailto:x@y"),
    ],
)
def test_links_are_seen_from_the_pages_address(href: str, url: str) -> None:
    base_url = "https://a.example/b/c.html"
    assert write(f"<p><a href='{href}'>x</a></p>", base_url=base_url) == f"[x]({url})"


@pytest.mark.parametrize(
    ("base", "base_url", "url"),
    [
        ("https://b.example/d/", "https://a.example/", "https://b.example/d/x"),
        ("https://b.example/d/", None, "https://b.example/d/x"),
        ("e/", "https://a.example/c/", "https://a.example/c/e/x"),
        ("e/", None, "x"),
    ],
)
def test_a_page_may_name_its_base(base: str, base_url: str | None, url: str) -> None:
    html = f"<head><base href='{base}'></head><p><a href=x>x</a></p>"
    assert write(html, base_url=base_url) == f"[x]({url})"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<img src=a.png alt='A [cat]'>", "![A \\[cat\\]](a.png)"),
        ("<a href=/x><img src=i.png alt=I></a>", "[![I](i.png)](/x)"),
        ("<a href=/x><img src=i.png> text</a>", "[![](i.png) text](/x)"),
        ("<img alt=only>", "only"),
        ("<b>see<img src=blob:x alt='a [b]*'></b><a href=/x>y</a>", "**see a [b]\\*** [y](/x)"),
        ("<a href=/x><img alt=only></a><img src=blob:x>", "[only](/x)"),
        ("<img src='data:x' data-src=k.png>", "![](k.png)"),
        ("<img srcset='l.png 1x, m.png 2x'>", "![](l.png)"),
        ("<img src=a.png><img><img src='data:x'>", "![](a.png)"),
        ("<img src=a.png><img src=i/spacer.gif><img src=x.php width=1>", "![](a.png)"),
        ("<img src=i/spacer.gif alt=x>", "![x](i/spacer.gif)"),
        ("a<img src=b.png>c", "a ![](b.png) c"),
    ],
)
def test_images_are_those_that_are_shown(html: str, markdown: str) -> None:
    assert write(f"<p>{html}</p>") == markdown


PROSE = [
    "snake_case, 2 * 3 - 1, a < b > c, AT&T, R&D; (see above) #1 ~5 50% | [1] 3.14 C:\\dir",
    "Wait! Really? 1) no 2. yes. x^2 $5 {a} 'b' \"c\" e-mail a+b=c a|b http://x.example/a_b",
]


@pytest.mark.parametrize("text", PROSE)
def test_ordinary_prose_is_not_escaped(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    assert write(f"<p>{escaped}</p>") == text


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<b>Wow!</b>", "**Wow!**"),
        ("R&amp;<b>D</b>", "R\\&**D**"),
        ("<b>R&amp;</b>", "**R&**"),
        ("<b>see [1]</b>", "**see [1]**"),
        ("a &lt;<code>b</code>", "a <`b`"),
        ("see [1]<a href=x>y</a>", "see [1\\][y](x)"),
        ("Wow!<code>y</code>", "Wow!`y`"),
        ("Wow!<b><a href=x>y</a></b>z", "Wow\\![y](x)z"),
        ("<i>a</i><a href=x>y</a>", "*a*[y](x)"),
        ("a<b>.&amp;am</b>p;", "a.\\&amp;"),
        ("x<b>.[</b>^1]", "x.\\[^1]"),
        ("x<b>.~</b>~y~~", "x.\\~~y\\~\\~"),
    ],
)
def test_the_end_of_a_stretch_is_escaped_where_what_follows_asks_for_it(
    html: str, markdown: str
) -> None:
    assert write(f"<p>{html}</p>") == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("*a* _b_ __c__", "\\*a\\* \\_b\\_ \\_\\_c\\_\\_"),
        ("[a](b) `c`", "[a\\](b) \\`c\\`"),
        ("&lt;p> &amp;amp; \\*", "\\<p> \\&amp; \\\\\\*"),
        ("~~a~~", "\\~\\~a\\~\\~"),
        ("- a", "\\- a"),
        ("+ a", "\\+ a"),
        ("# a", "\\# a"),
        ("> a", "\\> a"),
        ("1. a", "1\\. a"),
        ("1986) a", "1986\\) a"),
        ("---", "\\---"),
        ("===", "\\==="),
        ("* * *", "\\* * \\*"),
        ("[x] a", "\\[x] a"),
        ("[a]: b", "[a\\]: b"),
        ("[^1]", "\\[^1]"),
        ("a<br>---", "a\\\n\\---"),
        ("a | b<br>- | -", "a | b\\\n\\- | -"),
        ("wow!<a href=x>y</a>", "wow\\![y](x)"),
        ("<a href=x>a]b[c</a>", "[a\\]b\\[c](x)"),
        ("12&nbsp;km", "12 km"),
    ],
)
def test_what_would_be_markup_is_escaped(text: str, markdown: str) -> None:
    html = f"<p>{text}</p>"
    assert write(html) == markdown
    read = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown)
    tree, again = parse_tree(html), parse_tree(read)
    kept = render_text(tree, keep_all_but(tree))
    assert render_text(again, keep_all_but(again)).split() == kept.split()
