"""Whatever the bytes, parsing gives a page or a reason, and never loses or invents text."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from dehusk.model import TEXT, Page, PageRef, RawPage, Rejected, Tree
from dehusk.parse import parse_page
from dehusk.parse.html import build_tree
from dehusk.section.choose import keep_all
from dehusk.write.text import render_text

NAMES = """
    div p span a b i table tr td ul li br img script style svg title template noscript iframe
    textarea pre select option h1 math path link xmp noframes plaintext form font button head
""".split()
SCRAPS = """
    < > & " ' <!-- --> --!> <!--> ]]> <![CDATA[ </ /> = <? &amp; &lt; &nbsp; &#0; é 漢 😀 word
    class="a" id='b <b<c> alt=x <!doctype
""".split()
SCRAPS += [" ", "\n", "\x00", "\x0c", "\u00a0", "\ufeff", "<a <!-- x", 'title="a > b"']
RESTS = ["", " class=x", ' href="/?a=1&amp;b=2"', " hidden", " alt='q\"'", "/", " <x", ' "=1']

tags = st.builds(
    "<{}{}{}>".format, st.sampled_from(["", "/"]), st.sampled_from(NAMES), st.sampled_from(RESTS)
)
markup = st.lists(tags | st.sampled_from(SCRAPS) | st.text(max_size=6), max_size=40).map("".join)
REF = PageRef("page", "site", "page", 0)


def encode(html: str) -> bytes:
    return b"<body>" + html.encode("utf-8", "replace")


def flatten(html: str) -> Tree:
    return build_tree(encode(html), max_depth=5_000)


@given(st.binary(max_size=400) | markup.map(encode))
@settings(max_examples=500, deadline=None)
@example(b"\xff\xfe<\x00")
@example(b"<html\x00")
@example(b"\x00<\x00p")
def test_parsing_never_raises(body: bytes) -> None:
    result = parse_page(RawPage(REF, body))
    assert isinstance(result, Page | Rejected)
    if isinstance(result, Page):
        render_text(result.tree, keep_all(result.tree))


@given(markup)
@settings(max_examples=600, deadline=None)
@example("<svg><link></link>x</svg>y")
@example("<p><xmp><b>x</xmp>y")
@example("<svg><xmp><script><")
@example("<script><!--<script></script>--></script>z")
def test_leaf_texts_are_the_parsers_own(html: str) -> None:
    tree = flatten(html)
    leaves = tree.leaves[tree.tag[tree.leaves] == TEXT]
    # noscript is taken in or left out as a whole: either reading is right here.
    readings = [_read(encode(html), silent) for silent in (SILENT, SILENT | {"noscript"})]
    assert _squeeze(tree.texts(leaves)) in map(_squeeze, readings)


@given(markup)
@settings(max_examples=300, deadline=None)
def test_the_tree_is_a_tree(html: str) -> None:
    tree = flatten(html)
    nodes = np.arange(len(tree))
    assert tree.parent[0] == -1
    assert (tree.parent[1:] < nodes[1:]).all()
    assert (tree.depth[1:] == tree.depth[tree.parent[1:]] + 1).all()
    assert (tree.end > nodes).all()
    assert (tree.end[1:] <= tree.end[tree.parent[1:]]).all()
    assert (tree.end[tree.tag == TEXT] == nodes[tree.tag == TEXT] + 1).all()


SILENT = frozenset(
    """
    head title script style template iframe noembed noframes datalist video audio canvas desc
    metadata annotation
    """.split()
)


def _read(html: bytes, silent: frozenset[str]) -> list[str]:
    """The texts by an independent walk over the parser's own nodes."""
    texts: list[str] = []
    root = LexborHTMLParser(html).root
    assert root is not None
    waiting: list[LexborNode] = [root]
    while waiting:
        node = waiting.pop()
        if node.is_text_node:
            texts.append(node.text_content or "")
        elif node.tag not in silent:
            waiting.extend(reversed(list(node.iter(include_text=True))))
    return texts


def _squeeze(texts: list[str]) -> str:
    """Without white space and control characters, which alone make no leaf."""
    return "".join(char for char in "".join(texts) if char > " " and char != "\u00a0")
