"""How sure the method is of a page: what its likelihoods promise, and what such promises kept."""

import numpy as np
import pytest

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.method import RatesPages
from dehusk.learn.site import SiteMethod
from dehusk.learn.site.confidence import Calibration, expect_f1
from dehusk.learn.site.reading import Floats
from tests.conftest import parse
from tests.unit.learn.site.sites import make_news


def floats(*values: float) -> Floats:
    return np.array(values, dtype=np.float32)


@pytest.mark.parametrize(
    ("likely", "words", "expected"),
    [
        ((1, 0), (10, 30), 1.0),
        ((0, 0), (10, 30), 0.0),
        ((0.4, 0.4), (10, 10), 0.0),
        ((0.8,), (10,), 2 * 8 / (10 + 8)),
        ((0.8, 0.2), (10, 10), 2 * 8 / (10 + 10)),
        ((0.9, 0.1), (0, 0), 0.0),
        ((), (), 0.0),
    ],
)
def test_likelihoods_promise_an_f1(
    likely: tuple[float, ...], words: tuple[float, ...], expected: float
) -> None:
    assert expect_f1(floats(*likely), floats(*words)) == pytest.approx(expected)


def test_the_promise_is_what_comes_on_average() -> None:
    """Content drawn by the likelihoods; F1 of sums, as a page of many blocks has it."""
    chance = np.random.default_rng(0)
    likely = chance.random(4000).astype(np.float32)
    words = chance.integers(1, 50, 4000).astype(np.float32)
    content = chance.random(4000) < likely
    kept = likely > 0.5
    f1 = 2 * words[kept & content].sum() / (words[kept].sum() + words[content].sum())
    assert expect_f1(likely, words) == pytest.approx(float(f1), abs=0.02)


def test_surer_likelihoods_promise_more() -> None:
    words = floats(10, 20)
    found = [expect_f1(floats(0.5 + sure, 0.5 - sure), words) for sure in (0.1, 0.3, 0.5)]
    assert found == sorted(found)
    assert found[0] < found[-1] == 1


def test_below_all_that_is_known_confidence_falls_to_none() -> None:
    calibration = Calibration(floats(0.8, 0.9), floats(0.6, 0.7))
    words = floats(10, 10)
    assert calibration.rate(floats(0, 0), words) == 0
    assert calibration.rate(floats(0.55, 0.45), words) == pytest.approx(0.6 * 0.55 / 0.8, abs=0.001)
    assert calibration.rate(floats(0.8, 0.2), words) == pytest.approx(0.6, abs=0.001)


def test_a_table_corrects_promises_and_keeps_their_order() -> None:
    calibration = Calibration(floats(0.2, 0.6, 0.9), floats(0.1, 0.4, 0.95))
    words = floats(10)
    rates = [calibration.rate(floats(likely), words) for likely in np.linspace(0.51, 1, 30)]
    assert rates == sorted(rates)
    assert all(0.1 <= rate <= 0.95 for rate in rates)
    assert calibration.rate(floats(0), words) == 0
    assert calibration.rate(floats(1), words) == pytest.approx(0.95)


def test_without_a_table_the_promise_is_taken() -> None:
    assert Calibration().rate(floats(0.8), floats(10)) == round(2 * 8 / 18, 3)


def test_a_template_rates_its_pages() -> None:
    pages = make_news()
    template = SiteMethod().learn(pages, gather_evidence(pages))
    assert isinstance(template, RatesPages)
    for page in (*pages, parse("<body></body>"), parse("<body><img src=a>")):
        scores = template.score(page)
        assert 0 <= template.rate(page, scores) <= 1
        assert template.rate(page, np.round(scores)) >= template.rate(page, scores)
