"""Where template strings stand in a text: one walk over its tokens, whatever it holds.

Each token that a string knows becomes one character, a string a word of such characters, and all
words are looked for at once by an Aho–Corasick automaton. A token that no string knows is looked at
by the patterns, once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np
from ahocorasick_rs import AhoCorasick

from dehusk.learn.strings.corpus import Token
from dehusk.learn.strings.mine import TemplateString
from dehusk.learn.strings.patterns import Patterns
from dehusk.learn.strings.tokens import Tokens, find_tokens
from dehusk.model import Ints, Mask

_UNKNOWN, _NEVER_SEEN = 0, -1
_FIRST_SURROGATE, _N_SURROGATES = 0xD800, 0x800
_MOST_REMEMBERED_BYTES = 1 << 25
_ENTRY_BYTES = 128
"""What a word takes in a dictionary, beside its own bytes."""

TOKENS_AT_ONCE = 1 << 16
"""The automaton gives its matches as tuples, which take ten times the memory of the text."""

MOST_KNOWN_TOKENS = 0x110000 - _N_SURROGATES - 1
"""There are no more characters; strings with tokens beyond are not looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Which strings stand where: from the token `first` to before the token `end`."""

    tokens: Tokens
    string: Ints
    first: Ints
    end: Ints

    def cover(self) -> Mask:
        """Whether each token is within a match."""
        n_tokens = len(self.tokens)
        steps = np.bincount(self.first, minlength=n_tokens + 1)
        steps -= np.bincount(self.end, minlength=n_tokens + 1)
        return np.cumsum(steps[:n_tokens]) > 0


class Matcher:
    """All strings of a template, ready to be looked for."""

    def __init__(
        self, strings: Sequence[TemplateString], patterns: Patterns, *, is_markup: bool
    ) -> None:
        self._is_markup = is_markup
        codes: dict[Token, int] = {}
        words: list[str] = []
        for string in strings:
            if len(codes) + len(string.tokens) > MOST_KNOWN_TOKENS:
                break
            numbers = [codes.setdefault(token, len(codes) + 1) for token in string.tokens]
            words.append(to_characters(numbers))
        self._codes = _Codes(codes, patterns)
        self._longest = max(map(len, words), default=0)
        self._automaton = AhoCorasick(words) if words else None

    def match(self, text: bytes) -> Matches:
        """All matches, those that overlap too."""
        tokens = find_tokens(text, is_markup=self._is_markup)
        found = [np.empty((0, 3), dtype=np.int32)]
        if self._automaton is not None:
            characters = to_characters(self._codes.encode(tokens.words))
            firsts = range(0, len(characters), TOKENS_AT_ONCE)
            found += (self._find(self._automaton, characters, first) for first in firsts)
        return Matches(tokens, *np.concatenate(found).T)

    def _find(self, automaton: AhoCorasick, characters: str, first: int) -> Ints:
        """The matches that end with one of the next tokens from here on."""
        # One that ends here may begin so long before.
        start = max(first + 1 - self._longest, 0)
        part = characters[start : first + TOKENS_AT_ONCE]
        rows = automaton.find_matches_as_indexes(part, overlapping=True)
        numbers = np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=3 * len(rows))
        found = numbers.reshape(-1, 3) + np.array([0, start, start], dtype=np.int32)
        return found[found[:, 2] > first]


class _Codes:
    """The code of each word: at first of those in strings, then of all that were asked for."""

    def __init__(self, codes: Mapping[Token, int], patterns: Patterns) -> None:
        self._literal = {
            token.text.encode(): code for token, code in codes.items() if not token.is_pattern
        }
        of_pattern = [codes.get(Token(name, is_pattern=True), _UNKNOWN) for name in patterns.names]
        # A word that no pattern matches has the number -1.
        self._of_pattern = np.array([*of_pattern, _UNKNOWN], dtype=np.int32)
        self._patterns = patterns
        self._known = dict(self._literal)
        self._remembered_bytes = 0

    def encode(self, words: Sequence[bytes]) -> Ints:
        if self._remembered_bytes > _MOST_REMEMBERED_BYTES:
            self._known = dict(self._literal)
            self._remembered_bytes = 0
        found = map(self._known.get, words, repeat(_NEVER_SEEN))
        codes = np.fromiter(found, dtype=np.int32, count=len(words))
        unseen = np.flatnonzero(codes == _NEVER_SEEN)
        if len(unseen):
            new = [words[place] for place in unseen.tolist()]
            self._remember(list(dict.fromkeys(new)))
            known = map(self._known.__getitem__, new)
            codes[unseen] = np.fromiter(known, dtype=np.int32, count=len(new))
        return codes

    def _remember(self, words: Sequence[bytes]) -> None:
        codes = self._of_pattern[self._patterns.classify(words)]
        self._known.update(zip(words, codes.tolist(), strict=True))
        self._remembered_bytes += sum(map(len, words)) + _ENTRY_BYTES * len(words)


def to_characters(codes: Sequence[int] | Ints) -> str:
    """A character for each code; those that stand for halves of others are passed over."""
    points = np.array(codes, dtype=np.uint32)
    points[points >= _FIRST_SURROGATE] += _N_SURROGATES
    return points.tobytes().decode("utf-32-le")
