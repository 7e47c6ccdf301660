"""Bad input gets a clear answer and costs nobody else anything."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import Run

GOOD = "<html><body><div>Menu of the site</div><p>A page of its own, number {}.</p></body></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three good pages, to which a test adds a bad one."""
    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(3):
        (pages / f"good{number}.html").write_text(GOOD.format(number), encoding="utf-8")
    return pages


def make_huge_file(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"<html><body>")
        file.truncate(200 * 1024 * 1024)


BAD = {
    "empty": (b"", "empty"),
    "blank": (b" \n ", "empty"),
    "binary": (b"\x89PNG\r\n\x1a\n" + bytes(500), "binary"),
    "deep": (b"<div>" * 100_000, "over the cap depth"),
    "wide": (
        b"<p " + b" ".join(b"a%d" % n for n in range(100_000)) + b">",
        "over the cap attributes",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_page_is_rejected_with_its_reason_and_its_neighbours_are_not(
    dehusk: Run, folder: Path, tmp_path: Path, name: str
) -> None:
    body, reason = BAD[name]
    (folder / "bad.html").write_bytes(body)
    done = dehusk("run", folder, "-o", "out")
    assert done.returncode == 0, done.stderr
    assert "3 pages written to out, 1 rejected" in done.stderr
    (row,) = map(json.loads, (tmp_path / "out" / "rejected.jsonl").read_text().splitlines())
    assert row["source"] == "bad.html"
    assert row["stage"] == "parse"
    assert reason in row["reason"]


def test_a_huge_file_is_rejected_unread(dehusk: Run, folder: Path, tmp_path: Path) -> None:
    make_huge_file(folder / "huge.html")
    start = time.monotonic()
    done = dehusk("run", folder, "-o", "out")
    assert time.monotonic() - start < 20
    (row,) = map(json.loads, (tmp_path / "out" / "rejected.jsonl").read_text().splitlines())
    assert (row["stage"], done.returncode) == ("read", 0)
    assert "over the cap bytes: 209,715,200 of at most 16,777,216" in row["reason"]


def test_strict_says_so_by_its_exit_code(dehusk: Run, folder: Path) -> None:
    assert dehusk("run", folder, "-o", "out", "--strict").returncode == 0
    (folder / "bad.html").write_bytes(b"")
    assert dehusk("run", folder, "-o", "out", "--strict").returncode == 3


def test_rejections_stand_beside_a_file_of_rows(dehusk: Run, folder: Path, tmp_path: Path) -> None:
    (folder / "bad.html").write_bytes(b"")
    dehusk("run", folder, "-o", "rows.jsonl")
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 3
    assert "bad.html" in (tmp_path / "rows.rejected.jsonl").read_text()


def test_utf16_and_wrong_charsets_are_read(dehusk: Run, folder: Path) -> None:
    text = "Ein älterer Bäcker überquerte die Brücke, während es früh dämmerte. " * 3
    (folder / "utf16.html").write_bytes(f"<p>{text}</p>".encode("utf-16"))
    other = text.replace("Bäcker", "Küster")
    declared = f'<meta charset="utf-8"><p>{other}</p>'
    (folder / "wrong.html").write_bytes(declared.encode("cp1252"))
    done = dehusk("run", folder, "-o", "-", "--method", "chunks")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    texts = {row["source"]: row["text"] for row in rows}
    assert texts["utf16.html"] == text.strip()
    assert texts["wrong.html"] == other.strip()


def test_a_folder_without_html_is_a_clear_error(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "readme.txt").write_text("nothing here")
    done = dehusk("run", "notes", "-o", "out")
    assert done.returncode == 2
    assert "no HTML pages in notes" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_missing_path_is_a_clear_error(dehusk: Run) -> None:
    done = dehusk("run", "nowhere/", "-o", "out")
    assert (done.returncode, "no such file" in done.stderr) == (2, True)
    assert "nowhere/" in done.stderr


def test_an_unwritable_output_is_a_clear_error(dehusk: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = dehusk("run", folder, "-o", "file/below")
    assert done.returncode == 1
    assert "cannot write file/below" in done.stderr
    assert dehusk("run", folder, "-o", "file").returncode == 2


def test_a_full_disk_is_a_clear_error(dehusk: Run, folder: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    link = folder.parent / "rows.jsonl.part"
    link.symlink_to(full)
    done = dehusk("run", folder, "-o", "rows.jsonl")
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_method_lists_the_known_ones(dehusk: Run, folder: Path) -> None:
    done = dehusk("run", folder, "-o", "out", "--method", "magic")
    assert done.returncode == 2
    assert "unknown method 'magic'; known: site, chunks" in done.stderr


def test_an_unknown_setting_lists_the_known_ones(dehusk: Run, folder: Path) -> None:
    done = dehusk("run", folder, "-o", "out", "--method", "chunks", "--set", "treshold=2")
    assert done.returncode == 2
    assert "allowed: the settings containers, threshold, key" in done.stderr
    default = dehusk("run", folder, "-o", "out", "--set", "threshold=2")
    assert default.returncode == 2
    assert "site: threshold = 2 cannot be; allowed: the settings pages, weights" in default.stderr
    assert dehusk("run", folder, "-o", "out", "--set", "pages").returncode == 2


@pytest.mark.parametrize(
    "setting", ["pages=0", "pages=many", "weights=missing.npz", "weights=pages", "weights=3"]
)
def test_a_setting_that_cannot_be_is_a_clear_error(dehusk: Run, folder: Path, setting: str) -> None:
    done = dehusk("run", folder, "-o", "out", "--set", setting)
    name, _, value = setting.partition("=")
    assert done.returncode == 2
    assert done.stderr.startswith(f"dehusk: site: {name} = ")
    assert value in done.stderr
    assert done.stderr.count("\n") == 1


BROKEN = ["", "{", "[]", '{"format": 99}', '{"format": 1}', '{"format": true}', '{"format": -1}']


@pytest.mark.parametrize("content", BROKEN)
def test_a_broken_site_file_is_a_clear_error(
    dehusk: Run, folder: Path, tmp_path: Path, content: str
) -> None:
    (tmp_path / "site.husk").write_text(content)
    done = dehusk("extract", folder, "--site", "site.husk")
    assert done.returncode == 2
    assert "site.husk is not a site file" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_site_of_bad_pages_only_rejects_them_all(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    for number in range(3):
        (tmp_path / "bad" / f"{number}.html").write_bytes(b"")
    done = dehusk("run", "bad", "-o", "out")
    assert done.returncode == 0
    assert "0 pages written to out, 3 rejected" in done.stderr
    learned = dehusk("learn", "bad", "-o", "site.husk")
    assert (learned.returncode, "every page was rejected" in learned.stderr) == (1, True)


def test_a_file_that_is_no_site_file_is_not_made_a_folder(dehusk: Run, folder: Path) -> None:
    done = dehusk("learn", folder, "-o", "site.txt")
    assert done.returncode == 2
    assert "site.txt: give a .husk file, or a folder for several sites" in done.stderr


def test_a_site_file_that_was_changed_is_told_of_once(
    dehusk: Run, folder: Path, tmp_path: Path
) -> None:
    assert dehusk("learn", folder, "-o", "site.husk").returncode == 0
    changed = json.loads((tmp_path / "site.husk").read_text(encoding="utf-8")) | {"pages": 99}
    (tmp_path / "site.husk").write_text(json.dumps(changed), encoding="utf-8")
    done = dehusk("extract", folder, "--site", "site.husk", "-j", "2")
    assert done.returncode == 0, done.stderr
    assert " ".join(done.stderr.split()).count("was changed since dehusk wrote it") == 1


def test_files_named_in_several_ways_are_all_taken(dehusk: Run, folder: Path) -> None:
    (folder / "good3.html").write_text(GOOD.format(3))
    spellings = ("pages/good0.html", folder / "good1.html", "./pages/good2.html")
    done = dehusk("run", *spellings, "pages/../pages/good3.html", "-o", "-")
    assert len(done.stdout.splitlines()) == 4


def test_resuming_with_other_settings_is_refused(dehusk: Run, folder: Path) -> None:
    dehusk("run", folder, "-o", "out")
    for other in (("--set", "pages=3"), ("--method", "chunks")):
        done = dehusk("run", folder, "-o", "out", "--resume", *other)
        assert (done.returncode, "other settings" in done.stderr) == (2, True)
    assert dehusk("run", folder, "-o", "out", "--resume").returncode == 0


@pytest.mark.parametrize("change", ['"templates": {}', '"pages": "forty"', '"recipe": [1]'])
def test_a_site_file_edited_into_nonsense_is_a_clear_error(
    dehusk: Run, folder: Path, tmp_path: Path, change: str
) -> None:
    dehusk("learn", folder, "-o", "site.husk")
    content = json.loads((tmp_path / "site.husk").read_text())
    (tmp_path / "site.husk").write_text(json.dumps(content | json.loads(f"{{{change}}}")))
    done = dehusk("extract", folder, "--site", "site.husk")
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_names_that_are_no_utf8_are_written(dehusk: Run, tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/s\xff"))
    odd.mkdir()
    (odd / "\\xff.html").write_text(GOOD.format(1))
    Path(os.fsdecode(os.fsencode(odd) + b"/\xff.html")).write_text(GOOD.format(2))
    done = dehusk("run", odd, "-o", "out")
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "out" / "pages").rglob("*.txt"))) == 2


@pytest.mark.parametrize("redirect", [">&-", "> /dev/full"])
@pytest.mark.parametrize("chosen", ["text", "jsonl"])
def test_a_standard_output_that_takes_nothing_is_a_clear_error(
    folder: Path, redirect: str, chosen: str
) -> None:
    command = f"{sys.executable} -m dehusk run {folder} -o - --format {chosen} {redirect}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "standard output" in done.stderr


def test_rows_are_utf8_whatever_the_terminal_says(folder: Path) -> None:
    (folder / "good9.html").write_text("<p>смысл", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "dehusk", "run", str(folder), "-o", "-", "--method", "chunks"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert "смысл" in done.stdout.decode()


def test_learning_tells_how_many_pages_taught(dehusk: Run, folder: Path) -> None:
    (folder / "bad.html").write_bytes(b"")
    assert "learned pages from 3 of its 4 pages" in dehusk("learn", folder, "-o", "x.husk").stderr
