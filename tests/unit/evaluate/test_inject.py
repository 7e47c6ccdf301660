"""Parts put into pages: what a method finds is told from what it does not."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dehusk.errors import BadSetting, NothingToCompare
from dehusk.evaluate.inject.injection import InjectSettings, evaluate_injection, inject
from dehusk.learn.evidence import gather_evidence
from dehusk.model import Page
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe
from examples import SITES, write_site
from tests.conftest import parse
from tests.unit.evaluate.installed import install_methods

SamplePages = Callable[[str, int], list[Page]]

CHUNKS = Recipe("chunks")
FOUND_BY_CHUNKS = ("everywhere", "half", "fifth", "line", "links", "twice", "moving")


@pytest.fixture
def known_methods(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Methods that do something known, in the catalogue."""
    install_methods(monkeypatch, tmp_path)


@pytest.mark.parametrize("site", SITES)
def test_chunks_finds_blocks_but_not_what_varies_nor_what_stands_in_a_text(
    site: str, sample_pages: SamplePages
) -> None:
    found = inject(site, sample_pages(site, 15), CHUNKS)
    for kind in FOUND_BY_CHUNKS:
        assert found.trials[kind].removed >= 0.95, kind
        assert found.trials[kind].lost <= 0.02, kind
    assert found.trials["varying"].removed <= 0.1
    assert found.trials["sentence"].removed <= 0.1
    assert found.trials["own"].removed == 0


def test_parts_go_to_their_share_of_the_pages(sample_pages: SamplePages) -> None:
    settings = InjectSettings(kinds=("everywhere", "half", "fifth"))
    trials = inject("news", sample_pages("news", 20), CHUNKS, settings).trials
    assert [trial.pages for trial in trials.values()] == [20, 10, 4]


def test_a_part_is_never_on_one_page_alone(sample_pages: SamplePages) -> None:
    settings = InjectSettings(kinds=("fifth",))
    assert inject("news", sample_pages("news", 5), CHUNKS, settings).trials["fifth"].pages == 2


def test_the_order_of_pages_changes_nothing(sample_pages: SamplePages) -> None:
    pages = sample_pages("shop", 12)
    shuffled = random.Random(5).sample(pages, len(pages))
    assert inject("shop", pages, CHUNKS) == inject("shop", shuffled, CHUNKS)


def test_a_method_that_keeps_everything_finds_nothing(sample_pages: SamplePages) -> None:
    found = inject("news", sample_pages("news", 10), Recipe("chunks", {"threshold": 1000}))
    assert found.kept_share == 1
    assert {trial.removed for trial in found.trials.values()} == {0}


@pytest.mark.usefixtures("known_methods")
def test_a_method_that_removes_everything_loses_the_text_of_one_page_alone(news: str) -> None:
    findings = evaluate_injection([news], Job(Recipe("constant", {"value": 1.0})))
    figures = {figure.name: figure.value for figure in findings.figures}
    assert figures["kept"] == 0
    assert figures["kept: own"] == 0
    assert figures["found: sentence"] == 1
    assert findings.failures[0].startswith("nothing at all is kept of pages")
    assert findings.failures[1].startswith("a paragraph that no two pages share: 100%")


@pytest.mark.usefixtures("known_methods")
def test_text_that_goes_with_a_part_is_shown_as_lost(sample_pages: SamplePages, news: str) -> None:
    pages = sample_pages("news", 10)
    texts = len(gather_evidence(pages).text_pages)
    trial = inject("news", pages, Recipe("spoilt", {"texts": texts})).trials["everywhere"]
    assert (trial.removed, trial.lost, trial.gained) == (1, 1, 0)
    findings = evaluate_injection([news], Job(Recipe("spoilt", {"texts": texts})))
    assert any("of all other text is lost with it" in line for line in findings.failures)


def test_findings_name_what_is_not_found_the_worst_first(news: str) -> None:
    findings = evaluate_injection([news], Job(CHUNKS))
    whats = [line.partition(":")[0] for line in findings.failures]
    assert whats == [
        "a block with a date, a number and a name",
        "a sentence in a paragraph of the page's own",
        "a paragraph amid the page's own",
    ]
    assert "keeps “Vostur sibrufir" in findings.failures[0]
    assert findings.failures[0].endswith("in div/p")
    assert findings.failures[0].count("keeps “") == 1
    assert findings.title == f"Parts put into the pages of {news}, with the method chunks"


def test_figures_are_means_over_sites_and_small_sites_are_counted(tmp_path: Path) -> None:
    for site, pages in (("news", 10), ("docs", 10), ("blog", 3)):
        write_site(site, tmp_path / site, pages)
        (tmp_path / site / "pages").rename(tmp_path / f"{site}-site")
    sources = [str(tmp_path / f"{site}-site") for site in ("news", "docs", "blog")]
    settings = InjectSettings(kinds=("line", "varying", "paragraph"))
    both = evaluate_injection(sources, Job(CHUNKS), settings)
    alone = [evaluate_injection([source], Job(CHUNKS), settings) for source in sources[:2]]
    figures, *parts = (
        {figure.name: figure.value for figure in found.figures} for found in (both, *alone)
    )
    assert (figures["sites"], figures["passed over"], figures["pages"]) == (2, 1, 20)
    assert both.notices == ("passed over: blog-site has 3 distinct pages with text",)
    for name in ("kept", "found: line", "found: varying", "found: paragraph", "lost", "gained"):
        assert figures[name] == pytest.approx(sum(part[name] for part in parts) / 2), name


