import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dehusk.errors import BadSetting, BadSiteFile
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.tokens import split_tokens
from dehusk.run.strings.store import (
    FORMAT,
    SiteStrings,
    make_method,
    make_shelf,
    read_strings,
    save_strings,
    strings_path,
)

Edit = Callable[[dict[str, Any]], object]

STORIES = ["Otters swim early", "Badgers dig at night", "Herons wait all day"]


def make_text(story: str, number: int) -> str:
    return f"<p>Home – about us</p> <p>{story}</p> <p>Page {number} of many others</p>"


@pytest.fixture
def found() -> SiteStrings:
    pages = Pages()
    method = make_method({"gap": 2, "patterns": "default sku=[A-Z]{2}[0-9]+"})
    for number, story in enumerate(STORIES):
        pages.add(split_tokens(make_text(story, number).encode(), is_markup=True))
    return SiteStrings("a/b.example", "html", method, method.mining.mine(pages))


@pytest.fixture
def path(found: SiteStrings, tmp_path: Path) -> Path:
    path = strings_path(tmp_path, found.site)
    save_strings(found, path)
    return path


def edit_file(path: Path, edit: Edit) -> None:
    row = json.loads(path.read_text(encoding="utf-8"))
    edit(row)
    path.write_text(json.dumps(row), encoding="utf-8")


def test_saved_strings_load_as_they_were(found: SiteStrings, path: Path) -> None:
    assert read_strings(path) == found
    assert len(found.found.strings) == 3


def test_a_file_has_a_string_a_line(found: SiteStrings, path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line.rstrip(",")) for line in lines if line.startswith("  {")]
    assert [row["tokens"] for row in rows] == [
        ["</p>", "<p>", "Page", {"any": "number"}, "of", "many", "others", "</p>"],
        ["<p>", "Home", {"any": "dashes"}, "about", "us", "</p>", "<p>"],
        ["</p>", "<p>"],
    ]


def test_a_shelf_cleans_with_the_file_of_the_site_or_with_the_only_one(path: Path) -> None:
    text = make_text("Moles sleep", 9).encode()
    of_folder, of_file = make_shelf(path.parent), make_shelf(path)
    assert of_folder.get("a/b.example").clean(text).text == b"Moles sleep"
    assert of_file.get("whatever.example").clean(text).text == b"Moles sleep"
    with pytest.raises(BadSiteFile, match="No such file"):
        of_folder.get("c.example")


def test_a_string_taken_out_by_hand_stays_out(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    edit_file(path, lambda row: row["strings"].pop(1))
    with caplog.at_level(logging.WARNING):
        cleaner = read_strings(path).make_cleaner()
    assert b"Home" in cleaner.clean(make_text("Moles sleep", 9).encode()).text
    assert "its changes are taken" in caplog.text


def test_a_number_written_by_hand_does_not_hide_from_the_strings_with_any_number(
    path: Path,
) -> None:
    text = make_text("Moles sleep", 2024).encode()
    edit_file(path, lambda row: row["strings"].append({"pages": 1, "tokens": ["Otters", "2024"]}))
    strings = read_strings(path)
    assert str(strings.found.strings[-1]) == "Otters {number}"
    assert strings.make_cleaner().clean(text).text == b"Moles sleep"


def test_a_mark_that_an_editor_put_before_the_file_is_passed_over(
    found: SiteStrings, path: Path
) -> None:
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert read_strings(path) == found


EDITS: dict[str, Edit] = {
    "site": lambda row: row.update(site=None),
    "content": lambda row: row.update(content="pdf"),
    "settings is missing": lambda row: row.pop("settings"),
    "few": lambda row: row["settings"].update(few=-1),
    "no_such": lambda row: row["settings"].update(no_such=1),
    "strings is missing": lambda row: row.pop("strings"),
    "strings is not": lambda row: row.update(strings={"a": 1}),
    "tokens": lambda row: row["strings"][0].update(tokens=[]),
    "a token is neither": lambda row: row["strings"][0].update(tokens=[1]),
    "pages is not": lambda row: row["strings"][0].update(pages=4),
    "histogram": lambda row: row.update(histogram="many"),
    "'Read more' is not one token": lambda row: row["strings"][0].update(tokens=["Read more"]),
    "'<p>Read' is not one token": lambda row: row["strings"][0].update(tokens=["<p>Read"]),
    "'' is not one token": lambda row: row["strings"][0].update(tokens=[""]),
    "no pattern 'colour'": lambda row: row["strings"][0].update(tokens=[{"any": "colour"}]),
    "surrogates": lambda row: row["strings"][0].update(tokens=["\ud800"]),
    "newer": lambda row: row.update(format=FORMAT + 1),
    "for dehusk extract": lambda row: row.update(templates={}),
}


@pytest.mark.parametrize("told", EDITS)
def test_a_file_with_a_part_missing_or_wrong_is_refused_with_the_reason(
    path: Path, told: str
) -> None:
    edit_file(path, EDITS[told])
    with pytest.raises(BadSiteFile, match=f"is not a strings file that can be read: .*{told}"):
        read_strings(path)


def test_an_unknown_setting_lists_the_known_ones() -> None:
    with pytest.raises(BadSetting, match="the settings patterns, share, min_tokens"):
        make_method({"threshold": 1})
