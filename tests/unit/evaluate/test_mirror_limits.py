"""Two presentations of which something cannot be read, learned or looked at: it is told."""

from pathlib import Path

import pytest

from dehusk.errors import NothingToCompare
from dehusk.evaluate.mirror import pairs as pairing
from dehusk.evaluate.mirror.comparison import evaluate_mirror
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe
from dehusk.run.sample import SampleSettings
from examples import SamplePage
from tests.unit.evaluate.installed import install_methods
from tests.unit.evaluate.mirrors import figures_of, write_mirror, write_two_hosts

CHUNKS = Job(Recipe("chunks"))
BROKEN = b"%PDF-1.4 \0\0\0\xff"


def test_a_small_side_is_matched_with_all_of_a_large_one_and_the_rest_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_number(page: SamplePage, number: int) -> str:
        return f"copy-{99 - number}.html"

    site, mirror = write_mirror(tmp_path, "blog", 25, mirror_name=by_number)
    for path in sorted(Path(mirror).iterdir())[5:]:
        path.unlink()
    monkeypatch.setattr(pairing, "MOST_READ", 30)
    figures = figures_of(evaluate_mirror(site, mirror, CHUNKS))
    assert (figures["paired by text"], figures["alone"]) == (5, 20)
    assert figures["not looked at"] == 0
    monkeypatch.setattr(pairing, "MOST_READ", 20)
    figures = figures_of(evaluate_mirror(site, mirror, CHUNKS))
    assert figures["not looked at"] == 10
    assert 2 * figures["paired by text"] + figures["alone"] == 20


def test_pages_that_cannot_be_read_are_counted_once_each(tmp_path: Path) -> None:
    site, mirror = write_mirror(tmp_path, "news", 12)
    for folder in (site, mirror):
        min(Path(folder).iterdir()).write_bytes(BROKEN)
        Path(folder, f"of-{Path(folder).name}-only.html").write_bytes(BROKEN)
    figures = figures_of(evaluate_mirror(site, mirror, CHUNKS))
    assert (figures["pairs"], figures["unread"], figures["alone"]) == (11, 4, 0)
    # Of six pages a site is learned: the others are met only when they are paired or compared.
    few = Job(Recipe("chunks"), sample=SampleSettings(pages=6))
    figures = figures_of(evaluate_mirror(site, mirror, few))
    assert (figures["pairs"], figures["unread"], figures["alone"]) == (11, 4, 0)


@pytest.mark.parametrize(
    ("recipe", "pairs", "why"),
    [
        (("deadly", {}), 8, "the site bad.example of {} could not be learned: its pages ended"),
        (("faulty", {}), 8, "the site bad.example of {} could not be learned: KeyError: 'a fault'"),
        (("faulty", {"when": "scoring"}), 14, "compared: 2, the first http://bad.example/"),
        (("faulty", {"when": "killing"}), 14, "compared: 2, the first http://bad.example/"),
    ],
)
def test_what_ends_a_process_or_finds_a_fault_costs_only_itself(
    recipe: tuple[str, dict[str, object]],
    pairs: int,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_methods(monkeypatch, tmp_path)
    site = write_two_hosts(tmp_path / "site.jsonl", "own")
    mirror = write_two_hosts(tmp_path / "mirror.jsonl", "plain")
    findings = evaluate_mirror(site, mirror, Job(Recipe(*recipe), jobs=2))
    figures = figures_of(findings)
    assert figures["pairs"] == pairs
    assert (figures["failed"], figures["left out"]) == ((2, 0) if pairs == 8 else (0, 2))
    assert why.format(site) in findings.failures[0]


def test_a_side_that_cannot_be_learned_is_an_error_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_methods(monkeypatch, tmp_path)
    site, mirror = write_mirror(tmp_path, "news", 6)
    min(Path(mirror).iterdir()).write_text("<p>FAULT</p>")
    with pytest.raises(NothingToCompare, match="0 pages to learn from, mirror: KeyError"):
        evaluate_mirror(site, mirror, Job(Recipe("faulty")))
