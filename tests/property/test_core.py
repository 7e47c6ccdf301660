"""The compiled loops give what plain ones give, whatever they are given."""

import itertools
import time
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from dehusk.core.attributes import find_attributes
from dehusk.core.grouping import find_first
from dehusk.core.markup import find_comments, survey
from dehusk.core.names import hash_marks, hash_text
from dehusk.core.reading import read_leaves
from dehusk.core.remembering import Ledger
from dehusk.core.said import join_names, join_words, lay_out
from dehusk.core.telling import look_up_counts
from dehusk.learn.site.reading import Hashes
from dehusk.model import PageRef, RawPage, Rejected
from dehusk.parse import parse_page
from dehusk.write.text import place_text, render_text
from tests.unit.pages import parse_tree

hashes = st.integers(0, 2**64 - 1) | st.integers(0, 40) | st.integers(2**64 - 40, 2**64 - 1)
pages_of_hashes = st.lists(st.lists(hashes, max_size=30), max_size=8)


def to_array(values: list[int]) -> Hashes:
    return np.array(values, dtype=np.uint64)


@given(st.sets(hashes, max_size=300), st.lists(hashes, max_size=20))
def test_what_is_known_is_found(known: set[int], others: list[int]) -> None:
    """Hashes are spread evenly; where they are not, they are found all the same."""
    keys = sorted(known)
    pages = np.arange(1, len(keys) + 1, dtype=np.int32)
    number = dict(zip(keys, pages.tolist(), strict=True))
    asked = [*keys, *others, *(key ^ 1 for key in keys)]
    wanted = [number.get(key, 0) for key in asked]
    assert look_up_counts(to_array(keys), pages, to_array(asked)).tolist() == wanted


@given(st.lists(st.integers(0, 10) | hashes, max_size=200))
def test_the_first_of_the_same_is_found(values: list[int]) -> None:
    assert find_first(to_array(values)).tolist() == [values.index(one) for one in values]


@given(pages_of_hashes, st.integers(1, 3))
@example([list(range(3000)), list(range(2000, 4000))], 2)
def test_a_ledger_counts_pages_and_adds_up(pages: list[list[int]], fewest: int) -> None:
    ledger, counted, sums = Ledger(2), Counter[int](), defaultdict[int, float](float)
    for page in pages:
        values = np.arange(2 * len(page), dtype=np.float32).reshape(2, -1)
        ledger.add(to_array(page), values)
        ledger.turn_page()
        counted.update(set(page))
        for key, value in zip(page, values[1].tolist(), strict=True):
            sums[key] += value
    keys, n_pages, columns = ledger.finish(fewest)
    wanted = {key: n for key, n in counted.items() if n >= fewest}
    assert keys.tolist() == sorted(wanted)
    assert dict(zip(keys.tolist(), n_pages.tolist(), strict=True)) == wanted
    assert columns[:, 1].tolist() == pytest.approx([sums[key] for key in sorted(wanted)])


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=60))
def test_a_ledger_counts_what_is_different(pairs: list[tuple[int, int]]) -> None:
    ledger, seen = Ledger(1), Ledger()
    for group, value in pairs:
        ledger.add_different(to_array([group]), to_array([value]), seen, 0)
    keys, _, columns = ledger.finish(1)
    different = Counter(group for group, _ in set(pairs))
    assert dict(zip(keys.tolist(), columns[:, 0].tolist(), strict=True)) == different


pieces = st.sampled_from(
    [
        *("<p>", "</p>", "<br>", "<br><br>", "<pre>", "</pre>", "<b>", "</b>", "<td>", "<ul><li>"),
        *(
            "a",
            " b",
            "c ",
            " ",
            "\n",
            "\n\n",
            "\t",
            "&nbsp;",
            "&shy;",
            "&amp;nbsp;",
            "&lt;",
            "каша",
        ),
        *("\u2003", "\u3000", "\x85", "東", "<img alt=x>", "<textarea>", "</textarea>", "<!--x-->"),
    ]
)


