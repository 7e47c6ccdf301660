import os
from pathlib import Path

import pytest

from dehusk.errors import OutputUnwritable
from dehusk.write.files import make_folder, naming_output, write_whole


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """A path that no one can make, root included: it lies below a regular file."""
    (tmp_path / "file").write_bytes(b"kept")
    return tmp_path / "file" / "below"


def list_names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_a_file_is_written_with_the_folders_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.txt"
    write_whole(path, b"content")
    assert path.read_bytes() == b"content"


def test_an_older_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"a longer content that was there before")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"


def test_nothing_but_the_file_is_left_behind(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.txt", b"content")
    assert list_names(tmp_path) == ["a.txt"]


def test_an_older_file_survives_a_write_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OutputUnwritable, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list_names(tmp_path) == ["a.txt"]


def test_a_folder_in_the_files_place_is_refused_and_nothing_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.mkdir()
    with pytest.raises(OutputUnwritable):
        write_whole(path, b"new")
    assert list_names(tmp_path) == ["a.txt"]
    assert list_names(path) == []


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_file_is_for_whom_the_users_mask_lets(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "a.txt", b"content")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == mode


def test_a_file_that_cannot_be_written_is_named(blocked: Path) -> None:
    with pytest.raises(OutputUnwritable) as refused:
        write_whole(blocked, b"content")
    assert refused.value.path == str(blocked)
    assert blocked.parent.read_bytes() == b"kept"


def test_a_folder_is_made_with_those_above_it_and_left_empty(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert list_names(tmp_path / "a" / "b") == []


def test_a_folder_that_cannot_be_made_is_named(blocked: Path) -> None:
    with pytest.raises(OutputUnwritable) as refused:
        make_folder(blocked)
    assert refused.value.path == str(blocked)


def test_what_is_no_fault_of_the_output_passes_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(KeyError), naming_output(tmp_path):
        raise KeyError("x")


def test_a_link_stays_a_link_and_what_it_names_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    (tmp_path / "null").symlink_to("/dev/null")
    write_whole(tmp_path / "null", b"gone")
    assert Path("/dev/null").is_char_device()
