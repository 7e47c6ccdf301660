"""Where the two modes of the histogram part."""

from collections.abc import Iterator

import numpy as np
import pytest

from dehusk.learn.strings import Strings
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.cutoff import N_BINS, find_cutoff
from dehusk.learn.strings.leaves import read_leaves
from dehusk.learn.strings.tokens import split_tokens
from examples import SITES, make_site
from tests.conftest import parse


def read_texts(site: str, *, is_markup: bool) -> Iterator[bytes]:
    for page in make_site(site, 40):
        parsed = parse(page.html)
        yield parsed.tree.markup if is_markup else read_leaves(parsed)[0]


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("is_markup", [True, False])
def test_the_cutoff_of_a_sample_site_falls_between_the_two_modes(
    site: str, *, is_markup: bool
) -> None:
    pages = Pages()
    for text in read_texts(site, is_markup=is_markup):
        pages.add(split_tokens(text, is_markup=is_markup))
    cutoff = Strings().mining.mine(pages).cutoff
    histogram = np.array(cutoff.histogram)
    # Few pages have most strings, and nearly all pages have the template's.
    lower = int(histogram[: N_BINS // 2].argmax())
    upper = N_BINS * 3 // 4 + int(histogram[N_BINS * 3 // 4 :].argmax())
    assert lower < cutoff.border <= upper
    between = histogram[cutoff.border - 5 : cutoff.border + 5].mean()
    assert between < min(histogram[lower], histogram[upper]) / 2


def test_a_share_that_is_given_is_the_cutoff() -> None:
    pages = np.array([2, 4, 9, 10], dtype=np.int32)
    assert find_cutoff(pages, 10, 0.3, 2).pages == 3
    assert find_cutoff(pages, 10, 0.1, 2).pages == 2, "what is on too few pages is not looked at"


def test_strings_that_are_all_on_as_many_pages_are_all_template() -> None:
    assert find_cutoff(np.full(7, 10, dtype=np.int32), 10, None, 2).pages <= 10


def test_without_any_string_there_is_still_a_cutoff() -> None:
    cutoff = find_cutoff(np.empty(0, dtype=np.int32), 10, None, 2)
    assert sum(cutoff.histogram) == 0
    assert cutoff.pages == 2
