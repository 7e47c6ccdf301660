from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest

from dehusk.evaluate.contest import Entry, Problem
from dehusk.evaluate.curves.average import average_lines
from dehusk.evaluate.curves.by_pages import ALL, QualityByPages
from dehusk.evaluate.curves.by_purity import PURITY, QualityByPurity
from dehusk.evaluate.curves.by_sample import QualityBySample
from dehusk.evaluate.curves.by_setting import SWEEPS, QualityBySetting, Sweep
from dehusk.evaluate.curves.curve import LeftOut, Lines, Point, SiteLines
from dehusk.evaluate.curves.duration import TimeByPages, Work
from dehusk.evaluate.curves.kinds import displace, measure_purity
from dehusk.evaluate.curves.quality import Quality
from dehusk.evaluate.curves.trials import Trials, _take_time
from dehusk.evaluate.judge import Rules, judge_entry
from dehusk.evaluate.summary import site_score
from dehusk.learn import METHODS
from dehusk.run.pipeline import Recipe
from tests.unit.evaluate.truths import make_trials, make_truth

CHUNKS = (Entry("chunks", Recipe("chunks")),)
STRICT = (Entry("strict", Recipe("chunks", {"threshold": 0.6})),)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    return make_trials(tmp_path_factory.mktemp("shop"), "shop", pages=24)


def read(lines: Lines, name: str) -> dict[str, float]:
    return {point.key: point.y for point in lines[name]}


def site_lines(name: str, lines: Lines) -> SiteLines:
    return SiteLines("set", name, n_pages=20, n_scored=20, lines=lines)


def test_more_pages_find_more_template(shop: Trials) -> None:
    line = read(QualityBySample(CHUNKS, Quality.TEMPLATE_FOUND).measure(shop), "chunks")
    assert line["5%"] == 0.0
    assert line["5%"] < line["10%"] < line["100%"]


def test_more_pages_make_better_texts(shop: Trials) -> None:
    line = read(QualityByPages(CHUNKS).measure(shop), "chunks")
    assert list(line) == ["1", "2", "3", "5", "10", "20", ALL]
    assert line["1"] < line["2"] < line[ALL]


def test_all_pages_give_what_a_table_of_methods_gives(shop: Trials) -> None:
    line = read(QualityByPages(CHUNKS).measure(shop), "chunks")
    judged = judge_entry(shop.ground, CHUNKS[0], Rules(CHUNKS))
    assert line[ALL] == pytest.approx(site_score(judged).f1)


def test_a_higher_threshold_finds_less_template(shop: Trials) -> None:
    line = read(QualityBySetting(CHUNKS, SWEEPS[0]).measure(shop), "Template found")
    assert line["100%"] < line["10%"] <= line["5%"]


def test_a_sweep_keeps_the_other_settings_of_an_entry(shop: Trials) -> None:
    tables = Entry("tables", Recipe("chunks", {"containers": ("table",)}))
    lines = QualityBySetting((*CHUNKS, tables), SWEEPS[1]).measure(shop)
    assert read(lines, "tables: F1")["2"] != read(lines, "chunks: F1")["2"]


def test_entries_that_differ_only_in_the_swept_setting_are_one(shop: Trials) -> None:
    tables = Entry("chunks c=t threshold=3", Recipe("chunks", {"containers": ("table",)}))
    curve = QualityBySetting((*CHUNKS, *STRICT, tables), SWEEPS[1])
    lines = curve.measure(shop)
    assert list(lines) == [
        "chunks: F1",
        "chunks: Template found",
        "chunks c=t: F1",
        "chunks c=t: Template found",
    ]
    plot = curve.plot([site_lines("shop", lines)])
    assert not isinstance(plot, LeftOut)
    assert [series.group for series in plot.series] == ["chunks", "chunks", *["chunks c=t"] * 2]


def test_a_note_speaks_of_a_band_where_there_is_one() -> None:
    lines = {"chunks": [Point("1", 0, 0.5), Point("2", 1, 0.6)]}
    sites = [site_lines(str(number), lines) for number in range(5)]
    many = [site_lines(str(n), dict.fromkeys("abcd", lines["chunks"])) for n in range(5)]
    for measured, has_band in ((sites, True), (sites[:1], False), (many, False)):
        plot = QualityByPages(CHUNKS).plot(measured)
        assert not isinstance(plot, LeftOut)
        assert ("The band" in plot.note) == has_band


