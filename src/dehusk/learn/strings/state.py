"""Template strings as they are saved: words as they are, patterns by their names."""

from collections.abc import Mapping

from dehusk.learn.saved import read_count, read_numbers, read_rows
from dehusk.learn.strings.corpus import Token
from dehusk.learn.strings.cutoff import N_BINS, Cutoff
from dehusk.learn.strings.mine import StringSet, TemplateString


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


def load_strings(row: Mapping[str, object]) -> StringSet:
    """What was saved."""
    pages = read_count(row, "pages")
    histogram = read_numbers(row, "histogram", 2**31)
    cutoff = Cutoff(histogram, read_count(row, "border", N_BINS), read_count(row, "cutoff"))
    strings = tuple(_load_string(one, pages) for one in read_rows(row, "strings"))
    return StringSet(pages, cutoff, strings)


def _load_string(row: Mapping[str, object], pages: int) -> TemplateString:
    tokens = row.get("tokens")
    if not isinstance(tokens, list | tuple) or not tokens:
        raise ValueError("tokens is not a list of words")
    return TemplateString(tuple(map(_load_token, tokens)), read_count(row, "pages", pages))


def _load_token(given: object) -> Token:
    if isinstance(given, Mapping) and isinstance(given.get("any"), str):
        return Token(given["any"], is_pattern=True)
    if not isinstance(given, str):
        raise TypeError("a token is neither a word nor any word of a pattern")
    return Token(given)
