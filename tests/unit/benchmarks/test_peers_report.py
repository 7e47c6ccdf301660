"""From texts to scores, and on to figures and a table."""

import json
from pathlib import Path

import pytest

from benchmarks.peers.machine import Commit, Machine, describe_commit, describe_machine
from benchmarks.peers.measure import ROOT, Measured
from benchmarks.peers.report import Corpus, Outcome, format_table, list_ratios, to_state
from benchmarks.peers.scores import list_groups, score_tools
from benchmarks.peers.tools import PEERS
from dehusk.evaluate.truth import TruthPage, TruthSite

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
    figures = state["tools"][0]["scores"]["large sets"]  # type: ignore[index]
    assert (figures["sites"], figures["f1"]) == (2, 0.5)


def make_state(
    tools: dict[str, tuple[dict[tuple[int, str], str], float]], sites: list[TruthSite]
) -> dict[str, object]:
    corpus = Corpus("gold", sites, list_groups(sites, ["set"]), is_quick=True)
    scores = score_tools(sites, {name: texts for name, (texts, _) in tools.items()})
    outcomes = [
        Outcome(
            PEERS[name],
            Measured("1.0", texts, {(0, "gone"): "ValueError: no"}, seconds, 50.0),
            scores[name],
            {10: 1.0, 20: 2.5},
        )
        for name, (texts, seconds) in tools.items()
    ]
    machine = Machine("a cpu", 2, 8.0, "Linux x86_64", "3.11.0")
    return to_state(corpus, outcomes, machine, Commit("abc", is_modified=True))


def test_speed_is_told_as_a_ratio_to_trafilatura_of_the_same_run() -> None:
    site = make_site(make_page("a", ONE), make_page("gone", TWO))
    texts = {(0, "a"): ONE}
    state = make_state({"trafilatura": (texts, 4.0), "resiliparse": (texts, 0.5)}, [site])
    state = json.loads(json.dumps(state))
    first, second = state["tools"]
    assert (first["speed_ratio"], second["speed_ratio"]) == (1.0, 8.0)
    assert second["pages_per_s"] == 4.0
    assert second["failed_pages"] == 1
    assert second["failures"] == [
        {"set": "set", "site": "site", "page": "gone", "reason": "ValueError: no"}
    ]
    assert state["commit"] == {"id": "abc", "is_modified": True}


def test_without_trafilatura_speed_has_no_ratio() -> None:
    site = make_large_site(5)
    texts = {(0, page.id): ONE for page in site.pages}
    state = make_state({"jusText": (texts, 1.0)}, [site])
    assert state["tools"][0]["speed_ratio"] is None  # type: ignore[index]
    quality, cost = [line for line in format_table(state).splitlines() if "jusText" in line]
    assert quality.split() == ["jusText", "1.000", "1.000", "1.000"]
    assert cost.split() == ["jusText", "-", "6", "50", "1", "1.00", "2.50", "2.50"]


def test_growth_is_a_ratio_for_each_doubling() -> None:
    assert list_ratios([1.0, 2.0, 5.0]) == [2.0, 2.5]


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
