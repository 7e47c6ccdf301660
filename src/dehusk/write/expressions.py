"""Template strings as regular expressions for other tools.

An expression matches whole tokens only, without looking around: what stands before and after is
matched with it, in groups 1 and 3, and the template in group 2; put `\\1\\3` in its place. A
separator cannot be after one match and before the next, so strings that follow each other at once
are one match, up to a number of them. Engines agree on every span, as no token can be read in two
ways; those that go back need no more than a fixed part of their stack.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from dehusk.learn.strings.corpus import Token
from dehusk.learn.strings.mine import TemplateString
from dehusk.learn.strings.patterns import Patterns
from dehusk.learn.strings.spell_out import SEPARATOR_MEMBERS, escape
from dehusk.learn.strings.tokens import split_tokens
from dehusk.write.pattern_forms import Form, cut_forms
from dehusk.write.pattern_tree import read_tree, spell_tree

MOST_IN_A_ROW = 8
"""So many strings that follow each other at once are one match, fewer of long ones.

Without a limit, PCRE2 would run out of stack: with its just-in-time compiler after some 200.
"""
_WRITTEN_OUT, _LONGEST_REPEATED, _LONGEST = 5_000, 10_000, 25_000
"""RE2 and PCRE2 write a repeated part out as often as it may come; PCRE2 takes up to 64 KiB."""

_MOST_CUT = 3
"""In so many patterns of a string, words that begin a tag are told from those that do not."""

_SOME, _ANY = f"[{SEPARATOR_MEMBERS}]+", f"[{SEPARATOR_MEMBERS}]*"


@dataclass(frozen=True, slots=True)
class Expression:
    """A regular expression, and on how many pages its string was."""

    expression: str
    pages: int


def spell_strings(
    strings: Sequence[TemplateString], patterns: Patterns, *, is_markup: bool
) -> list[Expression]:
    """The expressions of the strings, in their order; of some strings in markup several."""
    return [
        Expression(expression, string.pages)
        for string in strings
        for expression in _spell_string(string, patterns, is_markup=is_markup)
    ]


def _spell_string(string: TemplateString, patterns: Patterns, *, is_markup: bool) -> Iterator[str]:
    if not all(_can_match(token, patterns, is_markup=is_markup) for token in string.tokens):
        return
    forms = [_find_forms(token, patterns, is_markup=is_markup) for token in string.tokens]
    borders = _BORDERS_IN_MARKUP if is_markup else _BORDERS
    for row in _cut_long(forms):
        for told in _tell_apart(row) if is_markup else (row,):
            yield _frame(_join(told), told, borders)


_Forms = Sequence[Form]
"""Of one token: what it may look like."""

_BORDERS = (f"(^|[{SEPARATOR_MEMBERS}])", f"([{SEPARATOR_MEMBERS}]|$)")
_BORDERS_IN_MARKUP = (f"(^|[{SEPARATOR_MEMBERS}>])", f"([{SEPARATOR_MEMBERS}<]|$)")
_NO_BORDER = "()"


def _can_match(token: Token, patterns: Patterns, *, is_markup: bool) -> bool:
    """Is there such a word? Files that were changed by hand may name others."""
    if token.is_pattern:
        return token.text in patterns.names
    try:
        word = token.text.encode()
    except UnicodeEncodeError:
        return False
    return split_tokens(word, is_markup=is_markup) == [word]


def _find_forms(token: Token, patterns: Patterns, *, is_markup: bool) -> _Forms:
    if token.is_pattern:
        expression = patterns.find(token.text)
        if is_markup:
            return cut_forms(expression)
        return (Form(spell_tree(read_tree(expression)), opens=False, closes=False),)
    opens, closes = token.text.startswith("<"), token.text.endswith(">")
    return (Form(escape(token.text), is_markup and opens, is_markup and closes),)


def _cut_long(forms: Sequence[_Forms]) -> Iterator[Sequence[_Forms]]:
    """Halves, and halves of these, where the whole is too long for an engine."""
    length = sum(len(one.expression) + len(_SOME) for of_token in forms for one in of_token)
    if length <= _LONGEST or len(forms) < 4:
        yield forms
    else:
        yield from _cut_long(forms[: len(forms) // 2])
        yield from _cut_long(forms[len(forms) // 2 :])


def _tell_apart(forms: Sequence[_Forms]) -> Iterator[Sequence[_Forms]]:
    """Rows in which each token always or never begins a tag, and the last always or never ends one.

    Between two tokens, and at the ends, a bracket stands for a separator.
    """
    mixed = (
        place for place, of_token in enumerate(forms) if len({one.opens for one in of_token}) > 1
    )
    cut = list(islice(mixed, _MOST_CUT))
    for opens in product((False, True), repeat=len(cut)):
        wanted = dict(zip(cut, opens, strict=True))
        row = [
            [one for one in of_token if one.opens == wanted[place]]
            if place in wanted
            else _keep_apart(of_token)
            for place, of_token in enumerate(forms)
        ]
        for closes in (False, True):
            last = [one for one in row[-1] if one.closes == closes]
            if last:
                yield [*row[:-1], last]


def _keep_apart(forms: _Forms) -> _Forms:
    """As if none began a tag, unless all do: then a separator is asked for, where none need be."""
    if all(one.opens for one in forms):
        return forms
    return [one._replace(opens=False) for one in forms]


def _join(row: Sequence[_Forms]) -> str:
    """The tokens with what is between them."""
    pieces = [_spell_with_gap(left, right) for left, right in pairwise(row)]
    return "".join((*pieces, _spell_any(row[-1])))


def _spell_with_gap(left: _Forms, right: _Forms) -> str:
    """A token, and what must be before the next."""
    if right[0].opens:
        return _spell_any(left) + _ANY
    closing = [one for one in left if one.closes]
    others = [one for one in left if not one.closes]
    if len(closing) == len(others) == 1 and closing[0].expression == f"{others[0].expression}>":
        return f"{others[0].expression}(?:>{_ANY}|{_SOME})"
    with_gap = [
        _spell_any(forms) + gap for forms, gap in ((closing, _ANY), (others, _SOME)) if forms
    ]
    return with_gap[0] if len(with_gap) == 1 else f"(?:{'|'.join(with_gap)})"


def _spell_any(forms: _Forms) -> str:
    spelled = [one.expression for one in forms]
    return spelled[0] if len(spelled) == 1 else f"(?:{'|'.join(spelled)})"


def _frame(core: str, row: Sequence[_Forms], borders: tuple[str, str]) -> str:
    """One string or several at once, between borders."""
    before = _NO_BORDER if row[0][0].opens else borders[0]
    after = _NO_BORDER if row[-1][0].closes else borders[1]
    more = min(MOST_IN_A_ROW - 1, max(_WRITTEN_OUT // len(core), 1))
    more = more if len(core) <= _LONGEST_REPEATED else 0
    again = f"(?:{''.join((core, _spell_gap(row)))}){{0,{more}}}" if more else ""
    return f"{before}({again}{core}){after}"


def _spell_gap(row: Sequence[_Forms]) -> str:
    """What is between a string and the same again."""
    return _ANY if row[-1][0].closes or row[0][0].opens else _SOME
