"""Lookalikes of attributes, and titles by the thousand."""

import time

import pytest

from dehusk.parse.metadata import _read_title
from tests.conftest import parse
from tests.unit.pages import parse_tree


def test_an_attribute_is_not_found_inside_anothers_value() -> None:
    assert not parse_tree('<a title=" href=" class="x">t</a>').attribute("href")


@pytest.mark.parametrize(
    ("html", "values"),
    [
        ('<a title="an href=" href="x">t</a>', ["x"]),
        ('<a href="x" title="an href=">t</a>', ["x"]),
        ('<a href="an href=">t</a>', ["an href="]),
        ('<a href=" x">t</a>', [" x"]),
        ('<a b" href="x">t</a>', ["x"]),
        ('<p>an href="<a id="x">t</a>', []),
        ('<p>t<?php echo href="y"?><a href="x">t</a>', ["x"]),
    ],
)
def test_an_attribute_is_told_from_what_ends_another(html: str, values: list[str]) -> None:
    assert list(parse_tree(html).attribute("href").values()) == values


def test_a_zero_byte_in_an_instruction_does_no_harm() -> None:
    tree = parse_tree('<p>t<?php href="a\0b"?><a href="x">t</a>' + "t" * 200)
    assert list(tree.attribute("href").values()) == ["a\0b", "x"]


def test_a_quote_in_a_text_does_not_hide_the_next_attribute() -> None:
    tree = parse_tree('<p>say href="</p><a href="x">y</a>')
    assert list(tree.attribute("href").values()) == ["x"]


def test_the_title_is_looked_for_in_linear_time() -> None:
    html = "<svg><title>x</title></svg>" * 60_000
    page = parse(html.encode())
    start = time.perf_counter()
    # Anew: parsing has asked for it already.
    _read_title(page.tree)
    assert time.perf_counter() - start < 0.3
