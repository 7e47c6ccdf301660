"""Archives and tables through the command line: what goes in comes out, however it is packed."""

import functools
import gzip
import http.server
import json
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples import SamplePage, make_site, write_site
from tests.archives import make_record, make_response, read_sources, stream_archive
from tests.conftest import Run

COPIES = 3


@pytest.fixture(scope="module")
def news() -> list[SamplePage]:
    return list(make_site("news", pages=30))


def make_records(pages: list[SamplePage]) -> list[bytes]:
    """The pages, and the first few again under other addresses."""
    named = [(page.url, page.html) for page in pages]
    named += [(f"{page.url}?session=1", page.html) for page in pages[:COPIES]]
    return [make_record(url, make_response(html)) for url, html in named]


@pytest.fixture(scope="module")
def archive(news: list[SamplePage], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "news.warc.gz"
    path.write_bytes(b"".join(map(gzip.compress, make_records(news))))
    return path


def read_rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address and folder of a site that is served on this machine."""
    write_site("news", tmp_path / "site", pages=8)
    folder = tmp_path / "site" / "pages"
    handler = functools.partial(_Silent, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", folder
        server.shutdown()
        thread.join()


@pytest.mark.skipif(shutil.which("wget") is None, reason="this system has no wget")
@pytest.mark.parametrize("options", [[], ["--no-warc-compression"]])
def test_what_wget_writes_is_read(
    served: tuple[str, Path], tmp_path: Path, options: list[str]
) -> None:
    address, folder = served
    pages = {f"{address}/{path.name}": path.read_bytes() for path in folder.iterdir()}
    subprocess.run(
        ["wget", "-q", "--no-proxy", *options, "--warc-file=got", *pages],
        cwd=tmp_path,
        check=True,
        timeout=60,
    )
    (path,) = tmp_path.glob("got.warc*")
    contents = read_sources(path)
    assert contents.bodies == stream_archive(path) == pages
    assert contents.rejected == []


def test_an_archive_gives_the_texts_of_its_pages_as_files(
    dehusk: Run, news: list[SamplePage], tmp_path: Path
) -> None:
    (tmp_path / "pages").mkdir()
    for page in news:
        (tmp_path / "pages" / f"{page.id}.html").write_bytes(page.html)
    records = [make_record(page.url, make_response(page.html)) for page in news]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    assert dehusk("run", "pages", "-o", "files.jsonl").returncode == 0
    assert dehusk("run", "a.warc", "-o", "archive.jsonl").returncode == 0
    texts = [
        sorted(str(row["text"]) for row in read_rows(tmp_path / name))
        for name in ("files.jsonl", "archive.jsonl")
    ]
    assert texts[0] == texts[1]
    assert len(texts[0]) == len(news)


@pytest.mark.parametrize("name", ["out", "out.jsonl", "out.parquet"])
def test_any_number_of_workers_gives_the_same_bytes(
    dehusk: Run, archive: Path, tmp_path: Path, name: str
) -> None:
    for jobs in ("1", "3"):
        done = dehusk("run", archive, "-o", f"{jobs}/{name}", "-j", jobs)
        assert done.returncode == 0, done.stderr
    trees = [read_tree(tmp_path / jobs) for jobs in ("1", "3")]
    assert trees[0]
    assert trees[0] == trees[1]


def test_any_order_of_pages_gives_the_same_rows(
    dehusk: Run, news: list[SamplePage], archive: Path, tmp_path: Path
) -> None:
    records = make_records(news)
    random.Random(3).shuffle(records)
    (tmp_path / "shuffled.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
    dehusk("run", archive, "-o", "one.jsonl")
    dehusk("run", "shuffled.warc.gz", "-o", "two.jsonl")
    rows = [
        {str(row["url"]): row for row in read_rows(tmp_path / name)}
        for name in ("one.jsonl", "two.jsonl")
    ]
    assert rows[0] == rows[1]
    assert sum(row["duplicate_of"] is not None for row in rows[0].values()) == COPIES


def test_the_packing_of_an_archive_changes_no_row(
    dehusk: Run, news: list[SamplePage], archive: Path, tmp_path: Path
) -> None:
    (tmp_path / "whole.warc.gz").write_bytes(gzip.compress(b"".join(make_records(news))))
    rows = []
    for number, source in enumerate((archive, "whole.warc.gz")):
        done = dehusk("run", source, "-o", f"{number}.jsonl", "-j", "2")
        assert done.returncode == 0, done.stderr
        rows.append((tmp_path / f"{number}.jsonl").read_bytes())
    assert rows[0] == rows[1]


INPUTS = {
    "an archive": (b"".join(map(gzip.compress, make_records(list(make_site("news", 4))[:2]))), 4),
    "lines": (b'{"url": "https://a.example/", "html": "<p>Hello"}\n{"html": "<p>You"}\n', 2),
    "a page": (b"<!DOCTYPE html><title>t</title><p>Hello", 1),
    "a fragment": (b"<p>Hello <b>you</b>", 1),
}


@pytest.mark.parametrize("name", INPUTS)
def test_standard_input_takes_everything(tmp_path: Path, name: str) -> None:
    content, count = INPUTS[name]
    done = subprocess.run(
        [sys.executable, "-m", "dehusk", "run", "-", "-o", "-", "-j", "1"],
        input=content,
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == count


def test_nothing_on_standard_input_is_a_clear_answer(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dehusk", "run", "-", "-o", "-"],
        input=b"",
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""
    assert b"0 pages written, 1 rejected" in done.stderr


def test_sources_of_all_kinds_go_into_one_output(
    dehusk: Run, archive: Path, news_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "t.jsonl").write_text('{"url": "https://t.example/1", "html": "<p>A row"}\n')
    done = dehusk("run", archive, news_folder, "t.jsonl", "-o", "out")
    assert done.returncode == 0, done.stderr
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    sites = {site["site"]: site["pages"] for site in summary["sites"]}
    assert sites["t.example"] == 1
    assert sites["pages"] == 24
    assert sum(sites.values()) == 24 + 1 + 30 + COPIES


def test_two_captures_of_one_address_are_two_files_and_one_with_latest(
    dehusk: Run, tmp_path: Path
) -> None:
    url = "https://a.example/"
    records = [
        make_record(url, make_response(f"<p>{day}".encode()), WARC_Date=f"2024-01-0{day}T00:00:00Z")
        for day in (2, 1)
    ]
    (tmp_path / "a.warc").write_bytes(b"".join([*records, records[0]]))
    assert dehusk("run", "a.warc", "-o", "all").returncode == 0
    assert len(list((tmp_path / "all" / "pages").rglob("*.txt"))) == 3
    assert dehusk("run", "a.warc", "-o", "new", "--latest").returncode == 0
    (text,) = (tmp_path / "new" / "pages").rglob("*.txt")
    assert text.read_text() == "2\n"


def test_sites_are_told_as_asked(dehusk: Run, tmp_path: Path) -> None:
    hosts = ("www.a.example", "m.a.example")
    records = [make_record(f"https://{host}/", make_response(b"<p>Hello")) for host in hosts]
    (tmp_path / "crawl.warc").write_bytes(b"".join(records))
    dehusk("run", "crawl.warc", "-o", "out", "--site-by", "host")
    names = {path.name for path in (tmp_path / "out" / "sites").iterdir()}
    assert names == {f"{host}.husk" for host in hosts}


def test_what_is_lost_in_an_archive_is_listed_with_its_offset(
    dehusk: Run, news: list[SamplePage], tmp_path: Path
) -> None:
    members = [gzip.compress(record) for record in make_records(news[:9])]
    members[4] = members[4][:500]
    (tmp_path / "a.warc.gz").write_bytes(b"".join(members))
    done = dehusk("run", "a.warc.gz", "-o", "out")
    assert f"{len(members) - 1} pages written to out, 1 rejected" in done.stderr
    (row,) = read_rows(tmp_path / "out" / "rejected.jsonl")
    assert (row["stage"], row["offset"]) == ("read", len(b"".join(members[:4])))


def interrupt(folder: Path, output: str, written: Path) -> None:
    """Start a run and end it as soon as it has written something."""
    command = [sys.executable, "-m", "dehusk", "run", "a.warc", "-o", output, "-j", "2"]
    running = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while running.poll() is None and time.monotonic() < deadline:
        is_rows = written.is_file() and written.stat().st_size
        if is_rows or len(list(written.rglob("*.txt"))) > 5:
            break
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, messages = running.communicate(timeout=60)
    assert running.returncode == 130, messages


@pytest.fixture
def long_archive(tmp_path: Path) -> Path:
    """Many pages, every tenth of which comes again at the end."""
    pages = list(make_site("news", pages=300))
    named = [(page.url, page.html) for page in pages]
    named += [(f"{page.url}?s=1", page.html) for page in pages[::10]]
    records = [make_record(url, make_response(html)) for url, html in named]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    return tmp_path


def test_a_resumed_run_leaves_what_an_uninterrupted_one_does(
    dehusk: Run, long_archive: Path
) -> None:
    interrupt(long_archive, "out", long_archive / "out" / "pages")
    done = dehusk("run", "a.warc", "-o", "out", "--resume")
    assert done.returncode == 0, done.stderr
    assert dehusk("run", "a.warc", "-o", "fresh").returncode == 0
    trees = [read_tree(long_archive / name) for name in ("out", "fresh")]
    summaries = [json.loads(tree.pop("summary.json")) for tree in trees]
    assert trees[0] == trees[1]
    assert 0 < summaries[0]["already_there"] < 330
    assert [summary["duplicates"] for summary in summaries] == [30, 30]


@pytest.mark.parametrize(
    ("name", "part"), [("r.jsonl", "r.jsonl.part"), ("r.parquet", "r.parquet.part.jsonl")]
)
def test_an_interrupted_file_of_rows_leaves_a_part_that_can_be_read(
    long_archive: Path, name: str, part: str
) -> None:
    interrupt(long_archive, name, long_archive / part)
    assert not (long_archive / name).exists()
    rows = read_rows(long_archive / part)
    assert 0 < len(rows) < 330
    assert all(row["url"] for row in rows)
