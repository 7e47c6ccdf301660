"""Every gold site through `dehusk run`, as a user would, and the scorer's table for the result.

Beside it the table of all text, nothing removed: what learning is worth.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.corpus import (
    DEFAULT_GOLD,
    find_folder,
    list_refs,
    load_scorer,
    scratch_folder,
    unpack_gold,
)
from dehusk.evaluate.truth import TruthSite, open_truth
from dehusk.learn import DEFAULT_METHOD
from dehusk.run.pipeline import take_pages
from dehusk.write.text import render_whole

Row = dict[str, str]


def main() -> None:
    """Print both tables; fail if any site did not complete."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--method", default=DEFAULT_METHOD, help="the method to run")
    arguments = options.parse_args()
    scorer = load_scorer(arguments.gold)
    with scratch_folder() as scratch:
        folder = Path(scratch, "gold")
        unpack_gold(arguments.gold, folder)
        with open_truth([folder]) as sites:
            for name, rows in (
                ("all text", (row for site in sites for row in _read_all_text(site))),
                (arguments.method, (row for site in sites for row in _run(site, arguments.method))),
            ):
                predictions = Path(scratch, f"{name}.jsonl")
                _write_rows(rows, predictions)
                print(f"\n{name}", flush=True)
                scorer.main(["score", str(folder), str(predictions)])
    print(f"\n{len(sites)} sites completed")


def _run(site: TruthSite, method: str) -> Iterator[Row]:
    """`dehusk run` on one site."""
    command = [sys.executable, "-m", "dehusk", "run", str(find_folder(site)), "-o", "-", "-q"]
    done = subprocess.run([*command, "--method", method], capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{site.set_name}/{site.name}: exit {done.returncode}: {done.stderr.decode()}")
    for line in done.stdout.splitlines():
        row = json.loads(line)
        yield _predict(site, Path(row["source"]).stem, row["text"])


def _read_all_text(site: TruthSite) -> Iterator[Row]:
    for page in take_pages(list_refs(site)):
        yield _predict(site, Path(page.ref.source).stem, render_whole(page.tree))


def _predict(site: TruthSite, page: str, text: str) -> Row:
    return {"set": site.set_name, "site": site.name, "id": page, "text": text}


def _write_rows(rows: Iterable[Row], path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


if __name__ == "__main__":
    main()
