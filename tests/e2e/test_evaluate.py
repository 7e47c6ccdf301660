"""`dehusk evaluate` as a person uses it, with truth and without."""

import json
from pathlib import Path

import pytest

from dehusk.cluster import CLUSTER_METHODS
from dehusk.learn import METHODS
from examples import write_site
from tests.conftest import Run


def read_rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    for site in ("news", "shop"):
        write_site(site, tmp_path / "truth" / site, pages=10)
    return tmp_path / "truth"


def test_one_command_prints_the_table_of_all_methods(dehusk: Run, truth: Path) -> None:
    done = dehusk("evaluate", truth)
    assert done.returncode == 0, done.stderr
    assert "20 pages of 2 sites" in done.stdout
    for entry in ("ceiling", "all text", *METHODS.names()):
        assert entry in done.stdout
    assert "worst pages of site" in done.stdout


def test_the_table_is_written_as_json_markdown_and_html(
    dehusk: Run, truth: Path, tmp_path: Path
) -> None:
    files = [tmp_path / name for name in ("r.json", "r.md", "r.html")]
    options = zip(("--json", "--markdown", "--html"), files, strict=True)
    given = [part for pair in options for part in pair]
    done = dehusk("evaluate", "truth", truth, *given, "--rouge", "--worst", "2", "-j", "1")
    assert done.returncode == 0, done.stderr
    report = json.loads(files[0].read_text(encoding="utf-8"))
    others = {f"site + {name}" for name in CLUSTER_METHODS.names() if name != "auto"}
    entries = {line["entry"] for line in report["lines"]}
    assert entries == {"ceiling", "all text", *METHODS.names(), *others}
    assert "| site" in files[1].read_text(encoding="utf-8")
    page = files[2].read_text(encoding="utf-8")
    assert "data:image/svg+xml" in page
    assert "<script" not in page


def test_settings_and_other_tools_stand_side_by_side(
    dehusk: Run, truth: Path, tmp_path: Path
) -> None:
    rows = read_rows(truth / "news" / "gold.jsonl")
    texts = [{"set": "truth", "site": "news", "id": row["id"], "text": row["text"]} for row in rows]
    predictions = tmp_path / "p.jsonl"
    predictions.write_text("\n".join(map(json.dumps, texts)), encoding="utf-8")
    methods = ("--method", "chunks", "--method", "chunks:threshold=1.0:key=path")
    given = (*methods, "--predictions", f"other={predictions}", "--json", tmp_path / "r.json")
    done = dehusk("evaluate", truth / "news", *given)
    assert done.returncode == 0, done.stderr
    lines = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["lines"]
    f1 = {line["entry"]: line["figures"]["grams"]["f1"] for line in lines}
    assert f1["other"] == 1
    assert f1["chunks threshold=1.0 key=path"] < f1["chunks"]


def test_names_are_scrambled_and_the_report_says_so(
    dehusk: Run, truth: Path, tmp_path: Path
) -> None:
    given = ("--method", "chunks", "--json", tmp_path / "r.json", "--markdown", tmp_path / "r.md")
    done = dehusk("evaluate", truth, "--scramble-names", *given)
    assert done.returncode == 0, done.stderr
    assert "class and id names scrambled" in " ".join(done.stdout.split())
    assert "class and id names scrambled" in (tmp_path / "r.md").read_text(encoding="utf-8")
    report = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert report["corpus"]["is_scrambled"]
    plain = dehusk("evaluate", truth, "--method", "chunks", "--json", tmp_path / "plain.json")
    assert "scrambled" not in plain.stdout
    before = json.loads((tmp_path / "plain.json").read_text(encoding="utf-8"))
    ceilings = [
        line["figures"]["grams"]["f1"]
        for one in (before, report)
        for line in one["lines"]
        if (line["entry"], line["set_name"], line["kind"]) == ("ceiling", "ALL", "any")
    ]
    assert ceilings[0] == ceilings[1]
    assert before["corpus"]["digest"] != report["corpus"]["digest"]


