"""Pages against a template: every node has its place, and memory is bounded."""

import pickle

import numpy as np
import pytest

from dehusk.learn.tree import matcher as matching
from dehusk.learn.tree import memory as remembering
from dehusk.learn.tree.matcher import NOWHERE, Matcher
from dehusk.learn.tree.outline import draw_outline
from dehusk.model import Page
from tests.conftest import parse
from tests.unit.learn.tree.sites import learn, names_of, pages_of, spell_node

# Elements of six tags, as A to F of the paper's example.
PARTS = {
    "A": "<nav>Menu</nav>",
    "B": "<h1>Title</h1>",
    "C": "<figure>Picture</figure>",
    "D": "<article>Story</article>",
    "E": "<aside>Related</aside>",
    "F": "<form>Search</form>",
}
PAPER_ROWS = ("ABCDE", "AABCDE", "ABDE", "ABDF", "ABCDF")


def body_of(letters: str) -> str:
    return "".join(PARTS[letter] for letter in letters)


def stars_of(page: Page, matcher: Matcher) -> dict[str, int]:
    mapped = matcher.match(page.tree)
    stars = mapped.find_stars().tolist()
    nodes = mapped.outline.nodes.tolist()
    return {
        page.tree.text_of(node): star
        for node, star in zip(nodes, stars, strict=True)
        if page.tree.name(node) == "-text"
    }


def test_the_papers_example_is_learned_from_pages() -> None:
    template = learn(pages_of(*map(body_of, PAPER_ROWS)))
    assert spell_node(template, "body") == "nav* h1 figure? article (aside|form)"
    assert [node.kind.tag for node in template.nodes[:2]] == ["html", "body"]


@pytest.mark.parametrize("row", [*PAPER_ROWS, "AAABDE", "BDF"])
def test_a_page_of_the_papers_example_has_a_place_for_every_child(row: str) -> None:
    template = learn(pages_of(*map(body_of, PAPER_ROWS)))
    (page,) = pages_of(body_of(row))
    mapped = template.matcher.match(page.tree)
    assert mapped.is_whole
    assert all(own == of_template for own, of_template in names_of(template, mapped))


def test_what_the_template_does_not_know_is_nowhere_with_all_below_it() -> None:
    template = learn(pages_of(*map(body_of, PAPER_ROWS)))
    (page,) = pages_of(body_of("AB") + "<table><tr><td>1</table>" + body_of("DE"))
    mapped = template.matcher.match(page.tree)
    assert not mapped.is_whole
    lost = [own for own, of_template in names_of(template, mapped) if not of_template]
    assert lost == ["table", "tbody", "tr", "td", "-text"]


def test_children_in_a_star_are_marked_and_others_are_not() -> None:
    template = learn(pages_of(*map(body_of, PAPER_ROWS)))
    (page,) = pages_of("<nav>1</nav><nav>2</nav><h1>3</h1><article>4</article><form>5</form>")
    assert stars_of(page, template.matcher) == {"1": 0, "2": 0, "3": -1, "4": -1, "5": -1}


def test_only_uppermost_stars_count_and_each_place_has_its_own() -> None:
    rows = "<tr><td>{0}a<td>{0}b<tr><td>{0}c<td>{0}d"
    body = "".join(f"<section><table>{rows.format(n)}</table></section>" for n in range(2))
    pages = pages_of(f"<h1>t</h1>{body}<dl><dt>x<dt>y</dl>", f"<h1>t</h1>{body}<dl><dt>z</dl>")
    stars = stars_of(pages[0], learn(pages).matcher)
    assert len({stars[f"{n}{letter}"] for n in range(2) for letter in "abcd"}) == 1
    assert stars["t"] == -1
    assert stars["x"] == stars["y"] not in (-1, stars["0a"])


def test_two_stars_of_one_parent_are_two() -> None:
    body = "<main><p>1<p>2<h2>3</h2><ul><li>4</ul><ul><li>5</ul></main>"
    pages = pages_of(body, body)
    stars = stars_of(pages[0], learn(pages).matcher)
    assert stars["1"] == stars["2"] != stars["4"] == stars["5"]
    assert stars["3"] == -1


