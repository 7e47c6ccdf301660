"""The clean document: what stays of a page, what does not, and that it reads the same."""

import dataclasses
import re
import time
from collections.abc import Callable

import numpy as np
import pytest

from dehusk.model import Page, PageRef
from dehusk.section.choose import keep_all
from dehusk.write.html import render_html
from dehusk.write.markdown import render_markdown
from dehusk.write.text import render_text
from tests.conftest import parse
from tests.unit.pages import keep_all_but

SITES = ["news", "blog", "docs", "forum", "shop"]


def write(html: str, *removed: str) -> str:
    """The body of the clean document of this page without these leaves, newlines left out."""
    page = parse(html)
    document = render_html(page, keep_all_but(page.tree, *removed))
    return document.partition("<body>")[2].partition("</body>")[0].replace("\n", "")


def read_again(document: str) -> str:
    tree = parse(document).tree
    return render_text(tree, keep_all(tree))


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<p>one <b>two</b></p>", "<p>one <b>two</b></p>"),
        ("<p>one</p><p>gone</p><p>two</p>", "<p>one</p><p>two</p>"),
        ("<div><div><div><p>one</p></div></div></div>", "<p>one</p>"),
        ("<div>one</div><div>two</div>", "<div>one</div><div>two</div>"),
        ("<p><font color=red>one</font><x-y>two</x-y>", "<p>onetwo</p>"),
        ("<ul><li>one<li>gone<li>two</ul>", "<ul><li>one</li><li>two</li></ul>"),
        ("<center>one</center>", "<div>one</div>"),
        ("<p>one<br>two</p>", "<p>one<br>two</p>"),
        ("<p>one<br><br><br><br>two</p>", "<p>one<br><br>two</p>"),
        ("<br><br>one<br>", "one"),
        ("<div>one</div><hr><hr><div>two</div>", "<div>one</div><hr><div>two</div>"),
        ("<details>one</details>", "<details open>one</details>"),
    ],
)
def test_the_elements_that_say_something_stay(html: str, body: str) -> None:
    assert write(html, "gone") == body


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<a>one</a><i>gone</i><a>two</a>", "<a>one</a> <a>two</a>"),
        ("<i>one</i><div>gone</div><i>two</i>", "<i>one<br></i><i>two</i>"),
        ("<i>one</i><p>gone</p><i>two</i>", "<i>one<br><br></i><i>two</i>"),
        ("<button>one</button><button>two</button>", "one two"),
        ("<fieldset>one</fieldset>two", "<div>one<br><br></div>two"),
    ],
)
def test_what_is_left_out_still_sets_its_neighbours_apart(html: str, body: str) -> None:
    assert write(html, "gone") == body


def test_a_cell_without_words_holds_its_place() -> None:
    html = "<table><tr><td>a<td><td>c<tr><td>gone<td>gone<td>gone<tr><td>gone<td>b<td></table>"
    rows = "<tr><td>a</td><td></td><td>c</td></tr><tr><td></td><td>b</td><td></td></tr>"
    assert write(html, "gone") == f"<table><tbody>{rows}</tbody></table>"


@pytest.mark.parametrize(
    ("html", "tag"),
    [
        ('<p><a href="/x?a=1&amp;b=2" class=k>t</a>', '<a href="/x?a=1&amp;b=2">'),
        ("<p><a href='mailto:a@b.example' rel=me>t</a>", '<a href="mailto:a@b.example">'),
        ("<p><img src=a.png alt='a &quot;cat&quot;' width=3>", '<img src="a.png" alt="a &quot;cat'),
        ("<p><img src='data:image/png;base64,AA=='>", '<img src="data:image/png;base64,AA==">'),
        ("<ol start=3 reversed type=a><li value=7>t", '<ol start="3" reversed=""><li value="7">'),
        ("<table><tr><td colspan=2 align=left>t", '<td colspan="2">'),
        ("<p><time datetime=2020-01-01>t</time>", '<time datetime="2020-01-01">'),
        ("<p lang=de dir=ltr id=x title=y style='color:red'>t", '<p lang="de" dir="ltr" id="x"'),
        ("<pre><code class='hl language-python'>t", '<code class="language-python">'),
        ("<p class=language-python>t", "<p>"),
        ("<p><a title='x href=' id=y>t", '<a title="x href=" id="y">'),
    ],
)
def test_attributes_that_say_something_stay(html: str, tag: str) -> None:
    assert tag in write(html)


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<p>a<img src=i/spacer.gif>b", "<p>a b</p>"),
        ("<p>a<img src=x.php width=1 height=1>b", "<p>a b</p>"),
        ("<p>a<img>b", "<p>a b</p>"),
        ("<p><img src=i/spacer.gif alt=x>", '<p><img src="i/spacer.gif" alt="x"></p>'),
        ("<div><img src=i/pixel.gif></div><p>a", "<p>a</p>"),
        ("<p><img src='data:image/gif;base64,A' data-src=k.png>", '<p><img src="k.png"></p>'),
        (
            "<p><img alt=x srcset='l.png?a&amp;b 1x, m.png'>",
            '<p><img src="l.png?a&amp;b" alt="x"></p>',
        ),
        ("<p><img data-src='javascript:x' alt=y>", '<p><img alt="y"></p>'),
    ],
)
def test_images_are_those_that_are_shown(html: str, body: str) -> None:
    assert write(html) == body


