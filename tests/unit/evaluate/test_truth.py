import json
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dehusk.errors import BadTruth, NoTruth
from dehusk.evaluate.truth import TruthSite, open_truth

Row = Mapping[str, object]
GOOD: Row = {"id": "a", "text": "one two three"}


@pytest.fixture
def write_truth(tmp_path: Path) -> Callable[..., Path]:
    def write(*rows: Row | str, pages: tuple[str, ...] = ("a",)) -> Path:
        folder = tmp_path / "set" / "site"
        (folder / "pages").mkdir(parents=True)
        for page in pages:
            (folder / "pages" / f"{page}.html").write_text("<p>one two three")
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (folder / "gold.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return folder

    return write


def read(folder: Path) -> list[TruthSite]:
    with open_truth([folder]) as sites:
        return sites


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_sites_are_found_at_any_depth_and_know_their_set(
    write_truth: Callable[..., Path], depth: int
) -> None:
    folder = write_truth(GOOD)
    (site,) = read((folder, *folder.parents)[depth])
    assert (site.set_name, site.name) == ("set", "site")
    assert site.pages[0].text == "one two three"


def test_archives_of_truth_are_read_too(write_truth: Callable[..., Path], tmp_path: Path) -> None:
    folder = write_truth(GOOD)
    archives = tmp_path / "archives"
    archives.mkdir()
    with tarfile.open(archives / "set.tar.xz", "w:xz") as tar:
        tar.add(folder.parent, "set")
    with open_truth([archives]) as (site,):
        assert (site.set_name, site.name) == ("set", "site")
        assert site.pages[0].path.is_file()
    assert not site.pages[0].path.exists()


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"id": "b", "text": "x"}, "row 2: its page pages/b.html is missing"),
        ({"id": "a", "text": "x"}, "row 2: id 'a' is that of row 1 too"),
        ({"text": "x"}, "row 2: id = None is not the name of a page"),
        ({"id": "../a", "text": "x"}, "row 2: id = '../a' is not the name of a page"),
        ({"id": 7, "text": "x"}, "row 2: id = 7 is not the name of a page"),
        ({"id": "c", "text": ""}, "row 2: page 'c' has no text"),
        ({"id": "c", "text": " … "}, "row 2: page 'c' has no text"),
        ({"id": "c"}, "row 2: page 'c' has no text"),
        ({"id": "c", "text": ["x"]}, "row 2: page 'c' has no text"),
        ("{", "row 2: it is no JSON"),
        ("[1]", "row 2: it is no JSON object"),
    ],
)
def test_broken_truth_names_the_row(
    write_truth: Callable[..., Path], row: Row | str, why: str
) -> None:
    folder = write_truth(GOOD, row, pages=("a", "c"))
    with pytest.raises(BadTruth) as error:
        read(folder)
    assert why in str(error.value)
    assert str(folder / "gold.jsonl") in str(error.value)


def test_a_page_that_no_row_knows_is_named(write_truth: Callable[..., Path]) -> None:
    with pytest.raises(BadTruth, match="page 'stray' has no row"):
        read(write_truth(GOOD, pages=("a", "stray")))


def test_a_page_to_learn_from_needs_no_text(write_truth: Callable[..., Path]) -> None:
    (site,) = read(write_truth(GOOD, {"id": "b", "scored": False}, pages=("a", "b")))
    assert [page.id for page in site.scored] == ["a"]


def test_a_folder_without_truth_says_what_is_needed(tmp_path: Path) -> None:
    with pytest.raises(NoTruth, match=r"no gold\.jsonl in"):
        read(tmp_path)
    with pytest.raises(NoTruth):
        read(tmp_path / "missing")


def test_comments_and_optional_lines_count_neither_way(write_truth: Callable[..., Path]) -> None:
    rows = {"id": "a", "text": "one two three four\nshare this page now", "comments": ["w x y z"]}
    folder = write_truth(rows)
    (folder / "optional_lines.txt").write_text("Share this page now\n")
    (site,) = read(folder)
    wanted = site.wanted(site.pages[0])
    assert wanted.score("one two three four\nshare this page now").f1 == 1
    assert wanted.score("w x y z").precision == 0
    assert wanted.score("one two three four").recall > 0.24