def test_a_template_of_no_pages_has_a_place_for_nothing() -> None:
    (page,) = pages_of("<p>one")
    mapped = Matcher([]).match(page.tree)
    assert set(mapped.template.tolist()) == {NOWHERE}
    assert set(mapped.find_stars().tolist()) == {NOWHERE}


def test_a_page_without_leaves_is_whole() -> None:
    (page,) = pages_of("")
    mapped = learn(pages_of("<p>one", "<p>two")).matcher.match(page.tree)
    assert mapped.is_whole
    assert len(mapped.find_stars()) == 0


def test_a_page_of_another_root_is_nowhere() -> None:
    pages = pages_of("<p>one", "<p>two")
    nodes = learn(pages).nodes
    below = Matcher(nodes[1:2])
    assert not below.match(pages[0].tree).is_whole
    assert (below.match(pages[0].tree).template == NOWHERE).all()


def test_a_matcher_is_its_nodes_whatever_it_met() -> None:
    pages = pages_of("<p>one", "<p>two")
    template = learn(pages)
    fresh = Matcher(template.nodes)
    assert fresh == template.matcher
    assert fresh != Matcher(template.nodes[:1])
    fresh.match(parse("<ul><li>1<li>2").tree)
    assert fresh == template.matcher


def memory_of(matcher: Matcher) -> tuple[int, int, int]:
    return len(matcher._kinds), len(matcher._places), len(matcher._known)


def test_memory_is_bounded_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bodies = [
        "".join(f"<div class=c{chr(97 + k)}>{'<b>x</b>y' * (k % n + 1)}</div>" for k in range(20))
        for n in range(1, 7)
    ]
    pages = pages_of(*bodies)
    free = learn(pages)
    assert min(memory_of(free.matcher)) > 5
    monkeypatch.setattr(remembering, "MOST_REMEMBERED", 5 * remembering.NUMBERS_OF_ENTRY)
    bounded = learn(pages)
    assert max(memory_of(bounded.matcher)) == 5
    for page in pages:
        one, other = free.matcher.match(page.tree), bounded.matcher.match(page.tree)
        assert one.template.tolist() == other.template.tolist()
        assert one.item.tolist() == other.item.tolist()


def test_large_subtrees_and_long_rows_are_not_remembered() -> None:
    for n, is_remembered in ((matching.LARGEST_REMEMBERED // 2 - 1, True), (2_000, False)):
        (page,) = pages_of("<ul>" + "<li>x" * n + "</ul>")
        matcher = learn([page, page]).matcher
        outline = draw_outline(page.tree)
        (place,) = (at for at in range(len(outline)) if outline.tag_name(at) == "ul")
        at = int(matcher.match_outline(outline).template[place])
        assert (matcher.recall(at, outline.build[place]) is not None) is is_remembered
        assert (matcher._places.recall((at, (0,) * n)) is not None) is is_remembered


def test_what_is_recalled_cannot_be_changed_through_a_page() -> None:
    pages = pages_of("<ul><li>1<li>2</ul>", "<ul><li>3<li>4</ul>")
    matcher = learn(pages).matcher
    mapped = matcher.match(pages[0].tree)
    expected = mapped.template.copy(), mapped.item.copy()
    mapped.template[:] = NOWHERE
    mapped.item[:] = NOWHERE
    again = matcher.match(pages[0].tree)
    assert np.array_equal(again.template, expected[0])
    assert np.array_equal(again.item, expected[1])


def test_a_matcher_goes_to_another_process_without_its_memory() -> None:
    pages = pages_of("<p>one", "<p>two")
    matcher = learn(pages).matcher
    copy = pickle.loads(pickle.dumps(matcher))
    assert copy == matcher
    assert memory_of(copy) == (0, 0, 0)
    assert copy.match(pages[0].tree).is_whole
