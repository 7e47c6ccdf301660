"""All words of a page, read off its bytes."""

import sys

import pytest

from dehusk.run.said import join_words
from tests.unit.pages import parse_tree

BODIES = (
    "<p>",
    "<p> one  two\n\tthree </p>four<br>five ",
    "<p>a &amp; b &lt;c&gt; &amp;nbsp; &quot;d&quot;</p>",
    "<p>каша, “so” — it’s</p><p>東京　都</p>",
    '<p>a<img alt="b &amp;amp; c&nbsp;d">e<img><img alt=" f ">g</p>',
    "<p>a&#133;b&#x1c;c&#x1f;d</p>",
    "<p>\u2019\u200b\ufeff\u3001\u202e</p>",
)


@pytest.mark.parametrize("title", ["", "Q & A", "каша"])
@pytest.mark.parametrize("body", BODIES)
def test_words_are_those_of_the_texts(title: str, body: str) -> None:
    tree = parse_tree(body)
    words = " ".join((title, *tree.leaf_texts())).split()
    assert join_words(title, tree).decode().split("\0") == [*words, ""]


def test_every_white_space_parts_words() -> None:
    spaces = [chr(code) for code in range(1, sys.maxunicode) if chr(code).isspace()]
    for space in spaces:
        tree = parse_tree(f"<p>a&#{ord(space)};b</p>")
        words = " ".join(tree.leaf_texts()).split()
        assert join_words("", tree).decode().split("\0") == [*words, ""], hex(ord(space))
    assert len(spaces) > 20
