"""Template strings as they are saved: words as they are, patterns by their names."""

from collections.abc import Mapping, Sequence

from dehusk.learn.saved import read_count, read_numbers, read_rows
from dehusk.learn.strings.corpus import Token
from dehusk.learn.strings.cutoff import N_BINS, Cutoff
from dehusk.learn.strings.matcher import MOST_KNOWN_TOKENS
from dehusk.learn.strings.mine import StringSet, TemplateString
from dehusk.learn.strings.patterns import Patterns
from dehusk.learn.strings.tokens import split_tokens


def dump_strings(found: StringSet) -> dict[str, object]:
    """Plain JSON values."""
    return {
        "pages": found.pages,
        "cutoff": found.cutoff.pages,
        "border": found.cutoff.border,
        "histogram": list(found.cutoff.histogram),
        "strings": [
            {"pages": string.pages, "tokens": [_dump_token(token) for token in string.tokens]}
            for string in found.strings
        ],
    }


def _dump_token(token: Token) -> object:
    return {"any": token.text} if token.is_pattern else token.text


def load_strings(row: Mapping[str, object], patterns: Patterns, *, is_markup: bool) -> StringSet:
    """What was saved; fails where a token could match nothing."""
    pages = read_count(row, "pages")
    histogram = read_numbers(row, "histogram", 2**31)
    cutoff = Cutoff(histogram, read_count(row, "border", N_BINS), read_count(row, "cutoff"))
    strings = [_load_string(one, pages) for one in read_rows(row, "strings")]
    tokens = sorted({token for string in strings for token in string.tokens})
    _check_tokens(tokens, patterns, is_markup=is_markup)
    meant = _find_meant(tokens, patterns)
    return StringSet(
        pages,
        cutoff,
        tuple(
            TemplateString(tuple(meant.get(token, token) for token in string.tokens), string.pages)
            for string in strings
        ),
    )


def _load_string(row: Mapping[str, object], pages: int) -> TemplateString:
    tokens = row.get("tokens")
    if not isinstance(tokens, list | tuple) or not tokens:
        raise ValueError("tokens is not a list of words")
    return TemplateString(tuple(map(_load_token, tokens)), read_count(row, "pages", pages))


def _load_token(given: object) -> Token:
    if isinstance(given, str):
        return Token(given)
    if isinstance(given, Mapping) and isinstance(given.get("any"), str):
        return Token(given["any"], is_pattern=True)
    raise TypeError("a token is neither a word nor any word of a pattern")


def _check_tokens(tokens: Sequence[Token], patterns: Patterns, *, is_markup: bool) -> None:
    """Refuse what could match nothing: a person wrote it, and would wait for its effect."""
    known = patterns.names
    if len(tokens) > MOST_KNOWN_TOKENS:
        raise ValueError(f"{len(tokens):,} different tokens; at most {MOST_KNOWN_TOKENS:,} can be")
    for text, is_pattern in tokens:
        if is_pattern and text not in known:
            raise ValueError(f"there is no pattern {text!r}, only {', '.join(known)}")
        word = text.encode()
        if not is_pattern and split_tokens(word, is_markup=is_markup) != [word]:
            raise ValueError(f"{text!r} is not one token: put each word on its own")


def _find_meant(tokens: Sequence[Token], patterns: Patterns) -> dict[Token, Token]:
    """The pattern of each word that one matches: as a word, it would hide from the pattern."""
    words = [token for token in tokens if not token.is_pattern]
    kinds = patterns.classify([word.text.encode() for word in words]).tolist()
    return {
        word: Token(patterns.names[kind], is_pattern=True)
        for word, kind in zip(words, kinds, strict=True)
        if kind >= 0
    }
