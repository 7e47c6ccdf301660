"""What is remembered of pages: on how many things are, and never a page as its own other."""

import numpy as np
import pytest

from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.memory import (
    FEW_PAGES,
    KNOWN_PAGES,
    SLOT_COLUMNS,
    Counts,
    count_pages,
    hash_pointers,
    hash_said,
    know_nothing,
    remember_cluster,
    remember_site,
    share_known,
)
from dehusk.learn.site.reading import Hashes
from dehusk.learn.site.site_features import Evidence
from dehusk.learn.site.view import View, view_page
from dehusk.model import Page
from tests.unit.learn.site.sites import (
    NAV,
    STORIES,
    hash_text,
    know,
    make_news,
    note,
    pages_of,
    read_rows,
    view_of,
)

NO_ENDS = ("", "")


def hashes(*values: int) -> Hashes:
    return np.array(values, dtype=np.uint64)


def tell(page: Page, pages: list[Page]) -> dict[str, list[float]]:
    """What the pages tell of the blocks of one of them, or of another."""
    known = know(pages)
    told = note(lambda columns, view: Evidence(view, known).describe(columns), view_page(page))
    return {name: values.tolist() for name, values in told.items()}


def count_of(counts: Counts, text: str) -> int:
    return int(counts.look_up(hashes(hash_text(text)))[0])


def test_a_thing_counts_once_a_page() -> None:
    counts = count_pages([hashes(5, 5, 3), hashes(5), hashes(0, 9)])
    assert counts.keys.tolist() == [3, 5, 9]
    assert counts.pages.tolist() == [1, 2, 1]
    assert counts.look_up(hashes(9, 4, 5, 0, 2**64 - 1)).tolist() == [1, 0, 2, 0, 0]


def test_nothing_is_looked_up_in_nothing() -> None:
    assert count_pages([]).look_up(hashes(1, 2)).tolist() == [0, 0]


@pytest.mark.parametrize(("n_pages", "n_known"), [(FEW_PAGES - 1, FEW_PAGES), (FEW_PAGES, 1)])
def test_of_more_than_a_few_pages_only_what_some_share_is_kept(n_pages: int, n_known: int) -> None:
    counts = count_pages([hashes(1, 100 + number) for number in range(n_pages)])
    assert len(counts.keys) == n_known
    assert counts.look_up(hashes(1)).tolist() == [n_pages]


def test_slots_of_single_pages_are_forgotten_where_there_are_many_pages() -> None:
    bodies = [f"<h{1 + n % 2}>x {n}</h{1 + n % 2}>" for n in range(FEW_PAGES - 1)]
    few, many = know(pages_of(*bodies, "<pre>y")[1:]), know(pages_of(*bodies, "<pre>y"))
    # Each slot is there by classes and by numbers.
    assert len(few.cluster.slots.keys) == 2 * 3
    assert len(many.cluster.slots.keys) == 2 * 2


def test_a_site_remembers_texts_links_images_and_titles() -> None:
    body = "<h1>Rain {n}</h1><a href=/x>Home</a><img src=logo.png><a href=/{n}>x</a>"
    views = [view_of(body.format(n=n), f"Title {n} - The Otter") for n in "abc"]
    site = remember_site(views, ("", " - The Otter"))
    assert count_of(site.titles, "Rain a") == count_of(site.titles, "Title c") == 1
    assert count_of(site.titles, "Home") == 0
    links, images = views[0].links.target, views[0].images.target
    assert site.pointers.look_up(hash_pointers(views[0])).tolist() == [3, 1, 3]
    assert (len(links), len(images)) == (2, 1)
    assert sorted(site.pointers.pages.tolist()) == [1, 1, 1, 3, 3]
    assert len(site.digests) == 3


def test_a_slot_is_remembered_by_what_fills_it() -> None:
    pages = pages_of("<p>One two.</p><p>Three</p>", "<p><a href=/>One two.</a></p>", "<p>Five six")
    known = know(pages)
    view = view_page(pages[0])
    row, same, *numbered = read_rows(known.cluster.slots, view.slots).tolist()
    filled = dict(zip(SLOT_COLUMNS, row, strict=True))
    # The text in the link is in a slot of its own.
    assert filled == {
        "pages": 2,
        "blocks": 3,
        "words": 5,
        "linked": 0,
        "known": 2,
        "texts": 3,
        "stops": 1,
    }
    assert row == same
    # By number, the two paragraphs of the first page are apart.
    n_pages, n_blocks = SLOT_COLUMNS.index("pages"), SLOT_COLUMNS.index("blocks")
    assert [(one[n_pages], one[n_blocks]) for one in numbered] == [(2, 2), (1, 1)]


