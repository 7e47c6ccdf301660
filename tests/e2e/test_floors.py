"""What the methods have reached, they keep: on the sample sites, and on the gold sites if there."""

import pytest

from benchmarks.corpus import DEFAULT_GOLD
from benchmarks.floors import FLOORS, GOLD, SAMPLES, find_complaints, list_corpora, measure
from dehusk.evaluate.floors import load_floors

has_gold = GOLD in list_corpora(DEFAULT_GOLD)


@pytest.mark.parametrize(
    "corpus",
    [
        SAMPLES,
        pytest.param(
            GOLD,
            marks=[
                pytest.mark.gold,
                pytest.mark.slow,
                pytest.mark.skipif(not has_gold, reason="no gold data beside the project"),
            ],
        ),
    ],
)
def test_no_method_falls_below_its_floor(corpus: str) -> None:
    floors = load_floors(FLOORS)[corpus]
    assert find_complaints(floors, measure(corpus, DEFAULT_GOLD, jobs=2)) == []
