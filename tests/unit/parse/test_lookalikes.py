"""Lookalikes of attributes, and titles by the thousand."""

import time

from dehusk.parse.metadata import read_title
from tests.conftest import parse
from tests.unit.pages import parse_tree


def test_an_attribute_is_not_found_inside_anothers_value() -> None:
    assert not parse_tree('<a title=" href=" class="x">t</a>').attribute("href")


def test_a_quote_in_a_text_does_not_hide_the_next_attribute() -> None:
    tree = parse_tree('<p>say href="</p><a href="x">y</a>')
    assert list(tree.attribute("href").values()) == ["x"]


def test_the_title_is_looked_for_in_linear_time() -> None:
    html = "<svg><title>x</title></svg>" * 60_000
    page = parse(html.encode())
    start = time.perf_counter()
    read_title(page.tree)
    assert time.perf_counter() - start < 0.3
