from hypothesis import given
from hypothesis import strategies as st

from dehusk.evaluate.diff import Context, Kind, Piece, diff_words, shorten, space_out
from dehusk.evaluate.worst import MOST_OF_A_SITE, find_worst
from dehusk.parse.words import split_words
from tests.unit.evaluate.results import make_outcome, make_truth

texts = st.lists(st.sampled_from("a B c, D\n é 東 京 ( ...".split(" ")), max_size=20).map(" ".join)


def join(pieces: list[Piece], other: Kind) -> str:
    return "".join(piece.text for piece in pieces if piece.kind in (Kind.SAME, other))


@given(wanted=texts | st.text(max_size=30), kept=texts)
def test_pieces_make_up_both_texts(wanted: str, kept: str) -> None:
    pieces = diff_words(wanted, kept)
    assert join(pieces, Kind.MISSING) == wanted
    spaced = join(list(space_out(pieces)), Kind.EXTRA)
    assert split_words(spaced) == split_words(kept)


def test_what_differs_is_all_that_is_marked() -> None:
    pieces = diff_words("The rain\nin Spain.", "Home\n\nThe rain, in France!")
    assert pieces == [
        Piece(Kind.EXTRA, "Home\n\n"),
        Piece(Kind.SAME, "The rain\nin "),
        Piece(Kind.MISSING, "Spain."),
        Piece(Kind.EXTRA, "France!"),
    ]


def test_a_text_without_words_is_not_lost() -> None:
    assert diff_words("…", "") == [Piece(Kind.MISSING, "…")]
    assert diff_words("", "") == []


def test_long_pieces_keep_their_ends() -> None:
    words = " ".join(f"w{number}" for number in range(100))
    pieces = [Piece(Kind.SAME, words), Piece(Kind.EXTRA, words), Piece(Kind.SAME, words)]
    first, extra, last = shorten(pieces, Context(same=2, other=3))
    assert first.text == "… w98 w99"
    assert extra.text == "w0 w1 w2 … w97 w98 w99"
    assert last.text == "w0 w1 … w98 w99"
    assert shorten(pieces, Context(same=50, other=50)) == pieces


def test_the_worst_pages_come_first_and_with_their_texts() -> None:
    outcomes = [make_outcome("s", "a", {"1": 0.9, "2": 0.2}), make_outcome("s", "b", {"1": 0.5})]
    truths = [make_truth("s", "a", "1", "2"), make_truth("s", "b", "1")]
    worst = find_worst(outcomes, truths, "chunks", 2)
    assert [(page.site, page.id, page.score.f1) for page in worst] == [
        ("a", "2", 0.2),
        ("b", "1", 0.5),
    ]
    assert worst[0].wanted == "wanted of a 2"
    assert worst[0].kept == "kept by chunks"
    assert worst[0].ceiling == 1.0


def test_one_bad_site_does_not_hide_the_others() -> None:
    names = [str(number) for number in range(MOST_OF_A_SITE + 2)]
    outcomes = [
        make_outcome("s", "bad", dict.fromkeys(names, 0.0)),
        make_outcome("s", "good", {"1": 0.9}),
    ]
    truths = [make_truth("s", "bad", *names), make_truth("s", "good", "1")]
    worst = find_worst(outcomes, truths, "chunks", MOST_OF_A_SITE + 1)
    assert [page.site for page in worst] == ["bad"] * MOST_OF_A_SITE + ["good"]


def test_a_lost_page_says_why() -> None:
    outcomes = [make_outcome("s", "a", {"1": 0.9, "2": 0.0}, lost={"2": "deeper than 512"})]
    worst = find_worst(outcomes, [make_truth("s", "a", "1", "2")], "chunks", 2)
    assert [page.problem for page in worst] == ["deeper than 512", None]
