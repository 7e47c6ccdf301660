"""ROUGE-LSum (Lin 2004, section 3.2): each wanted line against all kept lines, by what they share.

Of the several longest common subsequences of two lines the union depends on which is taken. We
take those of Google's `rouge_score`, so that figures compare with published ones. RapidFuzz finds
as long ones but traces others, hence the bit-parallel table (Hyyrö 2004) here. We depart from
`rouge_score` in one case: nothing kept where nothing is wanted is right.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from dehusk.evaluate.metrics import Score, make_score
from dehusk.parse.words import split_words

Line = tuple[str, ...]


def score_rouge(wanted: str, kept: str) -> Score:
    """The score of one text as another, line by line; their lines may come in any order.

    >>> score_rouge("police killed the gunman", "the gunman\\nkilled police").recall
    0.75
    """
    wanted_lines, kept_lines = _split_lines(wanted), _split_lines(kept)
    left_wanted, left_kept = _count_words(wanted_lines), _count_words(kept_lines)
    n_wanted, n_kept = left_wanted.total(), left_kept.total()
    index = _LineIndex(kept_lines)
    hits = 0
    for line in wanted_lines:
        # A word counts no more often than both texts hold it, as in ROUGE 1.5.5.
        for word in index.find_shared(line):
            if left_kept[word] and left_wanted[word]:
                hits += 1
                left_kept[word] -= 1
                left_wanted[word] -= 1
    return make_score(hits, n_kept, n_wanted)


def trace_common(wanted: Line, kept: Line) -> list[int]:
    """Where the words of a longest common subsequence stand in the wanted line, last one first.

    >>> trace_common(tuple("abcbdab"), tuple("bdcaba"))
    [5, 3, 2, 1]
    """
    positions: defaultdict[str, int] = defaultdict(int)
    for place, word in enumerate(wanted):
        positions[word] |= 1 << place
    return list(_walk_back(wanted, kept, _fill_table(positions, kept, len(wanted))))


class _LineIndex:
    """The kept lines, each once, found by their words."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = list(dict.fromkeys(lines))
        self._known = frozenset(self._lines)
        self._holding: defaultdict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(self._lines):
            for word in set(line):
                self._holding[word].append(number)

    def find_shared(self, wanted: Line) -> list[str]:
        """The words of the line that any kept line has in common with it, in their order."""
        if wanted in self._known:
            return list(wanted)
        shared: set[int] = set()
        for number in self._list_related(wanted):
            shared.update(trace_common(wanted, self._lines[number]))
            if len(shared) == len(wanted):
                break
        return [wanted[place] for place in sorted(shared)]

    def _list_related(self, wanted: Line) -> Iterator[int]:
        """The lines with a word in common, those with most first: they may make the rest idle."""
        common = Counter(number for word in set(wanted) for number in self._holding.get(word, ()))
        return (number for number, _ in common.most_common())


def _split_lines(text: str) -> list[Line]:
    lines = (tuple(split_words(line)) for line in text.split("\n"))
    return [line for line in lines if line]


def _count_words(lines: Sequence[Line]) -> Counter[str]:
    return Counter(word for line in lines for word in line)


def _fill_table(positions: dict[str, int], kept: Line, n_wanted: int) -> list[int]:
    """For each kept word a row of bits: 0 where one more wanted word makes the common part longer.

    All of a row is worked out at once, in an integer as long as the wanted line.
    """
    row = everything = (1 << n_wanted) - 1
    rows = []
    for word in kept:
        if matches := positions.get(word, 0) & row:
            row = ((row + matches) | (row - matches)) & everything
        rows.append(row)
    return rows


def _walk_back(wanted: Line, kept: Line, rows: Sequence[int]) -> Iterator[int]:
    """From the ends of both lines to their starts, turning where `rouge_score` turns."""
    at, below = len(wanted) - 1, len(kept) - 1
    while at >= 0 and below >= 0:
        if wanted[at] == kept[below]:
            yield at
            at -= 1
            below -= 1
        elif rows[below] >> at & 1:
            at -= 1
        else:
            below -= 1