def test_another_command_draws_the_curves(dehusk: Run, truth: Path, tmp_path: Path) -> None:
    done = dehusk("evaluate", "curves", truth, "-o", "curves", timeout_s=180)
    assert done.returncode == 0, done.stderr
    index = (tmp_path / "curves" / "index.html").read_text(encoding="utf-8")
    pictures = {path.stem for path in (tmp_path / "curves").glob("*.png")}
    assert len(pictures) >= 6
    assert all(f"{name}.svg" in index for name in pictures)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('{"id": "gone", "text": "x"}', "row 11: its page pages/gone.html is missing"),
        ('{"id": "", "text": "x"}', "row 11: id = '' is not the name of a page"),
        ("nonsense", "row 11: it is no JSON"),
    ],
)
def test_broken_truth_ends_with_the_row_named(dehusk: Run, truth: Path, row: str, why: str) -> None:
    with (truth / "news" / "gold.jsonl").open("a", encoding="utf-8") as file:
        file.write(row + "\n")
    done = dehusk("evaluate", truth)
    assert done.returncode == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_an_empty_text_ends_with_the_row_named(dehusk: Run, truth: Path) -> None:
    path = truth / "shop" / "gold.jsonl"
    rows = read_rows(path)
    rows[3]["text"] = "  "
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = dehusk("evaluate", truth)
    assert done.returncode == 2
    assert f"row 4: page '{rows[3]['id']}' has no text" in done.stderr


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--method", "nonsense"], "unknown method 'nonsense'"),
        (["--cluster", "nonsense"], "unknown cluster method 'nonsense'"),
        (
            ["--method", "chunks:threshold"],
            "--method: threshold = '' cannot be; allowed: NAME=VALUE",
        ),
        (["--cluster", "mdl:x"], "--cluster: x = '' cannot be; allowed: NAME=VALUE"),
        (["--predictions", "nonsense"], "NAME=FILE"),
        (["--predictions", "other=missing.jsonl"], "missing.jsonl"),
    ],
)
def test_what_cannot_be_asked_is_said(dehusk: Run, truth: Path, given: list[str], why: str) -> None:
    done = dehusk("evaluate", truth, *given)
    assert done.returncode in (1, 2)
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_parts_put_into_pages_are_found_and_failures_are_told(
    dehusk: Run, truth: Path, tmp_path: Path
) -> None:
    given = ("--method", "chunks", "--json", tmp_path / "f.json")
    done = dehusk("evaluate", "inject", truth / "news" / "pages", *given)
    assert done.returncode == 0, done.stderr
    findings = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))
    figures = {figure["name"]: figure["value"] for figure in findings["figures"]}
    assert figures["found: everywhere"] == 1
    assert figures["found: sentence"] < 0.5
    assert "Where it fails" in done.stdout
    assert any("sentence" in failure for failure in findings["failures"])


def test_a_mirror_comes_nearer_by_cleaning(dehusk: Run, tmp_path: Path) -> None:
    write_site("docs", tmp_path / "a", pages=12)
    write_site("docs", tmp_path / "b", pages=12, shell="plain")
    done = dehusk("evaluate", "mirror", "a/pages", "b/pages")
    assert done.returncode == 0, done.stderr
    assert "12  pairs" in done.stdout
    alone = dehusk("evaluate", "mirror", "a/pages")
    assert alone.returncode == 2
    assert "give two SOURCEs" in alone.stderr


def test_standard_input_cannot_be_both_presentations(dehusk: Run) -> None:
    done = dehusk("evaluate", "mirror", "-", "-")
    assert done.returncode == 2
    assert "standard input can be read once" in done.stderr


