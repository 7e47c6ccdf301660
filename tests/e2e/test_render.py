"""Rendering through the command line: boxes for all, one page's trouble its own, nothing left."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from examples import make_site
from tests.browsers import needs_chromium
from tests.conftest import Run

Rows = list[dict[str, object]]

BUILT = """<!doctype html><title>Built {n}</title><nav>Home News Sport Weather</nav>
<main id=m></main>
<script>m.innerHTML = '<p>Said by script number {n}: ' + 'word{n} '.repeat(30)</script>
<footer>All rights reserved by the village paper</footer>"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for page in make_site("blog", 4):
        (folder / f"{page.id}.html").write_bytes(page.html)
    return folder


@pytest.fixture
def built_pages(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.html").write_text(BUILT.format(n=number))
    return folder


def read_files(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def read_rows(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@needs_chromium
def test_the_result_does_not_depend_on_jobs_and_is_resumed_only_with_the_same_rendering(
    dehusk: Run, pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, jobs in (("a", 2), ("b", 1)):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / f"cache-{name}"))
        done = dehusk(
            "run", pages, "-o", name, "--format", "json", "--render", "-j", jobs, timeout_s=120
        )
        assert done.returncode == 0, done.stderr
    files = [read_files(tmp_path / name) for name in ("a", "b")]
    assert files[0] == files[1]
    rows = [json.loads(text) for name, text in files[0].items() if name.startswith("pages/")]
    assert len(rows) == len(list(pages.iterdir()))
    assert not any(row["warnings"] for row in rows)
    entries = [read_files(tmp_path / f"cache-{name}" / "dehusk") for name in ("a", "b")]
    assert len(entries[0]) == len(rows)
    assert entries[0] == entries[1]
    same = ("run", pages, "-o", "b", "--format", "json", "--resume")
    assert dehusk(*same).returncode == 2
    assert dehusk(*same, "--render").returncode == 0


@needs_chromium
def test_what_scripts_build_is_learned_from_and_a_page_that_hangs_costs_only_itself(
    dehusk: Run, built_pages: Path, tmp_path: Path
) -> None:
    (built_pages / "3.html").write_text("<!doctype html><p>Hung<script>while (true) {}</script>")
    render = ("--render", "--javascript", "--render-timeout", 4)
    learning = ("--format", "jsonl", "--method", "chunks")
    done = dehusk("run", built_pages, "-o", "out", *learning, *render, timeout_s=120)
    assert done.returncode == 0, done.stderr
    *built, hung = read_rows(tmp_path / "out" / "pages.jsonl")
    assert len(built) == 3
    for number, row in enumerate(built):
        assert f"Said by script number {number}" in str(row["text"])
        assert "All rights" not in str(row["text"])
        assert "not rendered" not in str(row["warnings"])
    assert "not rendered: not done within 4 s" in str(hung["warnings"])
    (site,) = (tmp_path / "out" / "sites").iterdir()
    told = dehusk("explain", built_pages / "1.html", "--site", site, *render, "--draw", "1.svg")
    assert told.returncode == 0, told.stderr
    assert "Said by script number 1" in told.stdout
    assert "main 1.00</text>" in (tmp_path / "1.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--javascript",), "add --render"),
        (("--viewport", "800x600"), "add --render"),
        (("--render", "--viewport", "big"), "1280x800"),
        (("--render", "--render-timeout", "0"), "timeout_s"),
        (("--render", "--browser", "/no/such/browser"), "no such browser"),
    ],
)
def test_what_cannot_be_asked_for_is_said_at_once(
    dehusk: Run, pages: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    pytest.importorskip("playwright", reason="pip install 'dehusk[render]'")
    done = dehusk("run", pages, "-o", tmp_path / "out", *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "out").exists()


ENDLESS = """
import sys
from pathlib import Path
from tests.browsers import draw, settings

draw(Path(sys.argv[1]), "<p>x<script>while (true) {}</script>",
     settings(javascript=True, timeout_s=100.0))
"""


@needs_chromium
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_process_that_is_killed_leaves_no_browser(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(tmp_path)])
    try:
        wait_for(lambda: len(list(find_descendants(process.pid))) > 4)
        time.sleep(2)
        descendants = list(find_descendants(process.pid))
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    wait_for(lambda: not any(map(is_running, descendants)))


def wait_for(what: Callable[[], bool], timeout_s: float = 30.0) -> None:
    stop = time.monotonic() + timeout_s
    while not what():
        assert time.monotonic() < stop
        time.sleep(0.1)


def find_descendants(process: int) -> Iterator[int]:
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    for child in parents:
        above = child
        while above in parents and above != process:
            above = parents[above]
        if above == process and child != process:
            yield child


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    # What nobody has waited for yet has ended all the same.
    return state != "Z"
