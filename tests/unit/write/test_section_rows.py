"""Sections as they stand in rows."""

import numpy as np

from dehusk.model import Section
from dehusk.section.divide import divide_page
from dehusk.section.stars import find_stars
from dehusk.write.section_rows import write_sections
from dehusk.write.text import place_text
from tests.conftest import parse

LONG = "words that go on and on " * 20


def rows_of(html: str, *removed: str) -> tuple[str, tuple[Section, ...]]:
    page = parse(html)
    texts = [text.strip() for text in page.tree.leaf_texts()]
    scores = np.array([text in removed for text in texts], dtype=np.float32)
    placed = place_text(page.tree, scores < 0.5)
    division = divide_page(page, scores, find_stars(page.tree))
    return placed.text, write_sections(page.tree, division, placed)


def test_slices_of_the_text_are_what_the_sections_say() -> None:
    html = f"<nav>menu</nav><main><h1>Title</h1><div>{LONG}</div></main><footer>end</footer>"
    text, rows = rows_of(html, "menu")
    said = [text[row.start : row.end] for row in rows]
    assert said == ["", f"Title\n\n{LONG.strip()}", "end"]
    assert [row.role for row in rows] == ["navigation", "main", "footer"]
    assert [row.importance for row in rows] == [0, 1, 1]
    assert rows[0].path == "html/body/nav"
    assert (rows[0].start, rows[0].end) == (0, 0)


def test_a_section_with_nothing_kept_stands_where_the_one_before_it_ends() -> None:
    text, rows = rows_of(f"<div>{LONG}</div><nav>menu</nav><div>{LONG}</div>", "menu")
    assert (rows[1].start, rows[1].end) == (rows[0].end, rows[0].end)
    assert rows[2].end == len(text)


def test_a_page_with_nothing_to_say_has_no_sections() -> None:
    assert rows_of("<p>") == ("", ())
    assert rows_of("<img src=x>") == ("", (Section("main", 1.0, "html/body/img", 0, 0),))
