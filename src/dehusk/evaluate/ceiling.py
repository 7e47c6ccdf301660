"""The best that any choice of leaves can do: where even the true ones score low, look elsewhere."""

from collections.abc import Iterator, Sequence

from dehusk.evaluate.contest import CEILING
from dehusk.evaluate.show.table import show_share
from dehusk.evaluate.summary import ANY, Line
from dehusk.evaluate.truth import ALL_SETS

LOWEST, LOWEST_OF_SET = 0.985, 0.97


def find_faults(lines: Sequence[Line]) -> Iterator[str]:
    """Where the ceiling is too low for the figures below it to be trusted."""
    for line in lines:
        is_all = line.set_name == ALL_SETS
        lowest = LOWEST if is_all else LOWEST_OF_SET
        f1 = line.figures.grams.f1
        if line.entry == CEILING and line.kind == ANY and f1 < lowest:
            where = "over all sets" if is_all else f"of {line.set_name}"
            yield (
                f"the ceiling {where} is {show_share(f1)}, below {show_share(lowest)}: "
                "the rendering or the truth is at fault there"
            )
