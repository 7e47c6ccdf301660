"""Whatever the page and the tags, a page is cut as if each part were split by tag after tag."""

from hypothesis import given, settings

from dehusk.learn.blocks.cut import cut_blocks
from tests.property.literal_blocks import Reading, get_block_set
from tests.property.sites import ordered_tags, parse_site, sites


@given(sites(), ordered_tags)
@settings(max_examples=150, deadline=None)
def test_pages_are_cut_as_the_paper_cuts_them(htmls: list[str], tags: tuple[str, ...]) -> None:
    for page in parse_site(htmls):
        expected = get_block_set(Reading(page), tags)
        blocks = cut_blocks(page.tree, tags)
        numbers = [int(number) for number in blocks.of_node]
        found = [[n for n, of in enumerate(numbers) if of == b] for b in range(blocks.n)]
        assert found == expected
        assert {of for of in numbers if not 0 <= of < blocks.n} <= {-1}
        assert blocks.of_leaf.tolist() == [numbers[leaf] for leaf in page.tree.leaves]
