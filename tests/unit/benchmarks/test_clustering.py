from dataclasses import replace
from pathlib import Path

from benchmarks.clustering import ASSIGN, CLUSTER, SAMPLES, Cost, find_missed, measure

FAST = Cost(SAMPLES, ASSIGN, 10_000, 10.0, seconds=2.0, parse_s=20.0, peak_mib=100)
MANY = replace(FAST, pages=100_000, seconds=20.0)


def test_pages_are_clustered_and_assigned_and_their_cost_is_told(tmp_path: Path) -> None:
    clustered = measure(SAMPLES, CLUSTER, 20, tmp_path)
    assert clustered.seconds > 0
    assert clustered.parse_s == 0
    assert clustered.peak_mib > 1
    assigned = measure(SAMPLES, ASSIGN, 15, tmp_path)
    assert assigned.pages == 15
    assert assigned.seconds > 0
    assert assigned.parse_s > 0
    assert 1 < assigned.mean_kb < 100


def test_targets_that_are_missed_are_named() -> None:
    assert find_missed([FAST, MANY]) == []
    slow = Cost(SAMPLES, CLUSTER, 2000, 10.0, seconds=21.0, parse_s=0.0, peak_mib=100)
    assert "21.0 s" in find_missed([slow, FAST, MANY])[0]
    (large,) = find_missed([FAST, replace(MANY, peak_mib=2000)])
    assert "2,000 MiB" in large
    (slow_at_both, _) = find_missed([replace(FAST, seconds=11.0), replace(MANY, seconds=110.0)])
    assert "909 pages/s, at least 1,000" in slow_at_both
    (bent,) = find_missed([replace(FAST, seconds=1.0), replace(MANY, seconds=50.0)])
    assert "50.0 times the time" in bent
