"""Rows of children as one expression: items in order, each with its kinds, `?` and `*`.

Rows are folded (runs of like children are a star), then aligned one after another with what is
known, which is widened where they differ: what is missing becomes optional, what is unlike in one
place a choice. Every row that was taken in is matched by the result.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

Row = tuple[int, ...]
"""The kinds of an element's children, in order."""

MOST_ITEMS = 48
"""An expression with more items is given up for a star of all kinds: cost stays bounded."""

MOST_CHANGES = 96
"""So often an expression is widened; then it is given up as well."""

MANY_RUNS = 3
"""A kind that comes so often with others between is one star with them."""


@dataclass(frozen=True, slots=True)
class Item:
    """One place in a row: any of its kinds; none too where it is optional, any number at a star."""

    kinds: frozenset[int]
    optional: bool = False
    star: bool = False

    @property
    def mark(self) -> str:
        """The sign behind it: how often it may come."""
        return "*" if self.star else "?" if self.optional else ""

    def join(self, other: "Item") -> "Item":
        """What stands for either."""
        star = self.star or other.star
        return Item(self.kinds | other.kinds, not star and (self.optional or other.optional), star)


Expression = tuple[Item, ...]


def learn_expression(rows: Mapping[Row, int], inline: frozenset[int]) -> Expression:
    """The expression that matches all rows, each with the number of its pages.

    Children of `inline` kinds that stand side by side are one star, in whatever order they come.
    """
    ordered = sorted(rows, key=lambda row: (-rows[row], -len(row), row))
    known = fold_row(ordered[0], inline)
    if len(known) > MOST_ITEMS:
        return _give_up(rows)
    changes = 0
    for row in ordered[1:]:
        if matches(known, row):
            continue
        known = _tidy(_generalise(known, fold_row(row, inline)))
        changes += 1
        if len(known) > MOST_ITEMS or changes > MOST_CHANGES:
            return _give_up(rows)
    return known


def _give_up(rows: Iterable[Row]) -> Expression:
    kinds = frozenset(kind for row in rows for kind in row)
    return (Item(kinds, star=True),)


def fold_row(row: Row, inline: frozenset[int] = frozenset()) -> Expression:
    """A row as it stands, runs of like children under a star.

    >>> [sorted(item.kinds) for item in fold_row((1, 1, 2, 3, 2, 3))]
    [[1], [2, 3]]
    """
    items = []
    for is_inline, stretch in groupby(row, key=inline.__contains__):
        kinds = tuple(stretch)
        if is_inline and len(kinds) > 1:
            items.append(Item(frozenset(kinds), star=True))
        else:
            runs = [(kind, len(tuple(run))) for kind, run in groupby(kinds)]
            items += [Item(frozenset((kind,)), star=n > 1) for kind, n in runs]
    return _merge(items, _find_mixed(items))


def _find_mixed(items: Sequence[Item]) -> list[tuple[int, int]]:
    """Stretches of items in which kinds take turns, each from its first to its last item."""
    at: defaultdict[int, list[int]] = defaultdict(list)
    for place, item in enumerate(items):
        for kind in item.kinds:
            at[kind].append(place)
    stretches = [(places[0], places[-1]) for places in at.values() if len(places) >= MANY_RUNS]
    for place in range(len(items) - 3):
        if (
            items[place].kinds == items[place + 2].kinds
            and items[place + 1].kinds == items[place + 3].kinds
        ):
            stretches.append((place, place + 3))
    return stretches


def _tidy(items: Sequence[Item]) -> Expression:
    """Where a star of several kinds has one of them beside it, it takes all up to there."""
    while True:
        stretches = _find_mixed(items)
        at: dict[int, int] = {}
        for place, item in enumerate(items):
            for kind in item.kinds:
                before = at.get(kind)
                if before is not None and (_is_mixed(items[before]) or _is_mixed(item)):
                    stretches.append((before, place))
                at[kind] = place
        if not stretches:
            return tuple(items)
        items = _merge(items, stretches)


def _is_mixed(item: Item) -> bool:
    return item.star and len(item.kinds) > 1


