"""A tool in a process of its own: whatever it does to itself, the other pages are not lost."""

import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.peers.growth import measure_growth
from benchmarks.peers.measure import ToolUnusable, measure
from benchmarks.peers.ours import ALL_TEXT
from benchmarks.peers.process import Launch, Limits, worker_command
from benchmarks.peers.tally import Measured
from dehusk.evaluate.truth import TruthPage, TruthSite
from examples import make_site as make_sample

LIMITS = Limits(start_s=30.0, learn_s=2.0, page_s=1.0, max_late=5)
FAKE = Launch((sys.executable, "-m", "tests.unit.benchmarks.fake_worker"), LIMITS)


def make_site(folder: Path, name: str, bodies: list[str]) -> TruthSite:
    pages = []
    for number, body in enumerate(bodies):
        path = folder / f"{name}-{number}.html"
        path.write_text(body)
        pages.append(TruthPage(f"{name}{number}", path, ""))
    return TruthSite("set", name, tuple(pages))


def test_pages_that_raise_hang_or_crash_cost_only_themselves(tmp_path: Path) -> None:
    sites = [
        make_site(tmp_path, "a", ["fine", "raise", "fine", "deaf", "spin", "fine"]),
        make_site(tmp_path, "b", ["crash", "crash", "fine"]),
    ]
    seen: list[None] = []
    found = measure(FAKE, sites, lambda: seen.append(None))
    assert found.failures == {
        (0, "a1"): "ValueError: cannot read",
        (0, "a3"): "ended its process (time limit)",
        (0, "a4"): "ended its process (time limit)",
        (1, "b0"): "ended its process (signal 11 (SIGSEGV))",
        (1, "b1"): "ended its process (signal 11 (SIGSEGV))",
    }
    assert found.texts == {
        (number, name): f"text of {name}"
        for number, name in [(0, "a0"), (0, "a2"), (0, "a5"), (1, "b2")]
    }
    assert found.n_pages == len(seen) == 9


@pytest.mark.parametrize("body", ["stopped", "deaf", "fork"])
def test_a_tool_that_no_signal_of_its_own_ends_is_ended(tmp_path: Path, body: str) -> None:
    start = time.monotonic()
    found = measure(FAKE, [make_site(tmp_path, "a", [body, "fine"])])
    assert time.monotonic() - start < 20
    assert found.failures == {(0, "a0"): "ended its process (time limit)"}
    assert list(found.texts) == [(0, "a1")]


def test_learning_has_one_limit_however_many_pages_there_are(tmp_path: Path) -> None:
    start = time.monotonic()
    found = measure(FAKE, [make_site(tmp_path, "a", ["hangs learning"] + ["fine"] * 29)])
    assert time.monotonic() - start < 20
    assert len(found.failures) == 30


def test_a_tool_that_is_late_too_often_is_given_up(tmp_path: Path) -> None:
    launch = replace(FAKE, limits=replace(LIMITS, max_late=1))
    with pytest.raises(ToolUnusable, match="given up after 2 time limits"):
        measure(launch, [make_site(tmp_path, "a", ["fine", "wait", "wait", "wait"])])


def test_all_of_it_ends_in_time(tmp_path: Path) -> None:
    launch = Launch(FAKE.command, ends_at=time.monotonic() + 6)
    with pytest.raises(ToolUnusable, match="out of time with 1 of 3 pages done"):
        measure(launch, [make_site(tmp_path, "a", ["fine", "wait", "fine"])])
    assert launch.ends_at <= time.monotonic() < launch.ends_at + 5


def test_a_tool_killed_before_its_first_line_gets_another_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KILLS", str(tmp_path / "kills"))
    site = make_site(tmp_path, "a", ["crash", "fine"])
    (tmp_path / "kills").mkdir()
    (tmp_path / "kills" / "1").touch()
    assert list(measure(FAKE, [site]).texts) == [(0, "a1")]
    (tmp_path / "kills" / "1").touch()
    (tmp_path / "kills" / "2").touch()
    with pytest.raises(ToolUnusable, match=r"signal 9 \(SIGKILL\) before its first line, twice"):
        measure(FAKE, [site])


def test_growth_tells_of_pages_that_failed(tmp_path: Path) -> None:
    sites = [
        make_site(tmp_path, "a", ["work"]),
        make_site(tmp_path, "b", ["work", "raise"]),
        make_site(tmp_path, "c", ["work"] * 3),
    ]
    launch = replace(FAKE, limits=replace(LIMITS, max_late=0))
    fine, failed, last = measure_growth(launch, sites, lambda: None)
    assert (fine.n_failed, fine.problem) == (last.n_failed, last.problem) == (0, None)
    assert (failed.n_failed, failed.problem) == (1, "ValueError: cannot read")
    (hung,) = measure_growth(launch, [make_site(tmp_path, "d", ["fine", "wait"])], lambda: None)
    assert (hung.seconds, hung.problem) == (None, "given up after 1 time limits")


