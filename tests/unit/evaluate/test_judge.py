import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dehusk.errors import BadTruth
from dehusk.evaluate.contest import ALL_TEXT, CEILING, Choice, Outcome, choose_entries
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.in_processes import judge_sites
from dehusk.evaluate.judge import Rules, judge_site
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.predictions import read_predictions
from dehusk.evaluate.summary import (
    ANY,
    FEW,
    MANY,
    SINGLE,
    Line,
    compare,
    site_score,
    summarize,
)
from dehusk.evaluate.truth import ALL_SETS, SINGLES, TruthSite, open_truth
from dehusk.run.local import Job
from examples import write_site

RULES = Rules(choose_entries([], []))


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[TruthSite]]:
    folder = tmp_path_factory.mktemp("truth") / "set"
    write_site("news", folder / "news", pages=12)
    write_site("shop", folder / "shop", pages=3)
    write_site("blog", folder / SINGLES, pages=2)
    with open_truth([folder]) as found:
        yield split_singles(found)


@pytest.fixture(scope="module")
def outcomes(sites: list[TruthSite]) -> list[Outcome]:
    return [judge_site(site, RULES, Job()) for site in sites]


def get_lines(outcomes: list[Outcome]) -> dict[tuple[str, str, str], Line]:
    lines = summarize([result for outcome in outcomes for result in outcome.results])
    return {(line.entry, line.set_name, line.kind): line for line in lines}


def test_an_entry_may_learn_from_fewer_pages_than_there_are(sites: list[TruthSite]) -> None:
    (entry,) = choose_entries([Choice("chunks")], [])
    entries = [entry, *(replace(entry, name=str(n), most_pages=n) for n in (1, 4, 99))]
    news = next(site for site in sites if site.name == "news")
    *_, whole, one, four, all_of_them = judge_site(news, Rules(entries), Job()).results
    learned_from = [result.learned_from for result in (whole, one, four, all_of_them)]
    assert learned_from == [12, 1, 4, 12]
    assert len(one.pages) == len(four.pages) == len(news.scored)
    assert site_score(one).f1 < site_score(four).f1 <= site_score(whole).f1
    assert site_score(all_of_them) == site_score(whole)


def test_learning_does_better_than_all_text_and_worse_than_the_ceiling(
    outcomes: list[Outcome],
) -> None:
    lines = get_lines(outcomes)
    f1 = {
        entry: lines[entry, "set", MANY].figures.grams.f1 for entry in (ALL_TEXT, "chunks", CEILING)
    }
    assert f1[ALL_TEXT] + 0.05 < f1["chunks"] < f1[CEILING]
    assert f1[CEILING] == pytest.approx(1, abs=0.002)


def test_the_ceiling_chooses_exactly_the_true_leaves(outcomes: list[Outcome]) -> None:
    figures = get_lines(outcomes)[CEILING, ALL_SETS, ANY].figures
    assert figures.leaves == Score(1, 1, 1)
    assert figures.blocks == Score(1, 1, 1)
    assert figures.template == figures.noise
    assert figures.noise_found == figures.template_found == 1


def test_all_text_finds_no_template(outcomes: list[Outcome]) -> None:
    figures = get_lines(outcomes)[ALL_TEXT, ALL_SETS, ANY].figures
    assert figures.template == figures.noise_found == figures.template_found == 0
    assert figures.leaves is not None
    assert figures.leaves.recall == 1


def test_sites_are_told_apart_by_how_many_pages_they_have(outcomes: list[Outcome]) -> None:
    lines = get_lines(outcomes)
    counts = {kind: lines["chunks", "set", kind].figures.sites for kind in (MANY, FEW, SINGLE, ANY)}
    assert counts == {MANY: 1, FEW: 1, SINGLE: 2, ANY: 4}


def test_a_page_alone_is_learned_from_itself_only(outcomes: list[Outcome]) -> None:
    singles = [r for o in outcomes for r in o.results if r.site.startswith(SINGLES)]
    assert {r.learned_from for r in singles if r.entry == "chunks"} == {1}


def test_means_are_taken_page_by_page_then_site_by_site(outcomes: list[Outcome]) -> None:
    results = [r for o in outcomes for r in o.results if r.entry == "chunks"]
    figures = get_lines(outcomes)["chunks", ALL_SETS, ANY].figures
    by_site = [sum(p.grams.f1 for p in r.pages) / len(r.pages) for r in results]
    assert figures.grams.f1 == pytest.approx(sum(by_site) / len(by_site))
    assert figures.over_pages != pytest.approx(figures.grams.f1, abs=1e-6)


def test_a_difference_is_taken_on_the_same_sites(outcomes: list[Outcome]) -> None:
    results = [result for outcome in outcomes for result in outcome.results]
    difference, interval = compare(results, "chunks", ALL_TEXT)
    by_site = {(r.site, r.entry): site_score(r).f1 for r in results}
    sites = {r.site for r in results}
    expected = [by_site[site, "chunks"] - by_site[site, ALL_TEXT] for site in sites]
    assert difference == pytest.approx(sum(expected) / len(expected))
    assert interval is None
    assert compare(results, "chunks", "chunks")[0] == 0


def test_any_number_of_processes_gives_the_same(
    sites: list[TruthSite], outcomes: list[Outcome]
) -> None:
    def forget_time(found: list[Outcome]) -> list[object]:
        return [(r.site, r.entry, r.pages, r.shares) for o in found for r in o.results]

    assert forget_time(list(judge_sites(sites, RULES, Job(jobs=2)))) == forget_time(outcomes)


def test_a_page_that_cannot_be_taken_scores_nothing_and_is_named(tmp_path: Path) -> None:
    write_site("news", tmp_path / "news", pages=6)
    page = min((tmp_path / "news" / "pages").iterdir())
    page.write_bytes(b"%PDF-1.4 \x00\x01\x02")
    with open_truth([tmp_path]) as (site,):
        outcome = judge_site(site, RULES, Job())
    (problem,) = outcome.problems
    assert problem.page == page.stem
    for result in outcome.results:
        assert len(result.pages) == 6
        (lost,) = [one for one in result.pages if one.id == page.stem]
        assert lost.grams.f1 == 0


def test_texts_of_other_tools_stand_beside_ours(sites: list[TruthSite], tmp_path: Path) -> None:
    rows = [
        {"set": "set", "site": site.name.partition("/")[0], "id": page.id, "text": page.text}
        for site in sites
        for page in site.pages
    ]
    path = tmp_path / "perfect.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    rules = Rules((), {"perfect": read_predictions(path, sites)})
    results = [r for site in sites for r in judge_site(site, rules, Job()).results]
    assert {site_score(r).f1 for r in results if r.entry == "perfect"} == {1}
    missing = Rules((), {"silent": {}})
    results = [r for site in sites for r in judge_site(site, missing, Job()).results]
    assert {site_score(r).f1 for r in results if r.entry == "silent"} == {0}


def test_a_text_of_an_unknown_page_names_the_row(sites: list[TruthSite], tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('\n{"set": "set", "site": "news", "id": "nobody", "text": "x"}')
    with pytest.raises(BadTruth, match=r"row 2: there is no page 'nobody' of the site 'news'"):
        read_predictions(path, sites)
    path.write_text('{"set": "set", "site": "news", "id": "nobody"}')
    with pytest.raises(BadTruth, match="row 1: it needs set, site, id, text as texts"):
        read_predictions(path, sites)