def test_too_few_pages_are_an_error_that_says_what_to_do(
    sample_pages: SamplePages, tmp_path: Path
) -> None:
    with pytest.raises(NothingToCompare, match="news has 4 distinct pages with text; give 5"):
        inject("news", sample_pages("news", 4), CHUNKS)
    write_site("news", tmp_path, 4)
    with pytest.raises(NothingToCompare, match="pages has 4 distinct pages"):
        evaluate_injection([str(tmp_path / "pages")], Job(CHUNKS))


@pytest.mark.usefixtures("known_methods")
def test_text_that_stays_because_of_a_part_is_shown_as_gained(
    sample_pages: SamplePages, news: str
) -> None:
    pages = sample_pages("news", 10)
    generous = Recipe("generous", {"texts": len(gather_evidence(pages).text_pages)})
    trial = inject("news", pages, generous).trials["everywhere"]
    assert (trial.removed, trial.lost, trial.gained) == (0, 0, 1)
    findings = evaluate_injection([news], Job(generous), InjectSettings(kinds=("everywhere",)))
    assert {figure.name: figure.value for figure in findings.figures}["gained"] == 1


def test_copies_of_one_page_blame_no_method(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.html").write_text("<p>One and the same page, five times over.</p>")
    with pytest.raises(NothingToCompare, match="has 1 distinct page with text"):
        evaluate_injection([str(tmp_path)], Job(CHUNKS))


def test_copies_and_pages_without_words_change_nothing(sample_pages: SamplePages) -> None:
    pages = sample_pages("news", 10)
    copies = [replace(page, ref=page.ref._replace(source=f"z{page.ref.source}")) for page in pages]
    empty = [parse(f"<title>{n}</title><img src={n}>", f"e{n}.html") for n in range(3)]
    assert inject("news", [*pages, *copies, *empty], CHUNKS) == inject("news", pages, CHUNKS)


def test_kinds_that_pages_have_no_place_for_are_told(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(
            f"<p>{number}</p> Tale {number} " + "of a day " * 9
        )
    findings = evaluate_injection([str(tmp_path)], Job(CHUNKS))
    figures = {figure.name: figure for figure in findings.figures}
    assert "kept: own" not in figures
    assert figures["not tried"].value == 3
    assert figures["found: half"].meaning.endswith("removed, on 3 pages; best 1")
    assert findings.notices[0].startswith("not tried: moving, paragraph, own;")
    assert "removing all would look good" in findings.notices[1]


def test_pages_that_cannot_be_read_are_counted(news: str) -> None:
    Path(news, "broken.html").write_bytes(b"%PDF-1.4 \0\0\0\xff")
    findings = evaluate_injection([news], Job(CHUNKS), InjectSettings(kinds=("line",)))
    figures = {figure.name: figure.value for figure in findings.figures}
    assert (figures["unread"], figures["pages"]) == (1, 10)


@pytest.mark.usefixtures("known_methods")
@pytest.mark.parametrize(
    ("method", "word", "why"),
    [
        ("deadly", "END ME", "ended the process"),
        ("faulty", "FAULT", "KeyError: 'a fault'"),
    ],
)
def test_a_site_that_ends_its_process_or_finds_a_fault_costs_only_itself(
    method: str, word: str, why: str, tmp_path: Path
) -> None:
    for site in ("good", "bad"):
        write_site("news", tmp_path / "sites" / site, 6)
        (tmp_path / "sites" / site / "pages").rename(tmp_path / site)
    first = min((tmp_path / "bad").iterdir())
    first.write_text(first.read_text(encoding="utf-8") + word, encoding="utf-8")
    sources = [str(tmp_path / "bad"), str(tmp_path / "good")]
    settings = InjectSettings(kinds=("line",))
    findings = evaluate_injection(sources, Job(Recipe(method), jobs=2), settings)
    figures = {figure.name: figure.value for figure in findings.figures}
    assert (figures["sites"], figures["failed"]) == (1, 1)
    assert findings.failures[0].startswith("the site bad could not be tried: ")
    assert why in findings.failures[0]
    with pytest.raises(NothingToCompare, match=why):
        evaluate_injection(sources[:1], Job(Recipe(method)), settings)


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(BadSetting, match="everywhere"):
        InjectSettings(kinds=("banner",))
    with pytest.raises(BadSetting, match="min_pages"):
        InjectSettings(min_pages=1)


@pytest.fixture
def news(tmp_path: Path) -> str:
    """A folder with the ten pages of a newspaper."""
    write_site("news", tmp_path / "news", 10)
    return str(tmp_path / "news" / "pages")
