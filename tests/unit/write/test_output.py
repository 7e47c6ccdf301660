import json
from pathlib import Path

import pytest

from dehusk.errors import BadOutput, OutputUnwritable
from dehusk.model import Cleaned, Extract, PageRef, Rejected
from dehusk.write.ending import Ending
from dehusk.write.folder import FolderOutput
from dehusk.write.output import Output, Tally, open_output
from dehusk.write.rows import to_json_line
from dehusk.write.target import Target
from tests.unit.pages import make_ref

SUMMARY = {"pages": 2, "site": "Grüße"}


def make_extract(source: str, text: str = "Grüße\n\naus 大阪") -> Extract:
    return Extract(source, None, None, "site", "all", "A title", text, removed_share=0.25)


def make_row(source: str, text: str = "Grüße\n\naus 大阪") -> Cleaned:
    return Cleaned(to_json_line(make_extract(source, text)))


def write_pages(output: Output, *sources: str, finished: bool = True) -> None:
    for source in sources:
        output.write(make_ref(source), make_row(source))
    output.close(Ending(finished, SUMMARY))


def read_rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_folder_gets_a_text_file_a_page(tmp_path: Path) -> None:
    output = open_output(Target(str(tmp_path / "out"), None))
    output.write(make_ref("a.html"), Cleaned("Grüße\n\naus 大阪\n"))
    write_pages(output, "b/c.html")
    pages = tmp_path / "out" / "pages" / "site"
    assert (pages / "a.html.txt").read_bytes() == "Grüße\n\naus 大阪\n".encode()
    assert (pages / "b" / "c.html.txt").exists()


def test_a_folder_gets_a_summary_and_the_rejections(tmp_path: Path) -> None:
    output = open_output(Target(str(tmp_path), None))
    output.reject(Rejected("bad.html", "parse", "not an HTML page"))
    write_pages(output, "a.html")
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8")) == SUMMARY
    assert read_rows(tmp_path / "rejected.jsonl") == [
        {"source": "bad.html", "stage": "parse", "reason": "not an HTML page", "offset": None}
    ]


def test_a_folder_remembers_the_pages_of_an_earlier_run(tmp_path: Path) -> None:
    write_pages(open_output(Target(str(tmp_path), None)), "a.html", finished=False)
    again = open_output(Target(str(tmp_path), resume=True))
    assert again.recall(make_ref("a.html")) is not None
    assert again.recall(make_ref("b.html")) is None
    again.close(Ending(finished=True, summary=SUMMARY))


def test_a_run_that_does_not_resume_forgets_what_was_there(tmp_path: Path) -> None:
    write_pages(open_output(Target(str(tmp_path), None)), "a.html", finished=False)
    anew = open_output(Target(str(tmp_path)))
    assert anew.recall(make_ref("a.html")) is None
    anew.close(Ending(finished=False, summary=SUMMARY))
    again = open_output(Target(str(tmp_path), resume=True))
    assert again.recall(make_ref("a.html")) is None
    again.close(Ending(finished=True, summary=SUMMARY))


def test_pages_of_two_sites_and_two_captures_do_not_meet(tmp_path: Path) -> None:
    output = FolderOutput(Target(str(tmp_path)))
    url = "https://x.example/a"
    refs = [
        PageRef("a.html", "one", "a.html", 1),
        PageRef("a.html", "two", "a.html", 1),
        PageRef("a", "x.example", "w", 1, url=url, captured="2024-01-01"),
        PageRef("a", "x.example", "w", 1, url=url, captured="2024-01-02"),
        PageRef("a.html", "../..", "a.html", 1),
    ]
    paths = [output.path_of(ref) for ref in refs]
    assert len(set(paths)) == len(refs)
    assert all(path.is_relative_to(tmp_path / "pages") and ".." not in path.parts for path in paths)
    output.close(Ending(finished=True, summary=SUMMARY))


def test_a_folder_takes_rows_when_they_are_asked_for(tmp_path: Path) -> None:
    output = open_output(Target(str(tmp_path), "jsonl"))
    output.reject(Rejected("bad.html", "parse", "why"))
    write_pages(output, "b.html", "a.html")
    assert [row["source"] for row in read_rows(tmp_path / "pages.jsonl")] == ["b.html", "a.html"]
    assert [row["source"] for row in read_rows(tmp_path / "rejected.jsonl")] == ["bad.html"]
    assert not (tmp_path / "pages").exists()


def test_rows_follow_the_order_of_the_input(tmp_path: Path) -> None:
    path = tmp_path / "out" / "rows.jsonl"
    write_pages(open_output(Target(str(path), None)), "c", "a", "b")
    assert [row["source"] for row in read_rows(path)] == ["c", "a", "b"]


