"""Two presentations of one content: how near cleaning brings them."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from dehusk.errors import BadSetting, NothingToCompare
from dehusk.evaluate.metrics import score_bag
from dehusk.evaluate.mirror.comparison import MirrorSettings, evaluate_mirror
from dehusk.evaluate.mirror.nearest import pair_sketches, sketch_text
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe
from dehusk.section.choose import keep_all
from dehusk.write.text import render_text
from examples import SITES, SamplePage, make_site
from tests.conftest import parse
from tests.unit.evaluate.installed import install_methods
from tests.unit.evaluate.mirrors import figures_of, write_mirror

CHUNKS = Job(Recipe("chunks"))
KEEP_ALL = Job(Recipe("chunks", {"threshold": 1000}))


@pytest.mark.parametrize("site", SITES)
def test_a_sample_mirror_says_the_same_in_another_template(site: str) -> None:
    pages, mirror = list(make_site(site, 12)), list(make_site(site, 12, shell="plain"))
    assert [page.text for page in pages] == [page.text for page in mirror]
    for page, copy in zip(pages, mirror, strict=True):
        tree = parse(copy.html).tree
        assert score_bag(page.text, render_text(tree, keep_all(tree))).recall == 1
        assert b"Lantern Mirror" not in page.html
        assert b"</nav>" not in copy.html


@pytest.mark.parametrize("site", SITES)
def test_cleaning_brings_a_site_and_its_mirror_nearer(site: str, tmp_path: Path) -> None:
    figures = figures_of(evaluate_mirror(*write_mirror(tmp_path, site, 25), CHUNKS))
    assert figures["alike after"] > figures["alike before"] + 0.05
    assert figures["edit after"] > figures["edit before"] + 0.02
    assert figures["paired by address"] == figures["pairs"] == 25


def test_a_site_as_its_own_mirror_shows_nothing(tmp_path: Path) -> None:
    folder, _ = write_mirror(tmp_path, "docs", 10)
    findings = evaluate_mirror(folder, folder, CHUNKS)
    assert figures_of(findings)["alike after"] == 1
    assert findings.failures == ()
    assert findings.notices == (
        "the two are 100% alike as they are: they cannot show what cleaning does",
    )


def test_keeping_everything_leaves_the_two_as_far_apart(tmp_path: Path) -> None:
    findings = evaluate_mirror(*write_mirror(tmp_path, "news", 12), KEEP_ALL)
    figures = figures_of(findings)
    assert figures["alike after"] == figures["alike before"]
    assert figures["kept of the first"] == figures["kept of the second"] == 1
    assert findings.failures[0].startswith("cleaning brings the two no nearer")


def test_two_empty_texts_are_no_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_methods(monkeypatch, tmp_path)
    folders = write_mirror(tmp_path, "news", 6)
    findings = evaluate_mirror(*folders, Job(Recipe("constant", {"value": 1.0})))
    assert figures_of(findings)["alike after"] == 0
    assert "nothing is kept of one page or both of 6 pairs" in findings.failures[1]


def test_failures_say_what_only_one_side_keeps_the_worst_first(tmp_path: Path) -> None:
    findings = evaluate_mirror(*write_mirror(tmp_path, "shop", 20), CHUNKS)
    assert "only the first keeps “free delivery on orders" in findings.failures[0]
    assert "only the second keeps “lantern mirror copy" in findings.failures[0]
    alike = [int(line.partition(": ")[2].partition("%")[0]) for line in findings.failures]
    assert alike == sorted(alike)
    assert len(alike) == 5


def test_pages_in_other_folders_are_paired_by_name(tmp_path: Path) -> None:
    def in_folder(page: SamplePage, number: int) -> str:
        return f"copies/{number % 3}/{page.id}.htm"

    folders = write_mirror(tmp_path, "news", 12, mirror_name=in_folder)
    figures = figures_of(evaluate_mirror(*folders, CHUNKS))
    assert (figures["paired by name"], figures["alone"]) == (12, 0)


def test_pages_with_other_names_are_paired_by_text(tmp_path: Path) -> None:
    def by_number(page: SamplePage, number: int) -> str:
        return f"copy-{99 - number}.html"

    named = evaluate_mirror(*write_mirror(tmp_path / "a", "blog", 15), CHUNKS)
    folders = write_mirror(tmp_path / "b", "blog", 15, mirror_name=by_number)
    numbered = figures_of(evaluate_mirror(*folders, CHUNKS))
    assert (numbered["paired by text"], numbered["alone"]) == (15, 0)
    assert numbered["alike after"] == pytest.approx(figures_of(named)["alike after"])


def test_pages_without_a_counterpart_are_counted(tmp_path: Path) -> None:
    site, mirror = write_mirror(tmp_path, "news", 12)
    for path in sorted(Path(mirror).iterdir())[:3]:
        path.unlink()
    figures = figures_of(evaluate_mirror(site, mirror, CHUNKS))
    assert (figures["pairs"], figures["alone"]) == (9, 3)


def test_urls_are_paired_past_their_hosts_in_any_order(tmp_path: Path) -> None:
    sources = []
    for shell in ("own", "plain"):
        rows = [
            json.dumps({"url": page.url, "html": page.html.decode()})
            for page in make_site("docs", 12, shell=shell)
        ]
        for name, ordered in (("a", rows), ("b", random.Random(1).sample(rows, len(rows)))):
            path = tmp_path / f"{name}-{shell}.jsonl"
            path.write_text("\n".join(ordered), encoding="utf-8")
            sources.append(str(path))
    findings = evaluate_mirror(sources[0], sources[2], CHUNKS)
    assert figures_of(findings)["paired by address"] == 12
    assert evaluate_mirror(sources[1], sources[3], CHUNKS) == findings


def test_only_so_many_pairs_are_compared(tmp_path: Path) -> None:
    folders = write_mirror(tmp_path, "news", 12)
    figures = figures_of(evaluate_mirror(*folders, CHUNKS, MirrorSettings(max_pairs=4)))
    assert (figures["pairs"], figures["drawn of"], figures["paired by address"]) == (4, 12, 12)
    with pytest.raises(BadSetting, match="max_pairs"):
        MirrorSettings(max_pairs=0)


def test_sources_that_share_nothing_are_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    news, _ = write_mirror(tmp_path / "news", "news", 6)
    docs, _ = write_mirror(tmp_path / "docs", "docs", 6)
    with pytest.raises(NothingToCompare, match="give two presentations of one content"):
        evaluate_mirror(news, docs, CHUNKS)


def test_too_few_pages_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(NothingToCompare, match="site has 3 pages to learn from; give 5"):
        evaluate_mirror(*write_mirror(tmp_path, "news", 3), CHUNKS)


def pair_texts(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    return pair_sketches(list(map(sketch_text, left)), list(map(sketch_text, right)))


def test_texts_that_only_quote_one_another_are_no_pair() -> None:
    words = [f"w{number}" for number in range(400)]
    whole, other = " ".join(words[:200]), " ".join([*words[:12], *words[200:]])
    assert pair_texts([whole], [other]) == []
    assert pair_texts([whole, other], [other, whole]) == [(0, 1), (1, 0)]


def test_what_all_texts_share_pairs_none() -> None:
    shared = "the same words are on every page of this site, here and there"
    assert pair_texts([shared] * 9, [shared] * 9) == []


def test_small_sketches_pair_long_texts_by_what_both_reach() -> None:
    """A text and a much longer one around it, each known by a few of its runs only."""
    texts = [" ".join(f"w{number}x{place}" for place in range(900)) for number in range(30)]
    longer = [
        f"{text} " + " ".join(f"t{number}x{place}" for place in range(2000))
        for number, text in enumerate(texts)
    ]
    left = [sketch_text(text, 100) for text in texts]
    right = [sketch_text(text, 100) for text in reversed(longer)]
    assert {len(sketch) for sketch in (*left, *right)} == {100}
    assert pair_sketches(left, right, 100) == [(number, 29 - number) for number in range(30)]