HOSTILE = [
    "<script>alert(1)</script>t",
    "<style>p { display: none }</style>t",
    "<p onclick=alert(1) ONLOAD=alert(1)>t",
    "<a href='javascript:alert(1)'>t</a>",
    "<a href=' \x01JaVa\tScript&colon;alert(1)'>t</a>",
    "<a href='&#106;avascript:alert(1)'>t</a>",
    "<a href='\u2028javascript:alert(1)'>t</a>",
    "<a href=vbscript:x>t</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>t</a>",
    "<a href='data:image/svg+xml,x'>t</a>",
    "<img src='data:text/html,x'>t",
    "<img src='data:image/svg+xml,<svg onload=alert(1)>'>t",
    "<img src=' DATA:image/svg+xml;base64,AA=='>t",
    "<img src=x onerror=alert(1)>t",
    "<img src=x\ronerror=alert(1)>t",
    "<blockquote cite=javascript:x>t</blockquote>",
    "<iframe src=x srcdoc='<p>y'></iframe>t",
    "<object data=x>t</object>",
    "<embed src=x>t",
    "<form action=/go><input name=q><button formaction=javascript:x>t</button></form>",
    "<meta http-equiv=refresh content='0;url=x'><link rel=stylesheet href=x>t",
    "<body onload=alert(1)>t",
    "<base href='javascript:x'>t",
    "<p style='position: fixed'>t",
    "<p hidden>t",
    "<svg onload=alert(1)><a href=javascript:x><text>t</text></a><script>x</script></svg>",
    "<math><mi xlink:href=javascript:x>t</mi></math>",
    "<svg><foreignObject><iframe></iframe><p onclick=x>t</foreignObject></svg>",
    "<p \"onclick=x '=y <b onclick=z>t",
    "<a title='\"><script>x</script>' href=x>t</a>",
    "<textarea></textarea><script>x</script>t",
    "<xmp><script>x</script></xmp>t",
    "<title><script>x</script></title>t",
    "<noscript><p title='</noscript><script>x</script>'>t t t</noscript>",
]
ACTIVE = re.compile(
    r"""<(?:script|style|iframe|object|embed|form|input|button|meta\s+http|link|svg|base|noscript)
    |<[^>]*\s(?:on\w+|style|action|formaction|srcdoc|hidden|xlink:href)=
    |<[^>]*(?:href|src|cite)="[^"]*(?:script:|data:text|data:image/svg)""",
    re.I | re.X,
)


@pytest.mark.parametrize("html", HOSTILE)
def test_nothing_acts_and_nothing_hides(html: str) -> None:
    document = render_html(page := parse(html), keep_all(page.tree))
    # Values are read as they are written: a title may quote a tag, in entities.
    assert not ACTIVE.search(document)
    read = read_again(document)
    assert read == render_text(page.tree, keep_all(page.tree))
    assert "t" in read.split()


ODD = [
    "<p>a<table><tr><td>b</table>c",
    "<p><button><div>a</div></button>b<p>c",
    "<p><object><p>a</p></object>b",
    "<h1><span><h2>a</h2></span>b</h1>",
    "<a href=x>a<object><a href=y>b</a></object></a>c",
    "<li>a<ul><li>b</ul><li>c",
    "<ul><div><li>a<li>b</div></ul>",
    "<li>a<center><li>b</center>",
    "<ul><li>a<ul><li>b</ul><span><ol><li>c</ol></span></ul>",
    "<dl><div><dt>a<dd>b</div><dt>c<dd>d<ul><li>e</ul></dl>",
    "<dd>a<dd>b<ul><li>c</ul>",
    "<select><option>a<optgroup label=x><option>b</select>c",
    "<textarea>\n\n a\n b </textarea>c<textarea>d</textarea>",
    "<pre>\n\n a <b>b\n</b>\n<br>c</pre>d",
    "<pre>a\n<img src=x>\n<i>gone</i> b\n</pre>c",
    "<pre>a&#13;\nb&#13;c</pre>",
    "<p>a&nbsp;<b>&nbsp;</b>b\u3000<i>\u3000</i>c",
    "<xmp><b>a</b>\n c</xmp><listing>\n\nd</listing>e<plaintext><i>f",
    "<ruby>a<rt>b<rp>c<p><font><rt>d</ruby>e",
    "<svg><td>a<td>b<tr>c</svg><math><mi>x<mo>=<mn>1</math>",
    "<svg><foreignObject><table><tr><td>a<td>b</table><pre>c\n d</pre></foreignObject></svg>",
    "<svg><textarea>a</textarea>b</svg>c",
    "<b>a<textarea>b</textarea></b><nobr>c<textarea/>d",
    "<noscript><p>a<p>b<img src=x></noscript>c",
    "<body><title>a</title>b<title>c</title>d",
    "<marquee><p>a<marquee><p>b</marquee></marquee>c",
    "<form><form>a</form><div>b<form>c",
    "<b><b><b><b><b>a<p>b</b>c",
    "<map><area alt=x href=y></map>a<map name=z><area alt=w></map>",
    "<frameset><frame src=x><noframes>a</noframes></frameset>",
    "<table>a<caption>b</caption><tr>c<td>d<br><br><td><div></div><td>e</table>",
    "<table><tr><td>a<tr><td><br><br><tr><td>b</table>",
    "\x1b&#0;a",
    " ".join(f"<x{number}>a{number}</x{number}>" for number in range(300)),
    "<a><table><td><a>b</a></table>c</a>",
    "<!DOCTYPE html><p>a<search>b<p>c</search><dialog>d</dialog>",
]