@pytest.mark.parametrize(
    ("taken", "wanted"),
    [([0.9, 3.0, 0.4, 3.5], [0.4, 3.0]), ([5.0, 9.0], [5.0, 9.0])],
    ids=["fast", "slow"],
)
def test_fast_tools_do_all_sizes_twice_and_the_better_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: list[float], wanted: list[float]
) -> None:
    seconds = iter(taken)

    def pretend(_launch: Launch, sites: list[TruthSite], *_: object) -> Measured:
        texts = {(0, page.id): "" for page in sites[0].pages}
        return Measured("1", "3", texts, {}, next(seconds), 1.0)

    monkeypatch.setattr("benchmarks.peers.growth.measure", pretend)
    sites = [make_site(tmp_path, name, ["fine"]) for name in "ab"]
    assert [grown.seconds for grown in measure_growth(FAKE, sites, lambda: None)] == wanted
    assert next(seconds, None) is None


def test_a_site_that_cannot_be_learned_costs_only_itself(tmp_path: Path) -> None:
    sites = [
        make_site(tmp_path, "a", ["fine", "fatal to learn from"]),
        make_site(tmp_path, "b", ["unlearnable", "fine"]),
        make_site(tmp_path, "c", ["fine"]),
    ]
    found = measure(FAKE, sites)
    assert found.failures == {
        (0, "a0"): "ended its process (exit 3)",
        (0, "a1"): "ended its process (exit 3)",
        (1, "b0"): "ValueError: cannot learn",
        (1, "b1"): "ValueError: cannot learn",
    }
    assert list(found.texts) == [(2, "c0")]


def test_seconds_are_those_of_all_pages_and_not_of_the_start(tmp_path: Path) -> None:
    found = measure(FAKE, [make_site(tmp_path, "a", ["work"] * 50)])
    assert 0.1 <= found.seconds < 0.5


def test_tools_are_told_the_addresses_of_pages(tmp_path: Path) -> None:
    site = make_site(tmp_path, "a", ["fine", "fine"])
    pages = tuple(replace(page, url=f"u/{page.id}") for page in site.pages)
    found = measure(FAKE, [replace(site, pages=pages)])
    assert found.texts == {(0, "a0"): "text of u/a0", (0, "a1"): "text of u/a1"}


def test_a_tool_that_does_not_start_says_why(tmp_path: Path) -> None:
    site = make_site(tmp_path, "a", ["fine"])
    with pytest.raises(ToolUnusable, match="KeyError: 'no such tool'"):
        measure(Launch(worker_command(sys.executable, "no such tool")), [site])
    with pytest.raises(ToolUnusable, match="no interpreter"):
        measure(Launch(worker_command(tmp_path / "missing", "fake")), [site])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is told otherwise here")
def test_the_memory_of_whoever_starts_a_tool_is_not_the_tools(tmp_path: Path) -> None:
    ours = b"x" * 300_000_000
    found = measure(FAKE, [make_site(tmp_path, "a", ["fine"])])
    assert 5 < found.peak_mib < 200, len(ours)


def test_dehusk_learns_what_the_pages_of_a_site_share(tmp_path: Path) -> None:
    shared = "<div>every page says so</div>"
    bodies = [f"{shared}<div>number {word}</div>" for word in "one two three four five".split()]
    site = make_site(tmp_path, "a", bodies)
    texts = {tool: measure_page(tool, site) for tool in (ALL_TEXT, "dehusk:chunks")}
    assert texts[ALL_TEXT].split("\n") == ["every page says so", "number two"]
    assert texts["dehusk:chunks"].strip() == "number two"


def test_dehusk_by_itself_is_its_default_method(tmp_path: Path) -> None:
    pages = list(make_sample("news", 8))
    site = make_site(tmp_path, "a", [page.html.decode() for page in pages])
    tools = ("dehusk", "dehusk:site", "dehusk run", "dehusk:chunks")
    *same, other = (measure_page(tool, site).strip() for tool in tools)
    assert same[0] == same[1] == same[2] != other


def measure_page(tool: str, site: TruthSite) -> str:
    """What a tool of ours makes of the second page of a site."""
    return measure(Launch(worker_command(sys.executable, tool)), [site]).texts[0, "a1"]
