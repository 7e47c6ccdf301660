"""Two texts as what they share and where they differ, for a person to look at."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise, starmap

from dehusk.evaluate.align import match_words
from dehusk.parse.words import find_words

ELLIPSIS = "…"

_OPENING = re.compile(r"(?<=\s)\S+\Z")


class Kind(Enum):
    """Whose words a piece has: both texts', only the wanted one's, or only the kept one's."""

    SAME = "same"
    MISSING = "missing"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words with all that stands between them."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Context:
    """How many words are shown at each end of a long piece, of one both have and of another."""

    same: int = 12
    other: int = 100


def diff_words(wanted: str, kept: str) -> list[Piece]:
    """The pieces in order; same and missing ones together are the wanted text, letter by letter.

    >>> [(piece.kind.value, piece.text) for piece in diff_words("one two four", "One three four")]
    [('same', 'one '), ('missing', 'two '), ('extra', 'three '), ('same', 'four')]
    """
    ours, theirs = _Words(wanted), _Words(kept)
    pieces: list[Piece] = []
    done = seen = 0
    for start, other, length in (*match_words(ours.keys, theirs.keys), _end(ours, theirs)):
        pieces.append(Piece(Kind.MISSING, ours.cut(done, start)))
        pieces.append(Piece(Kind.EXTRA, theirs.cut(seen, other)))
        done, seen = start + length, other + length
        pieces.append(Piece(Kind.SAME, ours.cut(start, done)))
    return [piece for piece in pieces if piece.text]


class _Words:
    """A text cut before each word but the first, so that nothing is lost; without words, whole."""

    def __init__(self, text: str) -> None:
        found = list(find_words(text))
        self.keys = [match[0].lower() for match in found] or [text]
        self._text = text
        self._starts = [0, *starmap(self._cut_between, pairwise(found)), len(text)]

    def _cut_between(self, word: re.Match[str], after: re.Match[str]) -> int:
        """Where a word's own begins: with the brackets and quotes that stand right before it."""
        opening = _OPENING.search(self._text, word.end(), after.start())
        return opening.start() if opening else after.start()

    def cut(self, start: int, end: int) -> str:
        return self._text[self._starts[start] : self._starts[end]]


def _end(ours: _Words, theirs: _Words) -> tuple[int, int, int]:
    return len(ours.keys), len(theirs.keys), 0


def shorten(pieces: Sequence[Piece], context: Context | None = None) -> list[Piece]:
    """The pieces with an ellipsis for the middle of long ones."""
    context = context or Context()
    return [
        replace(piece, text=_shorten(piece, context, is_first=not number))
        for number, piece in enumerate(pieces)
    ]


def _shorten(piece: Piece, context: Context, *, is_first: bool) -> str:
    n_shown = context.same if piece.kind is Kind.SAME else context.other
    words = list(find_words(piece.text))
    if len(words) <= 2 * n_shown + 1:
        return piece.text
    tail = piece.text[words[-n_shown].start() :]
    if is_first and piece.kind is Kind.SAME:
        return f"{ELLIPSIS} {tail}"
    return f"{piece.text[: words[n_shown - 1].end()]} {ELLIPSIS} {tail}"


def space_out(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces with a blank between words that would else run together."""
    for piece, after in pairwise([*pieces, Piece(Kind.SAME, "\n")]):
        runs_on = piece.text[-1].isalnum() and after.text[0].isalnum()
        yield replace(piece, text=f"{piece.text} ") if runs_on else piece
