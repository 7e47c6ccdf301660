"""The best that any choice of leaves can do: the text made of exactly the true ones."""

from collections.abc import Sequence

from dehusk.evaluate.contest import CEILING
from dehusk.evaluate.summary import ALL_SETS, ANY, Line

LEAST_CEILING, LEAST_CEILING_OF_A_SET = 0.985, 0.97


def find_low_ceilings(lines: Sequence[Line]) -> list[str]:
    """Sets that no choice of leaves does well on: there the rendering or the truth is at fault."""
    low = []
    for line in lines:
        if (line.entry, line.kind) == (CEILING, ANY):
            least = LEAST_CEILING if line.set_name == ALL_SETS else LEAST_CEILING_OF_A_SET
            if line.figures.grams.f1 < least:
                low.append(f"{line.set_name}: {line.figures.grams.f1:.4f} of at least {least}")
    return low