def test_what_a_page_says_alone_is_not_on_other_pages() -> None:
    pages = make_news()
    told = tell(pages[0], pages)
    others = len(STORIES) - 1
    assert np.expm1(told["cluster pages"]) == pytest.approx(others)
    assert told["same loose share"] == [1, 1, 0, 0]
    assert told["known words"][:2] == [1, 1]
    assert told["known words"][3] == 0
    assert told["slot support"] == [1, 1, 1, 1]
    assert told["slot same share"] == [1, 1, 0, 0]
    assert told["link targets"] == [1, 1, 0, 0]


def test_a_page_that_was_not_learned_from_is_told_the_same_of_itself() -> None:
    pages = make_news()
    inside, outside = tell(pages[0], pages), tell(pages[0], pages[1:])
    for name in ("same loose share", "same exact", "known words", "slot same share", "alone"):
        assert inside[name] == pytest.approx(outside[name]), name


def test_a_page_by_itself_has_no_others() -> None:
    (page,) = pages_of(f"{NAV}<p>{STORIES[0]}</p>")
    for pages in ([page], []):
        told = tell(page, pages)
        assert set(told["alone"]) == {1}
        for name in ("same loose", "same exact share", "known words", "slot support", "slot same"):
            assert not any(told[name]), name


def test_numbers_that_differ_are_the_same_loosely_only() -> None:
    pages = pages_of(*(f"<p>{n * 7} comments</p>" for n in range(3)))
    told = tell(pages[0], pages)
    assert told["same loose share"] == [1]
    assert told["same exact share"] == [0]


def test_a_title_of_another_page_is_known_as_such() -> None:
    headline = "<h1>Rain is back {}</h1>"
    page, *others = pages_of(
        f"{headline.format('a')}<p>Rain is back b</p><p>Rain is back d</p>",
        *map(headline.format, "bc"),
    )
    assert tell(page, others)["is title elsewhere"] == [0, 1, 0]
    assert tell(others[0], others)["is title elsewhere"] == [0]


def test_a_title_of_another_page_is_known_on_a_page_that_was_learned_from() -> None:
    headline = "<h1>Rain is back {}</h1>"
    pages = pages_of(headline.format("a"), headline.format("b") + "<p>Rain is back a</p>")
    assert tell(pages[0], pages)["is title elsewhere"] == [0]
    assert tell(pages[1], pages)["is title elsewhere"] == [0, 1]


def test_a_title_that_two_pages_have_is_the_others_too() -> None:
    pages = pages_of("<h1>Rain is back</h1>", "<h1>Rain is back</h1><p>It rains again</p>")
    assert tell(pages[1], pages)["is title elsewhere"] == [1, 0]


def test_signs_are_nobodys_title() -> None:
    views = [view_of(f"<p>| |</p><p>{n}", "| |" * (n == "a")) for n in "abc"]
    assert not len(remember_site(views, NO_ENDS).titles.keys)


def test_a_page_tells_nothing_of_itself_as_if_it_were_another() -> None:
    page = make_news()[0]
    of_nothing, *of_itself = (
        describe_blocks(view_page(page), known, Lexicon()).features.to_mapping()
        for known in (know_nothing(), know([]), know([page]))
    )
    for found in of_itself:
        assert [n for n in of_nothing if not np.array_equal(of_nothing[n], found[n])] == []


def test_words_in_a_row_are_known_where_two_pages_have_them() -> None:
    pages = pages_of("<p>the old mill by the river</p>", "<p>by the river</p><p>at the old mill")
    views = [view_page(page) for page in pages]
    site = remember_site(views, NO_ENDS)
    assert share_known(views[0], site).tolist() == [0.5]
    assert share_known(views[1], site).tolist() == [1, 0.5]
    # To a stranger, what one page has is known.
    stranger = view_of("<p>by the river bank</p><p>the old mill by</p>")
    assert share_known(stranger, site).tolist() == [0.5, 1]


