"""The method `site`: its settings, the pages it draws, and what it makes of small sites."""

from dataclasses import replace

import pytest

from dehusk.errors import BadSetting
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site import SiteMethod
from dehusk.learn.site import method as of_site
from dehusk.learn.site.method import SiteTemplate
from dehusk.model import TEMPLATE_SCORE, Page
from examples import make_site
from tests.conftest import parse
from tests.contract.test_methods import SamplePages
from tests.unit.learn.site.sites import NAV, STORIES, make_news, pages_of

ARTICLE_SITES = ("news", "blog", "docs")
N_LONG = 15
"""So many words in one leaf are a paragraph."""


def learn(pages: list[Page], method: SiteMethod | None = None) -> SiteTemplate:
    return (method or SiteMethod()).learn(pages, gather_evidence(pages))


@pytest.mark.parametrize("pages", [0, -1, 1.5, "7", True, None])
def test_a_number_of_pages_that_cannot_be_is_refused(pages: object) -> None:
    with pytest.raises(BadSetting, match=r"pages = .* cannot be; allowed: a whole number from 1"):
        SiteMethod(pages=pages)  # type: ignore[arg-type]


@pytest.mark.parametrize("weights", [3, None, b"x"])
def test_weights_that_are_no_path_are_refused(weights: object) -> None:
    with pytest.raises(BadSetting, match=r"weights = .* the path of a file of weights"):
        SiteMethod(weights=weights)  # type: ignore[arg-type]


def test_no_more_pages_are_learned_from_than_are_asked_for() -> None:
    pages = make_news()
    template = learn(pages, SiteMethod(pages=2))
    assert (
        len(template.recalled.known.cluster.digests)
        == len(template.recalled.known.site.digests)
        == 2
    )
    assert len(learn(pages).recalled.known.cluster.digests) == len(pages)


def test_a_cluster_of_enough_pages_is_told_apart_from_its_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_site, "ENOUGH_PAGES", 2)
    pages = make_news()
    template = SiteMethod().learn(pages[:2], gather_evidence(pages))
    assert len(template.recalled.known.cluster.digests) == 2
    assert len(template.recalled.known.site.digests) == len(pages)


def test_a_cluster_of_few_pages_is_learned_beside_the_others() -> None:
    pages = make_news()
    template = SiteMethod().learn(pages[:2], gather_evidence(pages))
    assert len(template.recalled.known.cluster.digests) == len(pages)
    few = SiteMethod(pages=3).learn(pages[:2], gather_evidence(pages))
    assert len(few.recalled.known.cluster.digests) == 3


def test_the_ends_of_titles_are_learned() -> None:
    titles = ("Rain", "Snow", "Sun")
    pages = [parse(f"<title>{t} - The Otter</title><p>{t}", f"{t}.html") for t in titles]
    template = learn(pages)
    for recalled in (template.recalled, SiteMethod().load(template.state()).recalled):
        assert recalled.known.ends == ("", " - The Otter")


def test_a_page_is_judged_alike_whoever_is_judged_before_it() -> None:
    pages = make_news()
    template = learn(pages)
    alone = template.score(pages[2]).tolist()
    for page in (*pages[::-1], parse("<p>Another</p>"), parse("<body></body>")):
        template.score(page)
        template.explain(page)
    assert template.score(pages[2]).tolist() == alone
    again = parse(pages[2].tree.markup, "other.html")
    assert template.score(again).tolist() == alone


def test_a_page_alone_is_judged_by_itself() -> None:
    page = make_news()[0]
    for template in (learn([]), learn([page])):
        told = [reason.why for reason in template.explain(page)]
        assert not any("other page" in why for why in told)
        assert len(set(template.score(page).tolist())) > 1


@pytest.mark.parametrize("n_pages", [1, 2, 3, 8, 9])
@pytest.mark.parametrize("body", ["", "<img>", "<p>x", "&nbsp;", "<p>...", "<script>x()</script>"])
def test_odd_pages_are_learned_from_and_judged(body: str, n_pages: int) -> None:
    pages = pages_of(*[body] * n_pages)
    template = learn(pages)
    for page in (pages[0], make_news()[0]):
        scores = template.score(page)
        assert len(scores) == len(template.explain(page)) == len(page.tree.leaves)
        assert ((scores >= 0) & (scores <= 1)).all()
    assert SiteMethod().load(template.state()).state() == template.state()


def test_pages_with_and_without_leaves_are_learned_from_together() -> None:
    pages = [*make_news(), *pages_of("", "<p></p>")]
    pages = [replace(page, ref=page.ref._replace(source=str(n))) for n, page in enumerate(pages)]
    template = learn(pages)
    assert len(template.recalled.known.cluster.digests) == len(pages)
    assert len(template.score(pages[-1])) == 0


def test_more_pages_make_navigation_surer() -> None:
    bodies = (f"{NAV}<article><h1>{s[:9]}</h1><p>{s} {s[::-1]}</p></article>" for s in STORIES)
    pages = pages_of(*bodies)
    scores = [learn(pages[:n]).score(pages[0])[:2].min() for n in (1, len(pages))]
    assert scores[-1] >= TEMPLATE_SCORE
    assert scores[-1] >= scores[0]


@pytest.mark.parametrize("site", ARTICLE_SITES)
@pytest.mark.parametrize("n_pages", [1, 3, 16])
def test_long_paragraphs_of_articles_stay(site: str, n_pages: int) -> None:
    samples = list(make_site(site, 16))
    pages = [parse(page.html, page.id) for page in samples]
    template = learn(pages[:n_pages])
    n_kept = n_lost = 0
    for sample, page in zip(samples[:n_pages], pages, strict=False):
        wanted = " ".join(sample.text.split())
        for text, score in zip(page.tree.leaf_texts(), template.score(page), strict=True):
            if len(text.split()) >= N_LONG and " ".join(text.split()) in wanted:
                n_lost += score >= TEMPLATE_SCORE
                n_kept += score < TEMPLATE_SCORE
    assert n_kept
    assert n_lost == 0


@pytest.mark.parametrize("site", ["news", "blog", "shop", "docs"])
def test_navigation_that_is_on_every_page_goes(site: str, sample_pages: SamplePages) -> None:
    pages = sample_pages(site, 16)
    template = learn(pages)
    shared = set.intersection(*(set(find_navigation(page)) for page in pages))
    assert len(shared) > 3
    for page in pages:
        scores, navigation = template.score(page), find_navigation(page)
        left = {text for text in shared if scores[navigation[text]] < TEMPLATE_SCORE}
        assert left == set()


def find_navigation(page: Page) -> dict[str, int]:
    """The texts in `nav` elements, each with its last leaf."""
    tree = page.tree
    return {
        text.strip(): leaf
        for leaf, (node, text) in enumerate(
            zip(tree.leaves.tolist(), tree.leaf_texts(), strict=True)
        )
        if "/nav/" in tree.path(node) and len(text.strip()) > 1
    }
