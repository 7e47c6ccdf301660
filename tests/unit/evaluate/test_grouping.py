"""Pages of three sample sites in one template: words show the topic, the template hides it."""

import csv
import json
import shutil
from html import escape
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from dehusk.errors import BadSetting, NoTopics
from dehusk.evaluate.findings import Findings
from dehusk.evaluate.grouping.agreement import expect_same_topic, measure_agreement
from dehusk.evaluate.grouping.comparison import GroupingSettings, evaluate_grouping
from dehusk.evaluate.grouping.topics import find_topics, split_folders
from dehusk.model import Extract
from dehusk.parse import Caps
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe
from examples import make_site
from tests.conftest import parse

TOPICS = ("news", "shop", "docs")
JOB = Job(Recipe("chunks"))


def list_lines(topic: str, page: int) -> list[str]:
    """A few lines of a page's truth: less than the template has."""
    sample = next(islice(make_site(topic, 20), page, None))
    return [line for line in sample.text.splitlines() if len(line) > 40][:3]


ASIDES = [line for topic in TOPICS for page in range(12, 16) for line in list_lines(topic, page)]


def write_page(topic: str, number: int) -> str:
    """The lines in the midst of teasers that are about anything."""
    rng = Random(f"{topic}{number}")
    content = "".join(f"<p>{escape(line)}</p>" for line in list_lines(topic, number))
    teasers = "".join(f"<section>{escape(line)}</section>" for line in rng.sample(ASIDES, 12))
    return f"<title>{number}</title><main>{content}</main><aside>{teasers}</aside>"


@pytest.fixture(scope="module")
def magazine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("magazine")
    for topic in TOPICS:
        (folder / topic).mkdir()
        for number in range(8):
            page = folder / topic / f"{number}.html"
            page.write_text(write_page(topic, number), encoding="utf-8")
    return folder


def figures(findings: Findings) -> dict[str, float]:
    return {figure.name: figure.value for figure in findings.figures}


def make_row(url: str | None, source: str = "page.html", canonical: str | None = None) -> Extract:
    return Extract(source, url, None, "site", None, None, "", canonical=canonical)


def test_clean_pages_group_by_topic_where_whole_ones_do_not(magazine: Path) -> None:
    found = figures(evaluate_grouping([str(magazine)], JOB))
    assert (found["sites"], found["pages"], found["topics"]) == (1, 24, 3)
    assert found["mutual information before"] < 0.3
    assert found["mutual information after"] > 0.9
    assert found["purity before"] < found["purity after"]
    assert found["nearest page before"] < found["nearest page after"]
    assert found["nearest page by chance"] == pytest.approx(7 / 23)


def test_a_table_says_the_same_as_the_folders_it_was_made_from(
    magazine: Path, tmp_path: Path
) -> None:
    table = tmp_path / "topics.jsonl"
    with table.open("w", encoding="utf-8") as file:
        for page in magazine.rglob("*.html"):
            source = page.relative_to(magazine).as_posix()
            file.write(json.dumps({"source": source, "topic": page.parent.name}) + "\n")
    by_table = evaluate_grouping([str(magazine)], JOB, GroupingSettings(topics=table))
    assert by_table == evaluate_grouping([str(magazine)], JOB)


def write_rows(path: Path, site: str, marker: str) -> Path:
    """The same pages as those of a site with a template of its own, too few for topics of one."""
    with path.open("w", encoding="utf-8") as file:
        for topic in TOPICS:
            for number in range(4) if site == "one.example" else range(4, 8):
                html = write_page(topic, number).replace("<section>", f"<section>{marker} ")
                url = f"https://{site}/{number}-{topic}.html"
                file.write(json.dumps({"url": url, "html": html}) + "\n")
    return path


@pytest.fixture
def two_sites(tmp_path: Path) -> list[str]:
    one = write_rows(tmp_path / "one.jsonl", "one.example", "Subscribe to the morning letter")
    two = write_rows(tmp_path / "two.jsonl", "two.example", "Advertisement by our partners")
    return [str(one), str(two)]


def test_topics_of_a_table_are_compared_across_sites(tmp_path: Path, two_sites: list[str]) -> None:
    table = tmp_path / "topics.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["url", "topic"])
        for topic in TOPICS:
            for number in range(8):
                site = "one" if number < 4 else "two"
                # Written as people write them: without www, with a slash.
                writer.writerow([f"http://www.{site}.example/{number}-{topic}.html/", topic])
    found = figures(evaluate_grouping(two_sites, JOB, GroupingSettings(topics=table)))
    assert "mutual information after" not in found
    assert found["all sites: mutual information before"] < 0.5
    assert found["all sites: mutual information after"] > 0.7
    assert found["all sites: nearest page after"] > found["all sites: nearest page before"]
    assert figures(evaluate_grouping(two_sites[::-1], JOB, GroupingSettings(topics=table))) == found


