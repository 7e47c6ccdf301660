"""Where two texts differ, as HTML that is safe anywhere and as text that is safe on a terminal."""

from collections.abc import Sequence
from html import escape

from dehusk.evaluate.diff import Kind, Piece, space_out
from dehusk.evaluate.show.clean import clean_text

_TAGS = {Kind.SAME: ("", ""), Kind.MISSING: ("<del>", "</del>"), Kind.EXTRA: ("<ins>", "</ins>")}
_MARKS = {Kind.SAME: ("", ""), Kind.MISSING: ("[-", "-]"), Kind.EXTRA: ("{+", "+}")}


def mark_html(pieces: Sequence[Piece]) -> str:
    """Missing words as `<del>`, extra ones as `<ins>`; lines end as they did.

    >>> mark_html([Piece(Kind.SAME, "1 < "), Piece(Kind.EXTRA, "<b> ")])
    '1 &lt; <ins>&lt;b&gt;</ins> '
    """
    return "".join(
        _wrap(escape(clean_text(piece.text)), _TAGS[piece.kind]) for piece in space_out(pieces)
    )


def mark_piece(piece: Piece) -> str:
    """A piece as text: missing words as `[-so-]`, extra ones as `{+so+}`."""
    return _wrap(clean_text(piece.text), _MARKS[piece.kind])


def _wrap(text: str, around: tuple[str, str]) -> str:
    """The text between two marks, which stand at its words and not at blanks around them."""
    words = text.strip()
    return text.replace(words, words.join(around), 1) if words else text
