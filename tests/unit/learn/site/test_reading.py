"""Blocks as they read: equal words hash equal wherever they stand, and are counted right."""

import itertools

import numpy as np
import pytest

from dehusk.learn.site.reading import (
    COUNTS,
    GRAM,
    Reading,
    hash_runs,
    read_blocks,
    read_text,
)
from tests.conftest import parse
from tests.unit.learn.site.sites import hash_text, hash_words, say_blocks, view_of


def read(body: str) -> Reading:
    return read_blocks(parse(f"<body>{body}</body>").tree)


def words_of(reading: Reading, block: int) -> list[int]:
    first = reading.first_word
    return [int(word) for word in reading.word[first[block] : first[block + 1]]]


def counts_of(body: str) -> dict[str, int]:
    (row,) = read(body).counts.astype(int).tolist()
    return dict(zip(COUNTS, row, strict=True))


def test_leaves_in_a_line_are_one_block() -> None:
    view = view_of("<p>One <b>two</b> three</p><table><tr><td>four<td>five</table>six<br>seven")
    assert say_blocks(view) == ["One two three", "four", "five", "six", "seven"]
    assert view.reading.block.tolist() == [0, 0, 0, 1, 2, 3, 4]
    assert view.reading.first_leaf.tolist() == [0, 3, 4, 5, 6, 7]


def test_equal_blocks_hash_equal_wherever_they_stand() -> None:
    reading = read("<p>Rain again 7</p><h1>x</h1><div>Rain again 7</div><p>Rain again 8</p>")
    assert reading.exact[0] == reading.exact[2] != reading.exact[3]
    assert len(set(reading.exact.tolist())) == 3
    alone = read("<i>Rain</i> again 7")
    assert alone.exact.tolist() == reading.exact[:1].tolist()


def test_words_and_grams_hash_equal_wherever_they_stand() -> None:
    reading = read("<p>the river otter swims on</p><p>Say: “The river otter swims on!”</p>")
    told, quoted = words_of(reading, 0), words_of(reading, 1)
    # The closing quote is no ASCII, and so is part of the word.
    assert quoted[2:-1] == told[1:-1]
    first = reading.first_gram
    assert first.tolist() == [0, 3, 7]
    grams = [set(reading.gram[low:high]) for low, high in itertools.pairwise(first)]
    assert len(grams[0] & grams[1]) == 1


@pytest.mark.parametrize(
    "other",
    ["RIVER  otter", "river otter", "River\n\t otter!", "  (river) -- [otter]?", "ri-ver o'tter"],
)
def test_case_space_and_punctuation_do_not_count(other: str) -> None:
    one, same = read("<p>River, otter.</p>"), read(f"<p>{other}</p>")
    assert one.exact.tolist() == same.exact.tolist()
    assert one.loose.tolist() == same.loose.tolist()
    assert hash_text(other) == hash_text("River, otter.") == one.loose[0]


def test_where_words_end_counts() -> None:
    together, apart, otherwise = read("<p>riverotter</p><p>river otter</p><p>riv erotter</p>").exact
    assert len({together, apart, otherwise}) == 3
    assert len({hash_text(text) for text in ("riverotter", "river otter", "riv erotter")}) == 3


def test_the_order_of_letters_and_of_words_counts() -> None:
    said = [hash_text(text) for text in ("ab", "ba", "aab", "abb", "a", "b", "a b", "b a", "a a")]
    assert len({*said, 0}) == len(said) + 1


def test_all_numbers_are_one_to_the_loose_hash_only() -> None:
    reading = read("<p>Page 7 of 12</p><p>Page 1234 of 5</p><p>Page of</p><p>Page x of y</p>")
    assert reading.loose[0] == reading.loose[1]
    assert len(set(reading.loose.tolist())) == 3
    assert len(set(reading.exact.tolist())) == 4
    assert hash_text("7") == hash_text("2024") != hash_text("seven")
    assert hash_words("7").tolist() != hash_words("8").tolist()


