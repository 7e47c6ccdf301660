"""Sections of the roles that are asked for, on the command line."""

import json
from pathlib import Path

import pytest

from tests.conftest import Run

METHOD = ("--method", "content-blocks")
STORY = "so the day went on and nobody had seen anything like it"
PAGE = """<title>Day {0}</title>
<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport</a></ul></nav>
<main><article><h1>Day {0}</h1><p>On day {0} {1} {2}.<p>By night {0} {1}.</article>
<section id=comments><p>Reader {2} liked day {0}.<p>Reader {0} did not, after {2} days.</section>
</main><footer>Copyright of the Gazette</footer>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("days")
    for number in range(12):
        html = PAGE.format(number, STORY, number**3 + 17)
        (folder / f"{number:02}.html").write_text(html, encoding="utf-8")
    return folder


def read(dehusk: Run, folder: Path, *options: str) -> list[str]:
    """The pages as one text each."""
    done = dehusk("run", folder, "-o", "-", *METHOD, *options)
    assert done.returncode == 0, done.stderr
    return [json.loads(line)["text"] for line in done.stdout.splitlines()]


def test_only_sections_of_the_roles_asked_for_are_written(dehusk: Run, folder: Path) -> None:
    every, main = read(dehusk, folder), read(dehusk, folder, "--keep", "main")
    assert "Reader 44 liked" in every[3]
    assert "Reader" not in "".join(main)
    assert all("By night" in text for text in main)
    comments = read(dehusk, folder, "--keep", "comments")
    assert comments[3] == "Reader 44 liked day 3.\n\nReader 3 did not, after 44 days."
    assert read(dehusk, folder, "--keep", "comments, main") == every


def test_a_section_that_is_asked_for_is_written_whole(dehusk: Run, folder: Path) -> None:
    for text in read(dehusk, folder, "--keep", "navigation,footer"):
        assert text == "Home\nNews\nSport\n\nCopyright of the Gazette"


@pytest.mark.parametrize("name", ["text", "markdown", "html", "json"])
def test_all_formats_are_of_the_same_sections(
    dehusk: Run, folder: Path, tmp_path: Path, name: str
) -> None:
    options = ("--format", name, "--keep", "main", *METHOD)
    assert dehusk("run", folder, "-o", "out", *options).returncode == 0
    pages = [path.read_text("utf-8") for path in (tmp_path / "out" / "pages").rglob("*.*")]
    assert len(pages) == 12
    assert all("By night" in page and "did not" not in page for page in pages)


def test_extract_keeps_what_it_is_told_of_a_learned_site(dehusk: Run, folder: Path) -> None:
    assert dehusk("learn", folder, "-o", "days.husk").returncode == 0
    done = dehusk(
        "extract", folder, "--site", "days.husk", "--keep", "comments", "--format", "text"
    )
    assert done.returncode == 0
    assert "Reader 44 liked" in done.stdout
    assert "By night" not in done.stdout


def test_a_role_that_does_not_exist_is_refused_with_those_that_do(
    dehusk: Run, folder: Path, tmp_path: Path
) -> None:
    for role in ("sidebar", ""):
        done = dehusk("run", folder, "-o", "out", "--keep", role)
        assert done.returncode == 2
        assert f"unknown role {role!r}; known: main, navigation, header" in done.stderr
        assert not (tmp_path / "out").exists()


def test_a_run_is_not_resumed_with_other_roles(dehusk: Run, folder: Path) -> None:
    assert dehusk("run", folder, "-o", "out", "--keep", "main").returncode == 0
    again = dehusk("run", folder, "-o", "out", "--keep", "main", "--resume")
    assert again.returncode == 0
    other = dehusk("run", folder, "-o", "out", "--resume")
    assert other.returncode == 2, other.stderr


def test_rows_tell_their_sections(dehusk: Run, folder: Path) -> None:
    done = dehusk("run", folder, "-o", "-", *METHOD)
    for line in done.stdout.splitlines():
        row = json.loads(line)
        said = {s["role"]: row["text"][s["start"] : s["end"]] for s in row["sections"]}
        assert list(said) == ["navigation", "main", "comments", "footer"]
        assert said["navigation"] == said["footer"] == ""
        assert said["comments"].startswith("Reader")
        assert "\n\n".join(filter(None, said.values())) == row["text"]
