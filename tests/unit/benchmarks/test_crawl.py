"""The benchmark of crawling measures a crawl."""

from pathlib import Path

from benchmarks.crawl import Cost, measure


def test_a_crawl_is_measured(tmp_path: Path) -> None:
    cost = measure(pages_a_host=20, n_hosts=3, folder=tmp_path)
    assert cost.pages == 60
    assert cost.seconds > 0
    assert cost.cpu_s > 0
    assert max(cost.resident) > 10_000_000


def test_growth_compares_the_end_with_what_came_after_the_start() -> None:
    flat = Cost(1, 1.0, 1.0, (5, 9, 10, 10, 10, 10, 10, 10, 10, 10))
    growing = Cost(1, 1.0, 1.0, tuple(range(10, 30)))
    assert flat.growth == 1.0
    assert growing.growth > 1.5
