"""Mutable patterns: words that differ and yet are the same to a template.

They are matched by an engine that takes linear time whatever the word, and on distinct words only,
not on the text. Expressions go into those that are exported, so they must mean the same to other
engines: what does not is refused or spelled out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import re2

from dehusk.errors import BadSetting
from dehusk.learn.strings.default_patterns import DEFAULT_PATTERNS
from dehusk.learn.strings.spell_out import NotPortable, spell_out
from dehusk.model import Ints

DEFAULT = "default"
"""Stands for the whole default list among patterns."""

_ALLOWED = "default, and name=expression, such as sku=[A-Z]{2}[0-9]+, with blanks between them"

# Lists of other settings have commas: "default,sku=…" is not to be a pattern of that name.
_NAME = re.compile(r"[\w-]+")

LONGEST_PATTERN = 10_000
MOST_PATTERNS = 200


@dataclass(frozen=True, slots=True)
class Patterns:
    """Expressions by name, the strictest first."""

    names: tuple[str, ...]
    expressions: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.names)

    def find(self, name: str) -> str:
        """The expression of this name."""
        return self.expressions[self.names.index(name)]

    def classify(self, words: Sequence[bytes]) -> Ints:
        """For each word the number of the first pattern that matches all of it, or else -1."""
        match = _compile(self.expressions).Match
        matching = enumerate(map(match, words))
        rows = [(place, min(numbers)) for place, numbers in matching if numbers]
        kinds = np.full(len(words), -1, dtype=np.int32)
        if rows:
            places, first = zip(*rows, strict=True)
            kinds[list(places)] = first
        return kinds


def read_patterns(method: str, given: str | Iterable[str]) -> Patterns:
    """Patterns as a setting names them: `name=expression`, or `default` for those we know.

    One that has the name of a default one stands in its stead.
    """
    if not isinstance(given, Iterable):
        raise BadSetting(method, "patterns", given, _ALLOWED)
    words = tuple(given.split() if isinstance(given, str) else given)
    if len(words) > MOST_PATTERNS:
        raise BadSetting(method, "patterns", f"{len(words)} of them", f"{MOST_PATTERNS} at most")
    pairs = [_read_pattern(method, word) for word in words]
    own = [name for name, _ in pairs]
    for name in own:
        if own.count(name) > 1:
            raise BadSetting(method, "patterns", name, "each name once")
    named: dict[str, str] = {}
    for name, expression in pairs:
        if name == DEFAULT:
            named |= {known: each for known, each in _spell_default().items() if known not in own}
        else:
            named[name] = expression
    patterns = Patterns(tuple(named), tuple(named.values()))
    if own != [DEFAULT]:
        _check_size(method, patterns)
    return patterns


def _read_pattern(method: str, word: object) -> tuple[str, str]:
    """Its name and expression."""
    if word == DEFAULT:
        return DEFAULT, ""
    name, _, expression = word.partition("=") if isinstance(word, str) else ("", "", "")
    if not _NAME.fullmatch(name) or not expression or len(str(word).split()) != 1:
        raise BadSetting(method, "patterns", word, _ALLOWED)
    if len(expression) > LONGEST_PATTERN:
        raise BadSetting(method, "patterns", name, f"at most {LONGEST_PATTERN:,} characters")
    try:
        spelled = spell_out(expression)
        compiled = re2.compile(spelled, _options())
    except (NotPortable, re2.error, UnicodeError) as error:
        raise BadSetting(method, "patterns", word, f"an expression ({_tell(error)})") from error
    if compiled.fullmatch("") is not None:
        raise BadSetting(method, "patterns", word, "an expression that matches no empty word")
    return name, spelled


def _check_size(method: str, patterns: Patterns) -> None:
    """Each may be small enough, and all of them in one too large."""
    try:
        patterns.classify([b"-"])
    except re2.error as error:
        told = f"fewer of them, or shorter ones ({_tell(error)})"
        raise BadSetting(method, "patterns", f"{len(patterns)} of them", told) from error


def _tell(error: Exception) -> str:
    told = error.args[0] if error.args else error
    return told.decode(errors="replace") if isinstance(told, bytes) else str(told)


@lru_cache(maxsize=1)
def _spell_default() -> dict[str, str]:
    return {name: spell_out(expression) for name, expression in DEFAULT_PATTERNS}


def _options() -> "re2.Options":
    options = re2.Options()
    options.log_errors = False
    return options


@lru_cache(maxsize=8)
def _compile(expressions: tuple[str, ...]) -> "re2.Set":
    """All expressions as one automaton; not kept with the patterns, which are sent to processes."""
    together = re2.Set.FullMatchSet(_options())
    for expression in expressions:
        together.Add(expression)
    together.Compile()
    return together
