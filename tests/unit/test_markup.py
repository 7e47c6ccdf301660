"""Texts and values of canonical markup, many at once."""

import numpy as np
import pytest

from dehusk.attributes import read_tags
from dehusk.markup import read_spans
from dehusk.model import TEXT
from tests.unit.pages import parse_tree


def read_words(markup: bytes) -> list[str]:
    """The pieces of markup between bars."""
    bars = np.flatnonzero(np.frombuffer(b"|" + markup + b"|", np.uint8) == ord("|"))
    return read_spans(markup, bars[:-1].astype(np.int32), bars[1:].astype(np.int32) - 1)


@pytest.mark.parametrize(
    "words",
    [["a", "", "b"], ["каша", "a"], ["é", "b & c", "<"], ["\xa0", "a\xa0b"], ["a\0b", "é"], [""]],
)
def test_pieces_are_read_as_they_are_written(words: list[str]) -> None:
    escaped = [word.replace("&", "&amp;").replace("<", "&lt;") for word in words]
    assert read_words("|".join(escaped).replace("\xa0", "&nbsp;").encode()) == words


@pytest.mark.parametrize("name", ["a", "id", "width", "height", "colspan", "itemprop", "data-long"])
def test_names_of_any_length_are_found(name: str) -> None:
    tree = parse_tree(f'<p {name}="x" my{name}="y" {name}s="z">t</p>')
    assert list(tree.column(name)[1]) == ["x"]


def test_more_attributes_than_nodes_are_all_found() -> None:
    names = [f"n{number}" for number in range(200)]
    tree = parse_tree(f"<p {' '.join(f'{name}={name}' for name in names)}>x</p>")
    assert [tree.column(name)[1] for name in names] == [[name] for name in names]


@pytest.mark.parametrize("tag", ["<a id=", '<a id="b', '<a id"b">', "<a", '<a =id="b">'])
def test_what_is_broken_has_no_attributes(tag: str) -> None:
    markup, one = tag.encode(), np.ones(1, dtype=np.int32)
    found = read_tags(markup, one.astype(np.uint8), 0 * one, len(markup) * one)
    assert not len(found.find("id"))


def test_a_column_is_the_attribute_in_two_rows() -> None:
    tree = parse_tree('<p id=a>x</p><p>y</p><p id="b &amp; c">z</p>')
    nodes, values = tree.column("id")
    assert values == ["a", "b & c"]
    assert dict(zip(nodes.tolist(), values, strict=True)) == tree.attribute("id")
    assert not len(tree.column("class")[0])


def test_a_column_passes_over_what_only_seems_to_be_in_it() -> None:
    tree = parse_tree('<a title="an href=">t</a><a href="x" href="y">t</a><a href=z>t</a>')
    nodes, values = tree.column("href")
    assert list(values) == ["x", "z"]
    assert [tree.name(node) for node in nodes.tolist()] == ["a", "a"]


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<b>b</b> &amp;lt; &lt;<br>c</p>d",
        "<h1>каша <img alt=x>&nbsp;&amp;</h1>",
        '<p title="a > b">x<a b<c=d>y</a></p>',
        "<p>a<?php echo 1 ?>b</p>",
    ],
)
def test_the_text_below_a_node_is_that_of_the_texts_below_it(html: str) -> None:
    tree = parse_tree(html)
    for node in range(len(tree)):
        texts = [at for at in range(node, tree.end[node]) if tree.tag[at] == TEXT]
        assert tree.text_of(node) == "".join(tree.texts(np.array(texts, dtype=np.intp)))


def test_a_few_pieces_of_much_markup_read_the_same() -> None:
    markup = "каша &amp; é|".encode() + b"x" * 10_000
    assert read_words(markup)[0] == "каша & é"