def test_failures_name_the_topics_that_are_mixed_up(tmp_path: Path) -> None:
    lines = list_lines("news", 0)
    for topic in ("left", "right"):
        (tmp_path / topic).mkdir()
        for number in range(5):
            words = " ".join(Random(f"{topic}{number}").sample(" ".join(lines).split(), 12))
            (tmp_path / topic / f"{number}.html").write_text(f"<p>{words}</p>", encoding="utf-8")
    findings = evaluate_grouping([str(tmp_path)], JOB)
    assert any(
        "of 5 pages on left read most like one on right once clean" in failure
        for failure in findings.failures
    )


def test_topics_that_cleaning_tells_apart_are_no_failures(magazine: Path) -> None:
    assert not evaluate_grouping([str(magazine)], JOB).failures


def test_a_page_that_cannot_be_read_is_counted(magazine: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(magazine, tmp_path / "magazine")
    (copy / "news" / "large.html").write_text("<p>" + "words " * 2000, encoding="utf-8")
    job = Job(caps=Caps(max_bytes=10_000))
    assert figures(evaluate_grouping([str(copy)], job))["unread"] == 1
    assert figures(evaluate_grouping([str(magazine)], job))["unread"] == 0


def test_chance_draws_from_the_pages_that_neighbours_are_sought_among() -> None:
    topics = ["tea"] * 6 + ["rum"] * 5 + ["tea"] * 5 + ["rum"] * 40
    sites = ["a"] * 11 + ["b"] * 45
    assert expect_same_topic(topics, sites) == pytest.approx((6 * 5 + 5 * 40) / (11 * 45))
    assert expect_same_topic(topics) == pytest.approx((11 * 10 + 45 * 44) / (56 * 55))


def test_every_figure_says_what_is_good(magazine: Path) -> None:
    findings = evaluate_grouping([str(magazine)], JOB)
    after = [figure for figure in findings.figures if figure.name.endswith("after")]
    assert len(after) == 3
    assert all("good if higher than before" in figure.meaning for figure in after)


def test_pages_without_topics_are_refused_with_a_way_out(
    tmp_path: Path, two_sites: list[str]
) -> None:
    with pytest.raises(NoTopics, match=r"at least 5 pages.*table.*topic"):
        evaluate_grouping(two_sites, JOB)
    table = tmp_path / "topics.jsonl"
    table.write_text('{"url": "https://three.example/", "topic": "tea"}\n', encoding="utf-8")
    with pytest.raises(NoTopics, match=r"none of the pages is in .*topics\.jsonl"):
        evaluate_grouping(two_sites, JOB, GroupingSettings(topics=table))
    table.write_text('{"url": "https://one.example/0-shop.html", "topic": "tea"}\n')
    with pytest.raises(NoTopics, match=r"two topics of at least 5 .* is tea \(1 pages\)"):
        evaluate_grouping(two_sites, JOB, GroupingSettings(topics=table))


def test_a_topic_of_one_page_is_refused() -> None:
    with pytest.raises(BadSetting, match="2 or more"):
        GroupingSettings(min_pages=1)


def test_topics_come_from_the_address_then_the_canonical_then_the_path() -> None:
    page = parse("<p>x</p>")
    rows = [
        make_row("https://a.example/tea/1.html", "rum/1.html"),
        make_row(None, "rum/2.html", "https://a.example/tea/2.html"),
        make_row(None, "rum/3.html"),
        make_row("https://a.example/2024/05/rum/page/4"),
    ]
    assert find_topics([page] * 4, rows, 2) == ["tea", "tea", "rum", "rum"]


def test_pages_in_one_folder_are_told_apart_by_their_declared_sections() -> None:
    pages = [
        parse(f'<meta property="article:section" content="{section}"><p>x</p>')
        for section in ("Tea", "Rum")
    ]
    rows = [make_row(f"https://a.example/blog/{number}") for number in range(2)]
    assert find_topics(pages, rows, 2) == ["Tea", "Rum"]


def test_a_few_pages_elsewhere_do_not_hide_the_folder_that_all_others_share() -> None:
    paths = [["en", "tea"], ["en", "tea"], ["en", "rum"], ["en", "rum"], ["en"], [], ["de", "tea"]]
    assert split_folders(paths, 2) == ["tea", "tea", "rum", "rum", None, None, None]


def test_texts_without_words_have_no_neighbours() -> None:
    found = measure_agreement(["", "…", "", ""], ["a", "a", "b", "b"])
    assert (found.mutual_information, found.same_topic) == (0, 0)
    assert set(found.neighbours) == {-1}


def test_a_neighbour_is_sought_apart() -> None:
    texts = ["red rose", "red rose", "red car"]
    assert measure_agreement(texts, ["a", "b", "c"]).neighbours[0] == 1
    assert measure_agreement(texts, ["a", "b", "c"], apart=["x", "x", "y"]).neighbours[0] == 2


def test_a_word_said_again_counts_less_than_another_word() -> None:
    texts = ["tea " * 3 + "rum gin ale", "tea " * 3 + "oak elm ash", "rum gin ale"]
    assert measure_agreement(texts, ["a", "b", "a"]).neighbours[0] == 2
