"""Keys and sites that look alike get names of their own."""

from pathlib import Path

import pytest

from dehusk.run.store import site_path
from dehusk.write.names import file_name_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a/b", "http/a/b"),  # a relative path that looks like a spooled URL
        ("a\udcff.html", "a\udcfe.html"),  # file names that are not UTF-8, as os.walk gives them
    ],
)
def test_two_keys_never_get_one_name(one: str, other: str) -> None:
    assert file_name_of(one, ".txt") != file_name_of(other, ".txt")


def test_lone_surrogates_are_written_safely() -> None:
    assert "?" not in str(file_name_of("a\udcff", ".txt"))


def test_two_sites_never_get_one_file() -> None:
    assert site_path(Path("s"), "a/docs") != site_path(Path("s"), "a_docs")


def test_an_empty_suffix_keeps_the_folders() -> None:
    assert file_name_of("a/b", "").as_posix() == "a/b"
