"""Parts of pages: what is told of them is what a loop over their blocks finds."""

import numpy as np
import pytest

from dehusk.learn.site.columns import Columns
from dehusk.learn.site.containers import CONTAINERS, Containers, Sums, find_containers
from dehusk.learn.site.features import N_POOLED, describe_blocks
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.memory import PART_COLUMNS, Table
from dehusk.learn.site.parts import add_up, describe_parts
from dehusk.learn.site.site_features import Told
from dehusk.learn.site.view import View, view_page
from dehusk.model import Indices
from tests.unit.learn.site.sites import (
    NAV,
    STORIES,
    know,
    make_news,
    note,
    pages_of,
    read_rows,
    say_blocks,
    view_of,
)

PAGE = (
    f"{NAV}<main><h1>Otters</h1><div><p>{STORIES[0]}</p><p>{STORIES[1]}</p>"
    f"<p>See <a href=/x>the other story</a>.</p></div></main><footer><p>{STORIES[2]}</p></footer>"
)


def tell(view: View, seed: int = 0) -> Told:
    """Something other pages might have told."""
    chance = np.random.default_rng(seed)
    known, here = (chance.random((2, len(view))) > 0.5).astype(np.float32)
    return Told(known, here, chance.random(len(view)) > 0.5, others=3, is_learned=True)


def find_nodes(view: View, *names: str) -> Indices:
    tree = view.page.tree
    found = [node for node in range(len(tree)) if tree.name(node) in names]
    return np.array(found, dtype=np.intp)


def add_shares(novel: list[float], varied: list[float]) -> Sums:
    """Sums over blocks with these shares of the new text, and of what varies."""
    sums = np.zeros((11, len(novel) + 1))
    sums[-2, 1:], sums[-1, 1:] = np.cumsum(novel) * 100, np.cumsum(varied) * 100
    return sums


def learn_parts(view: View, usual: dict[str, float]) -> Table:
    """What was learned of parts by name: the share of new text that they usually have."""
    nodes = [int(find_nodes(view, name)[0]) for name in usual]
    keys = view.places.slot[nodes]
    values = np.array([[4, 0, 0, 4 * share] for share in usual.values()]).reshape(-1, 4)
    order = keys.argsort()
    return Table(keys[order], values[order].astype(np.float32))


def choose(view: View, novel: list[float], varied: list[float], **usual: float) -> list[str]:
    """The tags of the three containers."""
    learned = learn_parts(view, usual)
    found = find_containers(view, add_shares(novel, varied), learned, is_known=bool(usual))
    return name_nodes(view, found)


def name_nodes(view: View, containers: Containers) -> list[str]:
    return [view.page.tree.name(node) for node in containers.nodes.tolist()]


def sum_slowly(view: View, told: Told, node: int) -> list[float]:
    total = np.zeros(11)
    counts = view.reading.counts
    for block in range(int(view.places.low[node]), int(view.places.high[node])):
        words, linked = float(counts[block, 1]), float(view.linked[block])
        known, here = float(told.known[block]), float(told.here[block])
        total += [
            *(words, linked, float(counts[block, 4]), float(counts[block, 5])),
            *(words * known, words * here, here, float(told.titled[block])),
            float(linked >= words > 0),
            *((words - linked) * (1 - known), (words - linked) * (1 - here)),
        ]
    return total.tolist()


@pytest.mark.parametrize("seed", range(3))
def test_sums_within_parts_are_those_of_a_loop(seed: int) -> None:
    view = view_of(PAGE)
    told = tell(view, seed)
    nodes = np.arange(len(view.page.tree), dtype=np.intp)
    sums = add_up(view, told)
    fast = (sums[:, view.places.high[nodes]] - sums[:, view.places.low[nodes]]).T
    slow = np.array([sum_slowly(view, told, node) for node in nodes.tolist()])
    assert np.allclose(fast, slow)


def describe_slowly(view: View, told: Told, node: int, learned: list[float]) -> dict[str, float]:
    """What is told of one part, where this is what was learned of it; counts are as they are."""
    words, linked, stops, commas, known, here, fixed, titled, whole, novel, varied = sum_slowly(
        view, told, node
    )
    of_page = [max(one, 1) for one in sum_slowly(view, told, 0)]
    blocks = int(view.places.high[node] - view.places.low[node])
    row = dict(zip(PART_COLUMNS, learned, strict=True))
    others = row["pages"] - 1
    usual = row if others > 0 else dict.fromkeys(row, 0.0)
    return {
        "blocks": blocks, "words": words, "words a block": words / blocks,
        "share": words / of_page[0], "novel share": novel / of_page[-2],
        "varied share": varied / of_page[-1], "support": max(others, 0) / told.others,
        "link share": linked / max(words, 1), "linked blocks": whole / blocks,
        "stops": stops / max(words, 1), "commas": commas / max(words, 1),
        "known": known / max(words, 1), "here": here / max(words, 1), "fixed": fixed / blocks,
        "titles": titled / max(whole, 1), "usually new": usual["novel"] / max(usual["words"], 1),
        "usual share": usual["share"] / max(usual["pages"], 1),
    }  # fmt: skip