@given(st.lists(pieces, max_size=25), st.integers(0, 2**16))
@example(["<pre>", "a\n", "</pre>", "<pre>", "&shy;", "</pre>", "b"], 0)
@settings(max_examples=400)
def test_a_text_is_written_as_its_nodes_are_placed(html: list[str], seed: int) -> None:
    tree = parse_tree("<body>" + "".join(html))
    is_kept = np.random.default_rng(seed).random(len(tree.leaves)) < 0.7
    assert render_text(tree, is_kept) == place_text(tree, is_kept).text


values = st.text(st.sampled_from("ab =\"'<>&/é\n"), max_size=6)
attributes = st.dictionaries(st.sampled_from(["id", "class", "data-a", "href"]), values, max_size=4)


@given(st.lists(attributes, min_size=1, max_size=5))
def test_attributes_are_those_that_a_parser_finds(given_tags: list[dict[str, str]]) -> None:
    html = "".join(
        "<p" + "".join(f' {name}="{_escape(value)}"' for name, value in tag.items()) + ">x</p>"
        for tag in given_tags
    )
    tree = parse_tree(html)
    parsed = LexborHTMLParser(html).css("p")
    for name in ("id", "class", "data-a", "href"):
        wanted = [p.attributes[name] or "" for p in parsed if name in p.attributes]
        assert list(tree.column(name)[1]) == wanted


def _escape(value: str) -> str:
    return value.replace("&", "&amp;").replace('"', "&quot;")


@given(st.text(st.sampled_from('<!->/a "'), max_size=40))
def test_a_survey_finds_what_is_there(text: str) -> None:
    html = text.encode()
    starts = [at for at, sign in enumerate(text) if sign == "<"]
    n_tags, n_closing, longest = survey(html)
    assert n_tags == len(starts)
    assert n_closing == text.count("</")
    borders = [0, *starts, len(text)]
    assert longest == max(b - a for a, b in itertools.pairwise(borders))
    assert find_comments(html) == [at for at in starts if text.startswith("<!--", at)]


@given(st.lists(st.text(st.sampled_from("ab-é"), min_size=1, max_size=5), max_size=8))
def test_a_mark_is_the_hash_of_its_spelling(names: list[str]) -> None:
    markup = " ".join(names).encode()
    whole = np.array([0], np.int32), np.array([len(markup)], np.int32)
    beginning = np.array([hash_text(b"")], dtype=np.uint64)
    assert len(hash_marks(markup, *whole, beginning, 1000)) == len(set(names))
    assert not len(hash_marks(markup + b" " * 99, whole[0], whole[1] + 99, beginning, 50))


def test_markup_longer_than_its_places_can_tell_is_refused() -> None:
    """Formatting that is never closed is repeated in every paragraph after it."""
    html = b'<p><b x="' + b"y" * 4_000 + b'">' + b"<p>z" * 5_000
    found = parse_page(RawPage(PageRef("a", "site", "a", len(html)), html))
    assert isinstance(found, Rejected)
    assert "markup grows" in found.reason


def find_colliding(n_values: int) -> list[int]:
    """Numbers that would meet in a table that goes by the product with a known factor."""
    inverse = pow(0x9E3779B97F4A7C15, -1, 2**64)
    return [number * inverse % 2**64 for number in range(n_values)]


def test_nobody_can_choose_what_meets_in_a_table() -> None:
    values = to_array(find_colliding(200_000))
    started = time.perf_counter()
    assert len(np.unique(find_first(values))) == len(values)
    ledger = Ledger()
    ledger.count(values)
    assert ledger.size == len(values)
    assert time.perf_counter() - started < 5


def test_nothing_is_read_beyond_the_markup() -> None:
    start, beyond = np.zeros(1, dtype=np.int32), np.full(1, 9, dtype=np.int32)
    one = np.ones(1, dtype=np.uint8)
    for read in (
        lambda: read_leaves(b"<p>", start, beyond, one),
        lambda: find_attributes(b"<p>", one, start, beyond),
        lambda: join_words(b"<p>", start, beyond),
        lambda: join_names(b"<p>", start, beyond),
        lambda: lay_out(b"<p>", start, beyond, one, one, one, ("", " ")),
    ):
        with pytest.raises(IndexError, match="beyond the markup"):
            read()
