from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from dehusk.errors import OverCap
from dehusk.model import TEXT, Tree
from dehusk.parse.html import build_tree
from dehusk.parse.tags import MOST_TAGS
from examples import SITES, make_site
from tests.conftest import parse
from tests.unit.pages import parse_tree

RAW_TEXT = ("script", "style", "iframe", "noembed", "noframes")
Row = tuple[int, str, str]
"""A node's depth, its tag and, of a text, its characters."""


def walk_parser(html: str | bytes) -> list[Row]:
    """The page as the parser's objects tell it: no comments, templates, raw text; texts joined."""
    root = LexborHTMLParser(html).root
    assert root is not None
    rows: list[Row] = []
    for depth, node in _walk(root, 0):
        joins = rows and rows[-1][:2] == (depth, "-text") and node.is_text_node
        text = (node.text_content or "") if node.is_text_node else ""
        if joins:
            rows[-1] = (depth, "-text", rows[-1][2] + text)
        else:
            rows.append((depth, node.tag or "", text))
    return rows


def _walk(node: LexborNode, depth: int) -> Iterator[tuple[int, LexborNode]]:
    if node.is_comment_node or node.tag == "template":
        return
    yield depth, node
    is_linked_data = node.tag == "script" and "ld+json" in (node.attributes.get("type") or "")
    child = node.first_child if is_linked_data or node.tag not in RAW_TEXT else None
    while child is not None:
        yield from _walk(child, depth + 1)
        child = child.next


def list_rows(tree: Tree) -> list[Row]:
    return [
        (
            int(tree.depth[node]),
            tree.name(node),
            tree.text_of(node) if tree.tag[node] == TEXT else "",
        )
        for node in range(len(tree))
    ]


def assert_nested(tree: Tree) -> None:
    """Parent, end and depth all tell the same story, by the plainest of loops."""
    for node in range(len(tree)):
        last = node + 1
        while last < len(tree) and tree.depth[last] > tree.depth[node]:
            last += 1
        assert tree.end[node] == last
        above = [one for one in range(node) if tree.depth[one] == tree.depth[node] - 1]
        assert tree.parent[node] == (above[-1] if above else -1)


def assert_same_as_parser(html: str | bytes) -> None:
    tree = parse_tree(html)
    assert list_rows(tree) == walk_parser(html)
    assert_nested(tree)


PIECES = """
    <p> </p> <div> </div> <b> </b> <i> <a\xa0href=x> </a> <ul> <li> </ul> <table> <tr> <td> </table>
    <br> <img\xa0src=y> <hr> </br> <svg> </svg> <path/> <math> <mi> </math> <x-y> </x-y>
    <template> </template> <form> <select> <option> </select> <textarea> </textarea>
    <title> </title> <h1> </h1> <button>
    <script>a<b</script> <style>p>q</style> <!--c--> <!--> <p\xa0a<b> <p\xa0<!--> <frameset> <body>
    text &lt; &amp;lt; < > &nbsp; é 漢
""".split()


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25))
def test_any_soup_of_tags_gives_the_parsers_own_tree(pieces: list[str]) -> None:
    assert_same_as_parser(" ".join(pieces).replace("\xa0", " "))


@pytest.mark.parametrize("site", SITES)
def test_the_arrays_tell_what_the_parser_tells_on_whole_pages(site: str) -> None:
    for page in make_site(site, pages=3):
        assert_same_as_parser(page.html.decode(parse(page.html).encoding))


def test_a_text_spans_its_characters_and_an_element_its_opening_tag() -> None:
    tree = parse_tree("<p class=a>one &amp; two<br></p>")
    spans = zip(tree.start.tolist(), tree.stop.tolist(), strict=True)
    assert [tree.markup[start:stop] for start, stop in spans] == [
        b"<html>",
        b"<head>",
        b"<body>",
        b'<p class="a">',
        b"one &amp; two",
        b"<br>",
    ]


def test_a_void_element_has_nothing_below_it() -> None:
    tree = parse_tree("<p>a<br>b<img src=x>c</p>")
    voids = [node for node in range(len(tree)) if tree.name(node) in ("br", "img")]
    assert [int(tree.end[node]) for node in voids] == [node + 1 for node in voids]
    assert len(voids) == 2


@pytest.mark.parametrize("void", ["<link></link>", "<source/>", "<area></area>", "<param>"])
def test_a_void_name_that_a_drawing_closes_keeps_the_page_in_order(void: str) -> None:
    tree = parse_tree(f"<svg>{void}</svg><p>after</p>")
    assert tree.path(int(tree.leaves[-1])) == "html/body/p/-text"
    assert_nested(tree)


@pytest.mark.parametrize(
    "unread",
    [
        "<template><script>if (a<b) x</script></template>",
        "<template><style>a>b {}</style><template><xmp><p></xmp></template></template>",
        "<template><iframe><p>x</iframe></template>",
        "<svg><style><g></g>a &lt; b</style></svg>",
        "<svg><script>a<g></g>b &lt; c</script></svg>",
        "<?php echo ?>",
        "<?xml:namespace prefix = o />",
        "<?>",
    ],
)
def test_markup_that_is_not_read_keeps_the_page_in_order(unread: str) -> None:
    tree = parse_tree(f"<div><p>one</p>{unread}<p>two</p></div>")
    assert [tree.path(node) for node in tree.leaves.tolist()] == ["html/body/div/p/-text"] * 2
    assert tree.leaf_texts() == ["one", "two"]
    assert_nested(tree)


