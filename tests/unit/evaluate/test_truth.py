import json
import shutil
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dehusk.errors import BadTruth, NoTruth
from dehusk.evaluate.truth import TruthSite, open_truth
from dehusk.ingest.folder import OUTPUT_MARK

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


def test_a_folder_may_be_spelled_in_any_way(write_truth: Callable[..., Path]) -> None:
    folder = write_truth(GOOD)
    (site,) = read(folder / ".." / "site")
    assert site == read(folder)[0]


def test_what_dehusk_wrote_among_the_pages_is_not_read(write_truth: Callable[..., Path]) -> None:
    folder = write_truth(GOOD)
    (folder / "pages" / "out" / "pages").mkdir(parents=True)
    (folder / "pages" / "out" / OUTPUT_MARK).touch()
    (folder / "pages" / "out" / "pages" / "a.txt").write_text("one")
    assert len(read(folder)) == 1


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
        ({"id": "c", "text": ["x"]}, "row 2: text must be a text"),
        ({"id": "c", "text": "x", "scored": "false"}, "row 2: scored must be true or false"),
        (
            {"id": "c", "text": "x", "comments": {"a": 1}},
            "row 2: comments must be a text or a list",
        ),
        ({"id": "c", "text": "x", "comments": [1]}, "row 2: comments must be a text or a list"),
        ({"id": "c", "text": "x", "page_kind": 1}, "row 2: page_kind must be a text"),
        ({"id": "c\n", "text": "x"}, "row 2: id = 'c\\n' is not the name of a page"),
        ({"id": "c" * 300, "text": "x"}, "is missing"),
        ("[" * 100_000, "row 2: it is no JSON"),
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
    with pytest.raises(BadTruth, match=r"pages/stray\.html has no row"):
        read(write_truth(GOOD, pages=("a", "stray")))


@pytest.mark.parametrize("name", ["b.htm", "B.HTML", "sub/a.html", "rows.jsonl"])
def test_any_other_file_among_the_pages_is_named(
    write_truth: Callable[..., Path], name: str
) -> None:
    folder = write_truth(GOOD)
    stray = folder / "pages" / name
    stray.parent.mkdir(exist_ok=True)
    stray.write_text("<p>x")
    with pytest.raises(BadTruth, match=f"pages/{name} has no row"):
        read(folder)


def test_two_sites_of_one_name_are_refused(write_truth: Callable[..., Path]) -> None:
    folder = write_truth(GOOD)
    with pytest.raises(BadTruth, match="rename one, or give it once"), open_truth([folder, folder]):
        pass


def test_a_set_cannot_be_called_as_all_sets_are(
    write_truth: Callable[..., Path], tmp_path: Path
) -> None:
    write_truth(GOOD)
    (tmp_path / "set").rename(tmp_path / "ALL")
    with pytest.raises(BadTruth, match="cannot be called ALL"):
        read(tmp_path / "ALL")


@pytest.mark.parametrize("content", [b"no archive", b"", b"\xfd7zXZ\x00\x00"])
def test_a_broken_archive_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.tar.xz").write_bytes(content)
    with pytest.raises(BadTruth, match=r"x\.tar\.xz: it is no archive"):
        read(tmp_path)


def test_an_archive_that_ends_early_is_named(
    write_truth: Callable[..., Path], tmp_path: Path
) -> None:
    folder = write_truth(GOOD)
    with tarfile.open(tmp_path / "whole", "w:xz") as tar:
        tar.add(folder, "set/site")
    archives = tmp_path / "archives"
    archives.mkdir()
    (archives / "x.tar.xz").write_bytes((tmp_path / "whole").read_bytes()[:200])
    with pytest.raises(BadTruth, match="it is no archive"):
        read(archives)


def test_sites_at_several_depths_are_all_found(
    write_truth: Callable[..., Path], tmp_path: Path
) -> None:
    folder = write_truth(GOOD)
    shutil.copytree(folder, tmp_path / "near")
    assert {(site.set_name, site.name) for site in read(tmp_path)} == {
        (tmp_path.name, "near"),
        ("set", "site"),
    }


def test_a_mark_at_the_start_and_halves_of_characters_are_borne(
    write_truth: Callable[..., Path],
) -> None:
    folder = write_truth("\ufeff" + json.dumps({"id": "a", "text": "one \ud83d two"}))
    assert read(folder)[0].pages[0].text == "one ? two"


def test_what_is_not_utf8_is_named(write_truth: Callable[..., Path]) -> None:
    folder = write_truth(GOOD)
    (folder / "optional_lines.txt").write_bytes(b"\xff")
    with pytest.raises(BadTruth, match=r"optional_lines\.txt: it is not UTF-8"):
        read(folder)


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


def test_comments_may_be_one_text_or_several_and_an_address_is_a_text(
    write_truth: Callable[..., Path],
) -> None:
    rows = [
        {**GOOD, "comments": "x y", "url": "https://site.example/a"},
        {**GOOD, "id": "b", "comments": ["x", "y"], "url": 1},
        {**GOOD, "id": "c"},
    ]
    (site,) = read(write_truth(*rows, pages=("a", "b", "c")))
    assert [page.comments for page in site.pages] == ["x y", "x\ny", ""]
    assert [page.url for page in site.pages] == ["https://site.example/a", None, None]
