"""What template strings cost, measured on tiny sites, and which goals that misses."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import strings
from benchmarks.strings import (
    CLEAN,
    CORPUS,
    LEARN,
    MARKUP,
    MEGABYTE,
    TEXT,
    Cost,
    draw_files,
    find_missed,
    format_table,
    measure,
    write_texts,
)
from dehusk.evaluate.truth import open_truth
from examples import write_site

SMALL = Cost(MARKUP, CORPUS, 250, 20 * MEGABYTE, seconds=2.0, memory=6.0)
LARGE = replace(SMALL, pages=2500, n_bytes=200 * MEGABYTE, seconds=20.0)


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    for site in ("news", "shop"):
        write_site(site, tmp_path / "sites" / site, pages=4)
    with open_truth([tmp_path / "sites"]) as sites:
        write_texts(sites, folder)
    return folder


def test_every_page_is_written_as_markup_and_as_text(texts: Path) -> None:
    names = [
        {str(path.relative_to(texts / kind)) for path in (texts / kind).glob("*/*")}
        for kind in (MARKUP, TEXT)
    ]
    assert names[0] == names[1]
    assert len(names[0]) == 8
    assert b"<html" in (texts / MARKUP / "0000" / "0000").read_bytes()
    assert b"<html" not in (texts / TEXT / "0000" / "0000").read_bytes()


@pytest.mark.parametrize("kind", [MARKUP, TEXT])
def test_sites_are_learned_and_cleaned_one_by_one(kind: str, texts: Path) -> None:
    alone = texts / kind / "0002"
    alone.mkdir()
    (alone / "0000").write_bytes(b"a page without a site")
    costs = measure(LEARN, texts / kind, 0, rounds=2)
    size = sum(path.stat().st_size for path in (texts / kind).glob("000[01]/*"))
    assert [(cost.kind, cost.work, cost.pages, cost.n_bytes) for cost in costs] == [
        (kind, LEARN, 8, size),
        (kind, CLEAN, 8, size),
    ]
    assert all(cost.seconds > 0 and cost.memory is None for cost in costs)


def test_a_corpus_is_learned_as_one_and_its_memory_told(texts: Path) -> None:
    half = sum(path.stat().st_size for path in (texts / MARKUP).glob("*/*")) // 2
    (cost,) = measure(CORPUS, texts / MARKUP, half, rounds=1)
    assert half <= cost.n_bytes < 2 * half
    assert 1 < cost.pages < 8
    assert cost.memory is not None
    assert cost.memory >= 0


def test_files_are_drawn_in_one_order_until_there_are_enough(tmp_path: Path) -> None:
    for site in "ab":
        (tmp_path / site).mkdir()
        for page in range(5):
            (tmp_path / site / str(page)).write_bytes(b"x" * 10)
    everything = draw_files(tmp_path, 1000)
    assert len(set(everything)) == 10
    assert everything != sorted(everything)
    assert draw_files(tmp_path, 30) == everything[:3]
    assert draw_files(tmp_path, 31) == everything[:4]


def test_goals_that_are_missed_are_named() -> None:
    assert find_missed([SMALL, LARGE]) == []
    (slow,) = find_missed([replace(SMALL, work=LEARN, seconds=5.0)])
    assert slow == "learn sites, 20 MB of markup: 4.0 MB/s, at least 5"
    (slow,) = find_missed([replace(SMALL, work=CLEAN, seconds=1.25)])
    assert slow == "clean sites, 20 MB of markup: 16.0 MB/s, at least 20"
    (heavy,) = find_missed([SMALL, replace(LARGE, memory=16.0)])
    assert heavy == "learn all, 200 MB of markup: 16.0x in memory, at most 15x"
    (bent,) = find_missed([SMALL, replace(LARGE, seconds=25.0)])
    assert bent == "10 times the markup: 12.5 times the time, at most 12"


def test_growth_is_that_of_just_ten_times_the_text() -> None:
    more = replace(LARGE, n_bytes=240 * MEGABYTE, seconds=26.4)
    assert "10 times the markup takes 11.0 times the time" in format_table("gold", [SMALL, more])


def test_the_command_prints_a_table_and_never_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "strings.json"
    words = ["strings", "--gold", str(tmp_path), "--quick", "--rounds", "1", "--json", str(report)]
    monkeypatch.setattr(sys, "argv", words)
    monkeypatch.setattr(
        strings, "_measure_all", lambda *_: iter([SMALL, replace(LARGE, seconds=99)])
    )
    strings.main()
    shown = capsys.readouterr()
    assert "sample pages" in shown.out
    assert "reading pages" in shown.err
    state = json.loads(report.read_text())
    assert [cost["speed"] for cost in state["costs"]] == [10.0, 200 / 99]
    assert len(state["missed"]) == 2