def test_a_page_that_cannot_be_read_scores_nothing(shop: Trials) -> None:
    problems = [Problem("set", "shop", "gone", "why")] * len(shop.ground.exhibits)
    half = Trials(replace(shop.ground, problems=problems))
    whole = shop.run(CHUNKS[0].recipe, 24).f1
    assert half.run(CHUNKS[0].recipe, 24).f1 == pytest.approx(whole / 2)


def test_the_best_of_three_times_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 5.0, 10.0, 12.0, 20.0, 29.0])
    monkeypatch.setattr("dehusk.evaluate.curves.trials.time.process_time", lambda: next(clock))
    assert _take_time(lambda: None) == 2.0
    assert not list(clock)


def test_a_sweep_of_a_method_that_is_not_asked_for_is_left_out() -> None:
    curve = QualityBySetting(CHUNKS, Sweep("other", "level", (1, 2), "levels"))
    assert not curve.choose([])
    left_out = curve.plot([])
    assert isinstance(left_out, LeftOut)
    assert left_out.why == "other is not among the methods"


def test_pure_clusters_are_better_than_mixed_ones(shop: Trials) -> None:
    lines = QualityByPurity(STRICT).measure(shop)
    line = read(lines, "strict")
    assert line["0%"] > line["50%"]
    assert line["0%"] > line["one cluster"]
    purity = read(lines, PURITY)
    assert purity["0%"] == 1.0
    assert purity["10%"] == pytest.approx(1 - 2 / 24)


def test_the_band_of_purity_is_of_the_distance_to_one_cluster() -> None:
    lines = [
        {
            PURITY: [Point("0%", 0, 1.0), Point("one", 1, 0.5)],
            "m": [Point("0%", 0, level + 0.1), Point("one", 1, level)],
        }
        for level in (0.2, 0.5, 0.5, 0.5, 0.8)
    ]
    plot = QualityByPurity(()).plot([site_lines(str(n), one) for n, one in enumerate(lines)])
    assert not isinstance(plot, LeftOut)
    (series,) = plot.series
    assert series.y == pytest.approx((0.6, 0.5))
    assert series.low == pytest.approx(series.y)
    assert series.high == pytest.approx(series.y)
    assert plot.ticks == ("0% (1.00)", "one (0.50)")


def test_a_site_without_kinds_is_left_out(tmp_path: Path) -> None:
    (news,) = make_truth(tmp_path, "news", pages=6)
    assert not QualityByPurity(CHUNKS).choose([news])


def test_displaced_pages_stay_displaced() -> None:
    kinds = {str(n): "odd" if n % 2 else "even" for n in range(20)}
    moved = [
        {key for key, name in displace(kinds, share).items() if name != kinds[key]}
        for share in (0.0, 0.1, 0.3, 0.5)
    ]
    assert [len(keys) for keys in moved] == [0, 2, 6, 10]
    assert all(fewer < more for fewer, more in pairwise(moved))


def test_purity_counts_the_most_frequent_kind_of_each_cluster() -> None:
    kinds = dict(zip("abcdef", "xxxyyy", strict=True))
    clusters = dict(zip("abcdef", "112222", strict=True))
    assert measure_purity(kinds, clusters) == pytest.approx(5 / 6)


def test_time_is_taken_of_as_many_pages_as_there_are(shop: Trials) -> None:
    for work in Work:
        line = read(TimeByPages(CHUNKS, work).measure(shop), "chunks")
        assert list(line) == ["5", "10", "20"]
        assert 0 < line["5"] < line["20"]


def test_a_mean_is_over_the_points_that_all_sites_have() -> None:
    long = {"m": [Point("1", 1, 0.5), Point("2", 2, 0.6), Point("3", 3, 0.7)]}
    short = {"m": [Point("1", 1, 0.1), Point("3", 3, 0.3)]}
    measured = [site_lines("b", long), site_lines("a", short)]
    (series,) = average_lines(measured)
    assert list(series.x) == [1, 3]
    assert list(series.y) == [fmean((0.5, 0.1)), fmean((0.7, 0.3))]
    assert average_lines(measured[::-1]) == (series,)


def test_every_sweep_is_of_settings_that_its_method_has_and_rises() -> None:
    for sweep in SWEEPS:
        assert list(sweep.values) == sorted(sweep.values)
        for value in sweep.values:
            METHODS.create(sweep.method, {sweep.setting: value})
    names = [QualityBySetting(CHUNKS, sweep).name for sweep in SWEEPS]
    assert len(set(names)) == len(names)
