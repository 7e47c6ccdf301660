"""Pages cut into sections: stars, large nodes that are opened, separators, and loose ends."""

import numpy as np

from dehusk.section.boxes import estimate_areas
from dehusk.section.split import MOST_SECTIONS, cut_sections
from dehusk.section.stars import find_stars
from tests.unit.pages import parse_tree

LONG = "words that go on and on for a line or two " * 8


def cut(html: str) -> tuple[list[str], list[str]]:
    """What each section says, long texts as L, and the path to each."""
    tree = parse_tree(html)
    sections = cut_sections(tree, estimate_areas(tree), find_stars(tree))
    said: list[list[str]] = [[] for _ in range(len(sections))]
    for section, text in zip(sections.of_leaf.tolist(), tree.leaf_texts(), strict=True):
        said[section].append(text.replace(LONG.strip(), "L").strip())
    return [" ".join(texts) for texts in said], [tree.path(int(n)) for n in sections.nodes]


def sections_of(html: str) -> list[str]:
    return cut(html)[0]


def test_large_nodes_with_a_large_part_are_opened() -> None:
    html = (
        f"<div><div>a <b>b</b></div><div><div>{LONG}</div><div>c</div></div></div><div>{LONG}</div>"
    )
    assert sections_of(html) == ["a b", "L", "c", "L"]


def test_a_node_without_a_large_part_is_one_section() -> None:
    small = [f"<div><h{n}>{n}</h{n}></div>" for n in range(1, 7)]
    assert sections_of("".join(small) + "<ul>x</ul>" * 2) == ["1 2 3 4 5 6 x x"]


def test_landmarks_stand_apart_however_small() -> None:
    assert sections_of("<nav>a</nav>b c<div>d</div><footer>e</footer>") == ["a", "b c", "d", "e"]


def test_a_star_is_one_section_whatever_its_size() -> None:
    items = f"<li><div>{LONG}</div></li>" * 3
    said, paths = cut(f"<div>{LONG}</div><div><ul>{items}</ul></div>")
    assert said == ["L", "L L L"]
    assert paths == ["html/body/div", "html/body/div/ul"]


def test_separators_cut_the_node_they_stand_in() -> None:
    assert sections_of("<div>a<b>b</b><hr>c<hr><p>d</div>") == ["a b", "c", "d"]
    assert sections_of("a<p><span>b<hr>c</span>") == ["a b", "c"]


def test_inline_siblings_are_one_section() -> None:
    html = f"<div>{LONG}</div>a <b>b</b> <i>c</i><div>{LONG}</div><em>d</em>e"
    assert sections_of(html) == ["L", "a b c", "L", "d e"]


def test_a_heading_goes_with_what_it_heads() -> None:
    box = "<div><h3>most read</h3><ul><li>first story<li>second story</ul></div>"
    said, paths = cut(f"<article><div>{LONG * 4}</div></article>{box}")
    assert said[1:] == ["most read first story second story"]
    assert paths[1] == "html/body/div"
    text = f"<p>{LONG}<p>{LONG}"
    article = f"<div>{LONG * 3}</div><h2>one</h2>{text}<h2>two</h2>{text}<figure>f</figure>{text}"
    assert sections_of(article)[1:] == ["one L L", "two L L f", "L L"]


def test_what_is_left_over_and_larger_stays_by_itself() -> None:
    html = f"<nav>n</nav><div>{LONG}<ul><li>a<li>b</ul></div>"
    assert sections_of(html) == ["n", "L", "a b"]


def test_stars_that_were_learned_are_obeyed() -> None:
    tree = parse_tree("<div>a</div><div>b</div><div>c</div>")
    stars = np.full(len(tree), -1, dtype=np.int32)
    for number, node in enumerate(tree.leaves.tolist()[:2]):
        stars[node] = stars[tree.parent[node]] = 0 if number < 2 else -1
    sections = cut_sections(tree, estimate_areas(tree), stars)
    assert sections.of_leaf.tolist() == [0, 0, 1]
    assert sections.stars.tolist() == [0, -1]


def test_empty_deep_and_wide_pages_are_cut() -> None:
    assert cut("<p>") == ([], [])
    assert cut("x") == (["x"], ["html/body"])
    assert sections_of("<div>" * 900 + "x") == ["x"]
    wide = "".join(f"<div class=c{'x' * (n % 7)}>{n}</div>" for n in range(2000))
    assert len(sections_of(wide)) == 1
    assert len(sections_of(f"<x-app><div>{LONG}</div><div>{LONG}</div></x-app>")) == 2


def test_a_page_has_a_bounded_number_of_sections() -> None:
    tree = parse_tree("<p>a</p><hr>" * (MOST_SECTIONS + 10))
    sections = cut_sections(tree, estimate_areas(tree), find_stars(tree))
    assert len(sections) == MOST_SECTIONS
    assert (sections.of_leaf[-11:] == MOST_SECTIONS - 1).all()
