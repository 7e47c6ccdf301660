from typing import Any

import numpy as np
import pytest
from matplotlib import colors

from dehusk.learn.strings.cutoff import find_cutoff
from dehusk.learn.strings.mine import StringSet
from dehusk.run.strings.store import SiteStrings, make_method
from dehusk.stringing.draw_histogram import OTHERS, TEMPLATE, draw_histogram


def make_strings(pages: list[int], n_pages: int) -> SiteStrings:
    cutoff = find_cutoff(np.array(pages, dtype=np.int32), n_pages, 0.5, 2)
    return SiteStrings("a.example", "html", make_method({}), StringSet(n_pages, cutoff, ()))


@pytest.mark.parametrize("n_pages", [2, 7, 64, 99, 100, 101, 250, 999])
def test_bars_stand_over_their_pages_on_the_right_side_of_the_cut_off(n_pages: int) -> None:
    pages = sorted({*range(2, n_pages + 1, max(n_pages // 9, 1)), n_pages})
    strings = make_strings(pages * 3, n_pages)
    axes: Any = draw_histogram(strings).axes[0]
    width = max(n_pages / 100, 1.0)
    places = [bar.get_x() + bar.get_width() / 2 for bar in axes.patches]
    for page in pages:
        assert min(abs(place - page) for place in places) <= width / 2 + 1e-9
    assert sum(bar.get_height() for bar in axes.patches) == 3 * len(pages)
    (line,) = axes.lines
    cutoff = strings.found.cutoff.pages
    assert list(line.get_xdata()) == [cutoff - 0.5] * 2
    for bar, place in zip(axes.patches, places, strict=True):
        colour = TEMPLATE if place > cutoff - 0.5 else OTHERS
        if abs(place - cutoff) > width:
            assert bar.get_facecolor() == colors.to_rgba(colour)


def test_the_cut_off_is_told_in_words() -> None:
    axes = draw_histogram(make_strings([2, 2, 2, 9, 10], 10)).axes[0]
    assert [text.get_text() for text in axes.texts] == ["template from 5 of 10 pages on"]
    assert axes.get_yscale() == "log"


def test_a_single_page_can_be_drawn() -> None:
    assert not list(draw_histogram(make_strings([], 1)).axes[0].patches)
