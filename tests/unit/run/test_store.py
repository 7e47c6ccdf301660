import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dehusk.errors import BadSiteFile, OutputUnwritable
from dehusk.model import Page
from dehusk.run.pipeline import LearnedSite, Recipe, learn_site
from dehusk.run.store import (
    FORMAT,
    OneSite,
    SiteShelf,
    dump_site,
    read_site,
    save_site,
    site_path,
)
from examples import make_site
from tests.conftest import parse

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    return [parse(page.html, f"{page.id}.html") for page in make_site("news", pages=6)]


@pytest.fixture(scope="module")
def learned(pages: list[Page]) -> LearnedSite:
    return learn_site("news.example", pages, Recipe("chunks"))


@pytest.fixture
def site_file(learned: LearnedSite, tmp_path: Path) -> Path:
    path = tmp_path / "news.husk"
    save_site(learned, path)
    return path


def edit_file(path: Path, edit: Edit) -> None:
    row = json.loads(path.read_text(encoding="utf-8"))
    edit(row)
    path.write_text(json.dumps(row), encoding="utf-8")


def test_a_saved_site_loads_as_it_was(learned: LearnedSite, site_file: Path) -> None:
    assert read_site(site_file) == learned


def test_a_loaded_site_extracts_the_same(
    learned: LearnedSite, site_file: Path, pages: list[Page]
) -> None:
    loaded = read_site(site_file)
    extracts = [learned.extract(page) for page in pages]
    assert [loaded.extract(page) for page in pages] == extracts
    assert any(extract.removed_share for extract in extracts)


def test_saving_a_loaded_site_gives_the_same_bytes(learned: LearnedSite, site_file: Path) -> None:
    assert dump_site(read_site(site_file)).encode() == site_file.read_bytes()


def test_a_site_of_the_default_method_is_the_same_from_its_file(
    pages: list[Page], tmp_path: Path
) -> None:
    learned = learn_site("news.example", pages, Recipe())
    save_site(learned, tmp_path / "a.husk")
    loaded = read_site(tmp_path / "a.husk")
    assert loaded.recipe.method == "site"
    assert dump_site(loaded).encode() == (tmp_path / "a.husk").read_bytes()
    assert [loaded.extract(page) for page in pages] == [learned.extract(page) for page in pages]
    assert dump_site(learn_site("news.example", pages[::-1], Recipe())) == dump_site(learned)


def test_a_site_file_of_the_default_method_is_far_smaller_than_the_pages() -> None:
    pages = [parse(page.html, f"{page.id}.html") for page in make_site("news", pages=40)]
    learned = learn_site("news.example", pages, Recipe())
    assert len(dump_site(learned)) < 0.5 * sum(len(page.tree.markup) for page in pages)


def test_settings_other_than_the_defaults_survive(pages: list[Page], tmp_path: Path) -> None:
    recipe = Recipe(method="chunks", method_settings={"threshold": 3, "containers": ["div", "p"]})
    site = learn_site("news.example", pages, recipe)
    save_site(site, tmp_path / "a.husk")
    assert read_site(tmp_path / "a.husk") == site


def test_a_site_file_is_text_that_a_person_can_read(site_file: Path) -> None:
    row = json.loads(site_file.read_text(encoding="utf-8"))
    assert (row["format"], row["site"], row["pages"]) == (FORMAT, "news.example", 6)
    assert row["recipe"]["method"] == "chunks"


