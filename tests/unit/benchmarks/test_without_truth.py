"""Methods put through the evaluations that do without truth, and the tables of what is found."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.addressed import TOPICS, find_topic, has_topics, write_feed, write_topics
from benchmarks.without_truth import Corpus, Run, choose_gold, evaluate, make_tables, open_samples
from dehusk.evaluate.feed.items import read_feed
from dehusk.evaluate.findings import Figure, Findings
from dehusk.evaluate.truth import TruthPage, TruthSite

URL = "http://a.example/news/sports/x.html"


def make_site(name: str = "a", set_name: str = "big9", pages: int = 5) -> TruthSite:
    own = [
        TruthPage(str(n), Path(f"{n}.html"), f"One & two\n\x0bthree {n}", url=URL)
        for n in range(pages)
    ]
    return TruthSite(set_name, name, tuple(own))


def open_sample(folder: Path, pages: int) -> Corpus:
    """One of the sample sites; grouping would need many more pages."""
    samples = open_samples(folder / "samples", pages)
    pairs = zip(samples.sites, samples.mirrors, strict=True)
    ((site, mirror),) = [pair for pair in pairs if {one.name for one in pair} == {"news"}]
    return Corpus("sample", [site], [mirror], [])


def make_run(evaluation: str, method: str, *figures: tuple[str, float]) -> Run:
    found = tuple(Figure(name, value, "") for name, value in figures)
    return Run(evaluation, "sample", method, "news", Findings("", found))


def test_a_site_is_evaluated_and_its_figures_are_in_the_tables(tmp_path: Path) -> None:
    corpus = open_sample(tmp_path, pages=6)
    runs = list(evaluate(corpus, "chunks", tmp_path, jobs=1))
    assert [run.evaluation for run in runs] == ["inject", "mirror", "feed"]
    inject, mirrored, grouped, fed = make_tables(runs)
    assert ("found: everywhere", "1.000") in inject.rows
    assert ("pairs", "6") in mirrored.rows
    assert {cell for _, cell in grouped.rows} == {"–"}
    assert all("→" in cell for _, cell in fed.rows[1:])


def test_what_cannot_be_compared_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = replace(open_sample(tmp_path, pages=4), mirrors=())
    assert [run.evaluation for run in evaluate(corpus, "chunks", tmp_path, jobs=1)] == ["feed"]
    assert "4 distinct pages" in capsys.readouterr().err


def test_feeds_are_made_of_truth(tmp_path: Path) -> None:
    site = make_site(pages=1)
    (item,) = read_feed(write_feed([site], tmp_path / "feed.xml")).items
    assert item.link == URL
    assert item.text.split() == ["One", "&", "two", "three", "0"]
    nameless = replace(site, pages=(replace(site.pages[0], url=None),))
    (item,) = read_feed(write_feed([nameless], tmp_path / "feed.xml")).items
    assert item.link == "https://a.example/0"


def test_topics_are_those_of_addresses(tmp_path: Path) -> None:
    other = replace(make_site().pages[0], url="http://a.example/sports")
    site = replace(make_site(), pages=(make_site().pages[0], other))
    table = write_topics([site], tmp_path / "topics.jsonl").read_text()
    assert table == f'{{"url": "{URL}", "topic": "sport"}}\n'
    assert has_topics(site)
    assert not has_topics(replace(site, pages=(other,)))


def test_a_folder_names_one_topic() -> None:
    names = [name for folders in TOPICS.values() for name in folders]
    assert len(names) == len(set(names))
    assert find_topic("http://a.example/World/politics/x") == "world"


def test_gold_sites_are_spread_over_their_sets_and_small_ones_left_out() -> None:
    many = [make_site(f"{n:02}") for n in range(16)]
    docs = make_site("docs", "debian")
    small = make_site("small", "dragnet", pages=3)
    tiny = make_site("tiny", "dragnet", pages=2)
    corpus = choose_gold([*many, docs, small, tiny], most=4)
    assert [site.name for site in corpus.sites] == ["00", "04", "08", "12", "docs"]
    assert list(corpus.grouped) == [*many, small]


def test_tables_add_counts_and_take_the_mean_of_shares() -> None:
    runs = [
        make_run("feed", "chunks", ("matched", 2), ("recall before", 1.0), ("recall after", 0.5)),
        make_run("feed", "chunks", ("matched", 3), ("recall before", 0.5), ("recall after", 0.5)),
        make_run("mirror", "strings", ("alike before", 0.25), ("alike after", 1.0)),
    ]
    _, mirror, _, feed = make_tables(runs)
    assert feed.headings == ("", "sample chunks", "sample strings")
    assert feed.rows[0] == ("matched", "5", "–")
    assert feed.rows[1] == ("recall", ".750 → .500", "–")
    assert mirror.rows[-1] == ("news: alike", "–", ".250 → 1.000")
