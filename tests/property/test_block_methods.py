"""Whatever the site, each block method keeps the very blocks that its definition chooses."""

from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dehusk.learn.block_entropy import BlockEntropy
from dehusk.learn.blocks.cut import DEFAULT_TAGS
from dehusk.learn.content_blocks import ContentBlocks
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.feature_blocks import DEFAULT_FEATURES, FeatureBlocks, KFeatureBlocks
from dehusk.learn.method import Method
from dehusk.model import TEMPLATE_SCORE, Page
from tests.property.literal_blocks import FEATURE_NAMES
from tests.property.literal_methods import (
    Chosen,
    Rarity,
    Site,
    Wish,
    choose_by_entropy,
    choose_content_blocks,
    choose_feature_blocks,
    choose_k_feature_blocks,
    read_site,
)
from tests.property.sites import cutting_tags, parse_site, sites, wide_sites

names = st.lists(st.sampled_from(FEATURE_NAMES), min_size=1, max_size=4, unique=True).map(tuple)
wants = st.just(("text",)) | names
wishes = st.builds(Wish, wants, st.just(FEATURE_NAMES) | st.just(DEFAULT_FEATURES) | names)
wide_tags = st.sampled_from([DEFAULT_TAGS, ("div",), ("table", "div", "p")])
wide_wants = st.sampled_from([("text",), ("text",), ("text", "links"), ("links",)])
wide_wishes = st.builds(Wish, wide_wants, st.sampled_from([FEATURE_NAMES, DEFAULT_FEATURES]))
rarities = st.builds(
    Rarity,
    similarity=st.sampled_from([0.9, 0.9, 0.9, 0.05, 0.3, 0.5, 0.75, 0.8, 0.95, 0.99]),
    threshold=st.sampled_from([0.5, 0.5, 0.4, 0.9, 1 / 3, 0.25]),
    share=st.sampled_from([0, 0, 0.1, 0.5, 0.75]),
)
steps = st.sampled_from([0.1, 0.1, 0.05, 0.2, 0.3, 0.5, 0.7])


@given(sites(), cutting_tags, rarities)
@example(["<div>news</div><div>rain</div>"], ("div",), Rarity())
@settings(max_examples=150, deadline=None)
def test_content_blocks_are_those_that_few_pages_have(
    htmls: list[str], tags: tuple[str, ...], rarity: Rarity
) -> None:
    pages = parse_site(htmls)
    site = read_site(pages, tags)
    method = ContentBlocks(tags, rarity.similarity, rarity.threshold, rarity.share)
    check(method, pages, site, choose_content_blocks(site, rarity))


@given(sites(), cutting_tags, wishes)
@settings(max_examples=100, deadline=None)
def test_feature_blocks_are_the_best_of_the_winners(
    htmls: list[str], tags: tuple[str, ...], wish: Wish
) -> None:
    pages = parse_site(htmls)
    site = read_site(pages, tags)
    method = FeatureBlocks(tags, wish.want, wish.features)
    check(method, pages, site, choose_feature_blocks(site, wish))


@given(wide_sites(), wide_tags, wide_wishes, st.integers(2, 5), st.integers(1, 4))
@settings(max_examples=100, deadline=None)
def test_k_feature_blocks_are_the_high_groups_of_winners(
    htmls: list[str], tags: tuple[str, ...], wish: Wish, k: int, high: int
) -> None:
    pages = parse_site(htmls)
    site = read_site(pages, tags)
    high = min(high, k - 1)
    method = KFeatureBlocks(tags, wish.want, wish.features, k=k, high=high)
    check(method, pages, site, choose_k_feature_blocks(site, wish, k, high))


@given(sites(), cutting_tags, steps)
@example(["<div>news</div><div>rain</div>"], ("div",), 0.1)
@example(["<p>news", "<p>news", "<p>rain", "<p>rain"], ("p",), 0.5)
@example(["<p>news", "<p>news", "<p>rain", "<p>rain<p>day"], ("p",), 0.1)
@settings(max_examples=100, deadline=None)
def test_block_entropy_stops_where_a_step_changes_nothing(
    htmls: list[str], tags: tuple[str, ...], step: float
) -> None:
    pages = parse_site(htmls)
    site = read_site(pages, tags)
    check(BlockEntropy(tags, step), pages, site, choose_by_entropy(site, step))


def check(method: Method, pages: Sequence[Page], site: Site, expected: Chosen) -> None:
    """What the method keeps of each page is what lies in the blocks chosen."""
    template = method.learn(pages, gather_evidence(pages))
    for page, blocks, chosen in zip(pages, site, expected, strict=True):
        kept = [block for block, is_chosen in zip(blocks, chosen, strict=True) if is_chosen]
        kept_leaves = {leaf for block in kept for leaf in block.leaves}
        is_template = [bool(score >= TEMPLATE_SCORE) for score in template.score(page)]
        assert is_template == [leaf not in kept_leaves for leaf in page.tree.leaves.tolist()]