def test_findings_as_json_are_all_that_standard_output_gets(dehusk: Run, truth: Path) -> None:
    pages = truth / "news" / "pages"
    done = dehusk("evaluate", "inject", pages, "--kind", "line", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["figures"][0]["name"] == "sites"


def test_a_report_as_json_is_all_that_standard_output_gets(dehusk: Run, truth: Path) -> None:
    done = dehusk("evaluate", truth / "news", "--method", "site", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert {line["entry"] for line in json.loads(done.stdout)["lines"]} >= {"site", "ceiling"}


def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    dehusk: Run, truth: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    # No page can be read: that it is not told of shows that nothing was begun.
    done = dehusk("evaluate", "inject", truth / "missing", "--json", "file/f.json")
    assert done.returncode != 0
    assert "file" in done.stderr
    assert "missing" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_fails_after_the_work_does_not_cost_the_table(dehusk: Run, truth: Path) -> None:
    given = ("--kind", "line", "--json", "/dev/full")
    done = dehusk("evaluate", "inject", truth / "news" / "pages", *given)
    assert done.returncode != 0
    assert "/dev/full" in done.stderr
    assert "found: line" in done.stdout


def test_names_of_files_steer_no_terminal(dehusk: Run, truth: Path) -> None:
    pages = truth / "news" / "pages"
    for path in list(pages.iterdir()):
        path.rename(pages / f"\x1b[31mred\n{path.name}")
    done = dehusk("evaluate", "inject", pages, "--kind", "sentence", "--method", "chunks")
    assert done.returncode == 0, done.stderr
    assert "[31mred" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\n- a sentence" in done.stdout


def test_a_feed_is_compared_with_its_pages(dehusk: Run, truth: Path) -> None:
    done = dehusk("evaluate", "feed", truth / "news" / "feed.xml", truth / "news" / "pages")
    assert done.returncode == 0, done.stderr
    assert "F1 after" in done.stdout
    wrong = dehusk("evaluate", "feed", truth / "news" / "gold.jsonl", truth / "news" / "pages")
    assert wrong.returncode == 2
    assert "Traceback" not in wrong.stderr


def test_pages_are_grouped_by_topics_of_ones_own(dehusk: Run, truth: Path, tmp_path: Path) -> None:
    names = sorted(path.name for path in (truth / "news" / "pages").iterdir())
    rows = [
        json.dumps({"source": f"pages/{name}", "topic": "ab"[place % 2]})
        for place, name in enumerate(names)
    ]
    (tmp_path / "topics.jsonl").write_text("\n".join(rows), encoding="utf-8")
    done = dehusk("evaluate", "grouping", truth / "news", "--topics", "topics.jsonl")
    assert done.returncode == 0, done.stderr
    assert "nearest page by chance" in done.stdout


def test_help_teaches(dehusk: Run) -> None:
    done = dehusk("evaluate", "--help")
    assert done.returncode == 0
    for command in ("truth", "curves", "inject", "mirror", "grouping", "feed"):
        assert command in done.stdout


def test_options_may_come_before_the_folder(dehusk: Run, truth: Path) -> None:
    done = dehusk("evaluate", "-j", "1", "--method", "chunks", truth)
    assert done.returncode == 0, done.stderr


def test_a_mistyped_command_is_answered_with_those_there_are(dehusk: Run, truth: Path) -> None:
    done = dehusk("evaluate", "curvs", truth)
    assert done.returncode == 2
    assert "no such command or folder: 'curvs'; commands: truth, curves" in done.stderr


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--json", "/proc/x.json"], "cannot write"),
        (["--json", "r", "--html", "r"], "need a file each"),
        (["--predictions", "chunks=p.jsonl"], "not taken"),
        (["--predictions", "ceiling=p.jsonl"], "not taken"),
    ],
)
def test_what_cannot_be_written_is_said_before_the_work(
    dehusk: Run, truth: Path, given: list[str], why: str
) -> None:
    done = dehusk("evaluate", truth, *given)
    assert done.returncode in (1, 2)
    assert why in done.stderr
    assert done.stdout == ""


def test_truth_of_which_nothing_is_scored_is_refused(dehusk: Run, truth: Path) -> None:
    for site in ("news", "shop"):
        rows = [{**row, "scored": False} for row in read_rows(truth / site / "gold.jsonl")]
        text = "\n".join(map(json.dumps, rows))
        (truth / site / "gold.jsonl").write_text(text, encoding="utf-8")
    done = dehusk("evaluate", truth)
    assert done.returncode == 2
    assert "every row says scored = false" in done.stderr


def test_cluster_methods_are_compared_in_tables_and_pictures(
    dehusk: Run, truth: Path, tmp_path: Path
) -> None:
    write_site("blog", truth / "blog", pages=30)
    out = tmp_path / "clusters"
    given = ("--cluster", "auto", "--cluster", "none", "--budget", "auto=40", "-o", out)
    done = dehusk("evaluate", "clusters", truth, *given)
    assert done.returncode == 0, done.stderr
    assert "on 50 pages of 3 sites" in done.stdout
    assert "given fewer: auto 40" in done.stdout
    assert "truth/blog" in done.stdout
    numbers = json.loads((out / "clusters.json").read_text(encoding="utf-8"))
    assert {(one["method"], one["pages"]) for one in numbers["mixed"]} == {
        *(("auto", 40), ("none", 40), ("none", 50))
    }
    (alone,) = [one for one in numbers["sites"] if one["figures"]["method"] == "auto"]
    assert alone["figures"]["purity"] >= 0.9
    page = (out / "index.md").read_text(encoding="utf-8")
    for name in ("time-to-cluster", "time-by-pages", "clusters-by-pages"):
        assert f"({name}.png)" in page
        assert (out / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_setting_of_a_cluster_method_is_blamed_on_its_option(dehusk: Run, truth: Path) -> None:
    done = dehusk("evaluate", "clusters", truth, "--cluster", "mdl:x")
    assert done.returncode == 2
    assert "--cluster: x = '' cannot be; allowed: NAME=VALUE" in done.stderr


def test_a_budget_of_nobody_is_refused(dehusk: Run, truth: Path) -> None:
    for given in ("nobody=3", "auto", "auto=few", "auto=0"):
        done = dehusk("evaluate", "clusters", truth, "--budget", given)
        assert done.returncode == 2, given
        assert "NAME=PAGES" in done.stderr
