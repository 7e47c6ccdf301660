"""Whatever the page, every leaf is in one section, and sections follow each other."""

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.model import Ints, Page
from dehusk.section.boxes import estimate_areas
from dehusk.section.split import cut_sections
from dehusk.section.stars import find_stars
from tests.property.sites import parse_site, sites, wide_sites

some_sites = st.one_of(sites(), wide_sites())


def check(page: Page, stars: Ints) -> None:
    tree = page.tree
    sections = cut_sections(tree, estimate_areas(tree), stars)
    assert len(sections.of_leaf) == len(tree.leaves)
    assert np.isin(np.diff(sections.of_leaf, prepend=-1), (0, 1)).all()
    assert len(np.unique(sections.of_leaf)) == len(sections)
    assert sections.of_leaf[sections.first].tolist() == list(range(len(sections)))
    nodes = sections.nodes[sections.of_leaf]
    assert ((nodes <= tree.leaves) & (tree.leaves < tree.end[nodes])).all()


@given(some_sites)
@settings(max_examples=100, deadline=None)
def test_every_leaf_is_in_one_section_and_below_its_node(htmls: list[str]) -> None:
    for page in parse_site(htmls):
        check(page, find_stars(page.tree))


@given(sites(), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_so_it_is_with_any_stars(htmls: list[str], chance: Random) -> None:
    for page in parse_site(htmls):
        numbers = [chance.choice((-1, 0, 1)) for _ in range(len(page.tree))]
        check(page, np.array(numbers, dtype=np.int32))


@given(some_sites)
@settings(max_examples=100, deadline=None)
def test_a_star_is_a_run_of_siblings_with_all_below_them(htmls: list[str]) -> None:
    for page in parse_site(htmls):
        tree, stars = page.tree, find_stars(page.tree)
        for number in range(int(stars.max()) + 1):
            nodes = np.flatnonzero(stars == number)
            tops = nodes[stars[tree.parent[nodes]] != number]
            assert len(tops) >= 2
            assert len(np.unique(tree.parent[tops])) == 1
            assert len(np.unique(tree.tag[tops])) <= 2
            assert len(nodes) == (tree.end[tops] - tops).sum()
