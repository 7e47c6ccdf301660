"""`dehusk cluster` on small sites: which pages share a template."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from examples import make_site, write_site
from tests.conftest import Run

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    write_site("shop", folder, pages=40)
    return folder / "pages"


def write_table(path: Path, sites: list[str], seed: int) -> Path:
    rows = [
        json.dumps({"url": page.url, "html": page.html.decode(errors="replace")})
        for site in sites
        for page in make_site(site, 24)
    ]
    random.Random(seed).shuffle(rows)
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_the_table_tells_the_clusters(dehusk: Run, shop: Path) -> None:
    done = dehusk("cluster", shop)
    assert done.returncode == 0, done.stderr
    assert "pages  40 pages in 2 clusters" in done.stdout
    assert "a-0-a.html" in done.stdout
    assert "index.html" in done.stdout
    assert done.stderr == "40 pages, 2 clusters, 0 rejected\n"
    assert dehusk("cluster", shop, "--quiet").stderr == ""


def test_listing_pages_are_told_from_products(dehusk: Run, shop: Path) -> None:
    told = json.loads(dehusk("cluster", shop, "--json", "-").stdout)
    (site,) = told["sites"]
    products, listings = site["clusters"]
    assert (site["site"], site["pages"], site["sampled"]) == ("pages", 40, 40)
    assert products["pages"] + listings["pages"] == 40
    assert products["pattern"] == "a-0-a.html"
    assert all("0" in name for name in products["examples"])
    assert listings["paths"]
    assert [row["template"] for row in site["clusters"]] == ["1", "2"]


def test_pages_are_assigned_to_what_run_says_of_them(
    dehusk: Run, shop: Path, tmp_path: Path
) -> None:
    assert dehusk("cluster", shop, "-o", "found", "-q").returncode == 0
    lines = (tmp_path / "found" / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert list(rows[0]) == ["source", "url", "captured", "site", "cluster", "template"]
    cleaned = dehusk("run", shop, "-o", "-").stdout.splitlines()
    told = [(row["source"], row["cluster"]) for row in map(json.loads, cleaned)]
    assert [(row["source"], row["cluster"]) for row in rows] == told


def test_any_order_and_any_number_of_workers_give_the_same_bytes(
    dehusk: Run, tmp_path: Path
) -> None:
    told = set()
    for seed, jobs in ((1, "1"), (2, "4")):
        table = write_table(tmp_path / f"{seed}.jsonl", ["shop", "blog"], seed)
        done = dehusk("cluster", table, "--jobs", jobs, "--json", "-")
        assert done.returncode == 0, done.stderr
        told.add(done.stdout)
    assert len(told) == 1
    sites = json.loads(told.pop())["sites"]
    assert [site["site"] for site in sites] == ["blog.example", "shop.example"]


def test_only_the_order_of_rows_is_that_of_the_input(dehusk: Run, tmp_path: Path) -> None:
    written = []
    for seed in (1, 2):
        table = write_table(tmp_path / f"{seed}" / "table.jsonl", ["shop"], seed)
        assert dehusk("cluster", table, "-o", f"{seed}-found", "-q").returncode == 0
        found = tmp_path / f"{seed}-found"
        files = {path.name: path.read_bytes() for path in found.rglob("*") if path.is_file()}
        rows = [json.loads(line) for line in files.pop("pages.jsonl").splitlines()]
        given = [json.loads(line)["url"] for line in table.read_bytes().splitlines()]
        assert [row.pop("url") for row in rows] == given
        written.append((files, len(rows)))
    assert written[0] == written[1]
    assert len(written[0][0]) == 6


def test_the_order_of_sources_does_not_matter(dehusk: Run, tmp_path: Path) -> None:
    one = write_table(tmp_path / "one.jsonl", ["shop"], 1)
    other = write_table(tmp_path / "other.jsonl", ["news"], 1)
    assert (
        dehusk("cluster", one, other, "--json", "-").stdout
        == dehusk("cluster", other, one, "--json", "-").stdout
    )


def test_a_folder_gets_pictures_that_show_every_page_and_cluster(
    dehusk: Run, shop: Path, tmp_path: Path
) -> None:
    for name in ("found", "again"):
        done = dehusk("cluster", shop, "-o", name, "--json", f"{name}.json")
        assert done.returncode == 0, done.stderr
    found = tmp_path / "found"
    names = {path.relative_to(found).as_posix() for path in found.rglob("*") if path.is_file()}
    pictures = {f"sites/pages/{name}.{end}" for name in ("pages", "tree") for end in ("svg", "png")}
    assert names == {"clusters.json", "pages.jsonl", "rejected.jsonl"} | pictures
    for name in names:
        assert (found / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name
    assert (found / "clusters.json").read_bytes() == (tmp_path / "found.json").read_bytes()
    drawn = ElementTree.parse(found / "sites" / "pages" / "pages.svg")
    # A mark for each page, and one for each line of the legend.
    assert len(list(drawn.iter(f"{SVG}use"))) == 40 + 2
    texts = " ".join(drawn.getroot().itertext())
    assert "1: 34 pages" in texts
    assert (found / "sites" / "pages" / "tree.png").stat().st_size > 10_000


def test_without_the_extra_all_but_the_pictures_is_there(shop: Path, tmp_path: Path) -> None:
    earlier = tmp_path / "found" / "sites" / "pages"
    earlier.mkdir(parents=True)
    (earlier / "tree.svg").write_text("of an earlier run")
    hide = "import sys; sys.modules.update(dict.fromkeys(('matplotlib', 'rapidfuzz', 'scipy')))"
    command = f"{hide}; from dehusk.cli import main; main()"
    arguments = [sys.executable, "-c", command, "cluster", str(shop), "-o", "found"]
    done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "no pictures: this needs matplotlib: pip install 'dehusk[evaluate]'" in done.stderr
    assert "40 pages in 2 clusters" in done.stdout
    found = (tmp_path / "found").rglob("*")
    written = sorted(path.name for path in found if path.is_file())
    assert written == ["clusters.json", "pages.jsonl", "rejected.jsonl"]


def test_broken_pages_are_counted_and_stop_nothing(dehusk: Run, shop: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    for path in shop.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "noise.html").write_bytes(random.Random(1).randbytes(4000))
    (folder / "deep.html").write_text("<div>" * 5000 + "x")
    (folder / "empty.html").write_bytes(b"")
    (folder / "odd.html").write_text("<p>nothing in common")
    done = dehusk("cluster", folder, "-o", "found")
    assert done.returncode == 0, done.stderr
    assert "41 pages, 3 clusters, 3 rejected" in done.stderr
    told = json.loads((tmp_path / "found" / "clusters.json").read_text(encoding="utf-8"))
    rejected = (tmp_path / "found" / "rejected.jsonl").read_text(encoding="utf-8").splitlines()
    assert told["rejected"] == len(rejected) == told["sites"][0]["rejected"]
    assert told["pages"] + told["rejected"] == 44
    assert told["sites"][0]["clusters"][-1]["examples"] == ["odd.html"]
    assert "too small: fewer than" in " ".join(done.stdout.split())


def test_a_site_of_which_nothing_can_be_read_has_no_clusters(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "noise.html").write_bytes(random.Random(1).randbytes(4000))
    done = dehusk("cluster", "site", "-o", "found")
    assert done.returncode == 0, done.stderr
    assert "0 pages, 0 clusters, 1 rejected" in done.stderr


def test_the_cluster_method_can_be_chosen(dehusk: Run, shop: Path) -> None:
    done = dehusk("cluster", shop, "--cluster", "none", "--json", "-")
    (row,) = json.loads(done.stdout)["sites"][0]["clusters"]
    assert (row["name"], row["pages"], row["share"]) == ("all", 40, 1.0)


def test_the_example_of_a_setting_in_the_help_can_be_run(dehusk: Run, shop: Path) -> None:
    example = "--cluster minhash --cluster-set n_hashes=256"
    assert example in " ".join(dehusk("cluster", "--help").stdout.split())
    done = dehusk("cluster", shop, "--json", "-", *example.split())
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["pages"] == 40


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("pages", "--cluster", "nope"), "unknown cluster method 'nope'; known: mdl"),
        (("pages", "--cluster-set", "x=1"), "auto has no settings: leave out x"),
        (
            ("pages", "--cluster", "dice", "--cluster-set", "x=1"),
            "allowed: the settings attributes",
        ),
        (("pages", "--cluster-set", "x"), "--cluster-set"),
        (("nothing",), "no HTML pages in nothing"),
        (("missing",), "missing"),
        (("pages", "-o", "found.json"), "give a folder; --json writes a file"),
        (("pages", "-o", "pages"), "it is, or holds, the source"),
        (("pages/a.html", "--json", "pages/a.html"), "it is, or holds, the source"),
        (("pages", "--json", "pages/a.html"), "it is, or holds, the source"),
        (("pages/*.html", "--json", "pages/a.html"), "it is, or holds, the source"),
        (("pages/*.html", "-o", "pages"), "it is, or holds, the source"),
        (("pages", "--json", "pages/found.json"), "it is inside the source pages"),
        (("pages", "-o", "pages/found"), "it is inside the source pages"),
        (("pages", "-o", "-"), "give a folder; --json - writes to standard output"),
        (("missing", "-o", "found", "--json", "new/x.json"), "missing"),
        (("nothing", "-o", "found", "--json", "new/x.json"), "no HTML pages in nothing"),
        (("pages", "-o", "found", "--cluster", "nope"), "unknown cluster method"),
    ],
)
def test_misuse_is_told_in_a_line(
    dehusk: Run, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "nothing").mkdir()
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_text("<p>The page</p>")
    done = dehusk("cluster", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "pages" / "a.html").read_text() == "<p>The page</p>"
    assert os.listdir(tmp_path / "pages") == ["a.html"]
    assert sorted(os.listdir(tmp_path)) == ["nothing", "pages"]


def test_ctrl_c_leaves_nothing_half_written(tmp_path: Path) -> None:
    write_site("news", tmp_path / "site", pages=900)
    command = [sys.executable, "-m", "dehusk", "cluster", "site/pages", "-o", "found", "-j", "1"]
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    part = tmp_path / "found" / ".pages.jsonl.part"
    deadline = time.monotonic() + 60
    while not (part.exists() and part.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, messages = running.communicate(timeout=30)
    assert (running.returncode, messages.strip()) == (130, "interrupted")
    assert os.listdir(tmp_path / "found") == []
