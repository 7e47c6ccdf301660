"""What the method does not do yet as its words say; each passes once it is mended."""

import gc
import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dehusk.errors import BadSetting
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site import SelfTaught, SiteMethod
from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.memory import remember_site
from dehusk.learn.site.method import draw_pages
from dehusk.learn.site.network import Network
from dehusk.learn.site.page_features import describe_tags
from dehusk.learn.site.reading import hash_text
from dehusk.learn.site.site_features import Evidence
from dehusk.learn.site.titles import match_title
from dehusk.learn.site.view import view_page
from dehusk.learn.site.weights import SHIPPED, save_weights
from dehusk.model import TEMPLATE_SCORE, Page
from tests.conftest import parse
from tests.contract.test_methods import SamplePages
from tests.unit.learn.site.sites import (
    know,
    list_features,
    make_network,
    make_news,
    pages_of,
    view_of,
)


def fault(why: str) -> pytest.MarkDecorator:
    return pytest.mark.xfail(strict=True, reason=why)


@fault("the own page is subtracted even where it does not have the title itself")
def test_a_title_of_another_page_is_known_on_a_page_that_was_learned_from() -> None:
    headline = "<h1>Rain is back {}</h1>"
    pages = pages_of(headline.format("a"), headline.format("b") + "<p>Rain is back a</p>")
    known = know(pages)
    told = Evidence(view_page(pages[1]), known.site, known.cluster).describe_texts()
    assert told["is title elsewhere"].tolist() == [0, 1]


@fault("slots and parts are filled with what the page itself has")
def test_a_page_tells_nothing_of_itself_as_if_it_were_another() -> None:
    page = make_news()[0]
    of_nothing, of_itself = (
        describe_blocks(view_page(page), know(pages), Lexicon()).columns for pages in ([], [page])
    )
    differ = [name for name in of_nothing if not np.array_equal(of_nothing[name], of_itself[name])]
    assert differ == []


@fault("entities are read as they are spelled")
def test_entities_are_the_signs_that_they_stand_for() -> None:
    reading = view_of("<p>Cats &amp; dogs</p><p>a&nbsp;b</p>").reading
    assert reading.loose[0] == hash_text("Cats & dogs")
    assert reading.words.tolist() == [3, 2]
    assert not reading.counts[:, 5].any()


@fault("entities are read as they are spelled")
def test_a_title_with_an_ampersand_is_found() -> None:
    found = match_title(view_of("<h1>Cats &amp; dogs</h1>", "Cats &amp; dogs"), "", "")
    assert found["title same"].tolist() == [1]


@fault("signs count as words of a title")
def test_signs_alone_are_no_headline() -> None:
    found = match_title(view_of("<p>- - -</p><p>Otters are back</p>", "Otters - News"), "", "")
    assert found["title covered"].tolist()[0] == 0
    assert found["title overlap"].tolist()[0] == 0


@fault("any attribute that ends in hidden, whatever its value, is taken for it")
def test_what_is_said_not_to_be_hidden_is_not() -> None:
    view = view_of('<p aria-hidden="false">x</p><p data-hidden="no">y</p><p hidden>z</p>')
    assert describe_tags(view)["hidden"].tolist() == [0, 0, 1]


@fault("the last sign before a block without signs is looked for after it")
def test_an_image_before_all_text_ends_no_sentence() -> None:
    assert view_of("<div><img src=a></div><p>.net</p>").reading.ends_sentence.tolist() == [0, 0]


@fault("the sign before a closing quote may be in another block")
def test_a_bracket_by_itself_ends_no_sentence() -> None:
    assert view_of("<p>It rains.</p><p>)</p>").reading.ends_sentence.tolist() == [1, 0]


@fault("a page without a title has the title of all that has no letters")
def test_signs_are_nobodys_title() -> None:
    views = [view_page(page) for page in pages_of(*(f"<p>| |</p><p>{n}" for n in "abc"))]
    none = np.array([hash_text("")], dtype=np.uint64)
    assert 0 not in remember_site(views, [none] * 3).titles.keys


def make_other_features(network: Network) -> Network:
    return replace(network, features=("no such feature", *network.features[1:]))


