"""Clusters on a terminal, as JSON, and as pictures."""

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text
from rich.console import Console

from dehusk.cluster.mdl import Step
from dehusk.cluster.portrait import Portrait
from dehusk.cluster.templates import FEWEST_TO_LEARN
from dehusk.clustering.as_json import write_json
from dehusk.clustering.draw_pages import COLOURS
from dehusk.clustering.draw_tree import draw_tree, grow_tree
from dehusk.clustering.on_terminal import show_terminal
from dehusk.clustering.pictures import draw_sites
from dehusk.evaluate.draw import save_figure
from dehusk.run.cluster_tally import ClusterRow, SiteClusters
from dehusk.run.clusters import ClusterReport


def make_row(name: str | None, pages: int, template: str | None, sampled: int = 2) -> ClusterRow:
    examples = tuple(f"https://site.example/{name}/{'long-' * 20}{n}" for n in range(3))
    paths = ("/html/body/main", "/html/body/main/p", "p.lead", "p.lead twice", "/html/body" * 20)
    pattern = "site.example/a-a-0"
    return ClusterRow(name, pages, 0.5, sampled, template, pattern, pages - 1, examples, paths)


def make_report(*rows: ClusterRow, portrait: Portrait | None = None) -> ClusterReport:
    pages = sum(row.pages for row in rows)
    site = SiteClusters("site.example", pages, 0, pages, rows, portrait)
    return ClusterReport((site,), {"parse: not an HTML page": 1}, {})


def show(report: ClusterReport, width: int) -> list[str]:
    out = io.StringIO()
    show_terminal(report, Console(file=out, width=width))
    return out.getvalue().splitlines()


@pytest.mark.parametrize("width", [80, 120, 200])
def test_the_table_fits_and_its_figures_are_whole(width: int) -> None:
    rows = (make_row("1", 12_345, "1"), make_row("2", 2, "1"), make_row(None, 1, None))
    lines = show(make_report(*rows), width)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width
    assert "site.example  12,348 pages in 2 clusters" in text
    assert "cluster   pages   share" in text.replace("cluster    pages", "cluster   pages")
    assert "too small: fewer than" in text
    assert "none" in text
    assert "unlike any cluster" in text
    assert "(12,344)" in text
    assert "most telling marks" in text
    assert "tag.class" in text


@pytest.mark.parametrize("width", [40, 60, 69])
def test_on_a_narrow_terminal_figures_stay_and_marks_go(width: int) -> None:
    rows = (make_row("1", 12_345, "1"), make_row("12", 2, "1"), make_row(None, 1, None))
    lines = show(make_report(*rows), width)
    assert max(map(len, lines)) <= width
    figures = [line.split()[:3] for line in lines if line.startswith((" cluster", " 1", " none"))]
    assert figures == [
        ["cluster", "pages", "share"],
        ["1", "12,345", "100%"],
        ["12", "2", "<1%"],
        ["none", "1", "<1%"],
    ]
    text = " ".join(" ".join(lines).split())
    assert "most telling marks" not in text
    assert "marks: on a terminal of 70 columns or more" in text
    assert f"too small: fewer than {FEWEST_TO_LEARN} different pages in the sample (2);" in text


def test_a_cluster_with_pages_enough_is_not_called_too_small() -> None:
    row = make_row("2", 9, "1", sampled=FEWEST_TO_LEARN)
    text = "\n".join(show(make_report(make_row("1", 9, "1"), row), 200))
    assert "read as cluster 1" in text
    assert "too small" not in text


def test_one_page_is_in_the_singular() -> None:
    text = "\n".join(show(make_report(make_row("1", 1, "1")), 100))
    assert "site.example  1 page in 1 cluster" in text


def test_marks_that_say_the_same_are_shown_once() -> None:
    text = "\n".join(show(make_report(make_row("1", 3, "1")), 120))
    assert "/main" in text
    assert "/main/p" not in text
    assert "lead twice" not in text


def test_nothing_of_a_page_steers_the_terminal() -> None:
    row = ClusterRow("1", 1, 1.0, 1, "1", "\x1b[31mred", 1, ("[bold]a\nb",), ("p.\x1b]0;x",))
    text = "\n".join(show(make_report(row), 100))
    assert "\x1b" not in text
    assert "[bold]a b" in text


def test_json_tells_everything() -> None:
    row = make_row("1", 3, "1")
    told = json.loads(write_json(make_report(row, make_row(None, 1, None))))
    assert (told["pages"], told["clusters"], told["rejected"]) == (4, 1, 1)
    (site,) = told["sites"]
    assert "portrait" not in site
    assert site["clusters"][0]["paths"] == list(row.paths)
    assert [cluster["name"] for cluster in site["clusters"]] == ["1", None]