@pytest.mark.parametrize("n_learned", [1, 2, 5])
def test_every_block_is_told_of_the_smallest_part_around_it(n_learned: int) -> None:
    pages = make_news()
    view, cluster = view_page(pages[0]), know(pages[:n_learned]).cluster
    told = tell(view)
    noted = note(describe_parts, view, cluster, told)
    around = {name: row for name, row in noted.items() if name.startswith("around ")}
    for name in ("blocks", "words", "words a block"):
        around[f"around {name}"] = np.expm1(around[f"around {name}"])
    for block, node in enumerate(view.places.around[:, 0].tolist()):
        (learned,) = read_rows(cluster.parts, view.places.slot[[node]]).tolist()
        wanted = describe_slowly(view, told, node, learned)
        found = {name.removeprefix("around "): row[block] for name, row in around.items()}
        assert found == pytest.approx(wanted, abs=1e-5), block


def test_the_parts_that_are_pooled_are_around_their_block() -> None:
    pages = make_news()
    view, known = view_page(pages[0]), know(pages)
    described = describe_blocks(view, known, Lexicon())
    assert described.low.shape == described.high.shape == (len(view), N_POOLED)
    columns = Columns(len(view))
    containers = describe_parts(columns, view, known.cluster, tell(view))
    assert containers.child.shape == (len(CONTAINERS), len(view))
    around = described.high[:, : -len(CONTAINERS)] - described.low[:, : -len(CONTAINERS)]
    assert (np.diff(around, axis=1) >= 0).all()
    blocks = np.arange(len(view))[:, None]
    is_in = (described.low <= blocks) & (blocks < described.high)
    assert is_in[:, : -len(CONTAINERS)].all()


def test_blocks_know_where_in_a_container_they_stand() -> None:
    pages = make_news()
    view, known = view_page(pages[0]), know(pages)
    columns = describe_blocks(view, known, Lexicon()).features.to_mapping()
    assert say_blocks(view)[:2] == ["Home", "Rain and weather"]
    words = view.reading.words
    for name in CONTAINERS:
        assert columns[f"{name} inside"].tolist() == [0, 0, 1, 1], name
        assert columns[f"{name} before"].tolist() == [1, 1, 0, 0]
        assert (columns[f"{name} at"][:2] <= 0).all()
        assert columns[f"{name} at"][2] == 0 < columns[f"{name} at"][3] < 1
        assert np.expm1(columns[f"{name} depth"]).tolist() == pytest.approx([0, 0, 1, 1])
        assert columns[f"{name} share"].tolist() == pytest.approx(
            [words[2:].sum() / words.sum()] * 4
        )


# The blocks of PAGE: two in nav; the headline, and three in div, in main; one in the footer.
IN_NAV = [0.4, 0.45, 0, 0, 0.05, 0.05, 0.05]
IN_DIV = [0.05, 0.04, 0.06, 0.4, 0.4, 0.02, 0.03]
AROUND = [0.06, 0.04, 0.35, 0.3, 0.15, 0.1, 0]
SPREAD = [0.15] * 6 + [0.1]


def test_containers_are_the_smallest_parts_with_enough() -> None:
    view = view_of(PAGE)
    assert choose(view, IN_DIV, IN_NAV) == ["div", "div", "ul"]
    assert choose(view, AROUND, IN_DIV) == ["div", "main", "div"]
    assert choose(view, SPREAD, SPREAD)[1:] == ["body", "body"]


def test_a_part_that_usually_holds_new_text_is_chosen_if_it_holds_some() -> None:
    view = view_of(PAGE)
    assert choose(view, IN_DIV, IN_DIV, main=0.7)[1] == "main"
    assert choose(view, IN_DIV, IN_DIV, main=0.5)[1] == "div"
    assert choose(view, IN_DIV, IN_DIV, nav=0.9)[1] == "div"
    assert choose(view, SPREAD, IN_DIV, nav=0.9)[1] == "nav"


def test_without_a_part_that_holds_enough_the_whole_page_is_it() -> None:
    view = view_of(PAGE)
    assert choose(view, [0.0] * 7, [0.0] * 7) == ["html"] * 3


def test_the_innermost_of_equal_parts_is_chosen() -> None:
    view = view_of("<main><article><p>One</p><p>Two</p></article></main><p>Three</p>")
    sums = add_shares([0.5, 0.5, 0], [0.5, 0.5, 0])
    containers = find_containers(view, sums, learn_parts(view, {}), is_known=False)
    assert name_nodes(view, containers) == ["article"] * len(CONTAINERS)
    for children in containers.child.tolist():
        assert [view.page.tree.name(node) for node in children] == ["p", "p", "article"]


def test_a_block_that_begins_before_a_container_is_in_its_first_child() -> None:
    view = view_of("<p>So <span><b>this</b> is<br><i>one</i><br><u>two</u></span></p><p>Three</p>")
    assert say_blocks(view) == ["So this is", "one", "two", "Three"]
    sums = add_shares([0.4, 0.3, 0.3, 0], [0.4, 0.3, 0.3, 0])
    (children, *_) = find_containers(
        view, sums, learn_parts(view, {}), is_known=False
    ).child.tolist()
    assert [view.page.tree.name(node) for node in children] == ["b", "i", "u", "span"]


def test_a_page_of_one_block_is_its_own_container() -> None:
    (page,) = pages_of("<p>All there is</p>")
    described = describe_blocks(view_page(page), know([page]), Lexicon())
    assert described.features.to_mapping()["half inside"].tolist() == [1]
    assert described.low.tolist() == [[0] * N_POOLED]
    assert (described.high == 1).all()
