"""`dehusk export`: what was learned, in files that other tools read."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pcre2
import pytest
import re2

from dehusk import learn
from tests.conftest import Run


@pytest.fixture(scope="module")
def site_file(news_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("learned") / "site.husk"
    learn(str(news_folder), method="strings").save(path)
    return path


def test_lines_are_expressions_that_remove_the_template(
    dehusk: Run, site_file: Path, news_folder: Path
) -> None:
    done = dehusk("export", site_file, "--as", "regex")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.removesuffix("\n").split("\n")
    assert len(lines) == len(set(lines)) > 5
    page = min(news_folder.rglob("*.html"))
    row = json.loads(dehusk("extract", page, "--site", site_file).stdout)
    markup = re.sub("(?s)<(script|style).*?</", "</", page.read_text(encoding="utf-8"))
    whole = " ".join(re.sub("<[^>]*>", " ", markup).split())
    text = whole
    for line in lines:
        spans = [
            [match.span(2) for match in engine.finditer(line, text)] for engine in (re, re2, pcre2)
        ]
        assert spans[0] == spans[1] == spans[2]
        text = re.sub(line, r"\1\3", text)
    assert len(text) < 0.8 * len(whole)
    content = set(max(row["text"].split("\n"), key=len).split())
    assert len(content - set(text.split())) < 0.2 * len(content)


def test_json_says_on_how_many_pages_each_is(dehusk: Run, site_file: Path, tmp_path: Path) -> None:
    assert dehusk("export", site_file, "--as", "json", "-o", tmp_path / "out.json").stdout == ""
    told = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    lines = dehusk("export", site_file, "--as", "regex").stdout.removesuffix("\n").split("\n")
    assert (told["site"], told["pages"]) == ("pages", 24)
    assert [row["expression"] for row in told["expressions"]] == lines
    assert all(2 <= row["pages"] <= row["of"] <= 24 for row in told["expressions"])
    saved = json.loads(site_file.read_text(encoding="utf-8"))["templates"].values()
    sets = [one for known in saved for one in (known, known.get("of_site", {"strings": []}))]
    strings = {json.dumps(string["tokens"]) for one in sets for string in one["strings"]}
    assert len(lines) == len(strings)


def test_patterns_of_ones_own_are_exported(dehusk: Run, news_folder: Path, tmp_path: Path) -> None:
    settings = {"patterns": ["default", "any=[^<]+(x)?"]}
    learn(str(news_folder), method="strings", settings=settings).save(tmp_path / "own.husk")
    done = dehusk("export", "own.husk", "--as", "regex")
    assert done.returncode == 0, done.stderr
    for line in done.stdout.removesuffix("\n").split("\n"):
        assert {engine.compile(line).groups for engine in (re, re2, pcre2)} == {3}


@pytest.mark.parametrize("method", ["site", "chunks"])
def test_other_methods_have_no_expressions_but_json(
    dehusk: Run, news_folder: Path, tmp_path: Path, method: str
) -> None:
    learn(str(news_folder), method=method).save(tmp_path / "a.husk")
    refused = dehusk("export", "a.husk", "--as", "regex")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"dehusk: a.husk was learned with {method}, which finds no strings to export: "
        "learn the site with dehusk learn … --method strings\n"
    )
    learned = json.loads(dehusk("export", "a.husk", "--as", "json").stdout)
    assert learned["recipe"]["method"] == method


def test_trees_are_text_or_a_picture(dehusk: Run, news_folder: Path, tmp_path: Path) -> None:
    learn(str(news_folder), method="tree").save(tmp_path / "tree.husk")
    text = dehusk("export", "tree.husk", "--as", "tree")
    assert (text.returncode, text.stderr) == (0, "")
    assert "pages, cluster 1: 24 pages, " in text.stdout
    assert '24/24          h2  "Most read" 24/24\n' in text.stdout
    drawn = dehusk("export", "tree.husk", "--as", "svg", "-o", "tree.svg")
    assert (drawn.returncode, drawn.stdout, drawn.stderr) == (0, "", "")
    assert ElementTree.parse(tmp_path / "tree.svg").getroot().tag.endswith("svg")
    assert dehusk("export", "tree.husk", "--as", "regex").returncode == 2


@pytest.mark.parametrize("method", ["site", "strings"])
def test_other_methods_have_no_tree(
    dehusk: Run, news_folder: Path, tmp_path: Path, method: str
) -> None:
    learn(str(news_folder), method=method).save(tmp_path / "s.husk")
    for kind in ("tree", "svg"):
        refused = dehusk("export", "s.husk", "--as", kind)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr == (
            f"dehusk: s.husk was learned with {method}, which makes no tree to export: "
            "learn the site with dehusk learn … --method tree\n"
        )


def test_what_cannot_be_exported_is_said_in_a_line(dehusk: Run, site_file: Path) -> None:
    before = site_file.read_bytes()
    itself = dehusk("export", site_file, "--as", "regex", "-o", site_file)
    assert (itself.returncode, site_file.read_bytes()) == (2, before)
    assert "is what is exported" in itself.stderr
    missing = dehusk("export", "nothing.husk", "--as", "regex")
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 1)
    assert dehusk("export", site_file, "--as", "css").returncode == 2


def test_a_site_without_strings_gives_nothing_and_says_so(dehusk: Run, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    for number, word in enumerate(("one", "two")):
        page = f"<p>{word * 3}</p>"
        (tmp_path / "pages" / f"{number}.html").write_text(page, encoding="utf-8")
    learn(str(tmp_path / "pages"), method="strings").save(tmp_path / "few.husk")
    done = dehusk("export", "few.husk", "--as", "regex")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "few.husk has no template strings\n"