def make_fewer_layers(network: Network) -> Network:
    layers: Mapping[str, Any] = network.layers
    return replace(network, layers={name: layers[name] for name in layers if name[:3] != "out"})


@fault("the names of features and layers are not looked at before pages are judged")
@pytest.mark.parametrize("change", [make_other_features, make_fewer_layers])
def test_weights_for_something_else_are_refused(change: Any, tmp_path: Path) -> None:
    save_weights(change(make_network(list_features())), tmp_path / "a.npz")
    with pytest.raises(BadSetting):
        SiteMethod(weights=str(tmp_path / "a.npz"))


@fault("an array alone is no archive of them")
def test_an_array_alone_is_no_weights(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.zeros(3))
    with pytest.raises(BadSetting):
        SiteMethod(weights=str(tmp_path / "a.npy"))


@fault("likelihoods of very unlikely blocks overflow, which is warned of")
def test_odds_may_be_as_low_as_they_like(tmp_path: Path) -> None:
    network = make_network(list_features())
    network.layers["out.bias"][:] = -200
    save_weights(network, tmp_path / "a.npz")
    pages = make_news()
    template = SiteMethod(weights=str(tmp_path / "a.npz")).learn(pages, gather_evidence(pages))
    assert (template.score(pages[0]) == 1).all()


@fault("pages of one key come in the order that they are given in")
def test_pages_of_one_key_are_drawn_alike_in_any_order() -> None:
    pages = [parse(f"<p>{n}") for n in range(4)]
    pages = [replace(page, ref=page.ref._replace(copy=n)) for n, page in enumerate(pages)]
    drawn = [{page.ref for page in draw_pages(some, 2)} for some in (pages, pages[::-1])]
    assert drawn[0] == drawn[1]


@fault("numpy says it in its own words")
@pytest.mark.parametrize("key", ["f" * 17, "-1"])
def test_a_hash_that_is_none_is_refused_in_plain_words(key: str) -> None:
    pages = make_news()
    state: Any = json.loads(json.dumps(SiteMethod().learn(pages, gather_evidence(pages)).state()))
    state["cluster"]["texts"][0]["hash"] = key
    with pytest.raises(ValueError, match="hash"):
        SiteMethod().load(state)


def save_taught(pages: list[Page]) -> Any:
    return json.loads(json.dumps(SelfTaught().learn(pages, gather_evidence(pages)).state()))


@fault("numbers are taken in the order of each table")
def test_features_may_be_in_any_order() -> None:
    pages = make_news()
    state = save_taught(pages)
    before = SelfTaught().load(state).score(pages[0]).tolist()
    state["mean"] = dict(reversed(state["mean"].items()))
    assert SelfTaught().load(state).score(pages[0]).tolist() == before


@fault("the names of features are not looked at before pages are judged")
def test_a_feature_that_is_none_is_refused() -> None:
    state = save_taught(make_news())
    for name in ("mean", "scale", "weight"):
        state[name]["no such feature"] = 1.0
    with pytest.raises((ValueError, TypeError, KeyError)):
        SelfTaught().load(state)


@fault("what is not a number is taken for one")
def test_what_is_not_a_number_is_refused() -> None:
    state = save_taught(make_news())
    state["weight"]["hidden"] = math.nan
    with pytest.raises(ValueError, match="weight"):
        SelfTaught().load(state)


@fault("judged by weights that are not the last")
def test_links_that_are_on_every_page_of_a_forum_go(sample_pages: SamplePages) -> None:
    pages = sample_pages("forum", 16)
    template = SiteMethod().learn(pages, gather_evidence(pages))
    for page in pages:
        scores = dict(zip(page.tree.leaf_texts(), template.score(page).tolist(), strict=True))
        assert scores["Registrieren"] >= TEMPLATE_SCORE
        assert scores["Häufige Fragen"] >= TEMPLATE_SCORE


@fault("numpy leaves half an archive open")
def test_half_a_file_is_closed(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    path = tmp_path / "half.npz"
    path.write_bytes(SHIPPED.read_bytes()[: SHIPPED.stat().st_size // 2])
    with pytest.raises(BadSetting):
        SiteMethod(weights=str(path))
    gc.collect()
    assert not [one for one in recwarn if one.category is ResourceWarning]
