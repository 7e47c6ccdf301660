"""What words say is counted over owners, and nobody's pages are read by their own words."""

import numpy as np
import pytest

from dehusk.learn.site.lexicon import Lexicon
from tests.unit.learn.site.sites import hash_words
from tests.unit.training.examples_of import make_example
from training.examples import OF_WORDS, Example, describe_by
from training.lexicon import FEWEST_OWNERS, N_GROUPS, count_words, group_of, make_lexicon
from training.teach import _describe_words

BODY = (
    "<nav class='menu {name}'>Subscribe {word}</nav><div class=story><p>Otters swim</p></div>"
    "<p>" + "rain " * 30 + "</p>"
)


def make_owners(n_owners: int, name: str = "", word: str = "") -> list[Example]:
    body = BODY.format(name=name, word=word)
    return [make_example(f"owner{number}", body, (0, 1, 1)) for number in range(n_owners)]


def lexicon_of(examples: list[Example]) -> Lexicon:
    said = count_words(examples)
    return make_lexicon(said, said.keys())


def says(lexicon: Lexicon, word: str) -> float:
    """What a word of short texts says."""
    keys = lexicon.wording.keys
    found = np.flatnonzero(keys == hash_words(word)[0])
    return float(lexicon.wording.says[found[0]]) if len(found) else 0.0


def test_words_say_for_content_or_against_it() -> None:
    lexicon = lexicon_of(make_owners(FEWEST_OWNERS))
    assert lexicon.names.says["menu"] < 0 < lexicon.names.says["story"]
    assert says(lexicon, "subscribe") < 0 < says(lexicon, "otters")


def test_words_of_long_blocks_say_nothing() -> None:
    lexicon = lexicon_of(make_owners(FEWEST_OWNERS))
    assert says(lexicon, "rain") == 0


def test_a_word_that_too_few_owners_use_is_left_out() -> None:
    few = lexicon_of(make_owners(FEWEST_OWNERS - 1))
    assert not few.names.says
    assert not len(few.wording.keys)
    another = make_example("another", BODY.format(name="", word=""), (0, 1, 1))
    mixed = lexicon_of([*make_owners(FEWEST_OWNERS - 1, "teaser", "share"), another])
    assert "teaser" not in mixed.names.says
    assert "menu" in mixed.names.says
    assert says(mixed, "share") == 0 > says(mixed, "subscribe")


def test_an_owner_of_many_pages_is_one_owner() -> None:
    page = make_owners(1)[0]
    assert not lexicon_of([page] * (3 * FEWEST_OWNERS)).names.says


def test_more_owners_are_doubted_less() -> None:
    few, many = (lexicon_of(make_owners(n)) for n in (FEWEST_OWNERS, 4 * FEWEST_OWNERS))
    assert many.names.says["story"] > few.names.says["story"]
    assert many.names.says["menu"] < few.names.says["menu"]


def test_what_is_as_often_content_as_not_says_nothing() -> None:
    body = "<div class=box><p>Rain today</p></div><p>Otters swim</p>"
    examples = [
        make_example(f"owner{n}", body, (n % 2, 1 - n % 2)) for n in range(2 * FEWEST_OWNERS)
    ]
    lexicon = lexicon_of(examples)
    assert not lexicon.names.says
    assert not len(lexicon.wording.keys)


def test_the_name_of_the_whole_page_says_nothing() -> None:
    body = f"<main id=wrapper>{BODY.format(name='', word='')}</main>"
    examples = [make_example(f"owner{n}", body, (0, 1, 1)) for n in range(FEWEST_OWNERS)]
    assert set(lexicon_of(examples).names.says) == {"menu", "story"}


def test_the_keys_of_words_are_in_order() -> None:
    keys = lexicon_of(make_owners(FEWEST_OWNERS)).wording.keys
    assert len(keys) > 2
    assert (keys[1:] > keys[:-1]).all()


def test_only_the_owners_asked_for_have_a_say() -> None:
    said = count_words(make_owners(FEWEST_OWNERS + 1))
    assert make_lexicon(said, list(said)[:FEWEST_OWNERS]).names.says
    assert not make_lexicon(said, list(said)[: FEWEST_OWNERS - 1]).names.says
    assert not make_lexicon(said, []).names.says


def test_groups_are_few_and_fixed() -> None:
    found = {group_of(f"owner{number}") for number in range(200)}
    assert found == set(range(N_GROUPS))
    assert group_of("example") == group_of("example")


def test_the_pages_of_an_owner_have_no_say_in_what_they_are_read_by() -> None:
    """Whatever an owner's own pages call content, its features of words stay the same."""
    others = make_owners(3 * FEWEST_OWNERS)
    body = BODY.format(name="", word="")
    honest, contrary = (make_example("me", body, content) for content in ((0, 1, 1), (1, 0, 0)))
    found = []
    for own in (honest, contrary):
        pages = [*others, own]
        found.append(_describe_words(pages, count_words(pages))[-1])
    assert found[0].any()
    assert found[0].tolist() == found[1].tolist()
    whole = describe_by(honest, lexicon_of([*others, honest]))
    assert whole.tolist() != describe_by(honest, lexicon_of([*others, contrary])).tolist()


def test_an_owner_of_the_same_group_has_no_say_either() -> None:
    names = [f"friend{n}" for n in range(500) if group_of(f"friend{n}") == group_of("me")]
    body = BODY.format(name="", word="")
    friends = [make_example(name, body, (0, 1, 1)) for name in names[: 2 * FEWEST_OWNERS]]
    pages = [*friends, make_example("me", body, (0, 1, 1))]
    described = _describe_words(pages, count_words(pages))
    assert not described[-1].any()
    assert described[-1].shape == (3, len(OF_WORDS))


@pytest.mark.parametrize("body", ["", "<img src=a class=logo>", "<p class=x>...</p>"])
def test_pages_that_say_nothing_are_counted(body: str) -> None:
    n_blocks = 1 if body else 0
    examples = [make_example(f"owner{n}", body, [0] * n_blocks) for n in range(FEWEST_OWNERS)]
    assert not len(lexicon_of(examples).wording.keys)
