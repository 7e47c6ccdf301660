"""Whatever the page and what is kept of it, sections in a row divide its text."""

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.section.choose import choose_content
from dehusk.section.divide import divide_page
from dehusk.section.role_names import ROLES
from dehusk.section.stars import find_stars
from dehusk.write.section_rows import write_sections
from dehusk.write.text import place_text, render_text
from tests.property.sites import parse_site, sites, wide_sites

VERBATIM = (
    "<pre>  a \n\n b\t\n</pre>",
    "<pre><b>x</b>  <i>y</i>\n \n</pre>",
    "<textarea>\n a\n</textarea>",
)
"""Where blanks are meant, which sites by chance have nowhere."""


@given(st.one_of(sites(), wide_sites()), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_sections_cover_all_that_is_said_once_and_in_order(
    htmls: list[str], chance: Random
) -> None:
    htmls = [html.replace("<hr>", chance.choice(VERBATIM)) for html in htmls]
    for page in parse_site(htmls):
        tree = page.tree
        scores = np.array([chance.random() for _ in tree.leaves], dtype=np.float32)
        is_kept = choose_content(scores)
        placed = place_text(tree, is_kept)
        assert placed.text == render_text(tree, is_kept)
        division = divide_page(page, scores, find_stars(tree))
        rows = write_sections(tree, division, placed)
        assert len(rows) == len(division.sections)
        last = 0
        for row in rows:
            assert last <= row.start <= row.end <= len(placed.text)
            assert not placed.text[last : row.start].strip()
            assert row.role is None or row.role in ROLES
            assert 0 <= row.importance <= 1
            last = row.end
        assert not placed.text[last:].strip()
