"""A pattern as it can stand in markup: a tag's brackets are only at the ends of a token.

`.+` matches all of `one</b>two`, which are three tokens. So a pattern is cut into forms: words
without brackets, with `<` before them, with `>` after them, with both. What is left of an
expression that begins or ends with a given character is its derivative (Brzozowski, 1964).
"""

from functools import lru_cache
from typing import NamedTuple

from dehusk.learn.strings.characters import has_character, subtract
from dehusk.write.pattern_tree import (
    Choice,
    OneOf,
    Repeat,
    Row,
    Tree,
    can_be_empty,
    choose,
    join,
    read_tree,
    spell_tree,
)

_BRACKETS = ((ord("<"), ord("<")), (ord(">"), ord(">")))


class Form(NamedTuple):
    """Words that all begin, or do not begin, with `<`; and end, or do not end, with `>`."""

    expression: str
    opens: bool
    closes: bool


@lru_cache(maxsize=256)
def cut_forms(expression: str) -> tuple[Form, ...]:
    """The forms that words of a pattern can have in markup; the expression is spelled out.

    >>> [form.expression for form in cut_forms("<?[a-z]+/?")]
    ['[a-z]+/?', '<[a-z]+/?']
    """
    tree = read_tree(expression)
    kinds = [(opens, closes) for opens in (False, True) for closes in (False, True)]
    forms = []
    for opens, closes in kinds:
        left = _begin(tree, "<") if opens else tree
        left = _end(left, ">") if closes and left is not None else left
        inside = None if left is None else _leave_out_brackets(left)
        if inside is not None:
            spelled = spell_tree(inside)
            forms.append(Form(f"{'<' * opens}{spelled}{'>' * closes}", opens, closes))
    return tuple(forms)


def _begin(tree: Tree, character: str) -> Tree | None:
    """What may follow this character where the tree begins with it."""
    match tree:
        case OneOf(ranges):
            return Row(()) if has_character(ranges, character) else None
        case Choice(branches):
            return choose(_begin(branch, character) for branch in branches)
        case Repeat(part, _, most):
            begun = _begin(part, character)
            return None if begun is None or most == 0 else join((begun, _take_one(tree)))
        case Row(parts):
            able = []
            for place, part in enumerate(parts):
                begun = _begin(part, character)
                able.append(None if begun is None else join((begun, *parts[place + 1 :])))
                if not can_be_empty(part):
                    break
            return choose(able)


def _end(tree: Tree, character: str) -> Tree | None:
    """What may stand before this character where the tree ends with it."""
    match tree:
        case OneOf(ranges):
            return Row(()) if has_character(ranges, character) else None
        case Choice(branches):
            return choose(_end(branch, character) for branch in branches)
        case Repeat(part, _, most):
            ended = _end(part, character)
            return None if ended is None or most == 0 else join((_take_one(tree), ended))
        case Row(parts):
            able = []
            for place in reversed(range(len(parts))):
                ended = _end(parts[place], character)
                able.append(None if ended is None else join((*parts[:place], ended)))
                if not can_be_empty(parts[place]):
                    break
            return choose(able)


def _take_one(repeat: Repeat) -> Repeat:
    most = None if repeat.most is None else repeat.most - 1
    return Repeat(repeat.part, max(repeat.least - 1, 0), most)


def _leave_out_brackets(tree: Tree) -> Tree | None:
    """Only what has no bracket in it."""
    match tree:
        case OneOf(ranges):
            left = tuple(subtract(ranges, _BRACKETS))
            return OneOf(left) if left else None
        case Choice(branches):
            return choose(map(_leave_out_brackets, branches))
        case Repeat(part, least, most):
            inside = _leave_out_brackets(part)
            if inside is None or inside == Row(()) or most == 0:
                return Row(()) if inside is not None or least == 0 else None
            return Repeat(inside, least, most)
        case Row(parts):
            able = [_leave_out_brackets(part) for part in parts]
            row = [part for part in able if part is not None]
            return join(row) if len(row) == len(able) else None
