"""`dehusk run --store-blocks`: whole pages kept, what they share only once, and rebuilt exactly."""

import io
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import duckdb
import pytest

import dehusk as api
from dehusk.cli import main
from dehusk.errors import BadBlockStore
from dehusk.model import PageRef
from dehusk.run.block_store.book import PAGES_A_COMMIT, BlockBook
from dehusk.run.block_store.cut import cut_page
from dehusk.run.workers import WorkPlan
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
    command = [*COMMAND, "-j", "2", "-o", "clean", "--store-blocks"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (folder / "said").write_text(done.stderr)
    return folder


def run(folder: Path, output: str, *options: str, source: str = "pages") -> tuple[object, str]:
    """How the command ends, and what it says; without workers, whose start takes longest."""
    arguments = ["dehusk", "run", source, "-j", "1", "-o", output, *options]
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stderr(said):
        patch.chdir(folder)
        patch.setattr(sys, "argv", arguments)
        patch.setattr("dehusk.cli._prepare_process", lambda: None)
        patch.setattr("dehusk.run.local.map_in_processes", map_here)
        with pytest.raises(SystemExit) as ended:
            main()
    return ended.value.code, said.getvalue()


def map_here(plan: WorkPlan[Any, Any], items: Iterable[Any]) -> Iterator[Any]:
    return map(plan.work, items)


def store(folder: Path, output: str, *options: str, source: str = "pages") -> str:
    """What is said by a run that stores blocks and ends well."""
    code, said = run(folder, output, "--store-blocks", *options, source=source)
    assert code == 0, said
    return said


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
    with api.open_blocks(stored / "clean") as blocks:
        pages = {page.source: page for page in blocks.pages()}
        assert {name: blocks.rebuild(page) for name, page in pages.items()} == expected
        for name, page in pages.items():
            original = parse((stored / "pages" / name).read_bytes())
            assert render_whole(blocks.read_tree(page)) == render_whole(original.tree)


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
    store(stored, "alone")
    assert read_tables(stored / "alone") == read_tables(stored / "clean")


def test_the_documented_code_rebuilds_pages(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(stored)
    expected = list_markup(stored)
    last = list(expected)[-1]
    (sql,) = read_fences("sql")
    assert "'page.html'" in sql
    ((*_, markup),) = duckdb.connect().execute(sql.replace("page.html", last)).fetchall()
    assert markup.encode() == expected[last]
    with_dehusk, with_pyarrow = read_fences("python")
    for code in (with_dehusk, with_pyarrow):
        names: dict[str, object] = {}
        exec(code, names)
        markup = names["markup"]
        assert (markup if isinstance(markup, bytes) else str(markup).encode()) == expected[last]


def test_the_documented_sql_does_not_mix_pages_of_one_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    expected = []
    book = BlockBook(Path("clean", "blocks"), resumes=False)
    for site, copy in (("a.example", 0), ("a.example", 1), ("b.example", 0)):
        tree = parse(f"<p>{f'Page {copy} of {site}. ' * 9}<div>{'The same. ' * 9}").tree
        book.add(PageRef("page.html", site, "", 0, copy=copy), cut_page(tree))
        expected.append(tree.markup)
    book.export()
    book.close()
    (sql,) = read_fences("sql")
    rows = duckdb.connect().execute(sql).fetchall()
    assert [markup.encode() for *_, markup in rows] == expected


def test_a_finished_run_that_is_resumed_does_nothing_again(stored: Path) -> None:
    shutil.copytree(stored / "clean", stored / "resumed")
    before = read_tables(stored / "clean")
    marker = json.loads((stored / "resumed" / "summary.json").read_bytes())["written"]
    said = store(stored, "resumed", "--resume")
    assert f"0 pages written to resumed, {marker} were there already" in said
    assert read_tables(stored / "resumed") == before


def test_pages_that_the_store_lacks_are_done_again(stored: Path) -> None:
    shutil.copytree(stored / "clean", stored / "lacking")
    (stored / "lacking" / "blocks" / TABLES[0]).unlink()
    assert "8 pages written" in store(stored, "lacking", "--resume")
    assert read_tables(stored / "lacking") == read_tables(stored / "clean")


@pytest.mark.parametrize(
    ("pages", "options"), [(["", "A", "B", "C"], []), (["A", "A", "B", "C"], ["--no-duplicates"])]
)
def test_pages_of_one_address_stay_what_they_are_when_one_is_not_stored(
    tmp_path: Path, pages: list[str], options: list[str]
) -> None:
    html = [name and f"<title>{name}</title><p>{f'All of {name}. ' * 20}" for name in pages]
    rows = [json.dumps({"url": "https://a.example/b", "html": page}) + "\n" for page in html]
    (tmp_path / "rows.jsonl").write_text("".join(rows))
    for extra in ([], ["--resume"], ["--resume"]):
        store(tmp_path, "out", *options, *extra, source="rows.jsonl")
        with api.open_blocks(tmp_path / "out") as blocks:
            titles = [re.findall(b"<title>(.)", blocks.rebuild(page)) for page in blocks.pages()]
        assert titles == [[b"A"], [b"B"], [b"C"]]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with more pages than are done again after a kill, and a whole run over them."""
    folder = tmp_path_factory.mktemp("blog")
    write_site("blog", folder / "site", pages=PAGES_A_COMMIT + 40)
    (folder / "site" / "pages").rename(folder / "pages")
    store(folder, "fresh")
    return folder


@pytest.mark.parametrize(
    ("ending", "after"), [(signal.SIGINT, 5), (signal.SIGKILL, PAGES_A_COMMIT + 2)]
)
def test_an_interrupted_run_goes_on_to_the_same_store(
    fresh: Path, ending: signal.Signals, after: int
) -> None:
    out = fresh / ending.name
    # So that the site is not learned again, which is not what is interrupted.
    shutil.copytree(fresh / "fresh" / "sites", out / "sites")
    command = [*COMMAND, "-j", "1", "-o", out.name, "--store-blocks", "--resume"]
    running = subprocess.Popen(command, cwd=fresh, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while len(list(out.glob("pages/*/*.txt"))) < after and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(ending)
    running.communicate(timeout=30)
    assert not (out / "blocks" / TABLES[0]).exists()
    assert "were there already" in store(fresh, out.name, "--resume")
    assert read_tables(out) == read_tables(fresh / "fresh")
    summaries = [
        json.loads((folder / "summary.json").read_bytes()) for folder in (out, fresh / "fresh")
    ]
    assert summaries[0]["blocks"] == summaries[1]["blocks"]


def test_a_run_that_cannot_be_resumed_leaves_nothing_to_go_on_with(
    stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        assert (stored / "rows" / "blocks" / "blocks.part").exists()
        raise KeyboardInterrupt

    monkeypatch.setattr("dehusk.run.command.clean_pages", interrupt)
    assert run(stored, "rows", "--store-blocks", "--format", "jsonl")[0] == 130
    assert not list((stored / "rows" / "blocks").iterdir())


def test_changing_ones_mind_between_runs_is_refused(stored: Path) -> None:
    code, said = run(stored, "clean", "--resume")
    assert code == 2
    assert "an earlier run into it had other settings" in said
    shutil.copytree(stored / "clean", stored / "plain")
    assert run(stored, "plain")[0] == 0
    assert not list((stored / "plain" / "blocks").iterdir())
    assert run(stored, "plain", "--resume", "--store-blocks")[0] == 2


def test_a_store_needs_a_folder(stored: Path) -> None:
    code, said = run(stored, "rows.parquet", "--store-blocks")
    assert code == 2
    assert "blocks are stored in a folder; name one as output" in said


def test_duplicates_that_are_left_out_are_not_stored(stored: Path, tmp_path: Path) -> None:
    shutil.copytree(stored / "pages", tmp_path / "pages")
    shutil.copy(min((stored / "pages").iterdir()), tmp_path / "pages" / DUPLICATE)
    store(tmp_path, "out", "--no-duplicates")
    with api.open_blocks(tmp_path / "out") as blocks:
        sources = [page.source for page in blocks.pages()]
    assert sources == sorted(path.name for path in (stored / "pages").iterdir())


def test_a_folder_without_a_store_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadBlockStore, match=r"blocks\.parquet is not a block store"):
        api.open_blocks(tmp_path)
