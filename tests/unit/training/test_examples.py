"""Sample sites to examples: their blocks with truth, seen with what more and more pages taught."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.truth import SINGLES
from dehusk.learn.site.view import view_page
from tests.unit.evaluate.truths import make_truth
from tests.unit.learn.site.sites import list_features, say_blocks
from training.examples import ALONE, LEVELS, OF_WORDS, Example, Examples, make_examples

N_PAGES = 6


@pytest.fixture(scope="module")
def news(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    (site,) = make_truth(tmp_path_factory.mktemp("truth"), "news", pages=N_PAGES)
    return make_examples(site)


def say_content(example: Example) -> dict[str, float]:
    blocks = say_blocks(view_page(example.page))
    return dict(zip(blocks, example.content.tolist(), strict=True))


def test_every_page_with_truth_is_an_example(news: Examples) -> None:
    assert len(news.pages) == N_PAGES
    assert {example.n_siblings for example in news.pages} == {N_PAGES}
    assert len({(example.owner, example.fold) for example in news.pages}) == 1


def test_all_features_but_those_of_words_are_in_a_look(news: Examples) -> None:
    # Those of words are the last: they are put behind the others once there is a lexicon.
    assert (*news.features, *OF_WORDS) == list_features()
    assert not set(news.features) & set(OF_WORDS)
    for example in news.pages:
        for look in example.looks.values():
            assert look.features.shape == (len(example.content), len(news.features))
            assert len(look.low) == len(look.high) == len(example.content)
            assert np.isfinite(look.features).all()


def test_a_page_is_seen_alone_and_with_more_and_more_pages(news: Examples) -> None:
    column = news.features.index("site pages")
    for example in news.pages:
        assert list(example.looks) == [ALONE, 1, 2, 3, 5, 10]
        others = [look.features[0, column] for look in example.looks.values()]
        counted = np.expm1(np.array(others, dtype=np.float32)).round().tolist()
        assert counted[0] == 0
        assert counted == sorted(counted)
        assert counted[-1] == N_PAGES - 1


def test_what_is_content_is_labelled_so(news: Examples) -> None:
    for example in news.pages:
        said = say_content(example)
        assert ((example.content >= 0) & (example.content <= 1)).all()
        assert [said[text] for text in said if "HomePoliticsWorld" in text] == [0]
        headline = str(example.page.title).partition(" | ")[0]
        assert said.get(headline, 1) == 1
        long = [share for text, share in said.items() if len(text.split()) > 30]
        assert sum(long) >= 0.8 * len(long)
    assert sum(float((one.words * one.content).sum()) for one in news.pages) > 100


def test_pages_of_their_own_are_seen_alone_only(tmp_path: Path) -> None:
    (site,) = make_truth(tmp_path, "shop", pages=3)
    singles = split_singles([replace(site, name=SINGLES)])
    for single in singles:
        (example,) = make_examples(single).pages
        assert list(example.looks) == [ALONE]
        assert example.n_siblings == 1


def test_a_site_of_more_pages_has_all_levels_up_to_them(tmp_path: Path) -> None:
    (site,) = make_truth(tmp_path, "docs", pages=2)
    assert [list(one.looks) for one in make_examples(site).pages] == [[ALONE, *LEVELS[:2]]] * 2
