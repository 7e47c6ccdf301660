"""Template strings by the command line: learned from raw HTML or plain texts, then taken out."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dehusk.errors import BadOutput, BadSiteFile, CallerError
from dehusk.stringing import strings
from tests.conftest import Run
from tests.e2e.test_cli import read_rows, read_tree

SYLLABLES = [first + last for first in "bdfgklmnprstvz" for last in "aeiou"]
WORDS = [a + b + c for a in SYLLABLES for b in SYLLABLES for c in ("n", "l", "st")]
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July".split()
IDIOM = "Copying this article is a crime under the laws of all countries"


def write_story(number: int) -> str:
    """Words of its own, in no order that recurs."""
    return " ".join(random.Random(number).choices(WORDS, k=60))


def write_article(number: int) -> str:
    """An article as the paper found them, in a template that names the day."""
    day, month = DAYS[number % 7], MONTHS[number % 5]
    return (
        f"# Permanent link | no responses | Published on: {day}, {4 + number % 15}th {month}, "
        f"{1990 + number} at {number % 12}:30\n"
        f"{write_story(number)}\n\n{write_story(1000 + number)}\n"
        f"Please login to leave a reply or register for a new account today\n"
        f"read more {DAYS[number % 5]} 22nd {month} read more\n"
    )


def clean_article(number: int) -> str:
    """What the article alone has to say."""
    return f"{write_story(number)}\n\n{write_story(1000 + number)}\n"


def write_page(site: str, number: int) -> str:
    return (
        f'<html><head><title>{site} {number}</title></head><body><div id="menu">Home of {site} '
        f"About {site} and its many friends</div><p>{write_story(number)}</p><p>{IDIOM}</p>"
        f"<p>{write_story(1000 + number)}</p>"
        f'<hr><div id="foot">Printed for {site} by the printers of {site}</div></body></html>\n'
    )


def write_texts(folder: Path, count: int = 30) -> Path:
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:02}.txt").write_text(write_article(number))
    return folder


def write_sites(path: Path, sites: tuple[str, ...], count: int = 12) -> Path:
    """A table of pages, those of one site after those of the other."""
    rows = [
        {"url": f"https://{site}.example/{number}", "html": write_page(site, 100 * place + number)}
        for place, site in enumerate(sites)
        for number in range(count)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture(scope="session")
def learned_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of thirty articles beside the strings learned from them."""
    folder = tmp_path_factory.mktemp("learned")
    write_texts(folder / "texts")
    command = [sys.executable, "-m", "dehusk", "strings", "learn", "texts", "--text"]
    subprocess.run([*command, "-o", "a.strings", "-q"], cwd=folder, check=True)
    return folder


