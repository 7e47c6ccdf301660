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
    known = os.environ.get("PYTHONPATH", "")
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [str(package), known]))}


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
    listed = " ".join(run(environment, "run", "--help").stdout.split())
    assert ", deadly. " in listed
    unknown = run(environment, "run", pages, "-o", "-", "--method", "x").stderr
    assert unknown.endswith(", deadly\n")


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


DEADLY = ("--method", "deadly", "--set", "containers=div")


@pytest.fixture
def two_sites(tmp_path: Path) -> Path:
    """Pages of two sites about two topics; one page of the second ends its process."""
    table = tmp_path / "pages.jsonl"
    with table.open("w", encoding="utf-8") as file:
        for site in ("good.example", "bad.example"):
            for number in range(20):
                topic = ("tea", "rum")[number % 2]
                end = "<div>END ME</div>" if site == "bad.example" and number == 7 else ""
                html = f"<div>Menu</div><div>All of {topic} and tale {number}</div>{end}"
                url = f"https://{site}/{topic}/{number}"
                file.write(json.dumps({"url": url, "html": html}) + "\n")
    return table


def read_findings(path: Path) -> tuple[dict[str, float], list[str]]:
    findings = json.loads(path.read_text(encoding="utf-8"))
    return {one["name"]: one["value"] for one in findings["figures"]}, findings["failures"]


def test_a_site_that_ends_its_process_costs_a_grouping_only_itself(
    environment: dict[str, str], two_sites: Path, tmp_path: Path
) -> None:
    out = tmp_path / "findings.json"
    done = run(environment, "evaluate", "grouping", two_sites, "--json", out, *DEADLY)
    assert done.returncode == 0, done.stderr
    figures, failures = read_findings(out)
    assert (figures["sites"], figures["pages"]) == (1, 20)
    assert "bad.example: its pages ended the process working on them" in failures


def test_a_page_outside_the_sample_that_ends_its_process_costs_a_feed_only_itself(
    environment: dict[str, str], tmp_path: Path
) -> None:
    links = [f"https://a.example/{number}" for number in range(400)]
    items = [f"<item><link>{link}</link><description>Tale</description></item>" for link in links]
    feed, out, table = (tmp_path / name for name in ("feed.xml", "out.json", "pages.jsonl"))
    feed.write_text(f"<rss version='2.0'><channel>{''.join(items)}</channel></rss>")
    with table.open("w", encoding="utf-8") as file:
        for number, link in enumerate(links):
            # By the hash of its address the second page is not in the sample.
            end = "<div>END ME</div>" if number == 1 else ""
            html = f"<div>Menu</div><div>Tale {number}</div>{end}"
            file.write(json.dumps({"url": link, "html": html}) + "\n")
    done = run(environment, "evaluate", "feed", feed, table, "--json", out, *DEADLY)
    assert done.returncode == 0, done.stderr
    figures, failures = read_findings(out)
    assert (figures["items"], figures["matched"], figures["unread"]) == (400, 399, 1)
    assert not failures


def test_a_page_that_ends_its_process_is_told_beside_the_curves(
    environment: dict[str, str], tmp_path: Path
) -> None:
    for site in ("good", "bad"):
        pages = tmp_path / "truth" / site / "pages"
        pages.mkdir(parents=True)
        rows = [{"id": str(n), "text": f"Tale {n}"} for n in range(6)]
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (pages.parent / "gold.jsonl").write_text(lines, encoding="utf-8")
        for n in range(6):
            end = "<div>END ME</div>" if site == "bad" and n == 3 else ""
            (pages / f"{n}.html").write_text(f"<div>Menu</div><div>Tale {n}</div>{end}")
    method = ("--method", "deadly:containers=div")
    done = run(environment, "evaluate", "curves", tmp_path / "truth", "-o", tmp_path / "c", *method)
    assert done.returncode == 0, done.stderr
    problem = "truth/bad: without 1 of its pages: the process working on it died"
    assert problem in done.stderr
    assert problem in (tmp_path / "c" / "index.html").read_text(encoding="utf-8")
    (told,) = json.loads((tmp_path / "c" / "curves.json").read_text(encoding="utf-8"))["problems"]
    assert told.startswith(problem)
