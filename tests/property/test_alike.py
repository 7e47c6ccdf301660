"""The shortcuts of the block methods give what the long way gives."""

from collections import defaultdict
from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dehusk.learn.blocks.alike import AlikeIndex, Block
from dehusk.learn.blocks.means import group_by_means
from tests.property.literal_methods import Vector, cluster, is_alike

LARGEST = (12, 4, 0)

counts = st.tuples(st.integers(0, 12), st.integers(0, 4), st.just(0))
# Some terms are in nearly all blocks, and some in few.
terms = st.frozensets(st.sampled_from("aaabbbcccdddeeefghijklmnopqrst"), max_size=14)
blocks = st.builds(Block, counts, terms)


@st.composite
def near_blocks(draw: st.DrawFn) -> list[Block]:
    """Some blocks, and others that differ from them by a term or two."""
    first = draw(st.lists(blocks, min_size=1, max_size=6))
    changes = st.tuples(st.sampled_from(first), st.frozensets(st.sampled_from("uvab"), max_size=2))
    changed = draw(st.lists(changes, max_size=8))
    return list(dict.fromkeys(first + [Block(b.counts, b.terms ^ more) for b, more in changed]))


@given(near_blocks(), blocks, st.sampled_from([0.9, 0.9, 0.02, 0.1, 0.3, 0.5, 0.7, 0.8, 0.98]))
@settings(max_examples=150, deadline=None)
@example([Block((0, 0, 0), frozenset())], Block((0, 0, 0), frozenset()), 0.9)
def test_blocks_found_alike_are_those_of_comparing_with_all(
    known: list[Block], unknown: Block, limit: float
) -> None:
    index = AlikeIndex(known, LARGEST, limit)
    asked = [*known, unknown]
    for block, found in zip(asked, index.find(asked), strict=True):
        expected = [n for n, b in enumerate(known) if is_alike(turn(block), turn(b), limit)]
        assert found.tolist() == expected


def turn(block: Block) -> Vector:
    shares = {
        str(n): Fraction(c, most)
        for n, (c, most) in enumerate(zip(block.counts, LARGEST, strict=True))
        if c
    }
    return Vector(shares, block.terms)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=14), st.integers(2, 5))
@settings(max_examples=300, deadline=None)
@example([3, 4, 7, 8, 23, 25, 39], 3)
@example([1, 2, 3, 4, 5, 6], 3)
def test_groups_are_those_of_k_means_without_rounding(numbers: list[int], k: int) -> None:
    values = [Fraction(number, 7) for number in numbers]
    groups, n_groups = group_by_means([float(value) for value in values], k)
    found = defaultdict(list)
    for value, group in zip(values, groups.tolist(), strict=True):
        found[group].append(value)
    assert [sorted(found[group]) for group in range(n_groups)] == cluster(values, k)
