"""Block precision and recall, and the tables they are told in."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.block_scores import (
    WIDE,
    BlockFigures,
    Cut,
    SiteFigures,
    judge_page,
    judge_site,
    list_entries,
    mean_figures,
)
from benchmarks.blocks import make_tables, name_group, write_markdown, write_text
from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.leaves import label_leaves
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.truth import TruthPage, TruthSite
from dehusk.learn.blocks.cut import DEFAULT_TAGS
from tests.conftest import parse
from tests.unit.evaluate.truths import make_truth

HTML = "<div>menu <p>here</p></div><div>one two three <ul><li>four</li></ul></div><div>—</div>"
SCORE = Score(0.25, 0.5, 1 / 3)


def make_site(name: str, set_name: str, kind: str | None = None) -> TruthSite:
    page = TruthPage("a", Path("a.html"), "one two three four", kind=kind)
    return TruthSite(set_name, name, (page,))


def make_exhibit() -> Exhibit:
    site = make_site("site", "set")
    page = parse(HTML)
    (truth,) = site.pages
    return Exhibit(page, truth, site.wanted(truth), label_leaves(page.tree, truth, site))


def test_the_blocks_of_the_tags_are_judged_as_such_and_by_their_words() -> None:
    exhibit = make_exhibit()
    texts = exhibit.page.tree.leaf_texts()
    is_kept = np.array([text.strip() in ("one two three", "menu", "here") for text in texts])
    figures = judge_page(exhibit, DEFAULT_TAGS, is_kept)
    assert (figures.n_blocks, figures.n_content) == (3, 2)
    assert figures.plain == pytest.approx((1 / 2, 1 / 2, 1 / 2))
    assert figures.by_words[:2] == pytest.approx((3 / 5, 3 / 4))


def test_a_page_without_tables_is_one_block_to_the_narrow_method() -> None:
    exhibit = make_exhibit()
    figures = judge_page(exhibit, ("table",), np.ones_like(exhibit.leaves.is_content))
    assert (figures.n_blocks, figures.n_content) == (1, 1)


def test_every_entry_is_judged_on_its_own_blocks_or_on_the_same(tmp_path: Path) -> None:
    (site,) = make_truth(tmp_path, "news", pages=6)
    own = judge_site(site, Cut.OWN).of_entry
    common = judge_site(site, Cut.COMMON).of_entry
    assert list(own) == [entry.name for entry in list_entries()]
    assert own["block-entropy"].n_blocks < own[WIDE].n_blocks
    assert len({figures.n_blocks for figures in common.values()}) == 1


def test_shops_are_told_by_their_pages_or_names() -> None:
    assert name_group(make_site("a", "built", "product")) == "shops"
    assert name_group(make_site("book-a", "swde_main")) == "shops"
    assert name_group(make_site("a", "built", "post")) == "blogs, government"
    assert name_group(make_site("news", "samples")) == "samples"


def test_a_row_of_a_group_is_the_mean_of_its_sites() -> None:
    low = BlockFigures(SCORE, SCORE, 10, 2)
    high = replace(low, plain=Score(0.75, 1.0, 6 / 7), n_blocks=20)
    assert mean_figures([low, high]).plain[:2] == (0.5, 0.75)
    names = [entry.name for entry in list_entries()]
    judged = [
        SiteFigures(make_site(name, "big9"), dict.fromkeys(names, figures))
        for name, figures in (("a", low), ("b", high))
    ]
    first, *_, last = make_tables(judged)
    lines = write_text(first).splitlines()
    assert lines[-1].split()[:4] == ["newspapers", "(2)", "0.500", "0.750"]
    assert "| **newspapers (2)** | **0.500 0.750** |" in write_markdown(first)
    assert write_text(last).splitlines()[-1].endswith("15.0 2.0")