def test_a_row_holds_every_field_of_an_extract(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    write_pages(open_output(Target(str(path), "jsonl")), "a")
    (row,) = read_rows(path)
    assert list(row) == list(Extract.__dataclass_fields__)
    assert (row["text"], row["removed_share"], row["url"]) == ("Grüße\n\naus 大阪", 0.25, None)


def test_a_line_is_a_row_whatever_its_text(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    output = open_output(Target(str(path), None))
    text = 'a\nb\r\n"c"\\ \x85 \x0b d'
    output.write(make_ref("a"), make_row("a", text))
    output.close(Ending(finished=True, summary=SUMMARY))
    content = path.read_bytes()
    assert content.count(b"\n") == 1
    assert json.loads(content)["text"] == text


def test_rows_get_their_name_only_when_complete(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("an older run\n")
    write_pages(open_output(Target(str(path), None)), "a", finished=False)
    assert path.read_text() == "an older run\n"
    assert len(read_rows(tmp_path / "rows.jsonl.part")) == 1
    write_pages(open_output(Target(str(path), None)), "a", "b")
    assert len(read_rows(path)) == 2
    assert not (tmp_path / "rows.jsonl.part").exists()


def test_rejections_stand_in_a_file_beside_the_rows(tmp_path: Path) -> None:
    output = open_output(Target(str(tmp_path / "rows.jsonl"), None))
    output.reject(Rejected("bad", "read", "why"))
    output.close(Ending(finished=True, summary=SUMMARY))
    assert read_rows(tmp_path / "rows.jsonl") == []
    assert [row["reason"] for row in read_rows(tmp_path / "rows.rejected.jsonl")] == ["why"]


def test_without_rejections_there_is_no_file_of_them(tmp_path: Path) -> None:
    write_pages(open_output(Target(str(tmp_path / "rows.jsonl"), None)), "a")
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_standard_output_takes_rows(capsys: pytest.CaptureFixture[str]) -> None:
    output = open_output(Target("-", None))
    output.reject(Rejected("bad", "read", "why"))
    write_pages(output, "a", "b")
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["source"] for line in lines] == ["a", "b"]


def test_standard_output_takes_texts_under_their_sources(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = open_output(Target("-", "text"))
    output.write(make_ref("a"), Cleaned("one\n"))
    output.reject(Rejected("bad", "read", "why"))
    output.write(make_ref("b"), Cleaned("two\n"))
    output.close(Ending(finished=True, summary=SUMMARY))
    assert capsys.readouterr().out == "==> a <==\none\n\n==> b <==\ntwo\n\n"


@pytest.mark.parametrize(
    ("target", "expected"), [("-", False), ("out", True), ("x.jsonl", False), ("out.d/", True)]
)
def test_a_name_tells_whether_it_is_a_folder(target: str, expected: bool) -> None:
    assert Target(target).is_folder is expected


def test_a_folder_that_exists_is_one_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").mkdir()
    assert Target(str(tmp_path / "x.jsonl")).is_folder


def test_texts_do_not_go_into_a_file_of_rows(tmp_path: Path) -> None:
    with pytest.raises(BadOutput, match="takes jsonl, not text"):
        open_output(Target(str(tmp_path / "x.jsonl"), "text"))
    assert not list(tmp_path.iterdir())


def test_a_file_is_not_taken_for_a_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("kept")
    with pytest.raises(BadOutput, match="it is a file"):
        open_output(Target(str(tmp_path / "out"), None))
    assert (tmp_path / "out").read_text() == "kept"


@pytest.mark.parametrize("name", ["folder", "rows.jsonl"])
def test_an_output_that_cannot_be_made_is_refused_at_once(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputUnwritable):
        open_output(Target(str(tmp_path / "file" / name), None))


def test_a_tally_counts_rows_and_the_kinds_of_rejections() -> None:
    tally = Tally()
    tally.add(make_row("a"))
    for value in (17, 18):
        tally.add(Rejected("b", "parse", f"over the cap bytes: {value} of at most 16"))
    tally.add(Rejected("c", "read", "cannot be read: Permission denied"))
    assert (tally.written, tally.rejected) == (1, 3)
    assert tally.reasons == {"parse: over the cap bytes": 2, "read: cannot be read": 1}


def test_a_run_is_not_mixed_with_one_of_other_settings(tmp_path: Path) -> None:
    open_output(Target(str(tmp_path), identity="one")).close(
        Ending(finished=False, summary=SUMMARY)
    )
    with pytest.raises(BadOutput, match="other settings"):
        open_output(Target(str(tmp_path), identity="two", resume=True))


@pytest.mark.parametrize(("name", "chosen"), [("rows.jsonl", None), ("-", None), ("out", "jsonl")])
def test_rows_cannot_be_resumed(tmp_path: Path, name: str, chosen: str | None) -> None:
    target = Target(name if name == "-" else str(tmp_path / name), chosen, resume=True)
    with pytest.raises(BadOutput, match="only a folder with a file a page"):
        open_output(target)


@pytest.mark.parametrize("name", ["", "out.txt", "site.husk"])
def test_names_that_mean_something_else_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadOutput, match="give a folder"):
        open_output(Target(name))
    assert not list(tmp_path.iterdir())


def test_rejections_of_an_earlier_run_do_not_stay(tmp_path: Path) -> None:
    (tmp_path / "rows.rejected.jsonl").write_text("{}")
    write_pages(open_output(Target(str(tmp_path / "rows.jsonl"))), "a")
    assert not (tmp_path / "rows.rejected.jsonl").exists()
