"""Areas of nodes: as drawn, or as estimated from what is to be drawn."""

from dataclasses import replace

import numpy as np
import pytest

from dehusk.model import Tree
from dehusk.section.boxes import estimate_areas, measure_areas
from tests.conftest import parse
from tests.unit.pages import parse_tree

LINES = "a line of words that says something " * 10


def node_of(tree: Tree, name: str, number: int = 0) -> int:
    return [node for node in range(len(tree)) if tree.name(node) == name][number]


def area_of(html: str, name: str, number: int = 0) -> float:
    tree = parse_tree(html)
    return float(estimate_areas(tree)[node_of(tree, name, number)])


def test_the_page_is_whole_and_no_node_is_smaller_than_its_children_together() -> None:
    tree = parse_tree(f"<div><p>{LINES}<p>{LINES}</div><ul><li>a<li>b<img src=x></ul>")
    areas = estimate_areas(tree)
    assert areas[0] == areas[node_of(tree, "body")] == 1
    below = np.zeros(len(tree))
    np.add.at(below, tree.parent[1:], areas[1:])
    assert (areas[2:] >= below[2:] - 1e-6).all()


def test_more_text_takes_more_room() -> None:
    html = f"<section>{LINES}</section><article>{LINES * 3}</article>"
    assert 2 < area_of(html, "article") / area_of(html, "section") < 3


def test_images_take_the_room_they_declare() -> None:
    html = f"<p>{LINES}</p><img src=a width=%s height=%s>"
    assert area_of(html % (800, 600), "img") > 5 * area_of(html % (80, 60), "img")
    assert area_of(html % ("800px", "600"), "img") == area_of(html % (800, 600), "img")
    assert area_of(html % (1, 1), "img") < 0.001
    assert area_of(html % ("99999999", "99999999"), "p") > 0


def test_an_image_that_declares_half_its_size_is_taken_to_be_of_usual_form() -> None:
    html = f"<p>{LINES}</p><img src=a %s>"
    wide, full = html % "width=400", html % "width=400 height=300"
    assert area_of(wide, "img") == pytest.approx(area_of(full, "img"))


@pytest.mark.parametrize("hidden", ["script", "style", "noscript"])
def test_what_is_not_seen_takes_no_room(hidden: str) -> None:
    html = f"<p>{LINES}</p><{hidden}>{'x' * 50}</{hidden}><div><div></div></div>"
    assert area_of(html, hidden) == area_of(html, "div") == 0


def test_drawn_boxes_are_believed() -> None:
    page = parse(f"<div><p>{LINES}</div><aside>x</aside>")
    boxes = np.full((len(page.tree), 4), np.nan, dtype=np.float32)
    for name, box in {
        "html": (0, 0, 1000, 1000),
        "body": (0, 0, 1000, 1000),
        "div": (0, 0, 1000, 0),
        "p": (0, 0, 1000, 200),
        "aside": (0, 200, 500, 800),
    }.items():
        boxes[node_of(page.tree, name)] = box
    areas = measure_areas(replace(page, boxes=boxes))
    assert areas[node_of(page.tree, "aside")] == pytest.approx(0.4)
    # A parent of floats has no height of its own.
    assert areas[node_of(page.tree, "div")] == areas[node_of(page.tree, "p")] == pytest.approx(0.2)
    assert areas[node_of(page.tree, "head")] == 0


def test_a_page_where_nothing_is_drawn_has_no_areas() -> None:
    page = parse("<p>a")
    boxes = np.full((len(page.tree), 4), np.nan, dtype=np.float32)
    assert not measure_areas(replace(page, boxes=boxes)).any()
    assert estimate_areas(parse_tree("<p>")).tolist() == [1, 0, 1, 0]