def test_linked_words_are_counted() -> None:
    view = view_of("<p>One <a href=/>two three</a></p><p>four</p><a href=/><img src=a></a>")
    assert view.linked.tolist() == [2, 0, 0]


def test_first_and_last_words_are_known_by_their_slots() -> None:
    view = view_of("<p>By Anna</p><p>By Bert</p><h1>By Anna</h1><p>Anna</p><p><img src=a></p>")
    _, heads, tails, *_ = hash_said(view).tolist()
    assert heads[0] == heads[1] != heads[2]
    assert tails[0] == tails[3] != tails[1]
    assert heads[3] != tails[3]
    assert (heads[4], tails[4]) == (0, 0)


def test_a_page_without_words_says_nothing() -> None:
    assert hash_said(view_of("<img src=a>")).tolist() == [[0]] * 5
    assert hash_said(view_of("")).shape == (5, 0)


def test_an_image_among_texts_says_nothing() -> None:
    view = view_of("<p>Rain</p><div><img src=a></div><p>Snow</p><div><img src=b></div>")
    assert (hash_said(view) != 0).all(axis=0).tolist() == [True, False, True, False]
    assert not hash_said(view)[:, [1, 3]].any()


def test_all_that_a_block_says_is_known_wherever_it_stands() -> None:
    view = view_of("<p>Rain 1</p><h2>Rain 1</h2><p>Rain 2</p>")
    said = hash_said(view)
    assert said[0].tolist() == view.reading.exact.tolist()
    assert said[0, 0] == said[0, 1] != said[0, 2]
    # What is said in one sense is never taken for what is said in another.
    assert len({*said.ravel().tolist()}) == 2 + 2 + 3 + 2 + 3


def test_an_image_is_no_link_to_it() -> None:
    views = [view_of("<a href=/x.png>x</a>"), view_of("<img src=/x.png>")]
    link, image = (hash_pointers(view).tolist() for view in views)
    assert len(link) == len(image) == 1
    assert link != image
    assert not remember_site(views[:1], NO_ENDS).pointers.look_up(hash_pointers(views[1])).any()


def test_what_is_said_here_minds_the_place() -> None:
    view = view_of("<p>Page 1</p><p>Page 2</p><h2>Page 1</h2><p>Page 1</p>")
    *_, loosely, exactly = hash_said(view).tolist()
    assert loosely[0] == loosely[1] == loosely[3] != loosely[2]
    assert len(set(exactly)) == 4


def test_parts_remember_where_new_text_is() -> None:
    pages = make_news()
    views: list[View] = [view_page(page) for page in pages]
    known = know(pages)
    tree = views[0].page.tree
    names = [tree.name(node) for node in range(len(tree))]
    rows = read_rows(known.cluster.parts, views[0].places.slot)
    on_pages, _, _, share = rows[names.index("article")].tolist()
    assert on_pages == len(pages)
    assert share == pytest.approx(len(pages), abs=0.01)
    assert rows[names.index("ul")].tolist()[2:] == [0, 0]


def test_slots_by_number_are_none_by_class() -> None:
    view = view_of("<p>One</p><p>Two</p><p>Three</p>")
    by_class, by_number = view.slots.reshape(2, -1).tolist()
    assert len({*by_class}) == 1
    assert len({*by_number}) == 3
    assert not {*by_class} & {*by_number}


def test_of_nothing_nothing_is_known_but_the_ends_of_titles() -> None:
    known = know_nothing(("", " - The Otter"))
    assert known.ends == ("", " - The Otter")
    assert not len(known.site.digests)
    assert not len(known.cluster.digests)
    for counts in (known.site.grams, known.site.pointers, known.site.titles, known.cluster.said):
        assert not len(counts.keys)


def test_the_same_pages_twice_are_pages_twice() -> None:
    views = [view_page(page) for page in pages_of("<p>same</p>", "<p>same</p>")]
    memory = remember_cluster(views, remember_site(views, NO_ENDS))
    assert count_of(memory.loose, "same") == KNOWN_PAGES
    assert len(memory.digests) == 2
