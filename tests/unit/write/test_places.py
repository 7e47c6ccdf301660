"""Where in a page's text each of its texts stands."""

import numpy as np
import pytest

from dehusk.section.choose import keep_all
from dehusk.write.text import place_text, render_text
from tests.unit.pages import keep_all_but, parse_tree


def slices_of(html: str, *removed: str) -> list[str]:
    tree = parse_tree(html)
    is_kept = keep_all_but(tree, *removed)
    placed = place_text(tree, is_kept)
    assert placed.text == render_text(tree, is_kept)
    spans = zip(placed.starts.tolist(), placed.ends.tolist(), strict=True)
    return [placed.text[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("html", "slices"),
    [
        ("<p>one <b>two</b>\n three</p><ul><li>four</ul>", ["one", "two", "three", "four"]),
        ("<table><tr><td>a<td>b</table>", ["a", "b"]),
        ("<pre>a  \nb\t\n\n</pre><p>c", ["a\nb", "c"]),
        ("<pre><b>a</b>  \n<b>b</b></pre>c", ["a", "\n", "b", "c"]),
        ("<pre>\n\n  a</pre><p>b", ["  a", "b"]),
        ("<p>a<pre>b   \n   </pre>", ["a", "b"]),
        ("<p>soft\xadly<p>\U0001f600 b", ["softly", "\U0001f600 b"]),
        ("<img src=x>", []),
    ],
)
def test_each_text_is_found_at_its_place(html: str, slices: list[str]) -> None:
    assert slices_of(html) == slices


def test_what_is_removed_has_no_place() -> None:
    assert slices_of("<p>a<p>b<p>c", "b") == ["a", "c"]
    assert slices_of("<p>a", "a") == []


def test_places_follow_each_other() -> None:
    tree = parse_tree("<pre> a \n\n b  </pre>x<pre>\n c</pre>" * 20)
    placed = place_text(tree, keep_all(tree))
    assert (placed.starts <= placed.ends).all()
    assert (placed.ends[:-1] <= placed.starts[1:]).all()
    assert np.diff(placed.nodes).min() > 0
