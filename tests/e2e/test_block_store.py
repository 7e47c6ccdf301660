"""`dehusk run --store-blocks`: whole pages kept, what they share only once, and rebuilt exactly."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

import dehusk as api
from dehusk.errors import BadBlockStore
from dehusk.write.text import render_whole
from examples import write_site
from tests.conftest import parse

COMMAND = (sys.executable, "-m", "dehusk", "run", "pages")
TABLES = ("blocks.parquet", "pages.parquet")
DUPLICATE = f"the-same-once-more-under-a-name-that-is-{'very-' * 8}long.html"
DOCS = Path(__file__).parents[2] / "docs" / "reference" / "block-store.md"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pages of a small shop, and a run over them."""
    folder = tmp_path_factory.mktemp("shop")
    write_site("shop", folder / "site", pages=8)
    (folder / "site" / "pages").rename(folder / "pages")
    done = run(folder, "clean")
    assert done.returncode == 0, done.stderr
    (folder / "said").write_text(done.stderr)
    return folder


def run(folder: Path, output: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "-j", "1", "-o", output, "--store-blocks", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def read_tables(out: Path) -> list[bytes]:
    assert sorted(path.name for path in (out / "blocks").iterdir()) == sorted(TABLES)
    return [(out / "blocks" / name).read_bytes() for name in TABLES]


def read_fences(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


def list_markup(folder: Path) -> dict[str, bytes]:
    paths = sorted((folder / "pages").iterdir())
    return {path.name: parse(path.read_bytes(), path.name).tree.markup for path in paths}


def test_every_page_is_rebuilt_exactly_markup_and_text(stored: Path) -> None:
    expected = list_markup(stored)
    with api.open_blocks(stored / "clean") as store:
        pages = {page.source: page for page in store.pages()}
        assert {name: store.rebuild(page) for name, page in pages.items()} == expected
        for name, page in pages.items():
            original = parse((stored / "pages" / name).read_bytes())
            assert render_whole(store.read_tree(page)) == render_whole(original.tree)


def test_the_summary_and_the_last_line_say_what_is_saved(stored: Path) -> None:
    summary = json.loads((stored / "clean" / "summary.json").read_bytes())
    saved = summary["blocks"]
    n_bytes = sum(map(len, list_markup(stored).values()))
    assert saved["pages"] == 8
    assert saved["page_bytes"] == n_bytes
    assert 0 < saved["saved_bytes"] == n_bytes - saved["kept_bytes"]
    assert summary["sites"][0]["blocks"] == saved
    (line,) = re.findall("blocks: .*", (stored / "said").read_text())
    share = round(100 * saved["saved_share"])
    assert re.fullmatch(rf"blocks: [\d.]+ kB of pages kept as [\d.]+ kB \({share} % saved\)", line)


def test_any_number_of_workers_gives_the_same_store(stored: Path) -> None:
    assert run(stored, "two", "--jobs", "2").returncode == 0
    assert read_tables(stored / "two") == read_tables(stored / "clean")


def test_the_documented_code_rebuilds_pages(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(stored)
    expected = list_markup(stored)
    last = list(expected)[-1]
    (sql,) = read_fences("sql")
    assert "'page.html'" in sql
    ((markup,),) = duckdb.connect().execute(sql.replace("page.html", last)).fetchall()
    assert markup.encode() == expected[last]
    with_dehusk, with_pyarrow = read_fences("python")
    for code in (with_dehusk, with_pyarrow):
        names: dict[str, object] = {}
        exec(code, names)
        markup = names["markup"]
        assert (markup if isinstance(markup, bytes) else str(markup).encode()) == expected[last]


def test_a_finished_run_that_is_resumed_does_nothing_again(stored: Path) -> None:
    shutil.copytree(stored / "clean", stored / "resumed")
    before = read_tables(stored / "clean")
    marker = json.loads((stored / "resumed" / "summary.json").read_bytes())["written"]
    done = run(stored, "resumed", "--resume")
    assert f"0 pages written to resumed, {marker} were there already" in done.stderr
    assert read_tables(stored / "resumed") == before


def test_pages_that_the_store_lacks_are_done_again(stored: Path) -> None:
    shutil.copytree(stored / "clean", stored / "lacking")
    (stored / "lacking" / "blocks" / TABLES[0]).unlink()
    done = run(stored, "lacking", "--resume")
    assert "8 pages written" in done.stderr
    assert read_tables(stored / "lacking") == read_tables(stored / "clean")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with many pages, and an uninterrupted run over them."""
    folder = tmp_path_factory.mktemp("blog")
    write_site("blog", folder / "site", pages=140)
    (folder / "site" / "pages").rename(folder / "pages")
    assert run(folder, "fresh").returncode == 0
    return folder


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_goes_on_to_the_same_store(fresh: Path, ending: signal.Signals) -> None:
    out = fresh / ending.name
    command = [*COMMAND, "-j", "1", "-o", out.name, "--store-blocks"]
    running = subprocess.Popen(command, cwd=fresh, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while len(list(out.glob("pages/*/*.txt"))) <= 70 and time.monotonic() < deadline:
        time.sleep(0.01)
    running.send_signal(ending)
    running.communicate(timeout=30)
    assert not (out / "blocks" / TABLES[0]).exists()
    resumed = run(fresh, out.name, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert "were there already" in resumed.stderr
    assert read_tables(out) == read_tables(fresh / "fresh")
    summaries = [
        json.loads((folder / "summary.json").read_bytes()) for folder in (out, fresh / "fresh")
    ]
    assert summaries[0]["blocks"] == summaries[1]["blocks"]


def test_changing_ones_mind_between_runs_is_refused(stored: Path) -> None:
    command = [*COMMAND, "-j", "1", "-o"]
    without = subprocess.run(
        [*command, "clean", "--resume"], cwd=stored, capture_output=True, text=True, check=False
    )
    assert without.returncode == 2
    assert "an earlier run into it had other settings" in without.stderr
    shutil.copytree(stored / "clean", stored / "plain")
    subprocess.run([*command, "plain"], cwd=stored, capture_output=True, check=True)
    assert not list((stored / "plain" / "blocks").iterdir())
    assert run(stored, "plain", "--resume").returncode == 2


def test_a_store_needs_a_folder(stored: Path) -> None:
    done = run(stored, "rows.parquet")
    assert done.returncode == 2
    assert "blocks are stored in a folder; name one as output" in done.stderr
    assert not done.stdout


def test_duplicates_that_are_left_out_are_not_stored(stored: Path, tmp_path: Path) -> None:
    shutil.copytree(stored / "pages", tmp_path / "pages")
    shutil.copy(min((stored / "pages").iterdir()), tmp_path / "pages" / DUPLICATE)
    assert run(tmp_path, "out", "--no-duplicates").returncode == 0
    with api.open_blocks(tmp_path / "out") as store:
        sources = [page.source for page in store.pages()]
    assert sources == sorted(path.name for path in (stored / "pages").iterdir())


def test_a_folder_without_a_store_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadBlockStore, match=r"blocks\.parquet is not a block store"):
        api.open_blocks(tmp_path)
