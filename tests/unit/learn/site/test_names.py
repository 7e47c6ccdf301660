"""What names of elements say: words in them, for content and against it, once for each name."""

import numpy as np
import pytest

from dehusk.learn.site.names import Vocabulary, cut_words, hash_classes
from dehusk.learn.site.page_features import describe_names
from tests.unit.learn.site.sites import note, view_of

SAYS = {"story": 1.0, "body": 0.5, "nav": -2.0, "share": -1.0}


def test_a_name_is_cut_into_small_words() -> None:
    assert cut_words("mainNav site-HEADER__x2 postBody_12") == {
        *("main", "nav", "site", "header", "post", "body"),
    }


@pytest.mark.parametrize("name", ["", "x", "123", "a-1 b_2", "é", "y" * 21])
def test_what_is_no_word_is_left_out(name: str) -> None:
    assert cut_words(name) == frozenset()


def test_nobody_reads_on_in_a_name_that_a_machine_made() -> None:
    assert "story" not in cut_words("ab " * 200 + "story")


def weigh(*names: str) -> list[tuple[float, float]]:
    """What each name says where it is a class: for content, and against it."""
    view = view_of("".join(f'<p class="{name}">x</p>' for name in names))
    said = Vocabulary(SAYS).weigh(view.page.tree)[:, view.places.element]
    return list(zip(*said.tolist(), strict=True))


def test_what_speaks_for_content_is_kept_apart_from_what_speaks_against() -> None:
    assert weigh("story-body nav share", "Story story", "nothing", "") == [
        *((1.5, -3), (1, 0), (0, 0), (0, 0)),
    ]


@pytest.mark.parametrize(
    "name", ["mainStory", "STORYPage", "story2", "2story", "xStory-x", "ab_story", "каша-story"]
)
def test_words_are_found_as_they_are_cut(name: str) -> None:
    assert "story" in cut_words(name)
    assert weigh(name) == [(1, 0)]


@pytest.mark.parametrize(
    "name", ["stories", "Storyline", "STORYs", "history", "ab " * 200 + "story"]
)
def test_parts_of_words_are_none(name: str) -> None:
    assert "story" not in cut_words(name)
    assert weigh(name) == [(0, 0)]


def test_an_empty_vocabulary_says_nothing() -> None:
    view = view_of("<div class=story id=nav><p>x</p></div>")
    assert not Vocabulary().weigh(view.page.tree).any()
    assert not any(column.any() for column in note(describe_names, view, Vocabulary()).values())


def test_all_names_of_an_element_speak() -> None:
    body = "<p class=story id=nav>x</p><p role=share itemprop='body body'>y</p><p title=story>z"
    view = view_of(body)
    weighed = Vocabulary(SAYS).weigh(view.page.tree)
    assert weighed[:, view.places.element].T.tolist() == [[1, -2], [0.5, -1], [0, 0]]


def test_a_block_is_told_what_all_names_around_it_say() -> None:
    deep = "<section><div><div><p id=body>far</p></div></div></section>"
    view = view_of(f"<div class=story>{deep}<p class=nav>near</p></div><p>out</p>")
    told = note(describe_names, view, Vocabulary(SAYS))
    assert told["names for"].tolist() == [1.5, 1, 0]
    assert told["names against"].tolist() == [0, -2, 0]
    assert told["near names for"].tolist() == [0.5, 1, 0]
    assert told["near names against"].tolist() == [0, -2, 0]


def hash_class(*names: str) -> list[int]:
    """The hash of each list of names."""
    view = view_of("".join(f'<p class="{name}">x</p>' for name in names))
    hashes: list[int] = hash_classes(view.page.tree)[view.places.element].tolist()
    return hashes


def test_a_class_is_hashed_without_order_and_numbers() -> None:
    one, other = hash_class("post-12 big", " big  post-7 big ")
    assert one == other
    assert len(set(hash_class("post", "posts", "post big", "Post", "post-1"))) == 5
    assert hash_class("", "  ") == [0, 0]


def test_nobody_reads_on_in_a_class_that_a_machine_made() -> None:
    one, other = hash_class("ab " * 200 + "x", "ab " * 200 + "y")
    assert one == other


def test_an_element_without_class_has_no_hash() -> None:
    view = view_of("<p class=a>x</p><p id=a>y</p><p class>z</p>")
    hashes = hash_classes(view.page.tree)[view.places.element]
    assert hashes.tolist() == [*hash_class("a"), 0, 0]
    assert hashes.dtype == np.uint64
