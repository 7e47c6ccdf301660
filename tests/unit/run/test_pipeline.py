"""One site learned, one page extracted."""

from dataclasses import replace

import numpy as np
import pytest

from dehusk.learn.facts import LateFacts, SiteFacts
from dehusk.model import Ints, Page, Reason, Scores
from dehusk.run.pipeline import Recipe, learn_site, load_site
from dehusk.write.formats import FORMATS
from tests.conftest import parse

CHUNKS = Recipe("chunks")


def page(text: str, name: str) -> Page:
    return parse(f"<body><div>The menu</div><div>{text}</div></body>", name)


def test_copies_of_a_page_do_not_make_its_content_template() -> None:
    pages = [page("The one story", "a.html"), page("The one story", "copy-of-a.html")]
    learned = learn_site("site", pages, CHUNKS)
    assert learned.pages == 1
    assert learned.extract(pages[0]).text == "The menu\nThe one story"


def test_what_real_pages_share_is_removed() -> None:
    pages = [page("The first story", "a.html"), page("The second story", "b.html")]
    extract = learn_site("site", pages, CHUNKS).extract(pages[1])
    assert extract.text == "The second story"
    assert extract.removed_share == round(8 / 24, 4)
    assert (extract.site, extract.source, extract.cluster) == ("site", "b.html", "1")


def test_a_site_survives_its_state() -> None:
    pages = [page(f"Story {number}", f"{number}.html") for number in range(4)]
    learned = learn_site("site", pages, Recipe("chunks", {"threshold": 3}))
    loaded = load_site(learned.state())
    assert loaded.recipe == learned.recipe
    assert loaded.extract(pages[2]) == learned.extract(pages[2])


def test_the_text_alone_is_the_text_of_the_row() -> None:
    pages = [page(f"Story {number}", f"{number}.html") for number in range(4)]
    learned = learn_site("site", pages, CHUNKS)
    assert learned.read_text(pages[2]) == learned.extract(pages[2]).text == "Story 2"


def test_who_reads_only_text_asks_for_no_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [page(f"Story {number}", f"{number}.html") for number in range(4)]
    learned = learn_site("site", pages, CHUNKS)

    def refuse(_: LateFacts) -> SiteFacts:
        raise AssertionError

    monkeypatch.setattr(LateFacts, "read", refuse)
    assert learned.read_text(pages[0])
    with pytest.raises(AssertionError):
        learned.extract(pages[0])


def test_every_setting_is_written_down() -> None:
    assert set(CHUNKS.method_settings) == {"containers", "threshold", "key", "max_pages"}
    assert set(Recipe().method_settings) == {"pages", "weights"}


class KnowsStars:
    """A template that takes all of a page's nodes for items of one list."""

    def score(self, page: Page) -> Scores:
        return np.zeros(len(page.tree.leaves), dtype=np.float32)

    def explain(self, page: Page) -> list[Reason]:
        return []

    def state(self) -> dict[str, object]:
        return {}

    def find_stars(self, page: Page) -> Ints:
        return np.zeros(len(page.tree), dtype=np.int32)


def test_a_template_that_knows_stars_is_asked_for_them() -> None:
    words = "many words " * 40
    one = parse(f"<nav>menu</nav><div>{words}</div><footer>end</footer>")
    learned = learn_site("site", [one], CHUNKS)
    sections = learned.extract(one).sections
    assert sections is not None
    assert len(sections) == 3
    knowing = replace(learned, templates={name: KnowsStars() for name in learned.templates})
    joined = knowing.extract(one).sections
    assert joined is not None
    assert len(joined) == 1


class Unsure(KnowsStars):
    """A template that must not be asked how sure it is."""

    def rate(self, page: Page, scores: Scores) -> float:
        raise AssertionError


def test_only_what_is_written_is_measured() -> None:
    pages = [page(f"Story {number}", f"{number}.html") for number in range(4)]
    learned = learn_site("site", pages, CHUNKS)
    unsure = replace(learned, templates={name: Unsure() for name in learned.templates})
    assert unsure.clean(pages[0], FORMATS["text"]).document == "The menu\nStory 0\n"
    with pytest.raises(AssertionError):
        unsure.clean(pages[0], FORMATS["jsonl"])
