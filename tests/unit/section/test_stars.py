"""Runs of like siblings, as one page shows them."""

import numpy as np
import pytest

from dehusk.section.stars import find_stars
from tests.unit.pages import parse_tree

LONG = "words that go on and on " * 20


def stars_of(html: str) -> list[list[str]]:
    """The texts of the leaves in each star."""
    tree = parse_tree(html)
    stars = find_stars(tree)
    assert len(stars) == len(tree)
    found: list[list[str]] = [[] for _ in range(int(stars.max()) + 1)]
    for star, text in zip(stars[tree.leaves].tolist(), tree.leaf_texts(), strict=True):
        if star >= 0:
            found[star].append(text.strip())
    return found


def test_items_of_a_list_are_a_star() -> None:
    html = "<p>a</p><ul><li>b</li> <li><b>c</b> d</li><script>x()</script><li>e</li></ul>f"
    assert stars_of(html) == [["b", "c", "d", "e"]]


def test_terms_and_what_they_mean_are_one_star() -> None:
    assert stars_of("<dl><dt>a<dd>b<dt>c<dd>d<dd>e</dl>") == [["a", "b", "c", "d", "e"]]


def test_only_the_uppermost_of_nested_stars_counts() -> None:
    inner = "<ul><li>b<li>c</ul>"
    assert stars_of(f"<ul><li>a{inner}<li>d</ul>") == [["a", "b", "c", "d"]]


def test_stars_are_numbered_as_they_come() -> None:
    html = "<div><ul><li>a<li>b</ul></div><p>c<p>d<h2>e</h2><p>f<p>g"
    assert stars_of(html) == [["a", "b"], ["c", "d"], ["f", "g"]]


@pytest.mark.parametrize(
    ("html", "is_star"),
    [
        ("<div class=post>{}</div>" * 3, True),
        ("<div class=post>{}</div>" * 2, False),
        (
            '<div class="post odd">{}</div><div class="post">{}</div><div class="post">{}</div>',
            True,
        ),
        ("<div id=c1>{}</div><div id=c2>{}</div><div id=c30>{}</div>", True),
        ("<div id=top>{}</div><div id=middle>{}</div><div id=end>{}</div>", False),
        ("<div>{}</div><p>and</p><div>{}</div><p>or</p><div>{}</div>", False),
    ],
)
def test_blocks_are_alike_by_name(html: str, is_star: bool) -> None:
    assert bool(stars_of(f"{LONG}{html.replace('{}', '<h3>a</h3><p>b</p>')}")) is is_star


def test_blocks_of_one_name_that_are_built_otherwise_are_no_star() -> None:
    different = "<form><input></form>x", "<table><tr><td>y</table>", "<h2>z</h2><blockquote>q"
    rows = "".join(f"<div class=row>{inner}</div>" for inner in different)
    assert not stars_of(f"{LONG}{rows}")


def test_rows_that_lay_out_a_page_are_no_star() -> None:
    rows = [f"<tr><td><h2>{text}</h2></td></tr>" for text in ("top", LONG, "end")]
    assert not stars_of(f"<table>{''.join(rows)}</table>")
    data = "<tr><td>a<td>b" * 4
    assert stars_of(f"<p>{LONG}<table>{data}</table>") == [["a", "b"] * 4]
    assert not stars_of("<table><tr><td>a</table>" * 3)


def test_links_are_items_only_where_they_hold_blocks() -> None:
    assert not stars_of("<p><a href=1>a</a> <a href=2>b</a> <a href=3>c</a>")
    assert stars_of(LONG + "<a href=1><h3>a</h3></a>" * 3) == [["a", "a", "a"]]


def test_deep_and_wide_pages_are_no_trouble() -> None:
    deep = parse_tree("<div>" * 900 + "x")
    assert (find_stars(deep) == -1).all()
    wide = parse_tree("<div class=a><p>x</p></div>" * 2000)
    stars = find_stars(wide)
    assert (stars[wide.leaves] == 0).all()
    assert len(find_stars(parse_tree("<p>"))) == 4
    assert not np.any(find_stars(parse_tree("x")) >= 0)
