"""Whatever the page and whatever is kept of it, its clean form reads the same and does nothing."""

import re

import numpy as np
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from dehusk.parse.tags import TAG_IDS
from dehusk.section.choose import keep_all
from dehusk.write.annotated import render_annotated
from dehusk.write.html import render_html
from dehusk.write.text import render_text

NAMES = """
    div p span a b i table tr td th caption ul ol li dl dt dd br hr img script style svg title
    noscript iframe textarea pre select option h1 h2 math xmp listing noframes plaintext form font
    button object marquee nobr ruby rt rp mi foreignObject area map details fieldset center dir
    section code x-y html body frameset label
""".split()
SCRAPS = """
    &amp; &lt; &nbsp; &#13; &#0; é 漢 word javascript: <!--x--> <![CDATA[ ]]> < > " ' onload=x
""".split()
SCRAPS += [" ", "\n", "\n\n", "\u3000", "\x0c", "\x1b", "\x01", "a\n", "\nb", " c "]
RESTS = [
    "",
    "",
    " href=javascript:x",
    " onclick=x",
    ' src="x"',
    " src=data:image/svg+xml,x",
    "/",
    ' src="x" width="1"',
    ' data-src="y" src="data:x"',
    ' title=" href="',
    ' "=1',
]

tags = st.builds(
    "<{}{}{}>".format,
    st.sampled_from(["", "", "/"]),
    st.sampled_from(NAMES),
    st.sampled_from(RESTS),
)
markup = st.lists(tags | st.sampled_from(SCRAPS) | st.text(max_size=3), max_size=40).map("".join)
seeds = st.integers(0, 99)

ACTIVE = re.compile(
    r"<(?:script|style|iframe|object|form|svg|noscript)[ >]"
    r"|<[^>]* on\w+=|<[^>]*=\"(?:javascript:|data:image/svg)",
    re.I,
)


def take(html: str) -> Page:
    # Zeros would make it binary data.
    body = b"<body>" + html.replace("\0", "").encode("utf-8", "replace")
    page = parse_page(RawPage(PageRef("page", "site", "page", len(body)), body))
    assert isinstance(page, Page)
    return page


def read_again(document: str) -> str:
    raw = RawPage(PageRef("page", "site", "page", len(document)), document.encode())
    page = parse_page(raw)
    assert isinstance(page, Page)
    return render_text(page.tree, keep_all(page.tree))


def holds_a_drawn_field(page: Page) -> bool:
    """A field in a drawing may hold elements, and nothing in HTML is like it."""
    fields = np.flatnonzero(page.tree.tag == TAG_IDS["textarea"])
    return bool((page.tree.end[fields] > fields + 2).any())


@given(markup, seeds)
@settings(max_examples=600, deadline=None)
@example("<p><button><div>a</div></button>b", 0)
@example("<pre>a\n<img>\n<br>b</pre>", 0)
@example("<svg><td>a<td>b", 0)
@example("<pre>a<i>b</i><b>c</b>d", 1)
@example("<pre>a<i>b</i>c", 1)
@example("\x1b&#0;a", 0)
def test_the_clean_form_reads_the_same(html: str, seed: int) -> None:
    page = take(html)
    assume(not holds_a_drawn_field(page))
    some = np.random.default_rng(seed).random(len(page.tree.leaves)) < 0.6
    for is_kept in (keep_all(page.tree), some):
        document = render_html(page, is_kept)
        assert read_again(document) == render_text(page.tree, is_kept)
        assert not ACTIVE.search(document)


@given(markup, seeds)
@settings(max_examples=300, deadline=None)
def test_the_annotated_form_reads_as_the_whole_page(html: str, seed: int) -> None:
    page = take(html)
    assume(not holds_a_drawn_field(page))
    scores = np.random.default_rng(seed).random(len(page.tree.leaves)).astype(np.float32)
    document = render_annotated(page, scores)
    assert read_again(document) == render_text(page.tree, keep_all(page.tree))
    assert not ACTIVE.search(document.replace("<style>", "", 1))


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_no_page_is_too_odd_to_write(body: bytes) -> None:
    page = parse_page(RawPage(PageRef("page", "site", "page", 0), body))
    if isinstance(page, Page):
        render_html(page, keep_all(page.tree))
        render_annotated(page, np.zeros(len(page.tree.leaves), dtype=np.float32))
