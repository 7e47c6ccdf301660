import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dehusk.cluster import DEFAULT_CLUSTER_METHOD
from dehusk.evaluate.contest import Choice, choose_entries
from dehusk.evaluate.curves.by_pages import QualityByPages
from dehusk.evaluate.curves.curve import LeftOut, Point, SiteLines
from dehusk.evaluate.curves.large import choose_large
from dehusk.evaluate.curves.measure import Drawn, measure_curves, plot_curves
from dehusk.evaluate.curves.noise import MOST_BARS, ON_PAGE, NoiseBySite
from dehusk.evaluate.curves.pictures import write_pictures
from dehusk.evaluate.curves.settings import CurveSettings, list_curves
from dehusk.evaluate.plot import BARS, LINES, Plot
from dehusk.evaluate.truth import SINGLES, TruthPage, TruthSite
from dehusk.run.local import Job
from tests.unit.evaluate.truths import make_truth

PAGES = 8
METHODS = [Choice("chunks"), Choice("content-blocks")]
SETTINGS = CurveSettings(tuple(choose_entries(METHODS, [Choice(DEFAULT_CLUSTER_METHOD)])))
"""The methods that have sweeps: with all there are, every method would make these tests slower."""


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> list[TruthSite]:
    return make_truth(tmp_path_factory.mktemp("truth"), "shop", "docs", pages=PAGES)


@pytest.fixture(scope="module")
def drawn(sites: list[TruthSite]) -> Drawn:
    return draw(sites)


def draw(sites: Sequence[TruthSite]) -> Drawn:
    return plot_curves(list(measure_curves(sites, SETTINGS, Job())), SETTINGS)


def make_site(name: str, n_pages: int) -> TruthSite:
    pages = tuple(TruthPage(f"p{n}", Path(f"p{n}.html"), "text") for n in range(n_pages))
    return TruthSite("set", name, pages)


def without_times(drawn: Drawn) -> list[Plot]:
    return [plot for plot in drawn.plots if not plot.name.startswith("time-")]


def test_no_two_curves_have_the_same_name() -> None:
    names = [curve.name for curve in list_curves(CurveSettings())]
    assert len(set(names)) == len(names)


def test_every_curve_is_drawn_or_left_out_with_a_reason(drawn: Drawn) -> None:
    shown = [plot.name for plot in drawn.plots]
    excused = [one.name for one in drawn.left_out]
    assert sorted(shown + excused) == sorted(one.name for one in list_curves(SETTINGS))
    sweeps = ("strings-share", "tree-noise", "tree-pages")
    assert excused == [*(f"quality-by-{sweep}" for sweep in sweeps), "quality-by-purity"]
    assert "kinds" in drawn.left_out[-1].why
    assert all(f"2 sites with {PAGES} or more pages" in plot.note for plot in drawn.plots)


def test_curves_are_the_same_in_any_order_of_sites_and_pages(
    sites: list[TruthSite], drawn: Drawn
) -> None:
    mirrored = [replace(site, pages=site.pages[::-1]) for site in reversed(sites)]
    assert without_times(draw(mirrored)) == without_times(drawn)


def test_every_site_is_a_step_even_one_too_small_for_any_curve(tmp_path: Path) -> None:
    tiny = make_truth(tmp_path, "news", pages=2)
    (measured,) = measure_curves(tiny, SETTINGS, Job())
    assert measured.site == "news"
    assert not measured.curves
    nothing = plot_curves([measured], SETTINGS)
    assert not nothing.plots
    assert len(nothing.left_out) == len(list_curves(SETTINGS))


def test_a_site_that_finds_a_fault_is_told_and_costs_only_itself(
    sites: list[TruthSite], caplog: pytest.LogCaptureFixture
) -> None:
    broken = replace(sites[0], name="broken", pages=(*sites[0].pages, *sites[0].pages[:1]))
    broken = replace(broken, pages=tuple(replace(page, text=None) for page in broken.pages))  # type: ignore[arg-type]
    measured = list(measure_curves([broken, sites[1]], SETTINGS, Job()))
    assert [one.problem is None for one in measured] == [False, True]
    (problem,) = plot_curves(measured, SETTINGS).problems
    assert problem.startswith(f"{broken.set_name}/broken: not measured: ")


