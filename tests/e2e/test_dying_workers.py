"""Pages and methods that end the process working on them cost nobody else anything."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from examples import write_site

PLUGIN = '''
import os
from dataclasses import dataclass
from typing import ClassVar

from dehusk.learn.chunks import Chunks


@dataclass(frozen=True)
class Deadly(Chunks):
    """Chunks, but a page that says so ends the process."""

    name: ClassVar[str] = "deadly"
    when: str = "scoring"

    def learn(self, pages, site):
        if self.when == "learning":
            os._exit(9)
        return super().learn(pages, site)

    def cut_chunks(self, tree):
        if self.when == "scoring" and b"END ME" in tree.markup and len(self.containers) == 1:
            os._exit(9)
        return super().cut_chunks(tree)
'''


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment with a third party's package installed that adds a method."""
    package = tmp_path / "installed"
    (package / "deadly-1.0.dist-info").mkdir(parents=True)
    (package / "deadly.py").write_text(PLUGIN)
    info = package / "deadly-1.0.dist-info"
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[dehusk.methods]\ndeadly = deadly:Deadly\n")
    return os.environ | {"PYTHONPATH": str(package)}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Forty pages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:02}.html").write_text(f"<div>Menu</div><div>Tale {number}</div>")
    return folder


def run(environment: dict[str, str], *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dehusk", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=60, check=False
    )


def test_a_page_that_ends_its_process_is_rejected_and_its_batch_is_not(
    environment: dict[str, str], pages: Path, tmp_path: Path
) -> None:
    learned = run(
        environment, "learn", pages, "-o", tmp_path / "site.husk", "--method", "deadly",
        "--set", "containers=div",
    )  # fmt: skip
    assert learned.returncode == 0, learned.stderr
    (pages / "17.html").write_text("<div>END ME</div>")
    target = tmp_path / "out"
    done = run(environment, "extract", pages, "--site", tmp_path / "site.husk", "-o", target)
    assert done.returncode == 0, done.stderr
    assert "39 pages written" in done.stderr
    (row,) = map(json.loads, (target / "rejected.jsonl").read_text().splitlines())
    assert row["source"] == "17.html"
    assert "the process working on it died" in row["reason"]


def test_learning_that_ends_its_process_is_a_clear_error(
    environment: dict[str, str], pages: Path, tmp_path: Path
) -> None:
    options = ("--method", "deadly", "--set", "when=learning")
    done = run(environment, "run", pages, "-o", tmp_path / "out", *options)
    assert done.returncode == 1
    assert "nothing could be learned of pages: learning from them ended its process" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_third_partys_method_is_listed(environment: dict[str, str], pages: Path) -> None:
    assert "chunks, deadly" in run(environment, "run", "--help").stdout
    assert (
        "known: chunks, deadly" in run(environment, "run", pages, "-o", "-", "--method", "x").stderr
    )


def test_an_evaluation_loses_only_the_page_that_ends_its_process(
    environment: dict[str, str], tmp_path: Path
) -> None:
    write_site("news", tmp_path / "truth" / "news", pages=8)
    write_site("shop", tmp_path / "truth" / "shop", pages=6)
    deadly = min((tmp_path / "truth" / "news" / "pages").iterdir())
    deadly.write_bytes(deadly.read_bytes() + b"<p>END ME</p>")
    report = tmp_path / "report.json"
    method = "deadly:containers=div"
    done = run(environment, "evaluate", tmp_path / "truth", "--method", method, "--json", report)
    assert done.returncode == 0, done.stderr
    told = json.loads(report.read_text(encoding="utf-8"))
    assert [problem["page"] for problem in told["problems"]] == [deadly.stem]
    lost = {page["id"] for page in told["pages"] if page["grams"]["f1"] == 0}
    assert lost == {deadly.stem}
