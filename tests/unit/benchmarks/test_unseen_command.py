"""`python -m benchmarks.unseen` on sample sites, with texts of a peer that need no environment."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.peers.process import ROOT
from dehusk.evaluate.corpus import describe_corpus
from dehusk.evaluate.truth import TruthSite
from tests.unit.evaluate.truths import make_truth


@pytest.fixture
def sites(tmp_path: Path) -> list[TruthSite]:
    return make_truth(tmp_path, "news", "shop", pages=6)


def run(tmp_path: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    places = {
        "--gold": tmp_path / "samples",
        "--peers-texts": tmp_path / "texts",
        "--peers-python": tmp_path / "no-python",
        "--json": tmp_path / "figures.json",
    }
    given = [str(word) for option in places.items() for word in option]
    return subprocess.run(
        [sys.executable, "-m", "benchmarks.unseen", *given, *options],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=240,
        check=False,
    )


def test_all_parts_are_measured_beside_the_peers(tmp_path: Path, sites: list[TruthSite]) -> None:
    folder = tmp_path / "texts" / describe_corpus(sites).digest
    folder.mkdir(parents=True)
    rows = [
        {"set": site.set_name, "site": site.name, "id": page.id, "text": page.text}
        for site in sites
        for page in site.pages
    ]
    (folder / "trafilatura.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = run(tmp_path, "--method", "chunks:threshold=0.4")
    assert done.returncode == 0, done.stderr
    for told in ("main: F1", "pages: F1 from", "alone: F1", "names scrambled", "not measured"):
        assert told in done.stdout
    state = json.loads((tmp_path / "figures.json").read_text())
    assert not state["is_folded"]
    assert str(tmp_path) not in json.dumps(state)
    scores = state["main"]["sets"][-1]["scores"]
    assert set(scores) == {"ceiling", "all text", "chunks, 25 pages", "trafilatura"}
    assert scores["trafilatura"]["f1"] == 1
    curve = state["pages"]["sets"][-1]["f1"]
    assert curve["25"] == curve["10"] == scores["chunks, 25 pages"]["f1"] > curve["1"]
    (alone,) = state["alone"]["sets"]
    assert alone["pages"] == 12
    assert alone["scores"]["trafilatura"]["f1"] == 1
    # The peer's interpreter is not there, so nothing is known of it without names.
    assert list(state["scrambled"]["sets"][-1]["losses"]) == ["chunks, 25 pages"]


@pytest.mark.usefixtures("sites")
def test_only_what_is_asked_for_is_measured(tmp_path: Path) -> None:
    done = run(tmp_path, "--method", "chunks", "--only", "pages")
    assert done.returncode == 0, done.stderr
    state = json.loads((tmp_path / "figures.json").read_text())
    assert not {"main", "alone", "scrambled"} & set(state)
    assert list(state["pages"]["sets"][-1]["f1"]) == ["1", "2", "3", "5", "10", "25"]


@pytest.mark.usefixtures("sites")
def test_parts_that_are_none_and_weights_that_are_missing_are_told(tmp_path: Path) -> None:
    done = run(tmp_path, "--only", "main,some")
    assert done.returncode == 2
    assert "of main, pages, alone, scrambled" in done.stderr
    done = run(tmp_path, "--weights", str(tmp_path))
    assert done.returncode == 1
    assert "no fold-0.npz" in done.stderr
