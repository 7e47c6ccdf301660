import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from dehusk.evaluate.contest import Problem
from dehusk.evaluate.corpus import Corpus, describe_corpus
from dehusk.evaluate.report import Report, make_report
from dehusk.evaluate.show.as_html import write_html
from dehusk.evaluate.show.as_json import write_json
from dehusk.evaluate.show.as_markdown import write_markdown
from dehusk.evaluate.show.on_terminal import show_terminal
from dehusk.evaluate.truth import TruthPage, TruthSite
from tests.unit.evaluate.results import ENTRIES, make_outcome, make_truth

CORPUS = Corpus(2, 3, 8, "0123456789abcdef")
HOSTILE = "<script>alert(1)</script> **bold** [a](javascript:x) \x1b[31m"
MANY = {str(number): 0.5 + number / 100 for number in range(5)}


def make_one(ceiling: float = 1.0, lost: str = "") -> Report:
    outcomes = [
        make_outcome("news", "a", MANY, ceiling=ceiling),
        make_outcome("news", "b", {"1": 0.25}, ceiling=ceiling),
        make_outcome(
            "shops", "c", {"1": 0.75, "2": 0.0}, ceiling=ceiling, lost={"2": lost} if lost else {}
        ),
    ]
    truths = [
        make_truth("news", "a", *MANY),
        make_truth("news", "b", "1"),
        make_truth("shops", "c", "1", "2"),
    ]
    return make_report(CORPUS, truths, outcomes, n_worst=4)


def make_hostile() -> Report:
    report = make_one()
    wanted, kept = f"same {HOSTILE}", "same <img src=y>"
    page = replace(report.worst[0], id=HOSTILE, wanted=wanted, kept=kept)
    problem = Problem("set", HOSTILE, HOSTILE, HOSTILE)
    return replace(report, worst=(page,), problems=(problem,))


def show(report: Report, width: int = 200, *, with_diffs: bool = False) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    show_terminal(report, console, with_diffs=with_diffs)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


WAYS: list[Callable[[Report], str]] = [show, write_markdown, write_json, write_html]


class TagList(HTMLParser):
    """The tags and the text of a page, as a browser would see them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("way", WAYS)
def test_every_entry_and_set_is_shown_whatever_the_way(way: Callable[[Report], str]) -> None:
    shown = TagList(way(make_one())).text if way is write_html else way(make_one())
    for name in ("ceiling", "all text", ENTRIES[0], "news", "shops", CORPUS.digest):
        assert name in shown.replace("all\ntext", "all text")


@pytest.mark.parametrize("way", WAYS)
def test_the_same_report_is_the_same_text(way: Callable[[Report], str]) -> None:
    assert way(make_one()) == way(make_one())


@pytest.mark.parametrize("way", WAYS)
def test_a_low_ceiling_is_warned_of(way: Callable[[Report], str]) -> None:
    assert "at fault" not in way(make_one())
    shown = " ".join(way(make_one(ceiling=0.9)).split())
    assert "the ceiling of news is .900, below .970" in shown
    assert "over all sets" in shown


@pytest.mark.parametrize("way", WAYS)
def test_pages_that_were_lost_are_listed(way: Callable[[Report], str]) -> None:
    assert "could not be read" in way(make_one(lost="it could not be read"))


def test_texts_of_strangers_do_nothing_in_html() -> None:
    page = TagList(write_html(make_hostile()))
    assert not page.tags & {"script", "b", "a", "iframe"}
    assert "<script>alert(1)</script>" in page.text
    assert "<img src=y>" in page.text
    assert {"del", "ins", "img", "details"} <= page.tags


def test_html_loads_nothing_and_lets_nothing_in() -> None:
    html = unescape(write_html(make_hostile()))
    assert "default-src 'none'" in html
    assert re.findall(r'(?:src|href)="(?!data:image/svg)', html) == []


def test_texts_of_strangers_do_nothing_in_markdown() -> None:
    page = TagList(MarkdownIt("commonmark").render(write_markdown(make_hostile())))
    assert not page.tags & {"script", "a", "img"}
    assert "[a](javascript:x)" in page.text


def test_texts_of_strangers_do_not_steer_the_terminal() -> None:
    shown = show(make_hostile(), with_diffs=True)
    assert "\x1b" not in shown
    assert "same [-<script>" in shown
    assert "{+<img src=y>+}" in shown


@pytest.mark.parametrize("width", [80, 120, 200])
def test_tables_fit_the_terminal_and_no_number_is_cut(width: int) -> None:
    lines = show(make_one(), width).splitlines()
    assert max(map(len, lines)) <= width
    (row,) = [line for line in lines if line.startswith(" all text ")]
    assert "…" not in row.replace(" … ", " ")
    assert row.split()[2] == ".520"


def test_what_had_no_room_is_named() -> None:
    assert "no room for" in show(make_one(), 60)
    assert "no room for" not in show(make_one(), 200)


def test_the_reference_is_compared_with_everybody_else() -> None:
    report = make_one()
    assert report.reference == ENTRIES[0]
    assert {gain.entry: gain.difference for gain in report.gains} == {"all text": 0, ENTRIES[1]: 0}


def test_sites_that_could_be_learned_are_those_that_count() -> None:
    report = make_one()
    assert report.kind == "many"
    assert "Standings on sites with five scored pages or more: 1, with 5 pages" in show(report)


def test_json_names_the_parts_of_a_score() -> None:
    row = json.loads(write_json(make_one(lost="why")))
    (line,) = [
        line
        for line in row["lines"]
        if (line["entry"], line["set_name"], line["kind"]) == ("chunks", "shops", "any")
    ]
    assert line["figures"]["grams"] == {"precision": 0.375, "recall": 0.375, "f1": 0.375}
    assert row["worst"][0]["problem"] == "why"


def test_the_digest_changes_with_any_page(tmp_path: Path) -> None:
    path = tmp_path / "p.html"
    sites = [TruthSite("set", "site", (TruthPage("p", path, "text"),))]
    path.write_text("one")
    first = describe_corpus(sites)
    assert (first.sets, first.sites, first.pages) == (1, 1, 1)
    path.write_text("two")
    assert describe_corpus(sites).digest != first.digest
