"""From the pages of a site to its template strings."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dehusk.learn.strings.classes import StringClasses, find_classes
from dehusk.learn.strings.corpus import Corpus, Pages, Token
from dehusk.learn.strings.cutoff import Cutoff, find_cutoff
from dehusk.learn.strings.patterns import Patterns
from dehusk.learn.strings.suffixes import sort_suffixes
from dehusk.model import Indices

MOST_TOKENS = 32
"""A longer string is cut into pieces of so many: a change within it costs only the piece, and no
text can make more than so many matches end at one place."""

MOST_STRINGS = 20_000


SURE_TOKENS = 16
"""A string of so many needs no cut-off: on gold sites, F1 of news rises by .04."""

_NUMBERS = frozenset(Token(name, is_pattern=True) for name in ("price", "number", "digits"))


class TemplateString(NamedTuple):
    """Tokens that follow each other on so many pages."""

    tokens: tuple[Token, ...]
    pages: int

    def __str__(self) -> str:
        return " ".join(f"{{{one.text}}}" if one.is_pattern else one.text for one in self.tokens)


@dataclass(frozen=True, slots=True)
class StringSet:
    """The template strings of so many pages, and how it was decided what is one."""

    pages: int
    cutoff: Cutoff
    strings: tuple[TemplateString, ...]


@dataclass(frozen=True, slots=True)
class Mining:
    """What counts as a template string.

    `min_tokens`: it has so many; `min_share`: what is on a smaller share of the pages is not even
    looked at; `share`: the share of pages that makes a string template, if it is not to be found;
    `sure_tokens`: one of so many is template even so, as nobody says that much twice.
    """

    patterns: Patterns
    min_tokens: int = 2
    min_share: float = 0.2
    share: float | None = None
    sure_tokens: int = SURE_TOKENS
    max_strings: int = MOST_STRINGS

    def mine(self, pages: Pages) -> StringSet:
        """The template strings, the same in any order of the pages."""
        min_pages = max(2, int(np.ceil(self.min_share * len(pages) - 1e-9)))
        corpus = pages.make_corpus(self.patterns, min_pages)
        suffixes = sort_suffixes(corpus.ids)
        classes = find_classes(corpus, suffixes, self.min_tokens, min_pages)
        cutoff = find_cutoff(classes.pages, len(pages), self.share, min_pages)
        chosen = np.flatnonzero((classes.pages >= cutoff.pages) & classes.is_needed)
        strings = list(_read_strings(corpus, classes, chosen))
        if self.sure_tokens:
            sure = find_classes(corpus, suffixes, self.sure_tokens, min_pages)
            # On more pages, what is above covers them.
            others = np.flatnonzero((sure.pages < cutoff.pages) & sure.is_needed)
            strings += filter(_is_wordy, _read_strings(corpus, sure, others))
        return StringSet(len(pages), cutoff, _keep_best(strings, self.max_strings))


def _read_strings(
    corpus: Corpus, classes: StringClasses, chosen: Indices
) -> Iterable[TemplateString]:
    rows = zip(
        *(column[chosen].tolist() for column in (classes.start, classes.length, classes.pages)),
        strict=True,
    )
    for start, length, pages in rows:
        for offset in range(0, length, MOST_TOKENS):
            # The last piece reaches back, so that it is as long as the others.
            first = max(min(offset, length - MOST_TOKENS), 0)
            tokens = corpus.read(start + first, min(MOST_TOKENS, length))
            # Nothing but numbers are the cells of a table.
            if not _NUMBERS.issuperset(tokens):
                yield TemplateString(tokens, pages)


def _is_wordy(string: TemplateString) -> bool:
    """Are at least half of its tokens words as they are? Else it is a row of a table."""
    return 2 * sum(token.is_pattern for token in string.tokens) <= len(string.tokens)


def _keep_best(strings: Iterable[TemplateString], most: int) -> tuple[TemplateString, ...]:
    """Those that stand for most of the text, each once."""
    pages_of: dict[tuple[Token, ...], int] = {}
    for string in strings:
        pages_of[string.tokens] = max(string.pages, pages_of.get(string.tokens, 0))
    ranked = sorted(
        (TemplateString(tokens, pages) for tokens, pages in pages_of.items()),
        key=lambda string: (-string.pages * len(string.tokens), string.tokens),
    )
    return tuple(ranked[:most])