@pytest.fixture
def articles(learned_once: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    shutil.copytree(learned_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


def list_strings(path: Path) -> list[str]:
    """The strings of a file as they read."""
    return [
        " ".join(token if isinstance(token, str) else f"{{{token['any']}}}" for token in tokens)
        for tokens in (row["tokens"] for row in json.loads(path.read_text())["strings"])
    ]


def test_articles_are_told_from_their_template(dehusk: Run, tmp_path: Path) -> None:
    write_texts(tmp_path / "texts")
    learned = dehusk("strings", "learn", "texts", "--text", "-o", "site.strings")
    assert learned.returncode == 0, learned.stderr
    assert learned.stdout == ""
    assert learned.stderr == "texts: 4 strings from 30 texts, template from 15 of 30 texts on\n"
    assert list_strings(tmp_path / "site.strings") == [
        "Please login to leave a reply or register for a new account today read more {weekday} "
        "{ordinal} {month} read more",
        "# Permanent link | no responses | Published on: {weekday} {ordinal} {month} {number} at "
        "{time}",
        "{weekday} {ordinal} {month}",
        "read more",
    ]
    cleaned = dehusk(
        "strings", "clean", "texts", "--text", "--strings", "site.strings", "-o", "out"
    )
    assert cleaned.returncode == 0, cleaned.stderr
    assert cleaned.stderr == "30 texts written to out, 0 rejected\n"
    pages = tmp_path / "out" / "pages" / "texts"
    assert len(os.listdir(pages)) == 30
    for number in range(30):
        text = (pages / f"{number:02}.txt.txt").read_text()
        assert text == clean_article(number)


def test_a_new_text_is_cleaned_alone_and_printed_as_it_is(dehusk: Run, articles: Path) -> None:
    (articles / "new.txt").write_text(write_article(77))
    options = ("--text", "--strings", "a.strings")
    assert dehusk("strings", "clean", "new.txt", *options).stdout == clean_article(77)
    # Of what is no single file there are rows.
    shutil.copytree(articles / "texts", articles / "one")
    for path in sorted((articles / "one").iterdir())[1:]:
        path.unlink()
    (row,) = map(json.loads, dehusk("strings", "clean", "one", *options).stdout.splitlines())
    assert list(row) == ["source", "url", "captured", "site", "text", "removed_share"]
    assert row["text"].startswith(write_story(0))


def test_standard_input_is_cleaned_as_one_page(articles: Path) -> None:
    command = [sys.executable, "-m", "dehusk", "strings", "clean", "-", "--text"]
    done = subprocess.run(
        [*command, "--strings", "a.strings", "-q"],
        input=write_article(50),
        capture_output=True,
        text=True,
        cwd=articles,
        check=True,
    )
    assert done.stdout == clean_article(50)
    assert done.stderr == ""


def test_raw_html_is_cleaned_without_a_parser(dehusk: Run, tmp_path: Path) -> None:
    write_sites(tmp_path / "pages.jsonl", ("north",))
    learned = dehusk("strings", "learn", "pages.jsonl", "-o", "site.strings")
    assert "north.example: " in learned.stderr
    assert "template from 6 of 12 pages on" in learned.stderr
    done = dehusk("strings", "clean", "pages.jsonl", "--strings", "site.strings", "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    rows = read_rows(tmp_path / "out.jsonl")
    assert [row["url"] for row in rows] == [f"https://north.example/{n}" for n in range(12)]
    for number, row in enumerate(rows):
        assert row["text"] == f"{write_story(number)} {write_story(1000 + number)}\n"
        assert 0.2 < float(str(row["removed_share"])) < 0.5


def test_what_many_sites_say_is_an_idiom(dehusk: Run, tmp_path: Path) -> None:
    sites = ("north", "south", "east")
    write_sites(tmp_path / "pages.jsonl", sites)
    done = dehusk("strings", "learn", "pages.jsonl", "-o", "dropped")
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"{site}.example" for site in sites]
    assert all(line.endswith(("idiom dropped", "idioms dropped")) for line in lines)
    kept = dehusk("strings", "learn", "pages.jsonl", "-o", "kept", "--keep-idioms")
    assert "idiom" not in kept.stderr
    for site in sites:
        name = f"{site}.example.strings"
        before = list_strings(tmp_path / "kept" / name)
        after = list_strings(tmp_path / "dropped" / name)
        assert any(IDIOM in string for string in before)
        assert not any(IDIOM in string for string in after)
        assert any(f"Home of {site}" in string for string in after)


def test_each_page_is_cleaned_with_the_file_of_its_site(dehusk: Run, tmp_path: Path) -> None:
    write_sites(tmp_path / "pages.jsonl", ("north", "south"))
    dehusk("strings", "learn", "pages.jsonl", "-o", "found")
    (tmp_path / "found" / "south.example.strings").unlink()
    arguments = ("strings", "clean", "pages.jsonl", "--strings", "found", "-o", "out")
    done = dehusk(*arguments)
    assert done.returncode == 0, done.stderr
    assert "12 pages written to out, 12 rejected\n  12 x strings: no strings of its site" in (
        done.stderr
    )
    rejected = read_rows(tmp_path / "out" / "rejected.jsonl")
    assert {row["reason"] for row in rejected} == {
        "no strings of its site: found/south.example.strings is missing"
    }
    assert os.listdir(tmp_path / "out" / "pages") == ["north.example"]
    assert dehusk(*arguments, "--strict").returncode == 3


def test_neither_workers_nor_the_order_of_sources_change_a_byte(
    dehusk: Run, tmp_path: Path
) -> None:
    for site in ("north", "south"):
        write_sites(tmp_path / f"{site}.jsonl", (site,))
    sources = ("north.jsonl", "south.jsonl")
    trees, outputs = [], []
    for jobs, order in (("1", sources), ("2", sources), ("2", sources[::-1])):
        dehusk("strings", "learn", *order, "-o", "found", "--jobs", jobs)
        options = ("--strings", "found", "--jobs", jobs)
        assert dehusk("strings", "clean", *order, *options, "-o", "out").returncode == 0
        rows = dehusk("strings", "clean", *order, *options).stdout.splitlines()
        trees.append((read_tree(tmp_path / "found"), read_tree(tmp_path / "out" / "pages")))
        outputs.append(sorted(rows))
        shutil.rmtree(tmp_path / "found")
        shutil.rmtree(tmp_path / "out")
    assert len(trees[0][1]) == 24
    assert trees[0] == trees[1] == trees[2]
    assert outputs[0] == outputs[1] == outputs[2]


def test_rows_of_clean_texts_are_a_source_of_texts(dehusk: Run, articles: Path) -> None:
    options = ("--text", "--strings", "a.strings")
    dehusk("strings", "clean", "texts", *options, "-o", "rows.jsonl")
    learned = dehusk("strings", "learn", "rows.jsonl", "--text", "-o", "b.strings")
    assert learned.stderr.startswith("rows: 0 strings from 30 texts")
    again = dehusk("strings", "learn", "rows.jsonl", "--text", "--column", "text=site", "-o", "c")
    assert "rows: 0 strings from 1 of its 30 texts" in again.stderr


def test_one_page_teaches_nothing_and_says_so(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(write_page("north", 1))
    done = dehusk("strings", "learn", "a.html", "-o", "a.strings")
    assert done.returncode == 0
    assert "has a single page, in which nothing recurs" in " ".join(done.stderr.split())
    assert list_strings(tmp_path / "a.strings") == []


def test_copies_of_a_page_are_one_page(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    for name in "abc":
        (tmp_path / "pages" / f"{name}.html").write_text(write_page("north", 1))
    done = dehusk("strings", "learn", "pages", "-o", "a.strings")
    assert "0 strings from 1 of its 3 pages" in done.stderr


def test_pages_that_cannot_be_taken_are_told(dehusk: Run, tmp_path: Path) -> None:
    write_texts(tmp_path / "texts", 6)
    (tmp_path / "texts" / "empty.txt").write_text(" \n")
    done = dehusk("strings", "learn", "texts", "--text", "-o", "a.strings")
    assert "from 6 of its 7 texts" in done.stderr
    assert "1 x not learned from, not a text: empty" in done.stderr
    cleaned = dehusk("strings", "clean", "texts", "--text", "--strings", "a.strings", "--strict")
    assert cleaned.returncode == 3
    assert "6 texts written, 1 rejected\n  1 x read: not a text" in cleaned.stderr


def test_a_site_without_a_page_that_can_be_taken_fails(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"")
    done = dehusk("strings", "learn", "a.html", "-o", "a.strings")
    assert done.returncode == 1
    assert "no page can be taken, the first one is not an HTML page: empty" in done.stderr
    assert not (tmp_path / "a.strings").exists()


def test_pages_in_other_charsets_are_decoded(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    menu = "Главная страница нашего журнала для всех"
    for number in range(6):
        text = f"{menu}\n{write_story(number)}\n"
        encoding = "utf-16" if number % 2 else "utf-8"
        (tmp_path / "texts" / f"{number}.txt").write_bytes(text.encode(encoding))
    dehusk("strings", "learn", "texts", "--text", "-o", "a.strings")
    assert list_strings(tmp_path / "a.strings") == [menu]


BROKEN = ["", "{", "[]", '{"format": 99}', '{"format": 1}', '{"format": 1, "strings": [{}]}']


@pytest.mark.parametrize("content", BROKEN)
def test_a_broken_file_is_a_clear_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: str
) -> None:
    (tmp_path / "a.html").write_text(write_page("north", 1))
    path = tmp_path / "a.strings"
    path.write_text(content)
    arguments = ["clean", str(tmp_path / "a.html"), "--strings", str(path)]
    with pytest.raises(BadSiteFile) as refused:
        strings.main(arguments, standalone_mode=False)
    assert str(refused.value).startswith(f"{path} is not a strings file that can be read: ")
    assert "\n" not in str(refused.value)
    assert not caplog.records


def test_a_broken_file_ends_the_command_in_one_line(dehusk: Run, articles: Path) -> None:
    (articles / "a.strings").write_text("{}")
    done = dehusk("strings", "clean", "texts", "--text", "--strings", "a.strings")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_a_file_corrected_by_hand_is_taken(dehusk: Run, articles: Path) -> None:
    lines = (articles / "a.strings").read_text().splitlines(keepends=True)
    kept = [line for line in lines if "login" not in line]
    assert len(kept) == len(lines) - 1
    (articles / "a.strings").write_text("".join(kept))
    done = dehusk("strings", "clean", "texts/00.txt", "--text", "--strings", "a.strings")
    assert "was changed since dehusk wrote it" in " ".join(done.stderr.split())
    assert "Please login" in done.stdout
    assert "Permanent link" not in done.stdout


def test_files_of_the_other_kind_are_refused_by_name(dehusk: Run, tmp_path: Path) -> None:
    write_sites(tmp_path / "pages.jsonl", ("north",))
    dehusk("strings", "learn", "pages.jsonl", "-o", "a.strings")
    dehusk("learn", "pages.jsonl", "-o", "a.husk")
    taken = dehusk("strings", "clean", "pages.jsonl", "--strings", "a.husk")
    assert taken.returncode == 2
    assert "it is a .husk file, for dehusk extract" in taken.stderr
    extracted = dehusk("extract", "pages.jsonl", "--site", "a.strings")
    assert extracted.returncode == 2
    assert "it is a .strings file, for dehusk strings clean" in extracted.stderr


def test_strings_of_markup_are_not_for_texts_nor_the_other_way_round(
    dehusk: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.html").write_text(write_page("north", 1))
    dehusk("strings", "learn", "a.html", "-o", "html.strings")
    dehusk("strings", "learn", "a.html", "--text", "-o", "text.strings")
    as_text = dehusk("strings", "clean", "a.html", "--text", "--strings", "html.strings")
    assert as_text.returncode == 2
    assert "html.strings was learned from HTML: leave out --text" in as_text.stderr
    as_html = dehusk("strings", "clean", "a.html", "--strings", "text.strings")
    assert as_html.returncode == 2
    assert "text.strings was learned from plain text: add --text" in as_html.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("learn", "sites.jsonl", "-o", "a.strings"), "the pages belong to 2 sites"),
        (("learn", "sites.jsonl", "-o", "a.husk"), "give a name that ends in .strings"),
        (("learn", "sites.jsonl", "-o", "-"), "give a name that ends in .strings"),
        (("learn", "sites.jsonl", "-o", "found", "--draw", "a.png"), "give a folder for their"),
        (("learn", "sites.jsonl", "-o", "found", "--draw", "a.jpg"), "ends in .png, .svg or .pdf"),
        (("learn", "sites.jsonl", "-o", "found", "--set", "gap=x"), "gap = 'x' cannot be"),
        (("learn", "sites.jsonl", "-o", "found", "--set", "gp=1"), "the settings patterns,"),
        (("learn", "sites.jsonl", "-o", "found", "--text"), "--column text=NAME"),
        (("learn", "sites.jsonl", "-o", "x", "--column", "text=a"), "PART is one of url, html,"),
        (("learn", "folder", "-o", "found"), "no HTML pages in folder"),
        (("learn", "folder", "-o", "found", "--text"), "no texts in folder"),
        (("learn", "none", "-o", "found"), "no such file, folder or pattern"),
        (("clean", "sites.jsonl", "--strings", "none.strings"), "No such file"),
        (("clean", "x", "--strings", "y", "-o", "a.txt"), "a name that ends in .jsonl, or -"),
        (("clean", "sites.jsonl", "--strings", "folder"), "the folder holds none for these pages"),
    ],
)
def test_misuse_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_sites(tmp_path / "sites.jsonl", ("north", "south"), 2)
    (tmp_path / "folder").mkdir()
    with pytest.raises(CallerError, match=re.escape(told)):
        strings.main(list(arguments), standalone_mode=False)
    assert sorted(os.listdir(tmp_path)) == ["folder", "sites.jsonl"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("learn", "texts/a.strings", "--text", "-o", "texts/a.strings"),
        ("learn", "texts", "--text", "-o", "x.strings", "--draw", "texts/a.svg"),
        ("clean", "texts", "--text", "--strings", "texts/a.strings", "-o", "texts"),
        ("clean", "texts", "--text", "--strings", "texts/a.strings", "-o", "texts/rows.jsonl"),
        ("clean", "a.txt", "--text", "--strings", "texts/a.strings", "-o", "texts"),
        ("clean", "a.txt", "--text", "--strings", "texts/a.strings", "-o", "a.strings"),
        ("clean", "a.txt", "--text", "--strings", "texts/a.strings", "-o", "a.parquet"),
    ],
)
def test_what_is_read_is_never_written_over(
    articles: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(articles)
    (articles / "a.strings").rename(articles / "texts" / "a.strings")
    (articles / "a.txt").write_text(write_article(9))
    (articles / "texts" / "a.svg").symlink_to(articles / "texts" / "00.txt")
    before = read_tree(articles)
    with pytest.raises(BadOutput, match="cannot write to"):
        strings.main(list(arguments), standalone_mode=False)
    assert read_tree(articles) == before


def test_a_picture_shows_the_cut_off(dehusk: Run, tmp_path: Path) -> None:
    write_texts(tmp_path / "texts")
    arguments = ("strings", "learn", "texts", "--text", "-o", "a.strings", "--draw", "a.pdf")
    assert dehusk(*arguments).returncode == 0
    picture = (tmp_path / "a.pdf").read_bytes()
    assert picture.startswith(b"%PDF")
    assert dehusk(*arguments).returncode == 0
    assert (tmp_path / "a.pdf").read_bytes() == picture


def test_several_sites_have_a_picture_each(dehusk: Run, tmp_path: Path) -> None:
    write_sites(tmp_path / "pages.jsonl", ("north", "south"))
    dehusk("strings", "learn", "pages.jsonl", "-o", "found", "--draw", "found")
    names = [f"{site}.example" for site in ("north", "south")]
    endings = (".png", ".strings", ".svg")
    assert sorted(os.listdir(tmp_path / "found")) == [
        name + ending for name in names for ending in endings
    ]


def test_without_the_extra_a_picture_is_refused_before_the_work(tmp_path: Path) -> None:
    write_texts(tmp_path / "texts", 4)
    code = "import sys; sys.modules['matplotlib'] = None; from dehusk.cli import main; main()"
    arguments = ("strings", "learn", "texts", "--text", "-o", "a.strings", "--draw", "a.png")
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 2
    assert "this needs matplotlib: pip install 'dehusk[evaluate]'" in done.stderr
    assert not (tmp_path / "a.strings").exists()


FAULTY = """
import os, time
from dehusk.learn.strings.cleaner import Cleaner

clean = Cleaner.clean

def clean_badly(self, text):
    if b"END ME" in text:
        os._exit(9)
    if b"FAIL ME" in text:
        raise ArithmeticError("two and two")
    time.sleep(float(os.environ.get("SLOW_S", 0)))
    return clean(self, text)

Cleaner.clean = clean_badly
"""


@pytest.fixture
def faulty(tmp_path: Path) -> dict[str, str]:
    """An environment in which cleaning fails where a text says so."""
    (tmp_path / "faulty").mkdir()
    (tmp_path / "faulty" / "sitecustomize.py").write_text(FAULTY)
    known = os.environ.get("PYTHONPATH", "")
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, [str(tmp_path / "faulty"), known]))
    }


