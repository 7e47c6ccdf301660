"""What is read is never written over, and what was written is never read."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from examples import make_site, write_site
from tests.conftest import Run


@pytest.fixture(scope="session")
def rows() -> str:
    pages = make_site("news", 8)
    return "".join(json.dumps({"url": p.url, "html": p.html.decode()}) + "\n" for p in pages)


@pytest.mark.parametrize(
    ("source", "arguments"),
    [
        ("a.jsonl", ("a.jsonl", "-o", "a.jsonl")),
        ("a.jsonl", ("a.jsonl", "-o", "./x/../a.jsonl")),
        ("x.rejected.jsonl", ("x.rejected.jsonl", "-o", "x.jsonl")),
        ("x.jsonl.part", ("x.jsonl.part", "-o", "x.jsonl")),
        ("data/pages.jsonl", ("data", "-o", "data", "--format", "jsonl")),
        ("data/rejected.jsonl", ("data", "-o", "data")),
        ("data/in/rejected.jsonl", ("data", "-o", "data/in")),
        ("data/in/a.jsonl", ("data/in/a.jsonl", "-o", "data")),
        ("data/in/a.html", ("data", "-o", "data/in")),
        ("data/a.html", ("data/*.html", "-o", "data")),
        ("data/x.rejected.jsonl", ("data/*.jsonl", "-o", "data/x.jsonl")),
    ],
)
def test_an_output_that_is_or_holds_the_source_is_refused(
    dehusk: Run, tmp_path: Path, rows: str, source: str, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "x").mkdir()
    path = tmp_path / source
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(rows, encoding="utf-8")
    done = dehusk("run", *arguments)
    assert done.returncode == 2, done.stderr
    assert "name another output" in done.stderr
    assert path.read_text(encoding="utf-8") == rows


def test_a_link_is_followed_to_the_source_it_would_overwrite(
    dehusk: Run, tmp_path: Path, rows: str
) -> None:
    (tmp_path / "a.jsonl").write_text(rows, encoding="utf-8")
    (tmp_path / "out.jsonl").symlink_to(tmp_path / "a.jsonl")
    assert dehusk("run", "a.jsonl", "-o", "out.jsonl").returncode == 2
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8") == rows


@pytest.mark.parametrize("sources", ["pages", "pages/*.html", "pages/b.html"])
def test_learning_into_a_link_to_a_page_is_refused(
    dehusk: Run, tmp_path: Path, sources: str
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_text("<p>The page</p>")
    (tmp_path / "pages" / "b.html").symlink_to(tmp_path / "pages" / "a.html")
    (tmp_path / "x.husk").symlink_to(tmp_path / "pages" / "a.html")
    done = dehusk("learn", sources, "-o", "x.husk")
    assert done.returncode == 2, done.stderr
    assert "name another output" in done.stderr
    assert (tmp_path / "pages" / "a.html").read_text() == "<p>The page</p>"


def test_a_site_file_may_lie_beside_its_pages(dehusk: Run, tmp_path: Path) -> None:
    write_site("news", tmp_path / "site", pages=6)
    done = dehusk("learn", "site/pages", "-o", "site/pages/x.husk")
    assert done.returncode == 0, done.stderr


def test_an_output_inside_the_source_is_not_read_again(dehusk: Run, tmp_path: Path) -> None:
    write_site("news", tmp_path / "site", pages=8)
    for _ in range(2):
        done = dehusk("run", "site/pages", "-o", "site/pages/clean", "--format", "html")
        assert "8 pages written" in done.stderr, done.stderr


def test_resuming_with_other_sources_is_refused(dehusk: Run, tmp_path: Path) -> None:
    write_site("news", tmp_path / "one", pages=6)
    write_site("blog", tmp_path / "two", pages=6)
    assert dehusk("run", "one/pages", "-o", "out").returncode == 0
    done = dehusk("run", "two/pages", "-o", "out", "--resume")
    assert done.returncode == 2
    assert "other settings" in done.stderr


def test_a_new_run_leaves_nothing_of_an_earlier_one(dehusk: Run, tmp_path: Path) -> None:
    write_site("news", tmp_path / "site", pages=8)
    assert dehusk("run", "site/pages", "-o", "out").returncode == 0
    for page in sorted((tmp_path / "site" / "pages").iterdir())[5:]:
        page.unlink()
    assert dehusk("run", "site/pages", "-o", "out", "--format", "markdown").returncode == 0
    files = [path for path in (tmp_path / "out" / "pages").rglob("*") if path.is_file()]
    assert len(files) == 5
    assert all(path.suffix == ".md" for path in files)


def test_counts_add_up_when_duplicates_are_dropped_on_resuming(dehusk: Run, tmp_path: Path) -> None:
    write_site("news", tmp_path / "site", pages=8)
    pages = tmp_path / "site" / "pages"
    for page in sorted(pages.iterdir())[:3]:
        shutil.copy(page, pages / f"{page.stem}-again-and-again.html")
    assert dehusk("run", pages, "-o", "out").returncode == 0
    assert dehusk("run", pages, "-o", "out", "--resume", "--no-duplicates").returncode == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    counts = [summary[name] for name in ("written", "already_there", "duplicates")]
    assert counts == [0, 8, 3]


def test_an_address_of_any_length_is_written(dehusk: Run, tmp_path: Path) -> None:
    urls = ["https://news.example/" + "x/" * 3000, "https://news.example/" + "x/" * 3001 + "y"]
    lines = [json.dumps({"url": url, "html": f"<p>Page {url[-1]}"}) for url in urls]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    done = dehusk("run", "a.jsonl", "-o", "out")
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "out" / "pages").rglob("*.txt"))) == 2


def test_a_pipe_in_a_folder_is_passed_over(dehusk: Run, tmp_path: Path) -> None:
    write_site("news", tmp_path / "site", pages=4)
    for name in ("a.warc.gz", "b.jsonl", "c.html", "d.parquet"):
        os.mkfifo(tmp_path / "site" / "pages" / name)
    done = dehusk("run", "site/pages", "-o", "out", timeout_s=30)
    assert "4 no regular file" in done.stderr, done.stderr


def test_a_row_without_html_does_not_hide_the_others(
    dehusk: Run, tmp_path: Path, rows: str
) -> None:
    (tmp_path / "a.jsonl").write_text('{"url": "https://a.example/"}\n' + rows, encoding="utf-8")
    done = dehusk("run", "a.jsonl", "-o", "out")
    assert "8 pages written to out, 1 rejected" in done.stderr, done.stderr


@pytest.mark.parametrize("cut", [300, -20])
def test_a_cut_table_gives_what_can_be_read(
    dehusk: Run, tmp_path: Path, rows: str, cut: int
) -> None:
    import gzip

    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(rows.encode())[:cut])
    done = dehusk("run", "a.jsonl.gz", "-o", "out")
    assert done.returncode == 0, done.stderr
    assert "1 rejected" in done.stderr
    assert "damaged from here on" in (tmp_path / "out" / "rejected.jsonl").read_text()


def test_a_closed_standard_input_is_misuse(tmp_path: Path) -> None:
    command = f"{sys.executable} -m dehusk run - -o out <&-"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    assert "standard input is closed" in done.stderr


def test_a_closed_terminal_leaves_no_temporary_files(tmp_path: Path) -> None:
    # Many, so that it is not done before the terminal is closed.
    pages = make_site("news", 3000)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    lines = [
        json.dumps({"url": p.url, "html": p.html.decode("utf-8", "replace")}) + "\n" for p in pages
    ]
    command = [sys.executable, "-m", "dehusk", "run", "-", "-o", "out"]
    running = subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert running.stdin is not None
    running.stdin.write("".join(lines).encode())
    running.stdin.close()
    deadline = time.monotonic() + 60
    while not list((tmp_path / "out").rglob("*.txt")) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGHUP)
    assert running.wait(timeout=30) == 130
    assert running.stderr is not None
    running.stderr.close()
    assert not list(temporary.glob("dehusk-*"))