def test_sites_are_large_where_enough_of_them_are() -> None:
    large, small = [make_site(f"l{n}", 20) for n in range(5)], [make_site("s", 10)]
    assert choose_large([*large, *small]) == large
    assert choose_large([*large[1:], *small]) == [*large[1:], *small]
    assert choose_large([make_site("tiny", 4), make_site(SINGLES, 100)]) == []


def noise_lines(n_sites: int) -> list[SiteLines]:
    return [
        SiteLines(
            "set",
            f"site{n:03}",
            n_pages=5,
            n_scored=5,
            lines={ON_PAGE: [Point("", 0, 0.4)], "found": [Point("", 0, n / n_sites)]},
        )
        for n in range(n_sites)
    ]


def test_noise_is_shown_with_the_best_site_first_and_the_worst_named() -> None:
    plot = NoiseBySite(()).plot(noise_lines(4))
    assert isinstance(plot, Plot)
    assert plot.form == BARS
    assert plot.ticks == ("site003", "site002", "site001", "site000")
    assert plot.series[0].y == (0.75, 0.5, 0.25, 0.0)
    assert "Least is found on site000, site001, site002." in plot.note


def few_pages() -> SiteLines:
    line = [Point("1", 0, 0.5), Point("2", 1, 0.6), Point("all", 6, 0.7)]
    return SiteLines("set", "site", n_pages=2, n_scored=2, lines={"chunks": line})


def test_more_sites_than_can_be_named_become_lines() -> None:
    plot = NoiseBySite(()).plot(noise_lines(MOST_BARS + 1))
    assert isinstance(plot, Plot)
    assert plot.form == LINES
    assert all(list(one.y) == sorted(one.y, reverse=True) for one in plot.series)


def test_bars_are_counted_over_all_entries() -> None:
    sites = noise_lines(MOST_BARS // 2)
    third = {"other": [Point("", 0, 0.5)]}
    more = [replace(site, lines={**site.lines, **third}) for site in sites]
    forms = [NoiseBySite(()).plot(measured) for measured in (sites, more)]
    assert [plot.form for plot in forms if isinstance(plot, Plot)] == [BARS, LINES]


def test_steps_that_no_site_has_pages_for_leave_no_gap() -> None:
    plot = QualityByPages(()).plot([few_pages()])
    assert isinstance(plot, Plot)
    assert plot.ticks == ("1", "2", "all")
    assert plot.series[0].x == (0.0, 1.0, 2.0)


def test_pictures_numbers_and_pages_are_written(drawn: Drawn, tmp_path: Path) -> None:
    left_out = LeftOut("gone", "Gone & away", "there is none")
    one = Drawn(drawn.plots[:1], (left_out,), ("set/site: not measured",))
    write_pictures(one, tmp_path / "curves")
    name = one.plots[0].name
    assert {path.name for path in (tmp_path / "curves").iterdir()} == {
        f"{name}.svg",
        f"{name}.png",
        "index.html",
        "index.md",
        "curves.json",
    }
    page = (tmp_path / "curves" / "index.html").read_text(encoding="utf-8")
    assert f'<img src="{name}.svg"' in page
    assert "<strong>Gone &amp; away</strong> is left out: there is none." in page
    assert "set/site: not measured" in page
    markdown = (tmp_path / "curves" / "index.md").read_text(encoding="utf-8")
    assert f"({name}.png)" in markdown
    assert one.plots[0].note in markdown
    assert "set/site: not measured" in markdown
    numbers = json.loads((tmp_path / "curves" / "curves.json").read_text(encoding="utf-8"))
    assert tuple(numbers["plots"][0]["series"][0]["y"]) == one.plots[0].series[0].y
