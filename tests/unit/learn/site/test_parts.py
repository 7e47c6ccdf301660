"""Parts of pages: what is told of them is what a loop over their blocks finds."""

import numpy as np
import pytest

from dehusk.learn.site.containers import find_containers
from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.memory import count_linked
from dehusk.learn.site.parts import CONTAINERS, OF_PARTS, Told, _Sums, describe_parts
from dehusk.learn.site.places import LEVELS
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.view import View, view_page
from dehusk.model import Ints
from tests.unit.learn.site.sites import NAV, STORIES, know, make_news, pages_of, say_blocks, view_of

PAGE = (
    f"{NAV}<main><h1>Otters</h1><div><p>{STORIES[0]}</p><p>{STORIES[1]}</p>"
    f"<p>See <a href=/x>the other story</a>.</p></div></main><footer><p>{STORIES[2]}</p></footer>"
)


def tell(view: View, seed: int = 0) -> Told:
    """Something other pages might have told."""
    chance = np.random.default_rng(seed)
    known, here, titled = (chance.random((3, len(view))) > 0.5).astype(np.float32)
    return Told(count_linked(view), known, here, titled, others=3, is_learned=True)


def find_nodes(view: View, *names: str) -> Ints:
    tree = view.page.tree
    found = [node for node in range(len(tree)) if tree.name(node) in names]
    return np.array(found, dtype=np.int32)


def choose(view: View, new: list[float], usual: list[float]) -> list[str]:
    """The tags of the three containers, where these shares of new text are in nav, main, div."""
    parts = find_nodes(view, "nav", "main", "div")
    shares = np.array([new, new[::-1]], dtype=np.float32)
    found = find_containers(view, shares, np.array(usual, dtype=np.float32), parts)
    return [view.page.tree.name(container.node) for container in found]


def sum_slowly(view: View, told: Told, node: int) -> list[float]:
    total = np.zeros(12)
    counts = view.reading.counts
    for block in range(int(view.places.low[node]), int(view.places.high[node])):
        words, linked = float(counts[block, 1]), float(told.linked[block])
        known, here = float(told.known[block]), float(told.here[block])
        total += [
            *(1, words, linked, float(counts[block, 4]), float(counts[block, 5])),
            *(words * known, words * here, here, float(told.titled[block])),
            float(linked >= words > 0),
            *((words - linked) * (1 - known), (words - linked) * (1 - here)),
        ]
    return total.tolist()


@pytest.mark.parametrize("seed", range(3))
def test_sums_within_parts_are_those_of_a_loop(seed: int) -> None:
    view = view_of(PAGE)
    told = tell(view, seed)
    nodes = np.arange(len(view.page.tree), dtype=np.int32)
    fast = _Sums(view, told).within(nodes).T
    slow = np.array([sum_slowly(view, told, node) for node in nodes.tolist()])
    assert np.allclose(fast, slow)
    new, varied = _Sums(view, told).share_new(nodes)
    assert np.allclose(new, slow[:, -2] / max(slow[0, -2], 1))
    assert np.allclose(varied, slow[:, -1] / max(slow[0, -1], 1))


def test_every_block_is_told_of_its_own_parts() -> None:
    pages = make_news()
    view, known = view_page(pages[0]), know(pages)
    told = tell(view)
    columns, containers = describe_parts(view, known.cluster, told)
    sums = _Sums(view, told)
    nodes = {f"around {level}": view.places.around[:, level] for level in range(LEVELS)}
    nodes |= {f"{name} child": one.child for name, one in zip(CONTAINERS, containers, strict=True)}
    for head, parts in nodes.items():
        wanted = sums.describe(parts.astype(np.int32), known.cluster, told)
        for row, name in zip(wanted, OF_PARTS, strict=True):
            assert columns[f"{head} {name}"].tolist() == row.tolist(), (head, name)


def test_blocks_know_where_in_a_container_they_stand() -> None:
    pages = make_news()
    view, known = view_page(pages[0]), know(pages)
    columns = describe_blocks(view, known, Lexicon()).columns
    assert say_blocks(view)[:2] == ["Home", "Rain and weather"]
    for name in CONTAINERS:
        assert columns[f"{name} inside"].tolist() == [0, 0, 1, 1], name
        assert columns[f"{name} before"].tolist() == [1, 1, 0, 0]
        assert (columns[f"{name} at"][:2] <= 0).all()
        assert columns[f"{name} at"][2] == 0 < columns[f"{name} at"][3] < 1


def test_containers_are_the_smallest_parts_with_enough() -> None:
    view = view_of(PAGE)
    assert choose(view, [0.6, 0.9, 0.55], [0, 0, 0]) == ["nav", "main", "main"]
    assert choose(view, [0.1, 0.9, 0.85], [0, 0, 0]) == ["div", "div", "nav"]


def test_a_part_that_usually_holds_new_text_is_chosen_if_it_holds_some() -> None:
    view = view_of(PAGE)
    assert choose(view, [0, 0.9, 0.85], [0, 0.7, 0])[1] == "main"
    assert choose(view, [0.05, 0.9, 0.85], [0.9, 0, 0])[1] == "div"
    assert choose(view, [0.15, 0.9, 0.85], [0.9, 0, 0])[1] == "nav"


def test_without_a_part_that_holds_enough_the_whole_page_is_it() -> None:
    view = view_of(PAGE)
    assert choose(view, [0.1, 0.2, 0.2], [0, 0, 0]) == ["html"] * 3


def test_the_innermost_of_equal_parts_is_chosen() -> None:
    view = view_of("<main><article><p>One</p><p>Two</p></article></main><p>Three</p>")
    parts = find_nodes(view, "main", "article")
    full: Floats = np.ones((2, 2), dtype=np.float32)
    for container in find_containers(view, full, full[0], parts):
        assert view.page.tree.name(container.node) == "article"
        assert container.is_inside.tolist() == [True, True, False]
        names = [view.page.tree.name(node) for node in container.child.tolist()]
        assert names == ["p", "p", "article"]


def test_a_page_of_one_block_is_its_own_container() -> None:
    (page,) = pages_of("<p>All there is</p>")
    described = describe_blocks(view_page(page), know([page]), Lexicon())
    assert described.columns["half inside"].tolist() == [1]
    assert described.low.tolist() == [[0] * (LEVELS + len(CONTAINERS))]
    assert (described.high == 1).all()
