"""Whatever the pages, a tree template has a place for all of those that it was learned from."""

import json
from collections.abc import Sequence
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.tree import TreeTemplate, TreeTemplates
from dehusk.learn.tree.outline import Outline, draw_outline, hash_way
from dehusk.learn.tree.sequence import (
    Expression,
    fold_row,
    learn_expression,
    matches,
    place_row,
)
from dehusk.model import Page
from tests.property.sites import parse_site, sites, wide_sites

TAGS = ("div", "div", "div", "p", "ul", "section", "span", "a", "b", "img", "table", "x-y")
NAMES = ("a", "b", "c-1", "c-2", "a b", "b a", "7", "a c d", "e f g h", "ä")


@st.composite
def _elements(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    tag = draw(st.sampled_from(TAGS))
    names = [
        f' {attribute}="{draw(st.sampled_from(NAMES))}"'
        for attribute in ("class", "id")
        if draw(st.integers(0, 2)) == 0
    ]
    below = "".join(draw(st.lists(inner, max_size=4)))
    return f"<{tag}{''.join(names)}>{below}</{tag}>"


trees = st.lists(
    st.recursive(st.sampled_from(("x", "y z", "")), _elements, max_leaves=10),
    min_size=1,
    max_size=4,
).map("".join)
random_sites = st.lists(trees, min_size=1, max_size=6)
some_sites = st.one_of(random_sites, random_sites, sites(), wide_sites())
drawn_pages = st.integers(1, 6)

kinds = st.integers(0, 4)
rows = st.lists(st.lists(kinds, max_size=9).map(tuple), min_size=1, max_size=6)
inline_kinds = st.frozensets(kinds, max_size=3)


def learn(pages: Sequence[Page], drawn: int = 15) -> TreeTemplate:
    return TreeTemplates(pages=drawn).learn(pages, gather_evidence(pages))


def say(template: TreeTemplate) -> str:
    return json.dumps(template.state(), sort_keys=True)


@given(some_sites)
@settings(max_examples=150, deadline=None)
def test_a_template_matches_every_page_that_it_was_learned_from(htmls: list[str]) -> None:
    pages = parse_site(htmls)
    template = learn(pages)
    for page in pages:
        outline = draw_outline(page.tree)
        mapped = template.matcher.match_outline(outline)
        assert mapped.is_whole
        for place, at in enumerate(mapped.template.tolist()):
            node = template.nodes[at]
            children = outline.list_children(place)
            row = tuple(node.children.index(int(mapped.template[child])) for child in children)
            assert matches(node.expression, row)
            assert node.kind.tag == outline.tag_name(place)


@given(some_sites)
@settings(max_examples=60, deadline=None)
def test_what_was_met_before_changes_no_match(htmls: list[str]) -> None:
    pages = parse_site(htmls)
    template = learn(pages)
    for page in pages:
        fresh = TreeTemplates().load(template.state())
        before, after = fresh.matcher.match(page.tree), template.matcher.match(page.tree)
        again = fresh.matcher.match(page.tree)
        for mapped in (after, again):
            assert mapped.template.tolist() == before.template.tolist()
            assert mapped.item.tolist() == before.item.tolist()


@given(some_sites, drawn_pages, st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_pages_in_any_order_teach_the_same(htmls: list[str], drawn: int, chance: Random) -> None:
    pages = parse_site(htmls)
    shuffled = chance.sample(pages, len(pages))
    assert say(learn(shuffled, drawn)) == say(learn(pages, drawn))


@given(some_sites, drawn_pages)
@settings(max_examples=100, deadline=None)
def test_a_template_that_is_saved_and_loaded_is_the_same(htmls: list[str], drawn: int) -> None:
    pages = parse_site(htmls)
    template = learn(pages, drawn)
    loaded = template.method.load(json.loads(json.dumps(template.state())))
    assert loaded == template
    assert say(loaded) == say(template)
    for page in pages:
        assert loaded.score(page).tolist() == template.score(page).tolist()
        assert loaded.find_stars(page).tolist() == template.find_stars(page).tolist()
        assert loaded.explain(page) == template.explain(page)


@given(some_sites, some_sites)
@settings(max_examples=60, deadline=None)
def test_pages_of_another_site_are_scored_too(htmls: list[str], others: list[str]) -> None:
    template = learn(parse_site(htmls))
    for page in parse_site(others):
        scores = template.score(page)
        assert len(scores) == len(page.tree.leaves)
        assert ((scores >= 0) & (scores <= 1)).all()
        mapped = template.matcher.match(page.tree)
        assert_parents_are_parents(template, mapped.outline, mapped.template.tolist())


def assert_parents_are_parents(template: TreeTemplate, outline: Outline, found: list[int]) -> None:
    for place, at in enumerate(found):
        if place and at >= 0:
            assert at in template.nodes[found[outline.parent[place]]].children


@given(some_sites)
@settings(max_examples=60, deadline=None)
def test_stars_are_whole_subtrees_of_siblings(htmls: list[str]) -> None:
    pages = parse_site(htmls)
    template = learn(pages)
    for page in pages:
        mapped = template.matcher.match(page.tree)
        stars, parent, end = mapped.find_stars(), mapped.outline.parent, mapped.outline.end
        for number in range(int(stars.max(initial=-1)) + 1):
            nodes = np.flatnonzero(stars == number)
            tops = nodes[(stars[parent[nodes]] != number) | (parent[nodes] < 0)]
            assert len(np.unique(parent[tops])) == 1
            assert len(np.unique(mapped.item[tops])) == 1
            assert (mapped.item[tops] >= 0).all()
            assert len(nodes) == (end[tops] - tops).sum()
        is_marked = mapped.item >= 0
        assert (stars[is_marked] >= 0).all()


@given(rows, inline_kinds)
@settings(max_examples=300, deadline=None)
def test_an_expression_matches_every_row_that_it_was_learned_from(
    given_rows: list[tuple[int, ...]], inline: frozenset[int]
) -> None:
    known = learn_expression({row: given_rows.count(row) for row in given_rows}, inline)
    for row in given_rows:
        assert matches(known, row)
        assert_placed(known, row, place_row(known, row))
        assert all(place >= 0 for place in place_row(known, row))


@given(rows, st.lists(st.integers(-1, 6), max_size=9).map(tuple))
@settings(max_examples=300, deadline=None)
def test_any_row_is_placed_in_order_as_far_as_can_be(
    given_rows: list[tuple[int, ...]], row: tuple[int, ...]
) -> None:
    known = learn_expression(dict.fromkeys(given_rows, 1), frozenset())
    placed = place_row(known, row)
    assert_placed(known, row, placed)
    assert sum(place >= 0 for place in placed) == count_placed(known, row)


def assert_placed(known: Expression, row: Sequence[int], placed: Sequence[int]) -> None:
    taken = [place for place in placed if place >= 0]
    assert len(placed) == len(row)
    assert taken == sorted(taken)
    assert all(known[place].star or taken.count(place) == 1 for place in taken)
    assert all(
        kind in known[place].kinds for kind, place in zip(row, placed, strict=True) if place >= 0
    )


def count_placed(known: Expression, row: Sequence[int]) -> int:
    """The most children that can be placed, by trying everything."""
    if not row or not known:
        return 0
    left_out = max(count_placed(known, row[1:]), count_placed(known[1:], row))
    if row[0] not in known[0].kinds:
        return left_out
    rest = known if known[0].star else known[1:]
    return max(left_out, 1 + count_placed(rest, row[1:]))


@given(rows, inline_kinds)
@settings(max_examples=200, deadline=None)
def test_another_row_only_widens_what_is_matched(
    given_rows: list[tuple[int, ...]], inline: frozenset[int]
) -> None:
    # Counts fix the order in which rows are taken in.
    counts = {row: len(given_rows) - at for at, row in enumerate(dict.fromkeys(given_rows))}
    last = min(counts, key=lambda row: counts[row])
    fewer = {row: count for row, count in counts.items() if row != last}
    if not fewer:
        return
    before, after = learn_expression(fewer, inline), learn_expression(counts, inline)
    for row in spell_rows(before):
        assert matches(before, row)
        assert matches(after, row)


def spell_rows(known: Expression) -> list[tuple[int, ...]]:
    """Rows that an expression stands for: each item by each kind, not at all, and twice."""
    shortest = [() if item.optional or item.star else (min(item.kinds),) for item in known]
    longest = [(max(item.kinds),) * (2 if item.star else 1) for item in known]
    spelled = [sum(shortest, ()), sum(longest, ())]
    for place, item in enumerate(known):
        for kind in item.kinds:
            for times in (1, 2) if item.star else (1,):
                for rest in (shortest, longest):
                    row = [*rest[:place], (kind,) * times, *rest[place + 1 :]]
                    spelled.append(sum(row, ()))
    return spelled


@given(rows)
@settings(max_examples=200, deadline=None)
def test_a_folded_row_matches_it(given_rows: list[tuple[int, ...]]) -> None:
    for row in given_rows:
        assert matches(fold_row(row), row)


@given(st.lists(some_sites, min_size=1, max_size=2))
@settings(max_examples=100, deadline=None)
def test_builds_are_the_same_where_the_structure_is(given_sites: list[list[str]]) -> None:
    structures: dict[int, object] = {}
    builds: dict[object, int] = {}
    for htmls in given_sites:
        for page in parse_site(htmls):
            outline = draw_outline(page.tree)
            for place in range(len(outline)):
                build, structure = outline.build[place], describe(outline, place)
                assert structures.setdefault(build, structure) == structure
                assert builds.setdefault(structure, build) == build


def describe(outline: Outline, place: int) -> tuple[object, ...]:
    """The elements at and below a place with their names, in full."""
    below = tuple(describe(outline, child) for child in outline.list_children(place))
    return outline.tag_name(place), outline.names[place], below


@given(trees, trees)
@settings(max_examples=100, deadline=None)
def test_a_build_does_not_depend_on_where_it_stands(html: str, before: str) -> None:
    mark = f'<article class="marked">{html}</article>'
    pages = parse_site([mark, f"<div>{before}</div><main>{mark}</main>{before}"])
    found = [find_marked(draw_outline(page.tree)) for page in pages]
    assert found[0] == found[1]


def find_marked(outline: Outline) -> list[int]:
    marked = frozenset(("marked",))
    return [outline.build[at] for at, names in enumerate(outline.names) if names == marked]


@given(trees)
@settings(max_examples=100, deadline=None)
def test_shapes_are_the_hashes_of_ways(html: str) -> None:
    (page,) = parse_site([html])
    outline = draw_outline(page.tree)
    for place in range(len(outline)):
        ways = outline.list_ways(place)
        assert outline.shape(place) == {hash_way(way) for way in ways}
        assert len(outline.shape(place)) == len(ways)
        assert ways == list_ways(outline, place)


def list_ways(outline: Outline, place: int) -> tuple[str, ...]:
    """The ways of tags down to three levels below a place, level by level."""
    ways: set[str] = set()
    level = [("", place)]
    for _ in range(3):
        level = [
            (f"{way}/{outline.tag_name(child)}".removeprefix("/"), child)
            for way, one in level
            for child in outline.list_children(one)
            if outline.tag_name(child) != "-text"
        ]
        ways.update(way for way, _ in level)
    return tuple(sorted(ways))