@pytest.mark.parametrize("html", ODD)
def test_what_parsers_rearrange_reads_the_same(html: str) -> None:
    page = parse(html)
    for seed in range(20):
        is_kept = np.random.default_rng(seed).random(len(page.tree.leaves)) < 0.3 + seed / 20
        assert read_again(render_html(page, is_kept)) == render_text(page.tree, is_kept)


@pytest.mark.parametrize("site", SITES)
def test_sample_pages_read_the_same(
    site: str, sample_pages: Callable[[str, int], list[Page]]
) -> None:
    random = np.random.default_rng(1)
    for page in sample_pages(site, 6):
        for share in (1.0, 0.7, 0.2, 0.0):
            is_kept = random.random(len(page.tree.leaves)) < share
            assert read_again(render_html(page, is_kept)) == render_text(page.tree, is_kept)


@pytest.mark.parametrize(
    ("html", "head"),
    [
        ("<title>a &lt; b</title>t", "<title>a &lt; b</title>"),
        ("<html lang='de-AT' dir=rtl>t", '<html lang="de-AT" dir="rtl">'),
        ("<html lang='\"><script>'>t", '<html lang="&quot;&gt;&lt;script&gt;">'),
        ("<base href='https://x.example/b/'>t", '<base href="https://x.example/b/">'),
        ("t", '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n</head>\n<body>\nt\n'),
    ],
)
def test_the_head_says_what_the_page_says_of_itself(html: str, head: str) -> None:
    page = parse(html)
    assert head in render_html(page, keep_all(page.tree))


def test_relative_links_start_from_the_pages_address() -> None:
    page = parse("<a href=b>t</a>")
    for url, base in [
        ("https://x.example/a?b=1&c", ['<base href="https://x.example/a?b=1&amp;c">']),
        ("file:///a", []),
    ]:
        ref = PageRef("a", "site", "a", 1, url=url)
        document = render_html(dataclasses.replace(page, ref=ref), keep_all(page.tree))
        assert re.findall("<base.*", document) == base


BASES = [
    ("<base target=_blank><base href='https://other.example/z/'>", "https://other.example/z/"),
    ("<base href='z/'><base href='https://other.example/'>", "https://x.example/z/"),
    ("<base href='javascript:x'>", "https://x.example/a"),
    ("<base href='http://[bad'>", "https://x.example/a"),
]


@pytest.mark.parametrize(("bases", "base"), BASES)
def test_all_formats_start_from_the_first_base_that_leads_somewhere(bases: str, base: str) -> None:
    page = parse(f"{bases}<p><a href='?q'>t</a>")
    page = dataclasses.replace(page, ref=PageRef("a", "site", "a", 1, url="https://x.example/a"))
    assert f'<base href="{base}">' in render_html(page, keep_all(page.tree))
    assert render_markdown(page.tree, keep_all(page.tree), page.ref.url) == f"[t]({base}?q)"


def test_a_title_may_be_given() -> None:
    page = parse("<title>own</title>t")
    document = render_html(page, keep_all(page.tree), "</title><script>x\n given")
    assert "<title>&lt;/title&gt;&lt;script&gt;x given</title>" in document
    assert parse(document).title == "</title><script>x given"


def test_a_page_with_nothing_kept_is_an_empty_document() -> None:
    assert write("<p>gone</p><img src=x>", "gone", "") == ""


def test_deep_and_long_pages_cost_little() -> None:
    pages = [
        "<div>" * 990 + "a" + "</div>b" * 990,
        "<b>a</b><br>" * 30_000,
        "<ul><li>a" * 450,
        "<table><tr><td>a<td></table>" * 5_000,
    ]
    for html in pages:
        page = parse(html)
        start = time.perf_counter()
        document = render_html(page, keep_all(page.tree))
        assert time.perf_counter() - start < 2
        assert read_again(document) == render_text(page.tree, keep_all(page.tree))
