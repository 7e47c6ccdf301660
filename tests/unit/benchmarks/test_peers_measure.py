"""A tool in a process of its own: whatever it does to itself, the other pages are not lost."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.peers.measure import Launch, ToolUnusable, measure, worker_command
from benchmarks.peers.ours import ALL_TEXT
from dehusk.evaluate.truth import TruthPage, TruthSite

FAKE = Launch((sys.executable, "-m", "tests.unit.benchmarks.fake_worker"), limit_s=2.0)


def make_site(folder: Path, name: str, bodies: list[str]) -> TruthSite:
    pages = []
    for number, body in enumerate(bodies):
        path = folder / f"{name}-{number}.html"
        path.write_text(body)
        pages.append(TruthPage(f"{name}{number}", path, ""))
    return TruthSite("set", name, tuple(pages))


def test_pages_that_raise_hang_or_crash_cost_only_themselves(tmp_path: Path) -> None:
    sites = [
        make_site(tmp_path, "a", ["fine", "raise", "fine", "wait", "spin", "fine"]),
        make_site(tmp_path, "b", ["crash", "crash", "fine"]),
    ]
    seen: list[None] = []
    found = measure(FAKE, sites, lambda: seen.append(None))
    assert found.failures == {
        (0, "a1"): "ValueError: cannot read",
        (0, "a3"): "ended its process (time limit)",
        (0, "a4"): "ended its process (time limit)",
        (1, "b0"): "ended its process (exit -11)",
        (1, "b1"): "ended its process (exit -11)",
    }
    assert found.texts == {
        (number, name): f"text of {name}"
        for number, name in [(0, "a0"), (0, "a2"), (0, "a5"), (1, "b2")]
    }
    assert found.n_pages == len(seen) == 9


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
    with pytest.raises(ToolUnusable, match="missing"):
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
    texts = {
        tool: measure(Launch(worker_command(sys.executable, tool)), [site]).texts[0, "a1"]
        for tool in (ALL_TEXT, "dehusk", "dehusk:chunks")
    }
    assert texts[ALL_TEXT].split("\n") == ["every page says so", "number two"]
    assert texts["dehusk"].strip() == texts["dehusk:chunks"].strip() == "number two"