def test_unknown_tags_go_by_their_own_names() -> None:
    html = "<my-card><x>a</x><basefonts>b</basefonts><tr-anslation-of-a-long-name>c"
    assert_same_as_parser(html)
    assert "tr-anslation-of-a-long-name" in parse_tree(html).tag_names


def test_names_that_start_alike_are_told_apart() -> None:
    stem = "x" * 15
    html = "".join(f"<{stem[:n]}>{n}</{stem[:n]}>" for n in range(1, 16)) + f"<{stem}-1>a<{stem}-2>"
    assert_same_as_parser(html)


def test_names_past_the_last_number_share_it_and_nest_all_the_same() -> None:
    html = "".join(f"<x-{n}><b>{n}</b></x-{n}>" for n in range(400))
    tree = parse_tree(html)
    names = [tree.name(node) for node in range(len(tree))]
    assert names.index("x-0") < names.index("-other")
    assert len(tree.tag_names) == MOST_TAGS
    assert tree.leaf_texts() == [str(n) for n in range(400)]
    assert [row[0] for row in list_rows(tree)] == [row[0] for row in walk_parser(html)]


def test_a_page_deeper_than_allowed_is_refused_by_its_depth() -> None:
    html = b"<i>" * 10 + b"deep"
    assert len(build_tree(html, max_depth=12)) == 14
    with pytest.raises(OverCap) as refused:
        build_tree(html, max_depth=11)
    assert (refused.value.value, refused.value.limit) == (12, 11)


def test_leaves_are_the_texts_and_images_a_reader_sees() -> None:
    tree = parse_tree(
        "<title>no</title><p>one</p> &nbsp; <img src=a alt=two><script>no()</script>"
        "<template>no</template><map><area href=x alt=three></map><iframe>no</iframe><i>four</i>"
    )
    assert tree.leaf_texts() == ["one", "two", "three", "four"]


def test_an_image_without_an_alternative_text_is_a_leaf_that_says_nothing() -> None:
    assert parse_tree("<img src=a><p>b").leaf_texts() == ["", "b"]


def test_a_silent_element_without_content_hides_nothing_after_it() -> None:
    assert parse_tree("<p>a<script></script>b<canvas></canvas>c").leaf_texts() == ["a", "b", "c"]


def test_a_small_fallback_for_scripts_is_not_seen() -> None:
    html = "<body><p>a long story</p><noscript><p>turn it on</p></noscript>"
    assert parse_tree(html).leaf_texts() == ["a long story"]


def test_a_fallback_that_outweighs_the_page_is_the_page() -> None:
    html = "<body><p>wait</p><noscript><p>the whole of the story</p></noscript>"
    assert parse_tree(html).leaf_texts() == ["wait", "the whole of the story"]


def test_an_attribute_is_given_for_each_node_that_has_it() -> None:
    tree = parse_tree("<a href=x>1</a><a>2</a><a href>3</a><a href=''>4</a><link href=y>")
    found = tree.attribute("href")
    assert [(tree.name(node), value) for node, value in found.items()] == [
        ("a", "x"),
        ("a", ""),
        ("a", ""),
        ("link", "y"),
    ]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("href='say \"x\"'", 'say "x"'),
        ("href='it&#39;s'", "it's"),
        ("href='a?b&amp;c&lt;d>'", "a?b&c<d>"),
        ("href='&amp;lt;'", "&lt;"),
        ("href='a\nb'", "a\nb"),
        ("href=é漢", "é漢"),
        ("HREF=x", "x"),
        ("href=first href=second", "first"),
    ],
)
def test_an_attributes_value_reads_as_it_was_meant(written: str, value: str) -> None:
    assert list(parse_tree(f"<a {written}>t</a>").attribute("href").values()) == [value]


@pytest.mark.parametrize(
    "html",
    [
        '<p>write href="x" here</p>',
        '<p>&lt;a href="x"&gt;</p>',
        "<p data-href=x xhref=y>a</p>",
        "<p title=' href=&quot;x&quot; '>a</p>",
        '<textarea><a href="x"></textarea>',
        '<script>\'<a href="x">\'</script><!-- <a href="x"> -->',
    ],
)
def test_what_only_reads_like_an_attribute_is_none(html: str) -> None:
    assert not parse_tree(html).attribute("href")


def test_an_attribute_with_a_name_of_special_characters_is_found_by_it() -> None:
    tree = parse_tree("<p xml:lang=a x.y=b @click=c xzy=d>t</p>")
    assert [list(tree.attribute(name).values()) for name in ("xml:lang", "x.y", "@click")] == [
        ["a"],
        ["b"],
        ["c"],
    ]


def test_the_arrays_are_of_one_length_and_of_the_promised_types() -> None:
    tree = parse_tree("<p>a<b>c</b>")
    assert tree.tag.dtype == np.uint8
    for column in (tree.parent, tree.depth, tree.end, tree.start, tree.stop):
        assert column.dtype == np.int32
        assert len(column) == len(tree)
    assert tree.leaves.dtype == np.int32