@pytest.mark.parametrize("number", ["7", "2024-05-01", "12:30", "3rd", "$9.99", "b2b"])
def test_any_word_with_a_digit_is_one_and_the_same_to_the_loose_hash(number: str) -> None:
    assert hash_text(f"on {number} again") == hash_text("on 55 again")
    one, other = read(f"<p>on {number} again</p><p>on 55 again</p>").exact.tolist()
    assert one != other


def test_numbers_of_two_leaves_are_two() -> None:
    joined, apart = read("<p>1234 5</p>"), read("<p>12<b>34</b> 5</p>")
    assert joined.exact.tolist() != apart.exact.tolist()
    assert joined.loose.tolist() != apart.loose.tolist()


def test_the_words_of_a_leaf_are_counted_too() -> None:
    reading = read("<p>Read <a href=/>Page 3</a> now</p><p>Page 55</p><img src=a>")
    assert reading.leaf_words.tolist() == [1, 2, 1, 2, 0]


def test_a_run_of_words_hashes_alike_wherever_it_stands() -> None:
    words = read_text("the otter -- swims on | otter swims").loose
    first = np.array([0, 1, 4, 5, 8])
    one, of_three, last, rest = hash_runs(words, first).tolist()
    assert one == hash_text("the")
    # Words that say nothing do not count.
    assert of_three == hash_text("otter swims") == rest
    assert last == hash_text("on")
    assert hash_runs(words, np.array([2, 2, 3])).tolist() == [0, 0]


def test_each_sign_of_east_asia_is_a_word() -> None:
    reading = read("<p>日本語</p><p>カタ가나</p><p>语本</p><p>Déjà vu</p>")
    assert np.diff(reading.first_word).tolist() == [3, 4, 2, 2]
    assert words_of(reading, 0)[1] == words_of(reading, 2)[1]
    assert hash_words("日本").tolist() == words_of(reading, 0)[:2]


def test_what_a_block_is_made_of_is_counted() -> None:
    assert counts_of("<p>Ab, CD: 12 x! | é。</p>") == {
        "chars": 13,
        "words": 7,
        "digits": 2,
        "capitals": 3,
        "stops": 2,
        "commas": 2,
        "marks": 1,
    }


def test_an_image_says_nothing() -> None:
    reading = read("<p>One</p><div><img src=a.png alt='a picture'></div><p>two</p>")
    assert reading.words.tolist() == [1, 0, 1]
    assert (reading.exact[1], reading.loose[1]) == (0, 0)
    assert reading.first_gram.tolist() == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ("It rains.", 1),
        ("It rains", 0),
        ("Does it rain? ", 1),
        ('"It rains!"', 1),
        ("(It rains.)", 1),
        ("(It rains)", 0),
        ("It rains:", 0),
        ("雨が降る。", 1),
        ("雨？", 1),
        ("雨", 0),
        ("...", 1),
    ],
)
def test_a_block_may_end_a_sentence(body: str, ends: int) -> None:
    assert read(f"<p>First one</p><p>{body}</p><p>Last</p>").ends_sentence.tolist() == [0, ends, 0]


def test_an_image_after_a_sentence_ends_none() -> None:
    assert read("<p>It rains.</p><div><img src=a></div>").ends_sentence.tolist() == [1, 0]


def test_an_image_before_all_text_ends_no_sentence() -> None:
    assert read("<div><img src=a></div><p>.net</p>").ends_sentence.tolist() == [0, 0]


def test_a_bracket_by_itself_ends_no_sentence() -> None:
    assert read("<p>It rains.</p><p>)</p>").ends_sentence.tolist() == [1, 0]


