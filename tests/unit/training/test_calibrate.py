"""Calibration: what held-out pages reached, by what was expected of them, as a table that rises."""

import numpy as np
import pytest

from dehusk.learn.site.confidence import LIKELY
from dehusk.learn.site.reading import Floats
from training.calibrate import HeldOut, calibrate


def floats(*values: float) -> Floats:
    return np.array(values, dtype=np.float32)


def draw_pages(n_pages: int, worth: float, seed: int = 0) -> list[HeldOut]:
    """Pages whose likelihoods are right that often."""
    chance = np.random.default_rng(seed)
    pages = []
    for _ in range(n_pages):
        likely = chance.random(20).astype(np.float32)
        is_right = chance.random(20) < worth
        content = np.where(is_right, likely > LIKELY, likely <= LIKELY).astype(np.float32)
        pages.append(HeldOut(likely, content, chance.integers(0, 30, 20).astype(np.float32)))
    return pages


@pytest.mark.parametrize("n_pages", [1, 2, 15, 16, 17, 200])
def test_a_table_rises_within_0_and_1(n_pages: int) -> None:
    table = calibrate(draw_pages(n_pages, 0.7, n_pages))
    assert 1 <= len(table.expected) == len(table.reached) <= 16
    assert (np.diff(table.expected) > 0).all()
    assert (np.diff(table.reached) >= 0).all()
    for values in (table.expected, table.reached):
        assert ((values >= 0) & (values <= 1)).all()
        assert values.dtype == np.float32


def test_what_was_often_wrong_is_promised_less() -> None:
    page = draw_pages(1, 1, 7)[0]
    rates = [
        calibrate(draw_pages(200, worth)).rate(page.likely, page.words) for worth in (0.5, 0.9)
    ]
    assert rates[0] < rates[1] - 0.1


def test_without_pages_every_promise_is_believed() -> None:
    table = calibrate([])
    assert table.expected.tolist() == table.reached.tolist() == [0, 1]


def test_one_page_tells_the_f1_that_it_reached() -> None:
    page = HeldOut(floats(0.9, 0.8, 0.1), floats(1, 0, 1), floats(10, 10, 20))
    table = calibrate([page])
    # 10 of 20 kept words are content, and 10 of 30 words of content were kept.
    assert table.reached.tolist() == pytest.approx([2 * 10 / (20 + 30)])
    assert table.rate(page.likely, page.words) == pytest.approx(0.4)


def test_the_order_of_pages_does_not_matter() -> None:
    pages = draw_pages(40, 0.6)
    one, other = calibrate(pages), calibrate(pages[::-1])
    assert one.reached.tolist() == other.reached.tolist()
    assert one.expected.tolist() == other.expected.tolist()


def test_pages_without_content_make_no_other_page_surer() -> None:
    words = np.full(4, 10, dtype=np.float32)
    wrong = [
        HeldOut(np.full(4, 0.6 + n / 50, np.float32), floats(1, 0, 0, 0), words) for n in range(15)
    ]
    empty = HeldOut(np.full(4, 0.1, np.float32), np.zeros(4, np.float32), words)
    likely = np.full(4, 0.7, dtype=np.float32)
    rates = [calibrate(pages).rate(likely, words) for pages in (wrong, [empty, *wrong])]
    assert rates[0] == pytest.approx(rates[1], abs=0.05)
    assert calibrate([empty]).reached.tolist() == [0, 1]