def _merge(items: Sequence[Item], stretches: Iterable[tuple[int, int]]) -> Expression:
    """Each stretch of items as one star; stretches that overlap are one."""
    last = list(range(len(items)))
    for start, stop in stretches:
        last[start] = max(last[start], stop)
    merged: list[Item] = []
    place = 0
    while place < len(items):
        stop, at = last[place], place
        while at <= stop:
            stop = max(stop, last[at])
            at += 1
        taken = items[place : stop + 1]
        merged.append(taken[0] if len(taken) == 1 else _star_of(taken))
        place = stop + 1
    return tuple(merged)


def _star_of(items: Sequence[Item]) -> Item:
    return Item(frozenset().union(*(item.kinds for item in items)), star=True)


def _generalise(known: Expression, row: Expression) -> list[Item]:
    """An expression that matches all that either matches."""
    result: list[Item] = []
    here = there = 0
    for i, j in (*_align(known, row), (len(known), len(row))):
        result += _bridge(known[here:i], row[there:j])
        if i < len(known):
            result.append(known[i].join(row[j]))
        here, there = i + 1, j + 1
    return result


def _bridge(missing: Sequence[Item], added: Sequence[Item]) -> list[Item]:
    """What stands between two aligned places: unlike in one place is a choice."""
    if len(missing) == len(added) == 1:
        return [missing[0].join(added[0])]
    return [Item(item.kinds, not item.star, item.star) for item in (*missing, *added)]


def _align(one: Expression, other: Expression) -> list[tuple[int, int]]:
    """The longest common subsequence, items with a kind in common being alike."""
    start = 0
    while start < min(len(one), len(other)) and one[start].kinds & other[start].kinds:
        start += 1
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(len(one) - 1, start - 1, -1):
        kinds, row, below = one[i].kinds, best[i], best[i + 1]
        for j in range(len(other) - 1, start - 1, -1):
            skip = max(below[j], row[j + 1])
            row[j] = max(skip, below[j + 1] + 1) if kinds & other[j].kinds else skip
    pairs = [(at, at) for at in range(start)]
    i = j = start
    while i < len(one) and j < len(other):
        if one[i].kinds & other[j].kinds and best[i][j] == best[i + 1][j + 1] + 1:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def matches(known: Expression, row: Row) -> bool:
    """Whether the expression stands for the row: all states at once, one bit an item."""
    reach = _skip_optional(known, 1)
    takers = _index_takers(known)
    stars = sum(1 << place for place, item in enumerate(known) if item.star)
    for kind in row:
        taken = reach & takers.get(kind, 0)
        if not taken:
            return False
        reach = _skip_optional(known, (taken << 1) | (taken & stars))
    return bool(reach >> len(known) & 1)


def _index_takers(known: Expression) -> dict[int, int]:
    takers: defaultdict[int, int] = defaultdict(int)
    for place, item in enumerate(known):
        for kind in item.kinds:
            takers[kind] |= 1 << place
    return takers


def _skip_optional(known: Expression, reach: int) -> int:
    """The states before items that may be left out, and after them."""
    for place, item in enumerate(known):
        if (item.optional or item.star) and reach >> place & 1:
            reach |= 1 << (place + 1)
    return reach


def place_row(known: Expression, row: Row) -> list[int]:
    """The item that each child is at, as many as can be; -1 where the expression has none."""
    # best[i]: the most children placed so far, the last of them at item i or before.
    came: list[list[int]] = []
    best = [0] * (len(known) + 1)
    for kind in row:
        chosen, after = [-1] * (len(known) + 1), list(best)
        for place, item in enumerate(known, 1):
            before = best[place] if item.star else best[place - 1]
            if kind in item.kinds and before + 1 > after[place]:
                after[place], chosen[place] = before + 1, place - 1
            if after[place - 1] > after[place]:
                after[place], chosen[place] = after[place - 1], chosen[place - 1]
        came.append(chosen)
        best = after
    return _walk_back(known, came)


def _walk_back(known: Expression, came: Sequence[Sequence[int]]) -> list[int]:
    placed = []
    state = len(known)
    for chosen in reversed(came):
        item = chosen[state]
        placed.append(item)
        if item >= 0:
            state = item + 1 if known[item].star else item
    return placed[::-1]