def start(tmp_path: Path, environment: Mapping[str, str], output: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "dehusk", "strings", "clean", "texts", "--text"]
    options: Any = {"cwd": tmp_path, "env": environment, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([*command, "--strings", "a.strings", "-o", output], **options)


def test_a_text_that_ends_its_process_costs_only_itself(
    articles: Path, faulty: dict[str, str]
) -> None:
    (articles / "texts" / "07.txt").write_text("END ME")
    (articles / "texts" / "09.txt").write_text("FAIL ME")
    running = start(articles, faulty, "out.jsonl")
    _, messages = running.communicate(timeout=60)
    assert running.returncode == 0, messages
    assert len(read_rows(articles / "out.jsonl")) == 28
    rejected = read_rows(articles / "out.rejected.jsonl")
    assert [row["source"] for row in rejected] == ["07.txt", "09.txt"]
    assert "died or did not come back" in str(rejected[0]["reason"])
    assert rejected[1]["reason"] == "ArithmeticError: two and two"


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_what_an_interrupted_command_leaves_is_whole(
    dehusk: Run, tmp_path: Path, faulty: dict[str, str], ending: signal.Signals
) -> None:
    write_texts(tmp_path / "texts", 100)
    dehusk("strings", "learn", "texts", "--text", "-o", "a.strings")
    running = start(tmp_path, faulty | {"SLOW_S": "0.1"}, "out")
    pages = tmp_path / "out" / "pages" / "texts"
    deadline = time.monotonic() + 60
    while not pages.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(ending)
    _, messages = running.communicate(timeout=30)
    assert running.returncode == 130, messages
    assert "interrupted: what is written is whole\n" in messages
    assert 0 < len(os.listdir(pages)) < 100
    for path in pages.iterdir():
        number = int(path.name.partition(".")[0])
        assert path.read_text() == clean_article(number)
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["finished"] is False


@pytest.mark.parametrize("command", [(), ("learn",), ("clean",)])
def test_every_command_teaches_itself(dehusk: Run, command: tuple[str, ...]) -> None:
    done = dehusk("strings", *command, "--help")
    assert done.returncode == 0
    assert " ".join(("dehusk strings", *(command or ("learn",)))) in done.stdout


def test_clean_html_says_that_it_is_utf_8(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    for number, word in enumerate(("Café", "Tea", "Milk", "Rain")):
        page = f'<meta charset="latin-1"><p>Home and News and Contact us</p><p>{word} {number}</p>'
        (tmp_path / "pages" / f"{number}.html").write_bytes(page.encode("latin-1"))
    dehusk("strings", "learn", "pages", "-o", "a.strings")
    dehusk("strings", "clean", "pages", "--strings", "a.strings", "-o", "clean")
    first, second = sorted((tmp_path / "clean").rglob("*.html"))[:2]
    assert first.read_bytes().startswith(b"\xef\xbb\xbf")
    assert "Café" in first.read_text(encoding="utf-8-sig")
    assert second.read_bytes().isascii()
