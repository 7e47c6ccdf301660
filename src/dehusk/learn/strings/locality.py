"""What is removed of a text: its matches, and what lies about them.

Matches come in no order; their union is what counts. Small gaps between them are closed; then come
the rules of neighbourhood: a few characters taken out of the middle of clean text were a figure of
speech, and are put back; a crumb between two long stretches that go, goes too.
"""

from dataclasses import dataclass

import numpy as np

from dehusk.learn.strings.tokens import Tokens
from dehusk.model import Ints, Mask


@dataclass(frozen=True, slots=True)
class Locality:
    """How far neighbours count, in bytes of UTF-8.

    `gap`: less than this between two matches goes with them. `few`: less than this is put back if
    at least `near` is kept on both sides. `crumb`: less than this goes if at least `long` goes on
    both sides.
    """

    gap: int = 4
    few: int = 24
    near: int = 8
    crumb: int = 24
    long: int = 60


@dataclass(frozen=True, slots=True, eq=False)
class _Runs:
    """Tokens in a row that are all removed, or all not."""

    first: Ints
    last: Ints
    is_removed: Mask
    size: Ints


def find_removed(tokens: Tokens, is_matched: Mask, locality: Locality, breaks: Ints) -> Mask:
    """Whether each token goes; a run of whole lines, between two breaks, is never put back.

    `breaks` are the numbers of the tokens that begin a line, and that of the last and one.
    """
    if not is_matched.any() or is_matched.all():
        return is_matched
    runs = _find_runs(tokens, is_matched)
    inner = np.zeros(len(runs.size), dtype=np.bool_)
    inner[1:-1] = True
    runs = _find_runs(tokens, _flip(runs, inner & ~runs.is_removed & (runs.size < locality.gap)))
    # Nothing is beside the first and last run on one side, which is less than any limit.
    beside = np.full(len(runs.size), -1, dtype=np.int32)
    beside[1:-1] = np.minimum(runs.size[:-2], runs.size[2:])
    is_break = np.zeros(len(tokens) + 1, dtype=np.bool_)
    is_break[breaks] = True
    is_whole = is_break[runs.first] & is_break[runs.last + 1]
    is_few = runs.is_removed & ~is_whole & (runs.size < locality.few)
    is_crumb = ~runs.is_removed & (runs.size < locality.crumb)
    is_other = (is_few & (beside >= locality.near)) | (is_crumb & (beside >= locality.long))
    return _flip(runs, is_other)


def find_breaks(text: bytes, tokens: Tokens) -> Ints:
    """The numbers of the tokens that begin a line, and the last and one."""
    lines = np.cumsum(np.frombuffer(text, dtype=np.uint8) == ord("\n"))
    of_token = lines[tokens.start]
    begins = np.flatnonzero(of_token[1:] > of_token[:-1]) + 1
    return np.concatenate(([0], begins, [len(tokens)])).astype(np.int32)


def cut_out(text: bytes, tokens: Tokens, is_removed: Mask) -> bytes:
    """The text without the tokens that go, one separator left where two would meet."""
    if not is_removed.any():
        return text
    runs = _find_runs(tokens, is_removed)
    pieces: list[bytes] = []
    at = 0
    for first, last in zip(
        runs.first[runs.is_removed].tolist(), runs.last[runs.is_removed].tolist(), strict=True
    ):
        left = int(tokens.stop[first - 1]) if first else 0
        right = int(tokens.start[last + 1]) if last + 1 < len(tokens) else len(text)
        before = text[left : int(tokens.start[first])]
        after = text[int(tokens.stop[last]) : right]
        pieces += (text[at:left], _join(text, left, right, before, after))
        at = right
    pieces.append(text[at:])
    return b"".join(pieces)


def _join(text: bytes, left: int, right: int, before: bytes, after: bytes) -> bytes:
    """What stays between the two sides of a hole, of what stood before and after it."""
    if left == 0:
        return before
    if right == len(text):
        return after
    # The separator that begins a new line says more.
    kept = max(before, after, key=lambda separator: (separator.count(b"\n"), bool(separator)))
    # Tags part words, too: without them, they would be one.
    is_one_word = not (kept or text[left - 1 : left] == b">" or text[right : right + 1] == b"<")
    return b" " if is_one_word else kept


def _find_runs(tokens: Tokens, is_removed: Mask) -> _Runs:
    changes = np.flatnonzero(is_removed[1:] != is_removed[:-1]) + 1
    first = np.concatenate(([0], changes)).astype(np.int32)
    last = np.append(changes, len(is_removed)).astype(np.int32) - np.int32(1)
    return _Runs(first, last, is_removed[first], tokens.stop[last] - tokens.start[first])


def _flip(runs: _Runs, is_other: Mask) -> Mask:
    return np.repeat(runs.is_removed ^ is_other, runs.last - runs.first + 1)
