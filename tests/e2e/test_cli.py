"""The command line on a small site, as a newcomer uses it."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from examples import make_site, write_site
from tests.conftest import Run

ROW_FIELDS = """
    source url captured site cluster title text markdown description language author published
    modified canonical site_name sections removed_share confidence duplicate_of warnings
""".split()


def read_rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_folder_becomes_a_folder_of_clean_texts(
    dehusk: Run, news_folder: Path, tmp_path: Path
) -> None:
    done = dehusk("run", news_folder, "-o", "clean")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "24 pages written to clean, 0 rejected" in done.stderr
    out = tmp_path / "clean"
    names = {path.name for path in out.iterdir()}
    hidden = {".dehusk-run", ".dehusk-sketches"}
    assert names == {"pages", "sites", "rejected.jsonl", "summary.json"} | hidden
    texts = sorted((out / "pages" / "pages").glob("*.html.txt"))
    assert [path.name[:-4] for path in texts] == sorted(path.name for path in news_folder.iterdir())
    assert all("Contact the newsroom" not in path.read_text(encoding="utf-8") for path in texts)
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert summary["finished"] is True
    assert summary["sites"] == [{"site": "pages", "pages": 24, "learned_from": 24}]
    assert summary["recipe"]["method"] == "site"
    assert (out / "sites" / "pages.husk").exists()


def test_what_only_a_page_says_is_written(dehusk: Run, news_folder: Path) -> None:
    rows = map(json.loads, dehusk("run", news_folder, "-o", "-").stdout.splitlines())
    texts = {row["source"].removesuffix(".html"): row["text"] for row in rows}
    for story in make_site("news", pages=24):
        assert max(story.text.splitlines(), key=len) in texts[story.id]


def test_rows_have_the_documented_fields_in_the_order_of_the_input(
    dehusk: Run, news_folder: Path, tmp_path: Path
) -> None:
    assert dehusk("run", news_folder, "-o", "rows.jsonl").returncode == 0
    rows = read_rows(tmp_path / "rows.jsonl")
    assert [row["source"] for row in rows] == sorted(path.name for path in news_folder.iterdir())
    assert all(list(row) == ROW_FIELDS for row in rows)
    assert all(row["title"] and row["text"] and row["language"] == "en" for row in rows)


def test_rows_go_to_standard_output_and_nothing_else_does(dehusk: Run, news_folder: Path) -> None:
    done = dehusk("run", news_folder, "-o", "-")
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 24
    assert "24 pages written" in done.stderr
    assert dehusk("run", news_folder, "-o", "-", "--quiet").stderr == ""


def test_learning_once_and_extracting_later_gives_what_run_gives(
    dehusk: Run, news_folder: Path, tmp_path: Path
) -> None:
    assert dehusk("learn", news_folder, "-o", "site.husk").returncode == 0
    extracted = dehusk("extract", news_folder, "--site", "site.husk")
    assert extracted.returncode == 0, extracted.stderr
    assert extracted.stdout == dehusk("run", news_folder, "-o", "-").stdout


def test_any_number_of_workers_gives_the_same_bytes(
    dehusk: Run, news_folder: Path, tmp_path: Path
) -> None:
    for jobs in ("1", "3"):
        assert dehusk("run", news_folder, "-o", f"out{jobs}", "--jobs", jobs).returncode == 0
    assert read_tree(tmp_path / "out1") == read_tree(tmp_path / "out3")


def test_any_order_of_pages_gives_the_same_texts(
    dehusk: Run, news_folder: Path, tmp_path: Path
) -> None:
    files = [str(path) for path in news_folder.iterdir()]
    random.Random(5).shuffle(files)
    dehusk("run", news_folder, "-o", "sorted.jsonl")
    dehusk("run", *files, "-o", "shuffled.jsonl")
    key = str  # rows of files follow the order of their names too; compare as a set of bytes
    by_source = [
        sorted((tmp_path / name).read_text(encoding="utf-8").splitlines(), key=key)
        for name in ("sorted.jsonl", "shuffled.jsonl")
    ]
    assert by_source[0] == by_source[1]


def test_a_page_is_the_same_alone_as_in_its_batch(
    dehusk: Run, news_folder: Path, tmp_path: Path
) -> None:
    dehusk("learn", news_folder, "-o", "site.husk")
    page = sorted(news_folder.iterdir())[7]
    alone = dehusk("extract", page, "--site", "site.husk").stdout
    together = dehusk("extract", news_folder, "--site", "site.husk").stdout.splitlines()
    assert json.loads(alone)["text"] == json.loads(together[7])["text"]


def test_several_sites_are_learned_apart(dehusk: Run, tmp_path: Path) -> None:
    for site in ("shop", "docs"):
        write_site(site, tmp_path / site, pages=6)
        (tmp_path / site / "pages").rename(tmp_path / site / site)
    done = dehusk("run", "shop/shop", "docs/docs", "-o", "out")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "out" / "sites").iterdir()) == [
        "docs.husk",
        "shop.husk",
    ]
    assert dehusk("learn", "shop/shop", "docs/docs", "-o", "one.husk").returncode == 2


def test_explaining_shows_what_was_kept_and_what_not(
    dehusk: Run, news_folder: Path, tmp_path: Path
) -> None:
    dehusk("learn", news_folder, "-o", "site.husk")
    done = dehusk("explain", sorted(news_folder.iterdir())[3], "--site", "site.husk")
    lines = done.stdout.splitlines()
    menu = [line for line in lines if line.endswith("[html/body/header/nav/a/-text]")]
    assert len(menu) == 7
    assert all(line.startswith("- ") and "other pages" in line for line in menu)
    story = [line for line in lines if line.endswith("/article/p/-text]")]
    assert sum(line.startswith("+ ") for line in story) > len(story) / 2 > 2


def test_a_method_by_name_explains_in_its_own_words(dehusk: Run, news_folder: Path) -> None:
    dehusk("learn", news_folder, "-o", "site.husk", "--method", "chunks")
    done = dehusk("explain", sorted(news_folder.iterdir())[3], "--site", "site.husk")
    lines = done.stdout.splitlines()
    assert any(line.startswith("- 1.00  'Politics'") and "24 of 24 pages" in line for line in lines)
    assert any(line.startswith("+ 0.00") for line in lines)


def test_settings_reach_the_method(dehusk: Run, news_folder: Path, tmp_path: Path) -> None:
    options = ("--set", "threshold=3", "--set", "containers=table,div", "--set", "key=path")
    method = ("--method", "chunks", *options)
    assert dehusk("learn", news_folder, "-o", "site.husk", *method).returncode == 0
    saved = json.loads((tmp_path / "site.husk").read_text(encoding="utf-8"))
    assert saved["recipe"]["method_settings"] == {
        "containers": ["table", "div"],
        "threshold": 3,
        "key": "path",
        "max_pages": None,
    }
    assert dehusk("learn", news_folder, "-o", "site.husk", "--set", "pages=5").returncode == 0
    saved = json.loads((tmp_path / "site.husk").read_text(encoding="utf-8"))
    assert saved["recipe"]["method_settings"] == {"pages": 5, "weights": ""}


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_is_whole_and_can_be_resumed(
    tmp_path: Path, ending: signal.Signals
) -> None:
    write_site("news", tmp_path / "site", pages=900)
    command = [sys.executable, "-m", "dehusk", "run", "site/pages", "-o", "out"]
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    pages = tmp_path / "out" / "pages" / "pages"
    deadline = time.monotonic() + 180
    # Some of them may be on their way yet, and be gone afterwards.
    while not (pages.exists() and len(os.listdir(pages)) > 40) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(ending)
    _, messages = running.communicate(timeout=90)
    assert running.returncode == 130, messages
    assert "Traceback" not in messages
    written = len(os.listdir(pages))
    assert 20 < written < 900
    assert not [name for name in os.listdir(pages) if not name.endswith(".txt")]
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["finished"] is False
    resumed = subprocess.run(
        [*command, "--resume"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert f"{written:,} were there already" in resumed.stderr
    subprocess.run([*command[:-1], "fresh"], cwd=tmp_path, capture_output=True, check=True)
    assert read_tree(pages) == read_tree(tmp_path / "fresh" / "pages" / "pages")


def test_the_reader_may_close_the_pipe_early(news_folder: Path) -> None:
    command = f"{sys.executable} -m dehusk run {news_folder} -o - | head -c 100"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["run", "learn"])
def test_help_names_the_default_and_a_setting_of_it(
    dehusk: Run, news_folder: Path, command: str
) -> None:
    said = " ".join(dehusk(command, "--help").stdout.split())
    assert "How to learn: site, chunks, " in said
    assert "[default: site]" in said
    assert "such as pages=20;" in said
    done = dehusk(
        command, news_folder, "-o", "x.husk" if command == "learn" else "-", "--set=pages=20"
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["run", "learn", "extract", "explain"])
def test_every_command_teaches_itself(dehusk: Run, command: str) -> None:
    done = dehusk(command, "--help")
    assert done.returncode == 0
    assert "Usage: " in done.stdout


def test_a_changed_source_between_runs_needs_no_clean_up(
    dehusk: Run, news_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(news_folder, tmp_path / "pages")
    dehusk("run", "pages", "-o", "out")
    before = read_tree(tmp_path / "out")
    dehusk("run", "pages", "-o", "out")
    assert read_tree(tmp_path / "out") == before
