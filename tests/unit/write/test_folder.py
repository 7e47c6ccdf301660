import json
from pathlib import Path

import pytest

from dehusk.errors import OutputUnwritable
from dehusk.model import Cleaned, Duplicate, Extract, PageRef, Sketch
from dehusk.write.ending import Ending
from dehusk.write.folder import FolderOutput
from dehusk.write.rows import to_json_line
from dehusk.write.target import Target

SKETCH = Sketch(b"whole", b"own", b"hashes")


def make_ref(number: int, copy: int = 0) -> PageRef:
    return PageRef(f"s{number}", "site", "p", 1, url=f"https://site.example/{number}", copy=copy)


def make_page(number: int, chosen: str | None) -> Cleaned:
    url = f"https://site.example/{number}"
    row = Extract(f"s{number}", url, None, "site", None, None, f"text {number}")
    document = to_json_line(row) if chosen == "json" else f"text {number}\n"
    return Cleaned(document, canonical=url, sketch=SKETCH)


def write_two(folder: Path, chosen: str | None, *, drops: bool = False) -> FolderOutput:
    """Two pages, the second of which repeats the first."""
    output = FolderOutput(Target(str(folder), chosen))
    for number in (0, 1):
        output.write(make_ref(number), make_page(number, chosen))
    found = {1: Duplicate(1, make_ref(1), "https://site.example/0")}
    output.close(Ending(True, {}, found, drops_duplicates=drops))
    return output


def read_rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_duplicates_are_listed_in_a_file_of_their_own(tmp_path: Path) -> None:
    write_two(tmp_path, None)
    assert read_rows(tmp_path / "duplicates.jsonl") == [
        {
            "source": "s1",
            "url": "https://site.example/1",
            "captured": None,
            "site": "site",
            "duplicate_of": "https://site.example/0",
        }
    ]


def test_a_list_of_duplicates_of_an_earlier_run_does_not_stay(tmp_path: Path) -> None:
    write_two(tmp_path, None)
    FolderOutput(Target(str(tmp_path))).close(Ending(finished=True))
    assert not (tmp_path / "duplicates.jsonl").exists()


@pytest.mark.parametrize("resume", [True, False])
def test_what_a_killed_run_left_half_written_goes(tmp_path: Path, resume: bool) -> None:
    write_two(tmp_path, None)
    left, own = (tmp_path / "pages" / "site" / name for name in (".12-345.part", ".own.part"))
    left.touch()
    own.touch()
    FolderOutput(Target(str(tmp_path), resume=resume)).close(Ending(finished=True))
    assert not left.exists()
    assert own.exists()


def test_a_file_where_blocks_would_be_stays_and_stops_only_a_run_that_stores_them(
    tmp_path: Path,
) -> None:
    (tmp_path / "blocks").write_text("mine")
    page = write_two(tmp_path, None).path_of(make_ref(0))
    with pytest.raises(OutputUnwritable, match="blocks: File exists"):
        FolderOutput(Target(str(tmp_path), stores_blocks=True))
    assert page.exists()
    FolderOutput(Target(str(tmp_path))).close(Ending(finished=True))
    assert not page.exists()
    assert (tmp_path / "blocks").read_text() == "mine"


def test_a_page_of_json_says_of_what_it_is_a_duplicate(tmp_path: Path) -> None:
    output = write_two(tmp_path, "json")
    said = [json.loads(output.path_of(make_ref(n)).read_text())["duplicate_of"] for n in (0, 1)]
    assert said == [None, "https://site.example/0"]


@pytest.mark.parametrize("chosen", [None, "json"])
def test_the_files_of_duplicates_are_dropped_on_demand(tmp_path: Path, chosen: str | None) -> None:
    output = write_two(tmp_path, chosen, drops=True)
    assert [output.path_of(make_ref(number)).exists() for number in (0, 1)] == [True, False]
    assert len(read_rows(tmp_path / "duplicates.jsonl")) == 1


@pytest.mark.parametrize("chosen", ["jsonl", "parquet"])
def test_a_folder_of_rows_has_one_file_of_them(tmp_path: Path, chosen: str) -> None:
    output = FolderOutput(Target(str(tmp_path), chosen))
    output.write(make_ref(0), make_page(0, "json"))
    output.close(Ending(finished=True))
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"pages.{chosen}", "rejected.jsonl", "summary.json", ".dehusk-run"}


def test_the_same_page_twice_is_two_files(tmp_path: Path) -> None:
    output = FolderOutput(Target(str(tmp_path)))
    refs = [make_ref(0, copy) for copy in range(3)]
    for number, ref in enumerate(refs):
        output.write(ref, make_page(number, None))
    output.close(Ending(finished=True))
    texts = [output.path_of(ref).read_text() for ref in refs]
    assert texts == ["text 0\n", "text 1\n", "text 2\n"]


def test_a_run_that_goes_on_knows_the_sketches(tmp_path: Path) -> None:
    output = FolderOutput(Target(str(tmp_path)))
    output.write(make_ref(0), make_page(0, None))
    output.close(Ending(finished=False))
    with (tmp_path / ".dehusk-sketches").open("a") as file:
        file.write('["pages/x", "cut in the mid')
    again = FolderOutput(Target(str(tmp_path), resume=True))
    known = again.recall(make_ref(0))
    assert known == Cleaned("", "https://site.example/0", SKETCH)
    again.close(Ending(finished=False))


def test_a_sketch_whose_page_is_gone_is_not_believed(tmp_path: Path) -> None:
    output = FolderOutput(Target(str(tmp_path)))
    output.write(make_ref(0), make_page(0, None))
    output.close(Ending(finished=False))
    output.path_of(make_ref(0)).unlink()
    again = FolderOutput(Target(str(tmp_path), resume=True))
    assert again.recall(make_ref(0)) is None
    again.close(Ending(finished=False))


def test_a_sketch_written_after_a_cut_line_is_known(tmp_path: Path) -> None:
    output = FolderOutput(Target(str(tmp_path)))
    output.write(make_ref(0), make_page(0, None))
    output.close(Ending(finished=False))
    with (tmp_path / ".dehusk-sketches").open("a") as file:
        file.write('["pages/x", "cut in the mid')
    second = FolderOutput(Target(str(tmp_path), resume=True))
    second.write(make_ref(1), make_page(1, None))
    second.close(Ending(finished=False))
    third = FolderOutput(Target(str(tmp_path), resume=True))
    assert third.recall(make_ref(1)) is not None
    third.close(Ending(finished=True))
