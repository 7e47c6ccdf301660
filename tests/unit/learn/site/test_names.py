"""What names of elements say: words in them, for content and against it, once for each name."""

import numpy as np
import pytest

from dehusk.learn.site import names
from dehusk.learn.site.names import (
    Vocabulary,
    cut_words,
    find_names,
    hash_class,
    hash_classes,
    weigh_names,
)
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
    assert hash_class("ab " * 200 + "x") == hash_class("ab " * 200 + "y")


def test_what_speaks_for_content_is_kept_apart_from_what_speaks_against() -> None:
    weighed = Vocabulary(SAYS).weigh(["story-body nav share", "Story story", "nothing", ""])
    assert weighed.tolist() == [1.5 - 3j, 1, 0, 0]


def test_what_was_weighed_once_is_remembered_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_MOST_KNOWN", 10)
    vocabulary = Vocabulary(SAYS)
    for number in range(50):
        found = vocabulary.weigh([f"story-{number}", f"nav-{number}", "share"])
        assert found.tolist() == [1, -2j, -1j]
        assert len(vocabulary._weighed) <= 10 + 3


def test_an_empty_vocabulary_says_nothing() -> None:
    view = view_of("<div class=story id=nav><p>x</p></div>")
    assert not weigh_names(view.page.tree, Vocabulary()).any()
    assert not any(column.any() for column in note(describe_names, view, Vocabulary()).values())


def test_a_name_that_many_elements_have_is_one_name() -> None:
    tree = view_of("<p class=a>x</p><p class='b c'>y</p><p id=a>z</p><p class=a>w</p>").page.tree
    found = find_names(tree, "class")
    assert found.names == ("a", "b c")
    assert found.number.tolist() == [0, 1, 0]
    assert [tree.name(node) for node in found.nodes.tolist()] == ["p"] * 3
    assert [tree.attribute("class")[node] for node in found.nodes.tolist()] == ["a", "b c", "a"]
    assert find_names(tree, "role").names == ()
    assert find_names(tree, "class") is found


def test_all_names_of_an_element_speak() -> None:
    body = "<p class=story id=nav>x</p><p role=share itemprop='body body'>y</p><p title=story>z"
    view = view_of(body)
    weighed = weigh_names(view.page.tree, Vocabulary(SAYS))
    assert weighed[view.places.element].tolist() == [1 - 2j, 0.5 - 1j, 0]


def test_a_block_is_told_what_all_names_around_it_say() -> None:
    deep = "<section><div><div><p id=body>far</p></div></div></section>"
    view = view_of(f"<div class=story>{deep}<p class=nav>near</p></div><p>out</p>")
    told = note(describe_names, view, Vocabulary(SAYS))
    assert told["names for"].tolist() == [1.5, 1, 0]
    assert told["names against"].tolist() == [0, -2, 0]
    assert told["near names for"].tolist() == [0.5, 1, 0]
    assert told["near names against"].tolist() == [0, -2, 0]


def test_a_class_is_hashed_without_order_and_numbers() -> None:
    assert hash_class("post-12 big") == hash_class(" big  post-7 big ")
    assert len({hash_class(name) for name in ("post", "posts", "post big", "Post")}) == 4
    assert hash_class("") == hash_class("  ") == 0


def test_an_element_without_class_has_no_hash() -> None:
    view = view_of("<p class=a>x</p><p id=a>y</p><p class>z</p>")
    hashes = hash_classes(view.page.tree)[view.places.element]
    assert hashes.tolist() == [hash_class("a"), 0, 0]
    assert hashes.dtype == np.uint64
