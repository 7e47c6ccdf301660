"""Blocks that are alike: what the index finds is what comparing with all finds."""

import random
import time
from math import sqrt

import pytest

from dehusk.learn.blocks import alike
from dehusk.learn.blocks.alike import AlikeIndex, Block
from dehusk.learn.blocks.holdings import FEATURES


def block(*terms: str, text: int | None = None, **counts: int) -> Block:
    counts = {"text": len(terms) if text is None else text, **counts}
    return Block(tuple(counts.get(feature, 0) for feature in FEATURES), frozenset(terms))


def largest_of(blocks: list[Block]) -> list[int]:
    return [max(counts) for counts in zip(*(block.counts for block in blocks), strict=True)]


def cosine(one: Block, other: Block, largest: list[int]) -> float:
    values = [
        [n / most if most else 0 for n, most in zip(block.counts, largest, strict=True)]
        for block in (one, other)
    ]
    dot = len(one.terms & other.terms) + sum(a * b for a, b in zip(*values, strict=True))
    lengths = [
        sqrt(len(block.terms) + sum(value**2 for value in row))
        for block, row in zip((one, other), values, strict=True)
    ]
    return dot / (lengths[0] * lengths[1]) if all(lengths) else 0.0


def find(index: AlikeIndex, block: Block) -> list[int]:
    (found,) = index.find([block])
    return [int(number) for number in found]


def make_blocks(seed: int, n: int) -> list[Block]:
    """Families of blocks that differ in a few terms, and blocks of features above all."""
    chance = random.Random(seed)
    made = []
    for _ in range(n // 8):
        core = [f"w{chance.randrange(40)}" for _ in range(chance.choice((1, 2, 5, 12, 30)))]
        for _ in range(8):
            changed = [f"w{chance.randrange(60)}" for _ in range(chance.randrange(4))]
            kept = core[chance.randrange(3) :]
            counts = {name: chance.randrange(3) for name in ("images", "links", "lists")}
            made.append(block(*kept, *changed, text=chance.randrange(40), **counts))
    return made


@pytest.mark.parametrize("limit", [0.05, 0.3, 0.6, 0.8, 0.9, 0.97])
@pytest.mark.parametrize("seed", range(4))
def test_the_index_finds_what_comparing_with_all_finds(limit: float, seed: int) -> None:
    made = make_blocks(seed, 160)
    known = list(dict.fromkeys(made[:120]))
    largest = largest_of(known)
    index = AlikeIndex(known, largest, limit)
    n_found = 0
    for one, found in zip(made, index.find(made), strict=True):
        expected = [n for n, other in enumerate(known) if cosine(one, other, largest) > limit]
        assert found.tolist() == expected
        n_found += len(expected)
    assert n_found > 120, "more than each being like itself"


def test_a_block_is_like_itself_even_without_anything_in_it() -> None:
    nothing, something = block(), block("a")
    index = AlikeIndex([nothing, something], largest_of([nothing, something]), 0.9)
    assert find(index, nothing) == [0]
    assert find(index, something) == [1]


def test_an_index_without_blocks_finds_none() -> None:
    index = AlikeIndex([], [0] * len(FEATURES), 0.9)
    assert find(index, block("a")) == []
    assert find(index, block()) == []


def test_terms_that_no_known_block_has_are_told_apart() -> None:
    known = block(*"abcdefghij")
    index = AlikeIndex([known], largest_of([known]), 0.9)
    assert find(index, block(*"abcdefghijk")) == [0]
    assert find(index, block(*"abcdefgh", "new", "terms")) == []


def test_nine_tenths_exactly_are_not_more_than_nine_tenths() -> None:
    """Nine terms of ten are shared, and nothing else is in the blocks."""
    one, other = block(*"abcdefghij", text=0), block(*"abcdefghik", text=0)
    index = AlikeIndex([one], largest_of([one, other]), 0.9)
    assert find(index, other) == []
    assert find(AlikeIndex([one], largest_of([one, other]), 0.89), other) == [0]


def test_long_blocks_that_are_all_alike_by_the_hundred_are_quickly_found() -> None:
    """Terms of use of a thousand words, with another date on each page."""
    terms = [f"word{n}" for n in range(1_000)]
    blocks = [block(*terms, f"day{n % 31}", f"year{n % 17}", f"of{n}") for n in range(150)]
    start = time.process_time()
    index = AlikeIndex(blocks, largest_of(blocks), 0.9)
    assert all(len(found) == len(blocks) for found in index.find(blocks))
    assert time.process_time() - start < 5, "22,500 pairs of a thousand terms"


def test_a_site_that_is_made_to_do_harm_is_not_compared_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = [block(*"abcdefghijklmnopqrst", f"z{n}") for n in range(40)]
    index = AlikeIndex(blocks, largest_of(blocks), 0.9)
    assert all(len(found) == 40 for found in index.find(blocks))
    monkeypatch.setattr(alike, "_AT_ONCE", 1_000)
    monkeypatch.setattr(alike, "_MOST_STEPS", 30_000)
    found = [len(one) for one in index.find(blocks)]
    assert found[0] == 40
    assert found[-1] == 1
    unknown = block("never", "seen")
    assert index.find([*blocks, unknown])[-1].tolist() == []


def test_many_texts_that_share_common_words_are_quickly_told_apart() -> None:
    chance = random.Random(7)
    words = [f"word{n}" for n in range(20_000)]
    weights = [1 / (n + 1) for n in range(len(words))]
    blocks = [block(*set(chance.choices(words, weights, k=120))) for _ in range(1_500)]
    start = time.process_time()
    index = AlikeIndex(blocks, largest_of(blocks), 0.9)
    assert [found.tolist() for found in index.find(blocks)] == [[n] for n in range(len(blocks))]
    assert time.process_time() - start < 5, "a hundred times less than 2 million cosines take"