def test_an_untouched_file_loads_without_a_word(
    site_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    read_site(site_file)
    assert not caplog.records


def test_laying_the_same_json_out_differently_is_no_change(
    site_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    edit_file(site_file, lambda row: None)
    read_site(site_file)
    assert not caplog.records


def test_a_file_corrected_by_hand_is_taken_with_a_warning(
    site_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    edit_file(site_file, lambda row: row["templates"]["1"]["chunks"].clear())
    with caplog.at_level(logging.WARNING):
        site = read_site(site_file)
    assert site.templates["1"].state()["chunks"] == []
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert str(site_file) in caplog.text


@pytest.mark.parametrize(
    "content", ["", "{", '{"format": 1, "che', "<html>", "\x00", '{"a": "\\ud800"}']
)
def test_what_is_no_json_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.husk"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadSiteFile, match="no JSON"):
        read_site(path)


def test_a_file_cut_short_is_refused(site_file: Path) -> None:
    whole = site_file.read_bytes()
    site_file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadSiteFile, match="no JSON"):
        read_site(site_file)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.husk"
    path.write_bytes(b"\xff\xfe\x00{}")
    with pytest.raises(BadSiteFile):
        read_site(path)


@pytest.mark.parametrize("content", ["[]", "null", "{}", '{"format": "1"}', '{"format": null}'])
def test_json_that_does_not_say_its_format_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.husk"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadSiteFile, match="does not say its format"):
        read_site(path)


def test_a_format_of_a_later_dehusk_is_refused_as_such(site_file: Path) -> None:
    edit_file(site_file, lambda row: row.update(format=FORMAT + 1))
    with pytest.raises(BadSiteFile, match="newer"):
        read_site(site_file)


@pytest.mark.parametrize(
    "edit",
    [
        lambda row: row.pop("recipe"),
        lambda row: row.pop("templates"),
        lambda row: row["recipe"].update(method="no-such-method"),
        lambda row: row["recipe"].update(unheard_of=1),
        lambda row: row["recipe"]["method_settings"].update(threshold=-1),
        lambda row: row["recipe"]["method_settings"].update(unheard_of=1),
        lambda row: row.update(templates=[]),
        lambda row: row["templates"]["1"].pop("chunks"),
    ],
)
def test_a_file_with_a_part_missing_or_wrong_is_refused_by_name(
    site_file: Path, edit: Edit
) -> None:
    edit_file(site_file, edit)
    with pytest.raises(BadSiteFile) as refused:
        read_site(site_file)
    assert refused.value.path == str(site_file)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSiteFile, match="No such file"):
        read_site(tmp_path / "none.husk")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSiteFile):
        read_site(tmp_path)


def test_a_place_that_cannot_be_written_is_named(learned: LearnedSite, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputUnwritable) as refused:
        save_site(learned, tmp_path / "file" / "a.husk")
    assert refused.value.path == str(tmp_path / "file" / "a.husk")


def test_a_shelf_finds_each_site_under_its_own_name(learned: LearnedSite, tmp_path: Path) -> None:
    names = ["a.example", "b/docs", "../c", "d e"]
    for name in names:
        copy = LearnedSite(name, learned.recipe, 6, learned.clustering, learned.templates)
        save_site(copy, site_path(tmp_path / "sites", name))
    shelf = SiteShelf(tmp_path / "sites", held=2)
    assert [shelf.get(name).site for name in names * 2] == names * 2
    assert len(list((tmp_path / "sites").iterdir())) == len(names)


def test_a_shelf_holds_the_sites_used_last(learned: LearnedSite, tmp_path: Path) -> None:
    for name in "abc":
        save_site(learned, site_path(tmp_path, name))
    shelf = SiteShelf(tmp_path, held=2)
    a, b = shelf.get("a"), shelf.get("b")
    assert shelf.get("a") is a
    shelf.get("c")
    assert shelf.get("a") is a
    assert shelf.get("b") is not b


def test_a_shelf_of_one_file_gives_it_for_every_site(site_file: Path) -> None:
    shelf = OneSite(site_file)
    assert shelf.get("x") is shelf.get("y")
    assert shelf.get("x").site == "news.example"


def test_a_site_that_was_not_learned_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSiteFile):
        SiteShelf(tmp_path).get("unheard.example")


def test_json_nested_too_deep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.husk"
    path.write_text('{"format": 1, "x": ' + "[" * 200_000)
    with pytest.raises(BadSiteFile):
        read_site(path)