def test_entities_are_the_signs_that_they_stand_for() -> None:
    reading = read("<p>Cats &amp; dogs</p><p>a&nbsp;b</p><p>R&amp;D</p>")
    assert reading.loose[0] == hash_text("Cats & dogs")
    assert words_of(reading, 0) == hash_words("Cats & dogs").tolist()
    assert words_of(reading, 2) == hash_words("R&D").tolist()
    assert reading.words.tolist() == [3, 2, 1]
    assert not reading.counts[:, COUNTS.index("commas")].any()


def test_an_entity_that_is_spelled_out_is_read_once() -> None:
    reading = read("<p>&amp;lt;b&amp;gt; &quot;x&quot;</p>")
    assert reading.loose[0] == hash_text('&lt;b&gt; "x"')
    assert counts_of("<p>1 &lt; 2</p>")["chars"] == 3


def test_of_a_page_without_text_nothing_is_read() -> None:
    reading = read("")
    assert len(reading) == len(reading.word) == len(reading.gram) == 0
    assert reading.counts.shape == (0, len(COUNTS))
    assert reading.first_leaf.tolist() == reading.first_word.tolist() == [0]


@pytest.mark.parametrize("body", ["<img>", "<div>...</div>", "<p>\x01.\x02</p>", "<p>\x7f|</p>"])
def test_what_has_no_letters_has_no_hash(body: str) -> None:
    reading = read(body)
    assert len(reading) == 1
    assert (reading.exact[0], reading.loose[0]) == (0, 0)
    assert not reading.gram.any()


def test_bytes_that_are_no_text_are_read_like_any() -> None:
    raw = bytes(range(1, 256)).replace(b"<", b"").replace(b"&", b"")
    page = parse(b"<body><p>" + raw + b"</p><p>" + raw + b"</p>", charset="latin-1")
    one, other = read_blocks(page.tree).exact.tolist()
    assert one == other != 0


def test_halves_of_signs_are_hashed_too() -> None:
    assert hash_text("a\ud800b") not in (0, hash_text("ab"), hash_text("a\ud801b"))
    assert len(hash_words("\udfff x")) == 2


def test_an_empty_text_has_no_words_and_no_hash() -> None:
    assert hash_text("") == 0
    assert hash_text(" -- ") == 0
    assert hash_words("").tolist() == []
    assert hash_words("a b").tolist() == hash_words("  B!  ".replace("B", "a b")).tolist()


def test_a_longer_page_than_any_before_is_hashed_alike() -> None:
    filler = "otter " * 40_000
    reading = read(f"<p>River bank</p><p>{filler}</p><p>River bank</p>")
    assert reading.exact[0] == reading.exact[2]
    assert len(set(words_of(reading, 1))) == 1


def mix(left: int, right: int) -> int:
    """One hash of two; the order counts."""
    return (left * 0xD6E8FEB86659FD93 ^ (right + (left >> 32))) & (2**64 - 1)


def test_a_short_block_is_one_gram() -> None:
    reading = read(f"<p>one</p><p>one two</p><p>{' '.join('abcdefg')}</p>")
    assert np.diff(reading.first_gram).tolist() == [1, 1, 7 - GRAM + 1]
    assert len(set(reading.gram.tolist())) == len(reading.gram)


def list_grams(words: list[int]) -> list[int]:
    """The grams of a block, one after another."""
    grams = []
    for start in range(max(len(words) - GRAM + 1, 1)):
        gram = words[start]
        for following in (*words[start + 1 : start + GRAM], 0, 0)[: GRAM - 1]:
            gram = mix(gram, following)
        grams.append(gram)
    return grams


@pytest.mark.parametrize("n_words", [1, 2, 3, 4, 7, 200])
def test_all_words_in_a_row_of_a_block_are_remembered(n_words: int) -> None:
    said = " ".join(f"word{'x' * n}" for n in range(n_words))
    reading = read(f"<h1>Before it</h1><p>{said}</p><p>after</p>")
    low, high = reading.first_gram[1:3].tolist()
    assert reading.gram[low:high].tolist() == list_grams(words_of(reading, 1))
    assert len(set(reading.gram.tolist())) == len(reading.gram)
