from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.errors import BadSetting
from dehusk.model import PageRef, stable_hash
from dehusk.run.sample import MEBIBYTE, SampleSettings, SiteSample, sample_pages, shape_of
from tests.unit.pages import make_ref

SMALL = SampleSettings(pages=4, mebibytes=1, shapes=2, pages_per_shape=2)
FOLDERS = ("news", "shop", "forum", "help")


def make_pages(folder: str, count: int, n_bytes: int = 1000) -> list[PageRef]:
    return [make_ref(f"{folder}/{n}.html", n_bytes) for n in range(count)]


def page_sets(max_bytes: int) -> st.SearchStrategy[list[PageRef]]:
    rows = st.tuples(st.sampled_from(FOLDERS), st.integers(0, 20), st.integers(0, max_bytes))
    pages = rows.map(lambda row: make_ref(f"{row[0]}/{row[1]}.html", row[2]))
    return st.lists(pages, max_size=30, unique_by=lambda ref: ref.source)


def test_a_small_site_is_taken_whole_in_the_order_of_its_hashes() -> None:
    pages = make_pages("news", 50)
    sample = sample_pages(pages, SampleSettings())
    assert sample == sorted(pages, key=lambda ref: stable_hash(ref.key))


def test_no_pages_are_no_sample() -> None:
    assert sample_pages([], SMALL) == []


@settings(deadline=None)
@given(page_sets(max_bytes=MEBIBYTE), st.randoms(use_true_random=False))
def test_a_sample_ignores_the_order_of_pages(pages: list[PageRef], random: Random) -> None:
    shuffled = random.sample(pages, len(pages))
    assert sample_pages(shuffled, SMALL) == sample_pages(pages, SMALL)


def test_nothing_enters_past_a_page_that_fell_out_in_any_order() -> None:
    names = sorted((f"news/{n}.html" for n in range(5)), key=stable_hash)
    sizes = (500_000, 500_000, 100_000, 20_000, 10)
    pages = [make_ref(name, size) for name, size in zip(names, sizes, strict=True)]
    plain = SampleSettings(pages=10, mebibytes=1, shapes=1, pages_per_shape=1)
    samples = {tuple(sample_pages(order, plain)) for order in permutations(pages)}
    assert samples == {tuple(pages[:2])}


@settings(deadline=None)
@given(page_sets(max_bytes=1000), st.integers(0, 30), st.integers(0, 30))
def test_the_samples_of_the_parts_make_the_sample_of_the_whole(
    pages: list[PageRef], one: int, other: int
) -> None:
    first, last = sorted((one, other))
    parts = pages[:first], pages[first:last], pages[last:]
    drawn = [ref for part in parts for ref in sample_pages(part, SMALL)]
    assert sample_pages(drawn, SMALL) == sample_pages(pages, SMALL)


def test_a_sample_keeps_within_its_pages() -> None:
    drawn = sample_pages(make_pages("news", 500), SampleSettings(pages=20, pages_per_shape=5))
    assert len(drawn) == 20


def test_a_sample_keeps_within_its_bytes() -> None:
    drawn = sample_pages(make_pages("news", 500, MEBIBYTE // 10), SampleSettings(mebibytes=2))
    assert len(drawn) == 20


def test_a_rare_shape_is_not_drowned() -> None:
    common, rare = make_pages("news", 3000), make_pages("about-us", 3)
    few = SampleSettings(pages=10, pages_per_shape=3)
    assert set(rare) <= set(sample_pages(common + rare, few))
    assert not set(rare) <= set(sample_pages(common + rare, SampleSettings(10, 32, 1, 1)))


def test_shapes_past_the_limit_are_left_to_chance() -> None:
    pages = [ref for n in range(300) for ref in make_pages("abcdefghij"[n % 10] * (n // 10 + 1), 2)]
    limited = SampleSettings(pages=1, shapes=3, pages_per_shape=2)
    drawn = sample_pages(pages, limited)
    assert len({shape_of(ref.source) for ref in drawn}) in (3, 4)


def test_a_page_too_large_to_be_one_among_several_is_passed_over() -> None:
    large = make_ref("news/large.html", MEBIBYTE // 2 + 1)
    fitting = make_ref("news/fitting.html", MEBIBYTE // 2)
    assert sample_pages([large], SMALL) == []
    assert sample_pages([fitting], SMALL) == [fitting]


def test_a_large_page_does_not_shut_out_those_after_it() -> None:
    pages = make_pages("news", 4, 1000)
    large = [make_ref(f"news/large-{n}.html", 100 * MEBIBYTE) for n in range(20)]
    assert set(sample_pages(large + pages, SMALL)) == set(pages)


def test_all_pages_shown_are_counted() -> None:
    sample = SiteSample(SMALL)
    for ref in make_pages("news", 100):
        sample.add(ref)
    assert sample.seen == 100
    assert len(sample.choose()) < 100


def test_two_pages_of_one_key_are_both_drawn_in_any_order() -> None:
    one, two = (PageRef("a.html", "site", path, 10) for path in ("x/a.html", "y/a.html"))
    assert sample_pages([one, two], SMALL) == sample_pages([two, one], SMALL) == [one, two]


@pytest.mark.parametrize("name", ["pages", "mebibytes", "shapes", "pages_per_shape"])
def test_a_budget_of_nothing_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(BadSetting) as refused:
        SampleSettings(**{name: 0})
    assert refused.value.name == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/p/1", "https://a.example/p/22"),
        ("https://a.example/p?id=1&x=2", "https://a.example/q?x=5&id=7"),
        ("news/2024/why-we-left-town.html", "news/1999/how-they-came-back-home.html"),
        ("https://a.example/p#top", "https://a.example/p"),
    ],
)
def test_pages_that_differ_in_what_varies_have_one_shape(one: str, other: str) -> None:
    assert shape_of(one) == shape_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("news/1.html", "shop/1.html"),
        ("news/1.html", "news/1.php"),
        ("https://a.example/p?id=1", "https://a.example/p?page=1"),
        ("https://a.example/p", "https://b.example/p"),
        ("news/1.html", "news/rain.html"),
    ],
)
def test_pages_of_different_kinds_have_different_shapes(one: str, other: str) -> None:
    assert shape_of(one) != shape_of(other)


@settings(deadline=None, max_examples=150)
@given(page_sets(max_bytes=MEBIBYTE // 2), st.integers(0, 30))
def test_merged_samples_are_the_sample_of_all_pages(pages: list[PageRef], cut: int) -> None:
    tight = SampleSettings(pages=6, mebibytes=1, shapes=2, pages_per_shape=2)
    whole, first, second = (SiteSample(tight) for _ in range(3))
    for ref in pages:
        whole.add(ref)
    for sample, part in ((first, pages[:cut]), (second, pages[cut:])):
        for ref in part:
            sample.add(ref)
    first.merge(second)
    assert first.choose() == whole.choose()
    assert first.seen == len(pages)
