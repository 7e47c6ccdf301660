"""A tree in a file: readable, and refused by name where it cannot be."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dehusk.errors import BadSiteFile
from dehusk.learn.tree import TreeTemplates
from dehusk.model import Page
from dehusk.run.pipeline import Recipe, learn_site
from dehusk.run.store import read_site, save_site
from tests.unit.learn.tree.sites import learn, pages_of

Edit = Callable[[Any], object]

SITE = [f"<h1 class='t big' id=top>The Otter</h1><ul><li>{n}<li>Home</ul>" for n in range(3)]


def pages() -> list[Page]:
    return pages_of(*SITE)


def test_a_state_tells_the_tree_in_plain_words() -> None:
    assert json.loads(json.dumps(learn(pages()).state())) == {
        "pages": 3,
        "nodes": [
            {"tag": "html", "pages": 3, "ways": WAYS["html"], "children": "1"},
            {"tag": "body", "pages": 3, "ways": WAYS["body"], "children": "2 3"},
            {"tag": "h1", "pages": 3, "names": ["#top", "big", "t"], "children": "4"},
            {"tag": "ul", "pages": 3, "ways": ["li"], "children": "5*"},
            {"tag": "-text", "pages": 3, "texts": {"The Otter": 3}},
            {"tag": "li", "pages": 3, "children": "6"},
            {"tag": "-text", "pages": 3, "texts": {"Home": 3}},
        ],
    }


WAYS = {"html": ["body", "body/h1", "body/ul", "body/ul/li"], "body": ["h1", "ul", "ul/li"]}


@pytest.fixture
def site_file(tmp_path: Path) -> Path:
    path = tmp_path / "a.husk"
    site = learn_site("news.example", pages(), Recipe(method="tree", cluster="none"))
    save_site(site, path)
    assert read_site(path) == site
    return path


def change(path: Path, edit: Edit) -> None:
    row = json.loads(path.read_text(encoding="utf-8"))
    (template,) = row["templates"].values()
    edit(template)
    path.write_text(json.dumps(row), encoding="utf-8")


BROKEN: dict[str, Edit] = {
    "pages is missing": lambda tree: tree.pop("pages"),
    "pages is not a whole number": lambda tree: tree.update(pages=-1),
    "pages is not a whole number from": lambda tree: tree.update(pages=10**30),
    "pages is not a": lambda tree: tree.update(pages=1.5),
    "nodes is missing": lambda tree: tree.pop("nodes"),
    "nodes is not a list": lambda tree: tree.update(nodes={"tag": "html"}),
    "nodes is not a list of mappings": lambda tree: tree.update(nodes=[[]]),
    "tag is missing": lambda tree: tree["nodes"][2].pop("tag"),
    "tag is not a text": lambda tree: tree["nodes"][2].update(tag=7),
    "names is not a list of texts": lambda tree: tree["nodes"][2].update(names="t"),
    "ways is not a list of texts": lambda tree: tree["nodes"][0].update(ways=[["body"]]),
    "pages is not a whole": lambda tree: tree["nodes"][0].update(pages="3"),
    "pages is miss": lambda tree: tree["nodes"][0].pop("pages"),
    "children of node 0 is not a text": lambda tree: tree["nodes"][0].update(children=[1]),
    "'one' is no item": lambda tree: tree["nodes"][0].update(children="one"),
    r"'\(1' is no item": lambda tree: tree["nodes"][0].update(children="(1"),
    "'-1' is no item": lambda tree: tree["nodes"][0].update(children="-1"),
    r"'1\+' is no item": lambda tree: tree["nodes"][0].update(children="1+"),
    "'0' names no later node": lambda tree: tree["nodes"][0].update(children="0"),
    "'7' names no later node": lambda tree: tree["nodes"][0].update(children="7"),
    "'1' names no later node": lambda tree: tree["nodes"][5].update(children="1"),
    r"'\(5\|99\)' names no later": lambda tree: tree["nodes"][3].update(children="(5|99)"),
    "node 3 is a child of two": lambda tree: tree["nodes"][0].update(children="1 3"),
    "ValueError": lambda tree: tree["nodes"][0].update(children="1" * 5_000),
    "children of node 0: more than": lambda tree: tree["nodes"][0].update(children="1 " * 5_000),
    "texts is not a mapping": lambda tree: tree["nodes"][4].update(texts=["The Otter"]),
    "The Otter is not a whole": lambda tree: tree["nodes"][4].update(texts={"The Otter": -1}),
    "The Otter is not": lambda tree: tree["nodes"][4].update(texts={"The Otter": True}),
    "x is not": lambda tree: tree["nodes"][4].update(links={"x": 2**40}),
    "images is not": lambda tree: tree["nodes"][4].update(images=None),
}


@pytest.mark.parametrize("told", BROKEN)
def test_a_tree_that_cannot_be_is_refused(site_file: Path, told: str) -> None:
    change(site_file, BROKEN[told])
    with pytest.raises(BadSiteFile, match=f"a.husk is not a site file that can be read: .*{told}"):
        read_site(site_file)


SOUND: dict[str, Edit] = {
    "no nodes": lambda tree: tree.update(nodes=[]),
    "a tag that nobody uses": lambda tree: tree["nodes"][2].update(tag="no such tag"),
    "ways that nobody goes": lambda tree: tree["nodes"][2].update(ways=["", "/", "a//b", "x y"]),
    "no children": lambda tree: tree["nodes"][1].pop("children"),
    "a child at two places of its parent": lambda tree: tree["nodes"][1].update(children="2 3 2?"),
    "more pages with a text than with its place": lambda tree: tree["nodes"][4].update(pages=1),
    "a place on no page": lambda tree: tree["nodes"][4].update(pages=0),
    "the largest counts": lambda tree: tree["nodes"][4].update(texts={"The Otter": 2**31 - 1}),
    "an empty text": lambda tree: tree["nodes"][4].update(texts={"": 3}),
    "a kind of its own for each": lambda tree: tree["nodes"][2].update(names=[], ways=["table"]),
}


@pytest.mark.parametrize("told", SOUND)
def test_a_tree_that_is_merely_odd_is_taken(site_file: Path, told: str) -> None:
    change(site_file, SOUND[told])
    (template,) = read_site(site_file).templates.values()
    for page in pages():
        scores = template.score(page)
        assert ((scores >= 0) & (scores <= 1)).all()
        assert len(template.explain(page)) == len(scores)


def test_a_text_on_more_pages_than_its_place_is_on_all_of_them() -> None:
    state = json.loads(json.dumps(learn(pages()).state()))
    state["nodes"][4]["texts"] = {"The Otter": 9}
    loaded = TreeTemplates().load(state)
    assert loaded.support[4].confidence(0, "The Otter") == 1
    assert loaded.support[4].confidence(0, "other") == 0
