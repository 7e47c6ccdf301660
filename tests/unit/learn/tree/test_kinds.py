"""Which children are of one kind."""

import json
import random

import pytest

from dehusk.learn.tree import TreeTemplates, kinds
from dehusk.learn.tree.kinds import MOST_KINDS, find_kind, make_kind
from dehusk.learn.tree.outline import Outline, draw_outline
from tests.unit.learn.tree.sites import learn, pages_of


def children_of(body: str) -> tuple[Outline, list[int]]:
    """The outline of a page, and the children of its body."""
    (page,) = pages_of(body)
    outline = draw_outline(page.tree)
    return outline, outline.list_children(1)


def are_alike(one: str, other: str) -> bool:
    outline, (first, second) = children_of(one + other)
    found = find_kind([make_kind(outline, first)], outline, second)
    back = find_kind([make_kind(outline, second)], outline, first)
    assert found == back
    return found == 0


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("<p>one</p>", "<p>two</p>", True),
        ("<p>one</p>", "<div>one</div>", False),
        ("<div class=a>one</div>", "<div class=a>two</div>", True),
        # Where they are built alike, names alone do not tell them apart.
        ("<div class=a>one</div>", "<div class=b>two</div>", True),
        ("<div><ul><li>1</ul></div>", "<div><table><tr><td>2</table></div>", False),
        ("<div><p>1</p></div>", "<div>text</div>", False),
        # One way of three is in common: 2 / (1 + 3).
        ("<div><p>1</p></div>", "<div><p>1</p><ul><li>2</ul></div>", True),
        ("<div><p>1</p></div>", "<div><p>1</p><ul><li>2<b>3</b></ul></div>", False),
        # A name in common makes up for what is built otherwise.
        ("<div class=a><p>1</p></div>", "<div class='a b'><h2>2</h2></div>", True),
        ("<div class=a><p>1</p></div>", "<div class=b><h2>2</h2></div>", False),
        # Half of the names and half of the ways.
        ("<div class='a b'><p>1</p></div>", "<div class='b c'><p>1</p><ul>2</ul></div>", True),
        ("<div class='a b'><p>1</p></div>", "<div class='b c'><h2>1</h2><ul>2</ul></div>", False),
        # Numbers in names do not count.
        (
            "<div id=p1 class=post-12><p>1</p></div>",
            "<div id=p2 class=post-7><h2>1</h2></div>",
            True,
        ),
        ("<div class=12><p>1</p></div>", "<div class=12><h2>1</h2></div>", False),
        # An element without a name is looked at by its shape alone.
        ("<div><p>1</p></div>", "<div class=a><p>1</p></div>", True),
        # Below three levels nothing counts.
        (
            "<div><ul><li><b><i>1</i></b></ul></div>",
            "<div><ul><li><b><u><s>1</s></u></b></ul></div>",
            True,
        ),
    ],
)
def test_kinds_are_told_apart_by_tag_shape_and_names(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) is alike


def test_the_first_kind_that_is_like_it_is_taken() -> None:
    body = "<div><p>1</p></div><div><p>1</p><h2>2</h2></div><div><h2>2</h2></div>"
    outline, children = children_of(body)
    known = [make_kind(outline, child) for child in (children[0], children[2])]
    assert find_kind(known, outline, children[1]) == 0
    assert find_kind(known[::-1], outline, children[1]) == 0


UNLIKE = "h1 h2 h3 h4 h5 h6 p pre ul ol dl hr table nav aside header footer main section article"
UNLIKE_TAGS = [tag for tag in UNLIKE.split() if tag not in ("hr", "table")]
SHAPES = [f"<{a}>1</{a}><{b}>2</{b}>" for a in UNLIKE_TAGS for b in UNLIKE_TAGS if a < b]


def pick_unlike(n: int) -> list[str]:
    """Elements no two of which are alike: each pair of tags has its own third."""
    chosen = [f"<div><{tag}>1</{tag}></div>" for tag in UNLIKE_TAGS]
    chosen += [f"<div><x-{'abcdefghij'[k]}>1</x-{'abcdefghij'[k]}></div>" for k in range(10)]
    return chosen[:n]


def test_what_is_like_none_of_too_many_kinds_is_of_the_last() -> None:
    elements = pick_unlike(MOST_KINDS + 1)
    outline, children = children_of("".join(elements) + "<p>1</p>")
    known = [make_kind(outline, child) for child in children[:-2]]
    assert [find_kind(known, outline, child) for child in children[:-2]] == list(range(MOST_KINDS))
    assert find_kind(known[:-1], outline, children[-2]) == -1
    assert find_kind(known, outline, children[-2]) == MOST_KINDS - 1
    assert find_kind(known, outline, children[-1]) == -1


@pytest.mark.parametrize("most", [1, 2, 3])
def test_pages_match_and_files_load_with_few_kinds(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(kinds, "MOST_KINDS", most)
    chance = random.Random(most)
    for _ in range(10):
        parts = chance.choices(SHAPES, k=8)
        bodies = ["".join(f"<div>{one}</div>" for one in chance.choices(parts, k=6)) for _ in "abc"]
        pages = pages_of(*bodies)
        template = learn(pages)
        assert all(template.matcher.match(page.tree).is_whole for page in pages)
        # Each body is an element of its own kind, or of the last.
        assert sum(node.kind.tag == "body" for node in template.nodes) <= most
        loaded = TreeTemplates().load(json.loads(json.dumps(template.state())))
        for page in pages_of("".join(f"<div>{one}</div>" for one in SHAPES)):
            found = template.matcher.match(page.tree).template.tolist()
            assert loaded.matcher.match(page.tree).template.tolist() == found
