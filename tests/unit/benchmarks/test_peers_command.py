"""`python -m benchmarks.peers` on sample sites, without the peers' environment."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.peers.__main__ import choose_tools
from benchmarks.peers.compare import share_time
from benchmarks.peers.process import ROOT
from benchmarks.peers.tools import PEERS
from examples import SITES


def test_a_tool_that_is_not_there_is_told_in_the_results(tmp_path: Path) -> None:
    target = tmp_path / "figures.json"
    command = [sys.executable, "-m", "benchmarks.peers", "--quick", "--only", "all text", "jusText"]
    places = {"--gold": tmp_path, "--json": target, "--peers-python": tmp_path / "no"}
    done = subprocess.run(
        [*command, *(str(word) for option in places.items() for word in option)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "jusText not measured: no interpreter" in done.stderr
    assert "jusText not measured: no interpreter" in done.stdout
    assert "all text" in done.stdout
    state = json.loads(target.read_text())
    (tool,) = state["tools"]
    assert tool["name"] == "all text"
    assert tool["failed_pages"] == 0
    ((_, score),) = tool["scores"].items()
    assert score["sites"] == state["corpus"]["sites"] == len(SITES)
    assert 0.3 < score["f1"] < 1
    assert [size["pages"] for size in tool["growth"]] == [100, 200]
    assert [missing["name"] for missing in state["not_measured"]] == ["jusText"]
    assert str(ROOT) not in target.read_text()


def test_tools_are_all_text_the_peers_and_dehusk_with_each_method() -> None:
    names = [tool.name for tool in choose_tools(["chunks"], None)]
    assert names == ["all text", *PEERS, "dehusk", "dehusk:chunks", "dehusk run"]
    assert [tool.name for tool in choose_tools([], ["dehusk"])] == ["dehusk"]


def test_unknown_tools_are_refused_with_the_names_of_the_known() -> None:
    with pytest.raises(SystemExit, match=r"'trafi'.*trafilatura"):
        choose_tools([], ["trafi"])


def test_a_tool_leaves_the_others_time() -> None:
    now = time.monotonic()
    first, last = (share_time(now + 90, n_tools) - now for n_tools in (8, 1))
    assert first == pytest.approx(20, abs=1)
    assert last == pytest.approx(90, abs=1)
    assert share_time(now - 5, 3) < time.monotonic() + 1
