"""The page with its scores: every element has one, and verdicts are told apart to look at."""

import re

import numpy as np
import pytest

from dehusk.model import Page
from dehusk.section.choose import keep_all
from dehusk.write.annotated import render_annotated
from dehusk.write.text import render_text
from tests.conftest import parse
from tests.unit.write.test_html import ACTIVE, HOSTILE, ODD

OWN_STYLE = re.compile(r"<style>.*?</style>", re.S)
KEPT, REMOVED = ' data-dehusk="kept"', ' data-dehusk="removed"'


def annotate(html: str, *scores: float) -> str:
    """The page from its body on, with a score for each leaf."""
    document = render_annotated(parse(html), np.array(scores, dtype=np.float32))
    body = "<body" + document.partition("<body")[2].partition("</body>")[0]
    return body.replace("\n", "").replace("data-dehusk-score=", "s=")


def test_an_elements_score_is_the_mean_of_its_leaves_by_length() -> None:
    body = annotate("<div><p>aaa</p><p>b</p></div>", 0.2, 0.4)
    assert body == (
        f'<body s="0.25"{KEPT}><div s="0.25"><p s="0.20">aaa</p><p s="0.40">b</p></div>'
    )


def test_the_largest_elements_of_one_verdict_bear_it() -> None:
    body = annotate("<div><p>a</p><p>b</p></div><p>c<i>d</i></p>", 0, 0.25, 1, 0.75)
    assert body == (
        f'<body s="0.50"><div s="0.12"{KEPT}><p s="0.00">a</p><p s="0.25">b</p></div>'
        f'<p s="0.88"{REMOVED}>c<i s="0.75">d</i></p>'
    )


def test_a_text_is_wrapped_only_where_verdicts_meet() -> None:
    body = annotate("<p>a<b>b</b>c</p>", 0, 1, 0)
    assert f'<span s="0.00"{KEPT}>a</span><b s="1.00"{REMOVED}>b</b><span' in body
    assert "<span" not in annotate("<p>a<b>b</b>c</p>", 0, 0.25, 0.25)


def test_images_have_scores_of_their_own() -> None:
    assert f'<img s="1.00"{REMOVED}>' in annotate("<p>a<img></p>", 0, 1)
    assert annotate("<img>", 0.75).startswith(f'<body s="0.75"{REMOVED}><img s="0.75">')


@pytest.mark.parametrize(("score", "shown"), [(0.499, "0.49"), (0.5, "0.50"), (0.994, "0.99")])
def test_a_score_never_rounds_to_the_other_verdict(score: float, shown: str) -> None:
    assert f'<p s="{shown}">' in annotate("<p>a</p>", score)


def test_elements_that_the_clean_form_leaves_out_are_seen() -> None:
    body = annotate("<div><div><x-y>a</x-y></div></div>", 0)
    assert body.endswith('<div s="0.00"><div s="0.00"><span s="0.00">a</span></div></div>')


@pytest.mark.parametrize("html", HOSTILE)
def test_nothing_of_the_page_acts_or_hides(html: str) -> None:
    page = parse(html)
    document = render_annotated(page, np.ones(len(page.tree.leaves), dtype=np.float32))
    assert not ACTIVE.search(OWN_STYLE.sub("", document, count=1))


@pytest.mark.parametrize("html", [*ODD, "<p>a</p>", "<frameset>"])
def test_scores_and_legend_add_no_text(html: str) -> None:
    page = parse(html)
    scores = np.random.default_rng(1).random(len(page.tree.leaves)).astype(np.float32)
    again: Page = parse(render_annotated(page, scores))
    expected = render_text(page.tree, keep_all(page.tree))
    assert render_text(again.tree, keep_all(again.tree)) == expected
