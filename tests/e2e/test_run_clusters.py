"""`dehusk run` tells of each page the cluster that `dehusk cluster` finds, however it is run."""

import json
import random
from pathlib import Path
from typing import Any

from examples import make_site
from tests.conftest import Run

SITE, N_PAGES = "shop", 30


def write_table(path: Path, seed: int) -> Path:
    """The pages of a sample site as JSONL, in an order of their own."""
    rows = [
        json.dumps({"url": page.url, "html": page.html.decode(errors="replace")})
        for page in make_site(SITE, N_PAGES)
    ]
    random.Random(seed).shuffle(rows)
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def run_rows(dehusk: Run, source: Path, *options: str) -> dict[str, dict[str, Any]]:
    """The rows of a run by URL, without what tells their line in the table."""
    done = dehusk("run", source, "-o", "-", *options)
    assert done.returncode == 0, done.stderr
    rows = {row["url"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert len(rows) == len(done.stdout.splitlines())
    for row in rows.values():
        del row["source"]
    return rows


def test_rows_are_the_same_for_any_order_and_any_number_of_workers(
    dehusk: Run, tmp_path: Path
) -> None:
    table, shuffled = (write_table(tmp_path / f"{seed}.jsonl", seed) for seed in (1, 2))
    assert table.read_bytes() != shuffled.read_bytes()
    rows = run_rows(dehusk, table, "--jobs", "1")
    assert len(rows) == N_PAGES
    assert run_rows(dehusk, table, "--jobs", "4") == rows
    assert run_rows(dehusk, shuffled, "--jobs", "4") == rows


def test_the_cluster_of_a_row_is_that_of_the_pages_listed(dehusk: Run, tmp_path: Path) -> None:
    table, shuffled = (write_table(tmp_path / f"{seed}.jsonl", seed) for seed in (1, 2))
    done = dehusk("cluster", shuffled, "-o", "found", "-q")
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "found" / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    listed = {row["url"]: row["cluster"] for row in map(json.loads, lines)}
    told = {url: row["cluster"] for url, row in run_rows(dehusk, table).items()}
    assert told == listed
    assert set(told.values()) == {"1", "2"}
