"""Whatever the text and its matches, what goes goes whole, and the rest stays as it was."""

import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dehusk.learn.strings.locality import Locality, cut_out, find_removed
from dehusk.learn.strings.tokens import SEPARATORS, find_tokens, split_tokens
from dehusk.model import Mask
from tests.property import literal_strings as literal

CHARACTERS = "ab<>é漢😀.\x00\x1c\u200b" + SEPARATORS

texts = st.text(CHARACTERS, max_size=60) | st.text(max_size=40)
markups = st.booleans()
sizes = st.integers(0, 12)
flag_lists = st.lists(st.booleans(), max_size=25)
localities = st.builds(Locality, st.integers(0, 5), sizes, sizes, sizes, sizes)


def draw_mask(data: st.DataObject, size: int) -> list[bool]:
    return data.draw(st.lists(st.booleans(), min_size=size, max_size=size))


def to_mask(flags: list[bool]) -> Mask:
    return np.array(flags, dtype=np.bool_)


@given(texts, markups)
@example("", False)
@example("a>b<c ><", True)
@settings(max_examples=300, deadline=None)
def test_tokens_are_what_stands_between_separators(text: str, is_markup: bool) -> None:
    raw = text.encode(errors="replace")
    found = find_tokens(raw, is_markup=is_markup)
    expected = literal.split(raw.decode(), is_markup=is_markup)
    places = zip(found.start.tolist(), found.stop.tolist(), strict=True)
    assert [
        (word.decode(), *place) for word, place in zip(found.words, places, strict=True)
    ] == expected
    assert split_tokens(raw, is_markup=is_markup) == found.words


@given(texts, markups, st.data())
@settings(max_examples=300, deadline=None)
def test_cutting_out_leaves_the_other_tokens_as_they_were(
    text: str, is_markup: bool, data: st.DataObject
) -> None:
    raw = text.encode(errors="replace")
    tokens = find_tokens(raw, is_markup=is_markup)
    flags = draw_mask(data, len(tokens))
    left = cut_out(raw, tokens, to_mask(flags))
    kept = [word for word, goes in zip(tokens.words, flags, strict=True) if not goes]
    assert split_tokens(left, is_markup=is_markup) == kept
    assert left.decode().encode() == left
    assert any(flags) or left == raw


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one {two} three", "one three"),
        ("one\n{two} three", "one\nthree"),
        ("one {two}\nthree", "one\nthree"),
        ("one {two}\n\nthree", "one\n\nthree"),
        ("one\n\n{two}\nthree", "one\n\nthree"),
        ("one\n{two}\n", "one\n"),
        ("  {one} two", "  two"),
        (" {one} ", " "),
        ("one {two three} four\t{five} six", "one four\tsix"),
        ("one{<b>}two", "one two"),
        ("one{<b>} two", "one two"),
        ("one {<b>}two", "one two"),
        ("<p>{one}<b>two", "<p><b>two"),
        ("<p>{one}</p>", "<p></p>"),
    ],
)
def test_of_the_two_separators_about_a_hole_one_stays(text: str, expected: str) -> None:
    raw, holes = b"", []
    for around, hole in re.findall(r"([^{]*)(?:\{([^}]*)\})?", text):
        raw += around.encode()
        holes.append((len(raw), len(raw) + len(hole)))
        raw += hole.encode()
    tokens = find_tokens(raw, is_markup=True)
    goes = [any(first <= at < stop for first, stop in holes) for at in tokens.start.tolist()]
    assert cut_out(raw, tokens, to_mask(goes)) == expected.encode()


@given(st.text("ab \n", max_size=50), localities, flag_lists, st.lists(st.integers(0, 25)))
@example("aa b cc", Locality(gap=2, few=0, crumb=0), [True, False, True], [])
@example("aa b cc", Locality(gap=0, crumb=2, long=2), [True, False, True], [])
@example("aa b cc", Locality(gap=0, few=2, near=2), [False, True, False], [])
@example("aa b cc", Locality(gap=0, few=2, near=2), [False, True, False], [1, 2])
@settings(max_examples=300, deadline=None)
def test_what_is_removed_is_what_the_rules_say(
    text: str, locality: Locality, flags: list[bool], lines: list[int]
) -> None:
    tokens = find_tokens(text.encode(), is_markup=False)
    breaks = [line for line in lines if line <= len(tokens)]
    matched = [*flags, *[False] * len(tokens)][: len(tokens)]
    spans = list(zip(tokens.start.tolist(), tokens.stop.tolist(), strict=True))
    found = find_removed(tokens, to_mask(matched), locality, np.array(breaks, dtype=np.int32))
    assert found.tolist() == literal.find_removed(spans, matched, locality, breaks)
