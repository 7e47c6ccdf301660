"""What was learned as JSON: readable, the same when it is read back, refused where it is broken."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dehusk.errors import BadSiteFile
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site import SiteMethod
from dehusk.learn.site.memory import FEW_PAGES
from dehusk.learn.site.state import VERSION
from dehusk.model import Page
from dehusk.run.pipeline import Recipe, learn_site
from dehusk.run.store import read_site, save_site
from tests.unit.learn.site.sites import NAV, STORIES, make_news, pages_of

Edit = Callable[[Any], object]


def save(pages: list[Page]) -> Any:
    return json.loads(json.dumps(SiteMethod().learn(pages, gather_evidence(pages)).state()))


def pack(*values: int, kind: str = "<u8") -> str:
    return base64.b64encode(np.array(values, dtype=kind).tobytes()).decode()


@pytest.mark.parametrize("n_pages", [0, 1, 3, FEW_PAGES + 2])
def test_a_state_is_the_same_when_it_was_read_back(n_pages: int) -> None:
    bodies = (f"{NAV}<p>{STORIES[n % 5]} {n}</p><img src={n % 2}.png>" for n in range(n_pages))
    state = save(pages_of(*bodies))
    assert json.loads(json.dumps(SiteMethod().load(state).state())) == state


def test_a_loaded_template_scores_and_explains_alike() -> None:
    pages = make_news()
    template = SiteMethod().learn(pages[1:], gather_evidence(pages[1:]))
    loaded = SiteMethod().load(json.loads(json.dumps(template.state())))
    for page in pages:
        assert loaded.score(page).tolist() == template.score(page).tolist()
        assert list(loaded.explain(page)) == list(template.explain(page))


def test_a_person_can_read_texts_and_ways() -> None:
    cluster = save(make_news())["cluster"]
    texts = {row["text"]: row["pages"] for row in cluster["texts"]}
    assert texts["Rain and weather"] == len(STORIES)
    assert STORIES[0] not in texts
    ways = {row["way"]: row for row in cluster["slots"] if "way" in row}
    assert ways["html/body/article/p"]["pages"] == len(STORIES)
    assert ways["html/body/nav/ul/li/a"]["known"] == ways["html/body/nav/ul/li/a"]["words"] == 20
    assert {row.get("way") for row in cluster["parts"]} >= {"html/body", "html/body/nav/ul"}


def test_long_texts_and_names_are_cut_short() -> None:
    page = f"<p class='{'x' * 90}'>{'rain ' * 90}</p>"
    cluster = save(pages_of(page, f"{page}<p>more</p>"))["cluster"]
    assert sorted(len(row["text"]) for row in cluster["texts"]) == [0, 80]
    ways = [row["way"] for row in cluster["slots"] if "way" in row]
    assert 0 < max(map(len, ways)) < 70


def test_a_text_that_was_corrected_by_hand_counts_as_corrected() -> None:
    pages = make_news()
    state = save(pages)
    for row in state["cluster"]["texts"]:
        if row["text"] == "Home":
            row["pages"] = 1
    told = {one.text: one.why for one in SiteMethod().load(state).explain(pages[0])}
    loaded = SiteMethod().load(state).recalled.known.cluster
    assert sorted(set(loaded.loose.pages.tolist())) == [1, len(STORIES)]
    assert "on 4 of 4 other pages" not in told["Home"]


def test_rows_may_be_in_any_order() -> None:
    pages = make_news()
    state = save(pages)
    shuffled = json.loads(json.dumps(state))
    for name in ("texts", "slots", "parts"):
        shuffled["cluster"][name].reverse()
    one, other = SiteMethod().load(state), SiteMethod().load(shuffled)
    assert one.score(pages[0]).tolist() == other.score(pages[0]).tolist()
    assert one.state() == other.state()


BROKEN: dict[str, Edit] = {
    "site is missing": lambda state: state.pop("site"),
    "cluster is missing": lambda state: state.pop("cluster"),
    "site is not a mapping": lambda state: state.update(site=[]),
    "title_prefix is missing": lambda state: state.pop("title_prefix"),
    "title_suffix is not a text": lambda state: state.update(title_suffix=3),
    "pages is missing": lambda state: state["site"].pop("pages"),
    "pages is not a text": lambda state: state["cluster"].update(pages=[1, 2]),
    "grams is missing": lambda state: state["site"].pop("grams"),
    "pointers is not a mapping": lambda state: state["site"].update(pointers="x"),
    "hashes is missing": lambda state: state["site"]["pointers"].pop("hashes"),
    "base64": lambda state: state["site"]["titles"].update(hashes="%%%"),
    "hashes and counts do not go together": lambda state: state["cluster"]["said"].update(
        hashes=pack(1, 2, 3)
    ),
    "do not go together": lambda state: state["cluster"]["said"].update(
        hashes=pack(9, 1), counts=pack(1, 1, kind="<i4")
    ),
    "texts is not a list of mappings": lambda state: state["cluster"].update(texts=["Home"]),
    "texts is missing": lambda state: state["cluster"].pop("texts"),
    "hash is missing": lambda state: state["cluster"]["texts"][0].pop("hash"),
    "hash is not a text": lambda state: state["cluster"]["slots"][0].update(hash=12),
    "pages is not a number from 0": lambda state: state["cluster"]["texts"][0].update(pages="5"),
    "pages is not a number": lambda state: state["cluster"]["texts"][0].update(pages=True),
    "words is not a number from 0": lambda state: state["cluster"]["slots"][0].update(words=-1),
    "words is not a number": lambda state: state["cluster"]["slots"][0].pop("words"),
    "blocks is not a number from 0": lambda state: state["cluster"]["slots"][-1].update(
        blocks=2**40
    ),
    "slots has numbers that are too large": lambda state: state["cluster"]["slots"][-1].update(
        blocks=2**31 - 1
    ),
    "share is not a number from 0": lambda state: state["cluster"]["parts"][0].update(
        share=float("nan")
    ),
    "way is not a text": lambda state: state["cluster"]["slots"][0].update(way=None),
    "text is not a text": lambda state: state["cluster"]["texts"][0].update(text=5),
    "hash is not 16 signs of 0 to 9 and a to f": lambda state: state["cluster"]["parts"][0].update(
        hash="otter"
    ),
    "hash is not 16 signs": lambda state: state["cluster"]["texts"][0].update(hash="f" * 17),
    "hash is not 16": lambda state: state["cluster"]["slots"][0].update(hash="-" + "1" * 15),
    "hash is not": lambda state: state["cluster"]["texts"][0].update(hash="-1"),
}


@pytest.mark.parametrize("told", BROKEN)
def test_a_state_that_cannot_be_is_refused(told: str) -> None:
    state = save(make_news())
    BROKEN[told](state)
    with pytest.raises((ValueError, TypeError, KeyError), match=told):
        SiteMethod().load(state)


OTHER_VERSIONS: dict[str, Edit] = {
    "the first, which had none": lambda state: state.pop("version"),
    "one before": lambda state: state.update(version=VERSION - 1),
    "one after": lambda state: state.update(version=VERSION + 1),
    "none of ours": lambda state: state.update(version=str(VERSION)),
}


@pytest.mark.parametrize("which", OTHER_VERSIONS)
def test_what_another_version_learned_is_refused(which: str, tmp_path: Path) -> None:
    """Its hashes are of other things: read as ours, they would tell nothing, or what is wrong."""
    state = save(make_news())
    OTHER_VERSIONS[which](state)
    told = "another version of the method site learned it: learn the site again"
    with pytest.raises(ValueError, match=told):
        SiteMethod().load(state)
    path = tmp_path / "old.husk"
    save_site(learn_site("news.example", make_news(), Recipe("site", cluster="none")), path)
    row = json.loads(path.read_text(encoding="utf-8"))
    row["templates"] = dict.fromkeys(row["templates"], state)
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(BadSiteFile, match=rf"old\.husk.*{told}"):
        read_site(path)


def test_a_site_file_that_was_broken_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "a.husk"
    site = learn_site("news.example", make_news(), Recipe(method="site", cluster="none"))
    save_site(site, path)
    row = json.loads(path.read_text(encoding="utf-8"))
    (template,) = row["templates"].values()
    template["cluster"]["texts"][0]["pages"] = "many"
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(BadSiteFile, match=r"a\.husk is not a site file.*pages is not a number"):
        read_site(path)


SOUND: dict[str, Edit] = {
    "no texts": lambda state: state["cluster"].update(texts=[]),
    "no slots": lambda state: state["cluster"].update(slots=[], parts=[]),
    "no pages": lambda state: state["site"].update(pages=""),
    "nothing in a row": lambda state: state["site"]["grams"].update(hashes="", counts=""),
    "no labels": lambda state: [row.pop("way", "") for row in state["cluster"]["slots"]],
    "the largest counts": lambda state: [
        row.update(pages=2**31 - 1) for row in state["cluster"]["texts"]
    ],
    "a hash twice": lambda state: state["cluster"]["texts"].append(state["cluster"]["texts"][0]),
}


@pytest.mark.parametrize("told", SOUND)
def test_a_state_that_is_merely_odd_is_taken(told: str) -> None:
    pages = make_news()
    state = save(pages)
    SOUND[told](state)
    template = SiteMethod().load(state)
    for page in pages:
        scores = template.score(page)
        assert ((scores >= 0) & (scores <= 1)).all()
        assert len(template.explain(page)) == len(scores)
