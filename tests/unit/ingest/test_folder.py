from collections.abc import Sequence
from pathlib import Path

import pytest

from dehusk.errors import NoPagesFound, SourceMissing, Unreadable
from dehusk.ingest import read_page
from dehusk.model import PageRef
from tests.unit.pages import find_pages

HTML = b"<!DOCTYPE html><p>x"


def write_files(folder: Path, *names: str, content: bytes = HTML) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def list_sources(*sources: str | Path) -> list[str]:
    return [ref.source for ref in find_pages([str(source) for source in sources])]


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to type relative sources in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folders_pages_come_in_the_order_of_their_paths(tmp_path: Path) -> None:
    write_files(tmp_path, "b.html", "d/1.html", "a/z.html", "a/y/x.html", "B.html", "a.html")
    assert list_sources(tmp_path) == [
        "B.html",
        "a.html",
        "b.html",
        "a/z.html",
        "a/y/x.html",
        "d/1.html",
    ]


def test_a_page_is_named_by_its_path_and_its_site_by_the_folder(tmp_path: Path) -> None:
    write_files(tmp_path, "mysite/a/b.html", content=b"<p>12")
    (ref,) = find_pages([str(tmp_path / "mysite")])
    path = str(tmp_path / "mysite" / "a" / "b.html")
    assert ref == PageRef(source="a/b.html", site="mysite", path=path, n_bytes=5)


def test_a_trailing_slash_changes_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, "mysite/a.html")
    assert list(find_pages([f"{tmp_path}/mysite/"])) == list(find_pages([f"{tmp_path}/mysite"]))


@pytest.mark.parametrize("name", ["a.html", "a.HTM", "a.xhtml", "a.shtml"])
def test_a_page_is_known_by_its_ending(tmp_path: Path, name: str) -> None:
    write_files(tmp_path, name, content=b"no markup at all")
    assert list_sources(tmp_path) == [name]


@pytest.mark.parametrize("name", ["a.css", "a.JS", "a.pdf", "a.json", "a.zip", "a.husk"])
def test_what_has_another_known_ending_is_no_page(tmp_path: Path, name: str) -> None:
    write_files(tmp_path, name, "page.html")
    assert list_sources(tmp_path) == ["page.html"]


@pytest.mark.parametrize("name", ["index", "view.php", "page.asp", "v1.2"])
def test_other_files_are_pages_if_they_start_like_one(tmp_path: Path, name: str) -> None:
    write_files(tmp_path, f"yes/{name}", content=b"\n<HTML lang=en><p>x")
    write_files(tmp_path, f"no/{name}", content=b"just words about html")
    assert list_sources(tmp_path) == [f"yes/{name}"]


def test_a_file_named_outright_is_a_page_whatever_its_ending(tmp_path: Path) -> None:
    write_files(tmp_path, "mysite/notes.txt", content=b"words")
    (ref,) = find_pages([str(tmp_path / "mysite" / "notes.txt")])
    assert (ref.source, ref.site) == ("notes.txt", "mysite")


def test_files_of_one_folder_are_one_site_in_the_order_of_their_names(tmp_path: Path) -> None:
    write_files(tmp_path, "mysite/b.html", "mysite/a.html")
    names = [str(tmp_path / "mysite" / name) for name in ("b.html", "a.html", "b.html")]
    assert [(ref.site, ref.source) for ref in find_pages(names)] == [
        ("mysite", "a.html"),
        ("mysite", "b.html"),
    ]


def test_a_pattern_finds_pages_named_from_its_fixed_part(tmp_path: Path) -> None:
    write_files(tmp_path, "s/a/1.html", "s/b/2.html", "s/b/c/3.html", "s/b/4.css", "t/5.html")
    assert list_sources(tmp_path / "s" / "*" / "*.html") == ["a/1.html", "b/2.html"]
    assert list_sources(tmp_path / "s" / "**" / "*.html") == ["a/1.html", "b/2.html", "b/c/3.html"]
    assert list_sources(tmp_path / "s" / "b*") == ["b/2.html", "b/c/3.html"]


def test_a_pattern_without_a_folder_starts_here(inside: Path) -> None:
    write_files(inside, "a.html", "b.html")
    refs = list(find_pages(["*.html"]))
    assert [(ref.source, ref.site) for ref in refs] == [
        ("a.html", inside.name),
        ("b.html", inside.name),
    ]


def test_a_file_whose_name_is_a_pattern_is_that_file(tmp_path: Path) -> None:
    write_files(tmp_path, "page[1].html", "page1.html")
    assert list_sources(tmp_path / "page[1].html") == ["page[1].html"]


def test_folders_of_one_name_are_sites_of_their_own(tmp_path: Path) -> None:
    write_files(tmp_path, "x/docs/a.html", "y/docs/a.html", "z/a.html")
    sources = [str(tmp_path / name) for name in ("x/docs", "y/docs", "z")]
    assert [ref.site for ref in find_pages(sources)] == ["x/docs", "y/docs", "z"]


def test_the_same_source_twice_is_one(tmp_path: Path) -> None:
    write_files(tmp_path, "a.html")
    assert list_sources(tmp_path, f"{tmp_path}/", tmp_path / ".") == ["a.html"]


def test_a_linked_folder_is_not_followed(tmp_path: Path) -> None:
    write_files(tmp_path, "site/a.html")
    (tmp_path / "site" / "loop").symlink_to(tmp_path / "site")
    assert list_sources(tmp_path / "site") == ["a.html"]


@pytest.mark.parametrize("source", ["none", "none.html", "none/*.html", "a.html/b"])
def test_a_source_that_names_nothing_is_refused_by_name(inside: Path, source: str) -> None:
    write_files(inside, "a.html")
    with pytest.raises(SourceMissing) as refused:
        list(find_pages(["a.html", source]))
    assert refused.value.source == source


@pytest.mark.parametrize("sources", [["empty"], ["empty", "styles"], ["styles/*"]])
def test_sources_without_a_page_are_refused(inside: Path, sources: Sequence[str]) -> None:
    (inside / "empty").mkdir()
    write_files(inside, "styles/a.css")
    with pytest.raises(NoPagesFound) as refused:
        list(find_pages(sources))
    assert refused.value.sources == tuple(sources)


def test_an_empty_folder_beside_one_with_pages_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    write_files(tmp_path, "full/a.html")
    assert list_sources(tmp_path / "empty", tmp_path / "full") == ["a.html"]


def test_finding_a_page_does_not_read_it(tmp_path: Path) -> None:
    write_files(tmp_path, "a.html")
    (ref,) = find_pages([str(tmp_path)])
    (tmp_path / "a.html").write_bytes(b"<p>later")
    assert read_page(ref).body == b"<p>later"


def test_a_dangling_link_is_found_and_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.html").symlink_to(tmp_path / "gone")
    (ref,) = find_pages([str(tmp_path)])
    assert ref.n_bytes == 0
    with pytest.raises(Unreadable, match="No such file"):
        read_page(ref)


def test_names_in_other_scripts_are_kept(tmp_path: Path) -> None:
    write_files(tmp_path, "новости/雨 ?.html")
    assert list_sources(tmp_path) == ["новости/雨 ?.html"]
