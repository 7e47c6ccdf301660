"""The pages of a site as one sequence of numbers, a number of its own after each.

What is on too few pages to be in any string that counts is left out, a border in its place: the
suffix array is then no longer than what may be template.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dehusk.learn.strings.patterns import Patterns
from dehusk.model import Ints, Mask


class Token(NamedTuple):
    """A word as it is written, or else any word that a pattern of this name matches."""

    text: str
    is_pattern: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Tokens by number, and whose page each is; numbers from `len(tokens)` on are borders."""

    ids: Ints
    page_of: Ints
    tokens: Sequence[Token]
    n_pages: int

    def read(self, start: int, length: int) -> tuple[Token, ...]:
        """The tokens of a string."""
        return tuple(self.tokens[number] for number in self.ids[start : start + length].tolist())


class Pages:
    """Pages as they are read: their words by number, each new word the next."""

    def __init__(self) -> None:
        self._numbers = _Numbers()
        self._pages: list[Ints] = []

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, words: Sequence[bytes]) -> None:
        """Take in a page; the words themselves are kept only once."""
        numbers = map(self._numbers.__getitem__, words)
        self._pages.append(np.fromiter(numbers, dtype=np.int32, count=len(words)))

    def make_corpus(self, patterns: Patterns, min_pages: int) -> Corpus:
        """What may be in a string of two or more tokens on so many pages."""
        words = list(self._numbers)
        symbols = _number_symbols(patterns, words)
        pages = [symbols[page] for page in self._pages]
        n_pages = _count_pages(pages, int(symbols.max(initial=0)) + 1)
        is_frequent = n_pages >= min_pages
        # The words of the frequent symbols, in the order of their new numbers.
        new = np.cumsum(is_frequent, dtype=np.int32) - np.int32(1)
        ids, page_of = _join(pages, is_frequent, new, n_tokens := int(is_frequent.sum()))
        tokens: list[Token] = [Token("")] * n_tokens
        for number in np.flatnonzero(is_frequent[: len(patterns)]).tolist():
            tokens[new[number]] = Token(patterns.names[number], is_pattern=True)
        literal = np.flatnonzero((symbols >= len(patterns)) & is_frequent[symbols])
        for number in literal.tolist():
            tokens[new[symbols[number]]] = Token(words[number].decode())
        return Corpus(ids, page_of, tokens, len(pages))


class _Numbers(dict[bytes, int]):
    """Counts its keys as they come."""

    def __missing__(self, word: bytes) -> int:
        self[word] = number = len(self)
        return number


def _number_symbols(patterns: Patterns, words: Sequence[bytes]) -> Ints:
    """For each word the number of the pattern that matches it, or else one of its own."""
    matched = patterns.classify(words)
    own = np.arange(len(words), dtype=np.int32) + np.int32(len(patterns))
    return np.where(matched >= 0, matched, own)


def _count_pages(pages: Iterable[Ints], n_symbols: int) -> Ints:
    counts = np.zeros(n_symbols, dtype=np.int32)
    for page in pages:
        counts[np.unique(page)] += 1
    return counts


def _join(
    pages: Sequence[Ints], is_frequent: Mask, new: Ints, first_border: int
) -> tuple[Ints, Ints]:
    """The runs of frequent symbols, a border after each; and the page of every number."""
    sizes = [len(page) for page in pages]
    symbols = np.concatenate(pages) if pages else np.empty(0, dtype=np.int32)
    page_of = np.repeat(np.arange(len(pages), dtype=np.int32), sizes)
    places = np.flatnonzero(is_frequent[symbols])
    page_of = page_of[places]
    starts = np.ones(len(places), dtype=np.bool_)
    starts[1:] = (np.diff(places) > 1) | (np.diff(page_of) > 0)
    runs = np.cumsum(starts) - 1
    # A token alone is no string.
    is_string = (np.bincount(runs) > 1)[runs] if len(runs) else np.empty(0, dtype=np.bool_)
    places, page_of, starts = places[is_string], page_of[is_string], starts[is_string]
    n_runs = int(starts.sum())
    at = np.arange(len(places)) + np.cumsum(starts) - 1
    ids = np.empty(len(places) + n_runs, dtype=np.int32)
    is_border = np.ones(len(ids), dtype=np.bool_)
    is_border[at] = False
    ids[at] = new[symbols[places]]
    ids[is_border] = first_border + np.arange(n_runs, dtype=np.int32)
    pages_of_all = np.zeros(len(ids), dtype=np.int32)
    pages_of_all[at] = page_of
    # A border is of the page of the run before it.
    pages_of_all[is_border] = pages_of_all[np.flatnonzero(is_border) - 1]
    return ids, pages_of_all
