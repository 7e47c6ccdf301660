"""From texts to scores, and on to figures and a table."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.peers.growth import Grown
from benchmarks.peers.machine import Commit, Machine, describe_commit, describe_machine
from benchmarks.peers.process import ROOT
from benchmarks.peers.report import Corpus, Missing, Outcome, Setting, to_state
from benchmarks.peers.scores import list_groups, score_tools
from benchmarks.peers.table import format_table, list_ratios
from benchmarks.peers.tally import Measured
from benchmarks.peers.tools import PEERS
from dehusk.evaluate.truth import TruthPage, TruthSite

GROWTH = (
    Grown(10, 1.0),
    Grown(20, 2.5),
    Grown(40, 0.5, 30, "ValueError: no"),
    Grown(80, None, 0, "out of time"),
)
ONE, TWO = "one two three four five", "six seven eight nine ten"


def make_page(name: str, text: str, comments: str = "", *, is_scored: bool = True) -> TruthPage:
    return TruthPage(name, Path(name), text, comments, is_scored=is_scored)


def make_site(*pages: TruthPage, optional: tuple[str, ...] = ()) -> TruthSite:
    return TruthSite("set", "site", pages, optional)


def make_large_site(n_pages: int) -> TruthSite:
    return make_site(*(make_page(str(number), ONE) for number in range(n_pages)))


def score(site: TruthSite, texts: dict[str, str]) -> float:
    given = {(0, name): text for name, text in texts.items()}
    return score_tools([site], {"tool": given})["tool"][0].f1


def test_a_page_without_text_scores_nothing() -> None:
    site = make_site(make_page("a", ONE), make_page("b", TWO))
    assert score(site, {"a": ONE, "b": TWO}) == 1
    assert score(site, {"a": ONE}) == 0.5


def test_context_pages_are_not_scored() -> None:
    site = make_site(make_page("a", ONE), make_page("b", "", is_scored=False))
    assert score(site, {"a": ONE, "b": TWO}) == 1


def test_comments_may_be_kept_and_optional_lines_missing() -> None:
    plain = make_site(make_page("a", f"{ONE}\n{TWO}"))
    spared = make_site(make_page("a", f"{ONE}\n{TWO}", "so they said once"), optional=(TWO,))
    # The run of words where two lines meet is of neither.
    kept = f"{ONE} six seven eight\nso they said once"
    assert score(plain, {"a": kept}) < score(spared, {"a": kept})
    assert score(make_site(make_page("a", ONE, TWO)), {"a": ONE}) == 1


def test_a_group_is_the_mean_of_sites_whatever_their_size() -> None:
    large, small = make_large_site(9), make_large_site(5)
    texts = {(1, page.id): ONE for page in small.pages}
    state = make_state({"trafilatura": (texts, 1.0)}, [large, small])
    figures = state["tools"][0]["scores"]["set"]
    assert (figures["sites"], figures["f1"]) == (2, 0.5)


def make_state(
    tools: dict[str, tuple[dict[tuple[int, str], str], float]], sites: list[TruthSite]
) -> dict[str, Any]:
    corpus = Corpus("gold", sites, list_groups(sites, ["set"]), is_part=True, digest="d1e5")
    scores = score_tools(sites, {name: texts for name, (texts, _) in tools.items()})
    outcomes = [
        Outcome(
            PEERS[name],
            Measured(
                "1.0", "3.12.0", texts, {(0, "gone"): "ValueError: no"}, seconds, 50 / seconds
            ),
            GROWTH,
            scores[name],
        )
        for name, (texts, seconds) in tools.items()
    ]
    machine = Machine("a cpu", 2, 8.0, "Linux x86_64", "3.11.0")
    setting = Setting(corpus, "2026-01-31", machine, Commit("abc", is_modified=True))
    return to_state(setting, outcomes, [Missing(PEERS["deboiler"], "signal 9")])


def test_speed_and_memory_are_told_as_ratios_to_trafilatura_of_the_same_run() -> None:
    site = make_site(make_page("a", ONE), make_page("gone", TWO))
    texts = {(0, "a"): ONE}
    state = make_state({"trafilatura": (texts, 4.0), "resiliparse": (texts, 0.5)}, [site])
    state = json.loads(json.dumps(state))
    first, second = state["tools"]
    assert (first["speed_ratio"], second["speed_ratio"]) == (1.0, 8.0)
    assert (first["memory_ratio"], second["memory_ratio"]) == (1.0, 8.0)
    assert (second["pages_per_s"], second["peak_mib"]) == (4.0, 100.0)
    assert second["failed_pages"] == 1
    assert second["failures"] == [
        {"set": "set", "site": "site", "page": "gone", "reason": "ValueError: no"}
    ]


def test_a_result_says_what_it_was_made_on_with_what() -> None:
    state = make_state({"jusText": ({}, 1.0)}, [make_large_site(5)])
    assert (state["yardstick"], state["date"]) == ("trafilatura", "2026-01-31")
    assert state["commit"] == {"id": "abc", "is_modified": True}
    assert state["corpus"]["digest"] == "d1e5"
    (tool,) = state["tools"]
    assert (tool["python"], tool["package_version"]) == ("3.12.0", "1.0")
    assert "stop words" in tool["options"]


def test_a_tool_that_was_not_measured_is_in_the_result_with_the_reason() -> None:
    state = make_state({"jusText": ({}, 1.0)}, [make_large_site(5)])
    (missing,) = state["not_measured"]
    assert (missing["name"], missing["reason"]) == ("deboiler", "signal 9")
    assert format_table(state).endswith("\n\ndeboiler not measured: signal 9")
    nothing = format_table({**state, "tools": []})
    assert nothing.endswith("sites, a fixed part of them\n\ndeboiler not measured: signal 9")


def test_quality_is_beside_that_of_trafilatura() -> None:
    site = make_large_site(5)
    texts = {(0, page.id): ONE for page in site.pages}
    some = {key: text for key, text in texts.items() if key[1] != "0"}
    state = make_state({"trafilatura": (texts, 1.0), "jusText": (some, 1.0)}, [site])
    assert state["tools"][1]["f1_differences"] == {"set": pytest.approx(-0.2)}
    rows = [line.split() for line in format_table(state).splitlines()]
    assert ["trafilatura", "1.000", "+0.000"] in rows
    assert ["jusText", "0.800", "-0.200"] in rows


def test_without_trafilatura_there_are_no_ratios() -> None:
    site = make_large_site(5)
    texts = {(0, page.id): ONE for page in site.pages}
    state = make_state({"jusText": (texts, 1.0)}, [site])
    assert state["tools"][0]["speed_ratio"] is None
    quality, cost = [line for line in format_table(state).splitlines() if "jusText  " in line]
    assert quality.split() == ["jusText", "1.000", "-"]
    costs = ["-", "6", "-", "50", "1", "1.00", "2.50", "failed", "-", "2.50", "-", "-"]
    assert cost.split() == ["jusText", *costs]


def test_a_tool_that_fails_while_growing_does_not_look_fast() -> None:
    state = make_state({"jusText": ({}, 1.0)}, [make_large_site(5)])
    growth = state["tools"][0]["growth"]
    assert [size["failed_pages"] for size in growth] == [0, 0, 30, 0]
    assert list_ratios(growth) == [2.5, None, None]
    table = format_table(state)
    assert "jusText, growing site of 40 pages: 30 failed, the first by ValueError: no" in table
    assert "jusText, growing site of 80 pages: not measured: out of time" in table


def test_columns_of_the_same_sites_are_shown_once() -> None:
    sites = [make_large_site(5), make_large_site(2)]
    assert [group.name for group in list_groups(sites, ["set"])] == ["set", "few pages"]
    assert [group.name for group in list_groups(sites, [])] == ["all sites", "few pages"]


def test_machine_and_commit_name_nobody(tmp_path: Path) -> None:
    machine = describe_machine()
    assert machine.cores >= 1
    assert machine.ram_gib > 0
    assert str(Path.home()) not in repr(machine)
    assert describe_commit(tmp_path) is None


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_the_commit_is_told() -> None:
    commit = describe_commit(ROOT)
    assert commit is not None
    assert len(commit.id) == 40
