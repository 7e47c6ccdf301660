"""Our figures on gold sites are those of the scorer that comes with them."""

import json
from pathlib import Path

import pytest

from benchmarks.corpus import DEFAULT_GOLD, load_scorer, unpack_gold
from dehusk.evaluate.contest import ALL_TEXT
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.in_processes import judge_sites
from dehusk.evaluate.judge import Rules
from dehusk.evaluate.summary import FEW, MANY, SINGLE, summarize
from dehusk.evaluate.truth import open_truth
from dehusk.run.local import Job

KINDS = {"site": MANY, "few": FEW, "single": SINGLE}
SETS = ("l3s-gn1", "cleaneval", "swde_main")


# The scorer leaves the closing of its files to Python.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.gold
@pytest.mark.slow
@pytest.mark.skipif(not DEFAULT_GOLD.exists(), reason="no gold data beside the project")
def test_tables_agree_with_the_gold_scorer(tmp_path: Path) -> None:
    archives, gold = tmp_path / "data", tmp_path / "gold"
    archives.mkdir()
    for name in SETS:
        (archives / f"{name}.tar.xz").symlink_to(DEFAULT_GOLD / f"{name}.tar.xz")
    unpack_gold(archives, gold)
    with open_truth([gold]) as sites:
        outcomes = list(judge_sites(split_singles(sites), Rules(()), Job(jobs=2)))
    results = [r for outcome in outcomes for r in outcome.results if r.entry == ALL_TEXT]
    predictions = tmp_path / "all.jsonl"
    with predictions.open("w", encoding="utf-8") as file:
        for result in results:
            for page in result.pages:
                site = result.site.partition("/")[0]
                row = {"set": result.set_name, "site": site, "id": page.id, "text": page.text}
                file.write(json.dumps(row) + "\n")
    table = load_scorer(DEFAULT_GOLD).score(str(gold), [str(predictions)])
    ours = {(line.set_name, line.kind): line.figures.grams for line in summarize(results)}
    assert {set_name for set_name, _ in table} == set(SETS)
    for (set_name, kind), by_site in table.items():
        theirs = [sum(scores) / len(by_site) for scores in zip(*by_site.values(), strict=True)]
        assert ours[set_name, KINDS[kind]] == pytest.approx(theirs, abs=1e-9)
