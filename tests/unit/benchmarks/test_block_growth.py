"""What block methods cost, and which targets that misses."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.block_growth import BLOCK_METHODS, GOLD, Cost, find_missed, measure
from examples import write_site

HALF = Cost("news", "content-blocks", 2000, 4.0, 4.0, 2.0, parsed_mib=60, peak_mib=100)
WHOLE = replace(HALF, pages=4000, parse_s=8.0, learn_s=8.0, score_s=4.0)


@pytest.mark.parametrize("method", BLOCK_METHODS)
def test_pages_are_parsed_learned_from_and_scored(method: str, tmp_path: Path) -> None:
    write_site("news", tmp_path, pages=5)
    cost = measure("news", method, tmp_path / "pages", rounds=2)
    assert cost.pages == 5
    assert min(cost.parse_s, cost.learn_s, cost.score_s) > 0
    assert cost.seconds == cost.parse_s + cost.learn_s + cost.score_s
    assert 1 < cost.parsed_mib <= cost.peak_mib


def test_targets_that_are_missed_are_named() -> None:
    assert find_missed([HALF, WHOLE]) == []
    (bent,) = find_missed([HALF, replace(WHOLE, learn_s=13.0)])
    assert bent == "content-blocks on 4,000 news pages: 2.50x the time of half, at most 2.4x"
    slow = [replace(HALF, learn_s=24.0), replace(WHOLE, learn_s=48.0)]
    assert find_missed(slow) == ["content-blocks on 4,000 news pages: 67 pages/s, at least 100"]
    assert find_missed([replace(one, kind=GOLD) for one in slow]) == []