def test_names_that_are_no_text_do_not_stop_the_json() -> None:
    row = ClusterRow("1", 1, 1.0, 1, "1", None, 0, ("caf\udce9.html",))
    told = json.loads(write_json(make_report(row)))
    assert told["sites"][0]["clusters"][0]["examples"] == ["caf\udce9.html"]


def test_a_tree_keeps_the_leaves_of_a_branch_together() -> None:
    steps = (Step(3, 1, 90.0), Step(0, 2, 130.0), Step(4, 5, 180.0))
    portrait = Portrait((), (), ("1", "2", "3", "4"), 100.0, steps)
    root = grow_tree(portrait, ("1", "2", "3", "4"))
    assert root.leaves == (0, 2, 1, 3)
    assert grow_tree(portrait, ("4", "3", "2", "1")).leaves == (3, 1, 2, 0)
    assert [part.bits for part in root.parts] == [30.0, -10.0]
    assert root.bits == 80.0


def test_joining_that_costs_nothing_is_no_saving() -> None:
    steps = (Step(0, 1, 99.999_999_99),)
    assert grow_tree(Portrait((), (), ("1", "2"), 100.0, steps), ("1", "2")).bits == 0


def make_portrait(names: Sequence[str], n_branches: int) -> Portrait:
    places = tuple((float(number), number % 3.0) for number in range(len(names)))
    made = [0, *range(n_branches, 2 * n_branches)]
    steps = tuple(
        Step(made[number - 1], number, 50.0 * number - 60) for number in range(1, n_branches)
    )
    return Portrait(places, tuple(names), tuple(names[:n_branches]), 0.0, steps)


def read_words(picture: Path) -> str:
    return " ".join(" ".join(ElementTree.parse(picture).getroot().itertext()).split())


@pytest.mark.slow
def test_more_clusters_than_colours_or_branches_are_drawn_all_the_same(tmp_path: Path) -> None:
    names = [str(number + 1) for number in range(len(COLOURS) + 5)]
    rows = [make_row(name, 1, "1") for name in names]
    report = make_report(*rows, portrait=make_portrait(names, len(COLOURS)))
    assert list(draw_sites(report.sites, tmp_path, jobs=1)) == [2]
    folder = tmp_path / "sites" / "site.example"
    assert "5 smaller clusters" in read_words(folder / "pages.svg")
    tree = read_words(folder / "tree.svg")
    assert "without 5 others" in tree
    assert "orange: fewer" in tree


@pytest.mark.slow
def test_no_word_of_a_tree_is_cut_off(tmp_path: Path) -> None:
    names = ["1", "2", "3"]
    rows = [replace(make_row(name, 12_345, "1"), pattern="long-" * 20) for name in names]
    (site,) = make_report(*rows).sites
    portrait = make_portrait(names, 3)
    many_bits = tuple(Step(one, other, 1000 * bits) for one, other, bits in portrait.steps)
    portrait = replace(portrait, steps=many_bits)
    made: list[Figure] = []

    def make() -> Figure:
        made.append(draw_tree(site, portrait))
        return made[-1]

    save_figure("tree", make, tmp_path / "tree.png")
    (figure,) = made
    figure.draw_without_rendering()
    texts = [text for text in figure.findobj(Text) if text.get_visible()]
    words = [text for text in texts if any(map(str.isalpha, text.get_text()))]
    assert any("orange: fewer" in text.get_text() for text in words)
    for text in words:
        box = text.get_window_extent()
        assert box.x0 >= 0, text
        assert box.x1 <= figure.bbox.width, text


@pytest.mark.slow
def test_pictures_of_clusters_that_are_no_more_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "sites" / "site.example"
    left = []
    for names, n_branches in ((["1", "2", "3"], 2), (["1", "1", "1"], 1), (["1"], 1)):
        rows = [make_row(name, 3, "1") for name in sorted(set(names))]
        report = make_report(*rows, portrait=make_portrait(names, n_branches))
        (drawn,) = draw_sites(report.sites, tmp_path, jobs=1)
        left.append(sorted(path.name for path in folder.glob("*")))
        assert len(left[-1]) == 2 * drawn
    assert left == [["pages.png", "pages.svg", "tree.png", "tree.svg"], left[0][:2], []]
    assert not folder.exists()


def test_sites_without_anything_to_see_have_no_pictures(tmp_path: Path) -> None:
    alone = make_report(make_row("1", 1, "1"), portrait=make_portrait(["1"], 1))
    assert list(draw_sites(alone.sites, tmp_path, jobs=1)) == [0]
    assert list(tmp_path.iterdir()) == []
